"""The endpoints of the cage."""

from casino.cage.api import club, desk, payments, reporting, shifts, slips, standing, vault

ROOMS = (payments, shifts, desk, standing, vault, slips, club, reporting)
routes = [route for room in ROOMS for route in room.routes]
