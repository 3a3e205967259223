"""Payments of guests that a country's law wants reported, with the ID on their cards."""

from collections.abc import Collection
from typing import Any

from casino.cage.queries.reportable import Together, cash_law, single, together
from casino.ledger.queries.as_of import recorded_by
from casino.ledger.queries.moves import Move
from casino.messages import Message, msg, msg_count, verbatim
from casino.money import format_cents
from casino.players.models import Player, Version
from casino.players.queries import survivors
from casino.rates.rules import CashReport
from casino.reports.sheet import Report, ReportParams, entry
from casino.sheets.columns import cents, count, day, event, instant, text
from casino.sheets.sheet import Link, Sheet, SheetRow

PERSON = (
    count("guest", msg("Guest"), summed=False),
    text("name", msg("Name")),
    day("birth_date", msg("Birth date")),
    text("code_country", msg("Personal code of")),
    text("personal_code", msg("Personal code")),
    text("document", msg("Document")),
    text("nationality", msg("Nationality")),
)
KNOWN = [column.name for column in PERSON[1:]]
BOTH_WAYS = (cents("in", msg("In")), cents("out", msg("Out")))
PAYMENT = (instant(), day(), event())
GUESTS = (day("reached", msg("Reached")), day("since", msg("From")), day("until", msg("Until")))


def authority(asked: ReportParams) -> Sheet:
    """Return the payments that a law wants reported, the guests of linked ones, or these."""
    law = cash_law(asked.club_id, at=asked.until)
    if law is None:
        none = msg("No law is known here by which payments of guests are reported.")
        return Sheet(columns=(*PAYMENT, *PERSON, *BOTH_WAYS), rows=(), notes=(none,))
    span = (asked.club_id, law, asked.first, asked.last)
    if asked.by == "guests":
        return _guests(asked, law, together(*span, known_at=asked.known_at))
    if asked.by == "behind":
        linked = together(*span, known_at=asked.known_at)
        return _payments(asked, law, [move for each in linked for move in each.moves])
    return _payments(asked, law, single(*span, known_at=asked.known_at))


CASH_REPORT = Report(
    name="authority",
    title=msg("Payments to report to the authority"),
    question=msg("Payments of guests that the country's law wants reported, with their ID."),
    group=msg("Money"),
    make=authority,
    group_by=(
        ("payments", msg("each payment")),
        ("guests", msg("each guest with linked payments")),
        ("behind", msg("each linked payment")),
    ),
)


def _payments(asked: ReportParams, law: CashReport, moves: Collection[Move]) -> Sheet:
    people = _people(asked, {each.player_id for each in moves if each.player_id})
    rows = [
        SheetRow(
            cells=(
                each.happened_at,
                each.gaming_day,
                each.kind,
                *people.get(each.player_id or 0, (None, "", None, "", "", "", "")),
                *_ways(each.cents, -each.cents),
            ),
            why=entry(each.entry_id),
        )
        for each in moves
    ]
    return Sheet(columns=(*PAYMENT, *PERSON, *BOTH_WAYS), rows=rows, notes=_notes(law))


def _guests(asked: ReportParams, law: CashReport, found: Collection[Together]) -> Sheet:
    people = _people(asked, {each.player_id for each in found})
    rows = []
    for each in found:
        person = people[each.player_id]
        query: dict[str, Any] = {"first": each.first, "last": each.last, "player": person[0]}
        statement = Link(route="report", ids=("guest",), query=query | asked.known)
        span = (each.day, each.first, each.last)
        cells = (*person, *span, *_ways(each.in_cents, each.out_cents))
        rows.append(SheetRow(cells=cells, why=statement))
    return Sheet(columns=(*PERSON, *GUESTS, *BOTH_WAYS), rows=rows, notes=_notes(law))


def _ways(in_cents: int, out_cents: int) -> tuple[int | None, int | None]:
    return (in_cents if in_cents > 0 else None), (out_cents if out_cents > 0 else None)


def _people(asked: ReportParams, cards: Collection[int]) -> dict[int, tuple[Any, ...]]:
    """
    Return by card the code of the card that goes on, and each part of the ID as known then.

    What that card does not know stands as another card of the person has it.
    """
    goes_on = survivors(cards)
    whole = Player.objects.filter(id__in={*goes_on.values()})
    codes = dict(whole.values_list("id", "code"))
    merged = Player.objects.filter(merged_into__in=codes)
    of_person = {each.pk: each.merged_into_id or each.pk for each in merged}
    of_person |= {each: each for each in codes}
    known: dict[int, dict[str, Any]] = {}
    versions = recorded_by(Version.objects.filter(player__in=of_person), asked.known_at)
    for each in versions.order_by("act_id").values("player_id", *KNOWN):
        known[each.pop("player_id")] = each
    found: dict[int, dict[str, Any]] = {each: {} for each in codes}
    for card in sorted(known, key=lambda card: of_person[card] == card):
        own = {name: value for name, value in known[card].items() if value}
        found[of_person[card]] |= own
    empty = dict.fromkeys(KNOWN, "") | {"birth_date": None}
    return {
        card: (codes[person], *(empty | found[person]).values()) for card, person in goes_on.items()
    }


def _notes(law: CashReport) -> tuple[Message, ...]:
    amount = {"amount": format_cents(law.from_cents)}
    linked = msg("Linked payments: those of the days asked for, each below that, by guest.")
    if law.months:
        linked = msg_count(
            "Linked payments: those of {number} month up to the day, by guest.",
            "Linked payments: those of {number} months up to the day, by guest.",
            law.months,
        )
    counted = msg("Cash alone.")
    if law.wires:
        counted = msg("Cash, wires and cards.")
    named = msg("What was bought or redeemed without a name is in no sum of a guest.")
    first = msg("From {amount} on, in or out.", **amount)
    return first, linked, counted, named, verbatim(law.text)
