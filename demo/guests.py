"""The demo's guests: their ID is on file, for a winner's cash reaches the threshold any night."""

from datetime import date

from casino.house.stamp import Stamp
from casino.players.models import Player
from casino.players.services.guests import add_player


def guest(stamp: Stamp, name: str) -> Player:
    """Add a guest whose ID somebody has seen; the document's number is made of the name."""
    number = sum(place * ord(letter) for place, letter in enumerate(name, start=1))
    return add_player(
        stamp, name=name, birth_date=date(1970 + number % 30, 5, 17), document=f"EE{number:07}"
    )
