"""The endpoints of the cage."""

from casino.cage.api import club, desk, payments, shifts, slips, vault

ROOMS = (payments, shifts, desk, vault, slips, club)
routes = [route for room in ROOMS for route in room.routes]
