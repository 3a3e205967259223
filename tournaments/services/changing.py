"""What was announced changes: terms, levels and stacks, as the players are told (OLY-3.4.2)."""

from collections.abc import Mapping, Sequence
from copy import copy
from datetime import datetime, timedelta
from typing import Annotated, Any

from casino.acts.kinds import Amount, AmountOrZero, Id, Line, Name, Whole
from casino.approvals.signed import NothingChanges, Preview, signed
from casino.clock import gaming_day
from casino.house.models import Club
from casino.house.queries import book_on
from casino.house.rulebook import RuleBook
from casino.house.stamp import Stamp
from casino.limits import MAX_LINE_LENGTH
from casino.messages import Message, msg, msg_count
from casino.refusals import BadInput, Refusal
from casino.schema import plain
from casino.staff.rules import may_decide
from tournaments.models import StructureVersion, TermsChange, Tournament
from tournaments.queries import tournaments
from tournaments.queries.awards import prizes_of
from tournaments.queries.changes import is_sold, satellites_sold
from tournaments.queries.waitlist import lists
from tournaments.rules.structure import Change, change_verdict
from tournaments.services.announcing import (
    Flights,
    LevelCount,
    Levels,
    check_late,
    check_start,
    check_terms,
)
from tournaments.services.clock import check_numbers, keep_position
from tournaments.services.periods import check_addons, check_levels, check_rebuys
from tournaments.services.plausible import Meant, check_meant, doubts_of, doubts_of_times
from tournaments.services.shared import (
    PoolIsFixed,
    Shares,
    SomeChips,
    check_not_fixed,
    roles_of,
    running_tournament,
)

STRUCTURE, STRUCTURE_BY_MANAGER = (
    "tournaments.change_structure",
    "tournaments.change_structure_by_manager",
)
TERMS, TERMS_BY_MANAGER = (
    "tournaments.change_tournament",
    "tournaments.change_tournament_by_manager",
)


class ChangeRefused(Refusal):
    """The book says until when something changes, and that players are told."""

    code = "TOURNAMENT-005"


WORDS = {
    "started": msg("The structure cannot be changed after the start."),
    "players_not_told": msg("Enter the notice to players."),
}


def decided_by(stamp: Stamp, book: RuleBook, decision: str) -> bool:
    """Return whether who asks has a role that decides this by the book."""
    return any(may_decide(book, decision, role).allowed for role in roles_of(stamp))


def check_structure_changes(
    book: RuleBook, tournament: Tournament, *, told: bool = True, field: str | None = None
) -> None:
    """Raise ChangeRefused where the book no longer lets levels, stacks and antes change."""
    started = tournament.started_at is not None
    verdict = change_verdict(book, Change(started=started, told=told))
    if not verdict.allowed:
        raise ChangeRefused(WORDS[verdict.code], field=field, source=verdict.because[0].rule)


def structure_preview(
    stamp: Stamp,
    *,
    tournament_id: int,
    stack: int,
    levels: Sequence[Sequence[int]],
    notice: str,
    figures_meant: bool,
) -> Preview:
    """Say which version would hold. Raises as change_structure."""
    tournament = running_tournament(stamp, tournament_id)
    book = book_on(stamp.club_id, tournament.gaming_day)
    check_structure_changes(book, tournament, told=bool(notice))
    if prizes_of(tournament).exists():
        said = msg("A prize has already been awarded, so the structure cannot change.")
        raise PoolIsFixed(said)
    check_levels(book, levels)
    check_numbers(stamp, tournament, levels)
    if not tournament.registration_closed_at:
        check_addons(tournament, levels, late=_sold_for(tournament))
    held = tournaments.version(tournament)
    _check_meant(
        stamp,
        doubts_of(tournament, stack=stack, levels=levels),
        before=doubts_of(tournament, stack=held.stack, levels=held.levels),
        meant=figures_meant,
    )
    decides = decided_by(stamp, book, "tournament_change")
    return Preview(
        content={
            "tournament": tournament.name,
            "version": held.number + 1,
        },
        reason=f"{tournament.name}: {notice}"[:MAX_LINE_LENGTH],
        needs=STRUCTURE if decides else STRUCTURE_BY_MANAGER,
    )


@signed(
    STRUCTURE,
    asked_as="tournaments.propose_structure",
    preview=structure_preview,
    kinds={
        STRUCTURE: msg("Change structure"),
        STRUCTURE_BY_MANAGER: msg("Change structure, signed by the manager"),
    },
    latest_of="tournament_id",
    one_open=True,
)
def change_structure(
    stamp: Stamp,
    *,
    tournament_id: Id,
    stack: SomeChips,
    levels: Levels,
    notice: Line,
    figures_meant: Meant = False,
) -> StructureVersion:
    """
    Let other stacks and levels hold from the next hand on; both people are kept.

    The clock goes on at the bets that are played, or else at the level of the same number.
    One of the two has the role that decides. notice: what the players are told; figures_meant:
    although some look mistyped.
    Source: OLY-3.4.2, VOO-T27, IMG-T5, HOME-44.
    Raises NotFound, TournamentOver, PoolIsFixed, ChangeRefused, LooksMistyped, BadInput.
    """
    tournament = running_tournament(stamp, tournament_id)
    keep_position(stamp, tournament, levels)
    return StructureVersion.objects.create(
        tournament=tournament,
        number=tournaments.version(tournament).number + 1,
        stack=stack,
        levels=levels,
        notice=notice,
        author_id=stamp.person_id,
        approved_by_id=stamp.signer_id,
        at=stamp.at,
        act_id=stamp.act_id,
    )


