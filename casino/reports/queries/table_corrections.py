"""What was put right at the tables, one by one, by table and by who asked for it."""

from collections import defaultdict
from dataclasses import dataclass
from typing import Any

from cashgames.models import ChipMove, Correction, Hand, TimeShare
from cashgames.queries.corrections import Corrected, with_people, with_rows
from casino.countroom.models import Box
from casino.ledger.queries.as_of import recorded_by
from casino.messages import msg
from casino.reports.queries.as_of import name_tables
from casino.reports.queries.cashroom import HEADS
from casino.reports.sheet import Report, ReportParams, entry
from casino.sheets.columns import cents, count, day, instant, text
from casino.sheets.sheet import Link, Sheet, SheetRow

WHO = text("by", msg("By"))


@dataclass(frozen=True, kw_only=True, slots=True)
class Changed:
    """A correction, and by how much it changed what was taken or moved, in cents."""

    corrected: Corrected
    rake: int = 0
    drop: int = 0
    chips: int = 0
    entry_id: int | None = None

    @property
    def groups(self) -> dict[str, str]:
        """By what it is grouped: its table, and who asked for it."""
        correction = self.corrected.correction
        return {"table": str(correction.session.table), "by": str(correction.asked_by)}


def table_corrections(asked: ReportParams) -> Sheet:
    """Return each correction at a table, those of one table or person, or the sums of each."""
    days = (asked.first, asked.last)
    booked = Correction.objects.filter(session__club_id=asked.club_id, gaming_day__range=days)
    known = recorded_by(booked, asked.known_at).order_by("at", "id")
    corrected = list(with_people(known))
    name_tables((each.session for each in corrected), asked.known_at)
    found = [_changed(each) for each in with_rows(corrected)]
    if asked.only:
        found = [each for each in found if each.groups.get(asked.by) == asked.only]
    summed = asked.by in ("table", "by") and not asked.only
    return _sums(asked, found) if summed else _one_by_one(found)


def _changed(each: Corrected) -> Changed:
    before, after = each.before, each.after
    more = each.after_cents - each.before_cents
    if before is None:
        return _without_row(each, more)
    posted = _entry(before, after)
    if isinstance(before, ChipMove):
        return Changed(corrected=each, chips=more, entry_id=posted)
    if isinstance(before, TimeShare):
        return Changed(corrected=each, rake=-each.before_cents, entry_id=posted)
    rake = (after.rake_cents if isinstance(after, Hand) else 0) - before.rake_cents
    return Changed(corrected=each, rake=rake, drop=more - rake, entry_id=posted)


def _without_row(each: Corrected, more: int) -> Changed:
    """
    Return what a voided box changed, nothing where it was not counted, or a hand that was found.

    All else is no take.
    """
    if each.back:
        return Changed(corrected=each, entry_id=each.back.id)
    if isinstance(found := each.after, Hand):
        took = {"rake": found.rake_cents, "drop": found.drop_cents}
        return Changed(corrected=each, **took, entry_id=found.entry_id)
    back = Box.objects.filter(act_id=each.correction.act_id, reverses__isnull=False).first()
    if back is None:
        return Changed(corrected=each)
    what = "drop" if back.fee == Box.Fee.JACKPOT else "rake"
    return Changed(corrected=each, **{what: more}, entry_id=back.entry_id)


def _entry(before: Hand | ChipMove | TimeShare, after: Any) -> int | None:
    """Return the entry of what is right, or else of what took the wrong one back."""
    back = before.reversed_by
    found: int | None = after.entry_id if after else None
    return found or (back.entry_id if back else None)


def _one_by_one(found: list[Changed]) -> Sheet:
    rows = [
        SheetRow(
            cells=(
                each.corrected.correction.at,
                each.corrected.correction.gaming_day,
                each.corrected.correction.concerns,
                each.groups["table"],
                each.corrected.about,
                each.corrected.before_cents,
                each.corrected.after_cents,
                *(each.rake, each.drop, each.chips),
                each.corrected.correction.reason,
                each.groups["by"],
                str(each.corrected.correction.signed_by or ""),
            ),
            why=entry(each.entry_id),
            links={"table": Link(route="session", ids=(each.corrected.correction.session_id,))},
        )
        for each in found
    ]
    columns = (
        instant(),
        day(),
        day("concerns", msg("Concerns")),
        text("table", msg("Table")),
        text("what", msg("What")),
        cents("before", msg("As booked"), summed=False),
        cents("after", msg("As corrected"), summed=False),
        cents("rake_change", msg("Rake")),
        cents("drop_change", msg("Jackpot drop")),
        cents("chips_change", msg("Chips")),
        text("reason", msg("Reason")),
        WHO,
        text("approved_by", msg("Approved by")),
    )
    return Sheet(columns=columns, rows=rows)


def _sums(asked: ReportParams, found: list[Changed]) -> Sheet:
    groups: dict[str, list[Changed]] = defaultdict(list)
    for each in found:
        groups[each.groups[asked.by]].append(each)
    rows = [
        SheetRow(
            cells=(
                name,
                len(group),
                *(sum(getattr(each, of) for each in group) for of in ("rake", "drop", "chips")),
            ),
            why=Link(
                route="report",
                ids=("table-corrections",),
                query={"first": asked.first, "last": asked.last, "by": asked.by, "only": name}
                | asked.known,
            ),
        )
        for name, group in sorted(groups.items())
    ]
    columns = (
        HEADS["table"] if asked.by == "table" else WHO,
        count("corrections", msg("Corrections")),
        cents("rake_change", msg("Rake")),
        cents("drop_change", msg("Jackpot drop")),
        cents("chips_change", msg("Chips")),
    )
    return Sheet(columns=columns, rows=rows)


TABLE_CORRECTIONS = Report(
    name="table-corrections",
    title=msg("Corrections at the tables"),
    question=msg("What was put right at the tables, what it was and became, by whom and why."),
    group=msg("Cash room"),
    make=table_corrections,
    group_by=(
        ("each", msg("one by one")),
        ("table", msg("by table")),
        ("by", msg("by person")),
    ),
    asks=("only",),
)
