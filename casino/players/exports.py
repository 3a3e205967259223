"""What the club keeps about a guest, as a file for the guest."""

from collections.abc import Iterator

from casino.ledger.queries.documents import entries
from casino.ledger.queries.guests import of_guests
from casino.players import queries
from casino.players.models import Player
from casino.players.services.penalties import penalties_of
from casino.sheets.columns import of_file
from casino.sheets.files import csv_file

COLUMNS = of_file("what since value amount:cents")
EVERYTHING = (
    "name", "birth_date", "personal_code", "document", "photo", "notes", "language", "nationality",
    "named_in_results",
)  # fmt: skip
NOTHING = (None, "", False)


def guest_csv(player: Player) -> bytes:
    """
    Return a file of a guest by any card: ID, exclusions, separations, penalties and every entry.
    """
    return csv_file(COLUMNS, _rows(player))


def _rows(player: Player) -> Iterator[tuple[str, str, str, int | None]]:
    family = sorted(queries.cards(player.pk), key=lambda card: (card.pk != player.pk, card.pk))
    for card in family:
        for field in EVERYTHING:
            value = getattr(card, field)
            if card == player or value not in NOTHING:
                yield field, "", "" if value is None else str(value), None
    # What was in force at a merge stands on both cards, by one act.
    seen = set[int]()
    for exclusion in (each for card in family for each in queries.exclusions(card.pk)):
        if exclusion.act_id not in seen:
            seen.add(exclusion.act_id)
            yield str(exclusion), f"{exclusion.since:%Y-%m-%d}", exclusion.reason, None
    for pair in (each for card in family for each in queries.separations(card.pk)):
        yield "kept apart from another guest", f"{pair.since:%Y-%m-%d}", pair.reason, None
    yield from _imposed_and_booked(player.club_id, [card.pk for card in family])


def _imposed_and_booked(
    club_id: int, cards: list[int]
) -> Iterator[tuple[str, str, str, int | None]]:
    for where, penalty in penalties_of(cards):
        yield "penalty", f"{penalty.at:%Y-%m-%d}", f"{where}: {penalty.reason}", None
    for entry in entries(club_id, of_guests(club_id, cards)):
        at = f"{entry.happened_at:%Y-%m-%dT%H:%M:%SZ}"
        yield entry.kind, at, entry.memo, sum(line.debit_cents for line in entry.lines)