def _check_meant(
    stamp: Stamp, doubts: Sequence[Message], *, before: Sequence[Message], meant: bool
) -> None:
    """Raise LooksMistyped for whom it was not asked before: who signs reads what is signed."""
    check_meant(doubts, before=before, meant=meant or bool(stamp.proposal_id))


def terms_preview(
    stamp: Stamp, *, tournament_id: int, notice: str, figures_meant: bool, **wanted: Any
) -> Preview:
    """Say what changes from what to what. Raises as change_tournament."""
    tournament = running_tournament(stamp, tournament_id)
    becomes = _differing(tournament, wanted)
    book = book_on(stamp.club_id, tournament.gaming_day)
    changed = _changed(tournament, becomes)
    _check(stamp, tournament, changed, becomes, book)
    _check_meant(
        stamp,
        [*doubts_of(changed), *doubts_of_times(stamp.at, changed)],
        before=[*doubts_of(tournament), *doubts_of_times(stamp.at, tournament)],
        meant=figures_meant,
    )
    return Preview(
        content={
            "tournament": tournament.name,
            "was": plain({name: getattr(tournament, name) for name in becomes}),
            "becomes": plain(becomes),
            "refund_on_demand": book.refund.changed == "on_demand",
        },
        reason=f"{tournament.name}: {notice}"[:MAX_LINE_LENGTH],
        needs=_signature(stamp, book, tournament, becomes),
    )


@signed(
    TERMS,
    asked_as="tournaments.propose_tournament_change",
    preview=terms_preview,
    kinds={
        TERMS: msg("Change tournament"),
        TERMS_BY_MANAGER: msg("Change tournament, signed by the manager"),
    },
    latest_of="tournament_id",
    one_open=True,
)
def change_tournament(
    stamp: Stamp,
    *,
    tournament_id: Id,
    notice: Line,
    name: Name | None = None,
    starts_at: datetime | None = None,
    late_until: datetime | None = None,
    late_levels: LevelCount | None = None,
    places: Annotated[int, Whole(low=2, high=10_000)] | None = None,
    price_cents: Amount | None = None,
    fee_cents: AmountOrZero | None = None,
    guarantee_cents: AmountOrZero | None = None,
    shares_bp: Shares | None = None,
    big_blind_ante: bool | None = None,
    flights: Flights | None = None,
    figures_meant: Meant = False,
) -> TermsChange:
    """
    Change what was announced of a tournament; what is not said stays.

    notice: what the players are told. The start is moved by who runs the tournament, alone, and the
    end of late registration moves along; all else takes a second person, one of the two with the
    role that decides. Prices change before the first sale, here and in a satellite that leads here,
    guarantee and prizes until the pool is fixed, who pays the antes as long as the book lets the
    structure change. figures_meant: although some look mistyped.
    Source: OLY-3.4.2, IMG-T5, VOO-T27, AMB-52, AMB-69.
    Raises NotFound, TournamentOver, PoolIsFixed, ChangeRefused, NothingChanges, LooksMistyped,
    BadInput.
    """
    tournament = running_tournament(stamp, tournament_id)
    wanted = {
        "name": name,
        "starts_at": starts_at,
        "late_until": late_until,
        "late_levels": late_levels,
        "places": places,
        "price_cents": price_cents,
        "fee_cents": fee_cents,
        "guarantee_cents": guarantee_cents,
        "shares_bp": shares_bp,
        "big_blind_ante": big_blind_ante,
        "flights": flights,
    }
    becomes = _differing(tournament, wanted)
    change = TermsChange.objects.create(
        tournament=tournament,
        number=tournament.changes.count() + 1,
        was=plain({each: getattr(tournament, each) for each in becomes}),
        becomes=plain(becomes),
        notice=notice,
        author_id=stamp.person_id,
        approved_by_id=stamp.signed_by_id,
        at=stamp.at,
        act_id=stamp.act_id,
    )
    Tournament.objects.filter(id=tournament.pk).update(**becomes, **_along(tournament, becomes))
    return change


