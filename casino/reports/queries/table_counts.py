"""What the tables were over or short, one by one, by table and by dealer."""

from collections import Counter, defaultdict
from typing import Any

from django.db.models import F, OuterRef, Subquery, Value
from django.db.models.functions import Coalesce

from cashgames.models import Hand, OverShort
from cashgames.queries.chips_then import dealt_at
from casino.ledger.queries.as_of import recorded_by
from casino.ledger.queries.balances import account_id
from casino.messages import msg
from casino.reports.queries.as_of import table_name
from casino.reports.queries.cashroom import HEADS, NOBODY, dealer_at
from casino.reports.sheet import Report, ReportParams, entry
from casino.sheets.columns import cents, count, day, instant, text
from casino.sheets.sheet import Link, Sheet, SheetRow


def table_over_short(asked: ReportParams) -> Sheet:
    """Return each over/short of the tables, those of one table or dealer, or the sums of each."""
    found = _found(asked)
    if asked.only:
        found = [each for each in found if each[asked.by] == asked.only]
    return _one_by_one(asked, found) if asked.only or asked.by == "each" else _sums(asked, found)


def _found(asked: ReportParams) -> list[dict[str, Any]]:
    days = (asked.first, asked.last)
    booked = OverShort.objects.filter(session__club_id=asked.club_id, gaming_day__range=days)
    explains = Hand.objects.filter(session=OuterRef("session"), act_id=OuterRef("act_id"))
    named = recorded_by(booked, asked.known_at).annotate(
        table=table_name("session", asked.known_at),
        dealt_at=dealt_at(),
        dealer=Coalesce(Subquery(dealer_at(asked, "session", "dealt_at")), Value(NOBODY)),
        guest=F("player__name"),
        by=F("booked_by__username"),
        signed=F("signed_by__username"),
        hand=Subquery(explains.values("name")[:1]),
        takes_back=F("entry__reverses_id"),
    )
    return list(
        named.order_by("at", "id").values(
            *("at", "gaming_day", "table", "dealer", "guest", "expected_cents", "counted_cents"),
            *("reason", "by", "signed", "entry_id", "session_id", "hand", "takes_back"),
        )
    )


def _one_by_one(asked: ReportParams, found: list[dict[str, Any]]) -> Sheet:
    rows = [
        SheetRow(
            cells=(
                *(each[name] for name in ("at", "gaming_day", "table", "dealer", "guest")),
                *(_counted(each, name) for name in ("expected_cents", "counted_cents")),
                each["counted_cents"] - each["expected_cents"],
                *(each[name] for name in ("hand", "reason", "by", "signed")),
            ),
            why=entry(each["entry_id"]),
            links=dict.fromkeys(("expected", "counted"), _chips_of(asked, each["session_id"])),
        )
        for each in found
    ]
    columns = (
        instant(),
        day(),
        text("table", msg("Table")),
        text("dealer", msg("Dealer")),
        text("guest", msg("Guest")),
        cents("expected", msg("Expected"), summed=False),
        cents("counted", msg("Counted"), summed=False),
        cents("difference", msg("Over/short")),
        text("hand", msg("Hand found later")),
        text("reason", msg("Reason")),
        text("booked_by", msg("Booked by")),
        text("approved_by", msg("Approved by")),
    )
    return Sheet(columns=columns, rows=rows)


def _counted(row: dict[str, Any], name: str) -> int | None:
    """Return a figure of a count; a hand found later, and what takes a row back, is none."""
    is_count = row["hand"] is None and row["takes_back"] is None
    return row[name] if is_count else None


def _chips_of(asked: ReportParams, session_id: int) -> Link:
    """Return the link to the account of a table's chips, with what it held after each entry."""
    chips = account_id(asked.club_id, "chips:table", session_id)
    return Link(route="account", ids=(chips or 0,))


def _sums(asked: ReportParams, found: list[dict[str, Any]]) -> Sheet:
    groups: dict[str, list[int]] = defaultdict(list)
    counts = Counter[str]()
    # What a hand found later explains was not counted, and what was taken back counts no more.
    taken_back = {each["takes_back"] for each in found}
    for each in found:
        groups[each[asked.by]].append(each["counted_cents"] - each["expected_cents"])
        stands = each["takes_back"] is None and each["entry_id"] not in taken_back
        counts[each[asked.by]] += stands and each["hand"] is None
    rows = [
        SheetRow(
            cells=(
                name,
                counts[name],
                sum(each for each in differences if each > 0),
                -sum(each for each in differences if each < 0),
                sum(differences),
            ),
            why=Link(
                route="report",
                ids=("table-over-short",),
                query={"first": asked.first, "last": asked.last, "by": asked.by, "only": name}
                | asked.known,
            ),
        )
        for name, differences in sorted(groups.items())
    ]
    columns = (
        HEADS[asked.by],
        count("times", msg("Times")),
        cents("over", msg("Over")),
        cents("short", msg("Short")),
        cents("difference", msg("Over/short"), of="over -short"),
    )
    return Sheet(columns=columns, rows=rows)


TABLE_OVER_SHORT = Report(
    name="table-over-short",
    title=msg("Over/short of the tables"),
    question=msg("What the tables were over or short, by table and dealer, with reasons."),
    group=msg("Cash room"),
    make=table_over_short,
    group_by=(
        ("each", msg("one by one")),
        ("table", msg("by table")),
        ("dealer", msg("by dealer")),
    ),
    asks=("only",),
)
