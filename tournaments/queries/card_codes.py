"""What a guest types on the public page: the number of the card, and a mark that nobody guesses."""

from collections.abc import Iterator

from django.utils.crypto import constant_time_compare

from casino.keys import site_macs
from casino.players.models import Player

MARK = 8


def card_code(player: Player) -> str:
    """Return the code of a guest's card: 101-3f9a1b2c."""
    return f"{player.code}-{next(_marks(player.club_id, player.code))}"


def player_of_card(club_id: int, card: str) -> Player | None:
    """Return whose code it is, by the site's key or a former one; None for a wrong one."""
    number, _, mark = card.strip().lower().partition("-")
    if not (number.isascii() and number.isdigit() and len(number) <= MARK):
        return None
    marks = list(_marks(club_id, int(number)))
    if not any(constant_time_compare(mark, known) for known in marks):
        return None
    found = Player.objects.filter(club_id=club_id, code=int(number), anonymised_at=None).first()
    return found.merged_into if found and found.merged_into else found


def _marks(club_id: int, code: int) -> Iterator[str]:
    for mac in site_macs("tournaments.card", f"{club_id}:{code}"):
        yield mac.hex()[:MARK]