def _differing(tournament: Tournament, wanted: Mapping[str, Any]) -> dict[str, Any]:
    """Return what becomes of each field that changes. Raises NothingChanges."""
    becomes = {
        name: value
        for name, value in wanted.items()
        if value is not None and value != getattr(tournament, name)
    }
    if "late_until" in becomes or (tournament.late_levels and wanted.get("late_until")):
        # Late registration ends at a time or with a level: the one given sets aside the other.
        if tournament.late_levels:
            becomes.setdefault("late_levels", 0)
    elif becomes.get("late_levels") and tournament.late_until:
        becomes["late_until"] = None
    elif "starts_at" in becomes and tournament.late_until:
        moved = becomes["starts_at"] - tournament.starts_at
        becomes["late_until"] = tournament.late_until + moved
    if not becomes:
        raise NothingChanges
    return becomes


def _along(tournament: Tournament, becomes: Mapping[str, Any]) -> dict[str, Any]:
    """Return what goes along: the gaming day of another start, how long rebuys are sold."""
    along = dict[str, Any]()
    if "starts_at" in becomes:
        club = Club.objects.get(id=tournament.club_id)
        along["gaming_day"] = gaming_day(
            becomes["starts_at"], timezone=club.timezone, closes_at=club.closes_at
        )
    by_instant = becomes.get("late_until", tournament.late_until)
    if by_instant and becomes.get("late_levels") == 0:
        along["rebuy_levels"] = tournament.level_set_aside
    return along


def _sold_for(tournament: Tournament) -> timedelta:
    """Return for how long after the start entries are sold, nothing where a level ends them."""
    if tournament.late_until is None:
        return timedelta()
    return tournament.late_until - (tournament.started_at or tournament.starts_at)


def _signature(
    stamp: Stamp, book: RuleBook, tournament: Tournament, becomes: Mapping[str, Any]
) -> str | None:
    """Return the signature that a change needs, None for a start that one person may move."""
    only_start = becomes.keys() <= {"starts_at", "late_until"} and "starts_at" in becomes
    if only_start and becomes.get("late_until") and tournament.late_until:
        moved = becomes["starts_at"] - tournament.starts_at
        only_start = becomes["late_until"] - tournament.late_until == moved
    alone = only_start and book.decides.tournament_start
    if alone and decided_by(stamp, book, "tournament_start"):
        return None
    return TERMS if decided_by(stamp, book, "tournament_change") else TERMS_BY_MANAGER


def _changed(tournament: Tournament, becomes: Mapping[str, Any]) -> Tournament:
    """Return a tournament as it becomes."""
    changed = copy(tournament)
    for name, value in (dict(becomes) | _along(tournament, becomes)).items():
        setattr(changed, name, value)
    return changed


def _check(
    stamp: Stamp,
    tournament: Tournament,
    changed: Tournament,
    becomes: Mapping[str, Any],
    book: RuleBook,
) -> None:
    """Raise what these fields cannot become, or what keeps them from changing now."""
    _check_in_time(tournament, becomes, book)
    check_terms(changed, book)
    check_late(changed, book)
    if becomes.keys() & {"late_until", "late_levels"}:
        check_rebuys(changed)
    sold_for = _sold_for(changed)
    if "late_levels" in becomes or sold_for != _sold_for(tournament):
        check_addons(changed, tournaments.version(tournament).levels, late=sold_for)
    if "starts_at" in becomes:
        check_start(stamp, changed)
    if "places" in becomes:
        _check_places(stamp, tournament, becomes["places"])


def _check_in_time(tournament: Tournament, becomes: Mapping[str, Any], book: RuleBook) -> None:
    """Raise what keeps these fields from changing now."""
    if "starts_at" in becomes and tournament.started_at:
        raise ChangeRefused(msg("This tournament has already started."), field="starts_at")
    if becomes.keys() & {"late_until", "late_levels"} and tournament.registration_closed_at:
        said = msg("Registration for this tournament is closed.")
        raise ChangeRefused(said, field="late_until", source="AMB-52")
    if becomes.keys() & {"price_cents", "fee_cents"}:
        _check_unsold(tournament)
    if becomes.keys() & {"guarantee_cents", "shares_bp"}:
        check_not_fixed(tournament)
    if "big_blind_ante" in becomes:
        check_structure_changes(book, tournament, field="big_blind_ante")


def _check_unsold(tournament: Tournament) -> None:
    """Raise where somebody relies on the price: by an entry, a ticket, or to win one."""
    if is_sold(tournament):
        said = msg("Tickets were sold at the announced price, so it cannot change.")
        raise ChangeRefused(said, field="price_cents", source="AMB-57")
    if satellite := next(iter(satellites_sold(tournament)), None):
        said = msg(
            "Players of {satellite} play for tickets at the announced price, so it cannot change.",
            satellite=satellite.name,
        )
        raise ChangeRefused(said, field="price_cents", source="AMB-57")


def _check_places(stamp: Stamp, tournament: Tournament, places: int) -> None:
    found = lists(tournament, stamp.at)
    held = found.taken + len(found.bookings) + len(found.tickets)
    if places < held:
        raise BadInput(
            msg_count(
                "{number} place is already taken or booked.",
                "{number} places are already taken or booked.",
                held,
            ),
            field="places",
        )
