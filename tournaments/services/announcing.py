"""Templates, series, and tournaments announced from them."""

from collections.abc import Collection, Sequence
from datetime import datetime, timedelta
from typing import Annotated, Any, get_args

from casino.acts.kinds import (
    Amount,
    AmountOrZero,
    Id,
    Name,
    Number,
    OneOf,
    Several,
    Whole,
)
from casino.acts.runner import act
from casino.clock import gaming_day
from casino.db import refusing
from casino.house.models import Club
from casino.house.queries import book_on
from casino.house.rulebook import RuleBook
from casino.house.stamp import Stamp
from casino.house.tournaments import VariantName
from casino.messages import Message, msg
from casino.refusals import BadInput, Conflict, Refusal
from tournaments.models import Announced, StructureVersion, Template, Tournament
from tournaments.queries import tournaments
from tournaments.rules.admission import late_registration
from tournaments.rules.prize_pool import ranking_mark
from tournaments.rules.prizes import StructureRequired, prize_structure
from tournaments.rules.structure import structure_of
from tournaments.rules.variants import Format, check_parts, check_surcharge, tournament_format
from tournaments.services.periods import check_addons, check_levels, check_rebuys
from tournaments.services.plausible import Meant, check_meant, doubts_of, doubts_of_times
from tournaments.services.shared import (
    Shares,
    SomeChips,
    open_accounts,
    roles_of,
)

COPIED = (
    "kind", "variants", "price_cents", "fee_cents", "bounty_cents", "rfj_cents",
    "surcharge_cents", "rebuy_cents", "addon_cents", "rebuy_fee_cents", "addon_fee_cents",
    "reentry", "most_rebuys", "most_addons", "addons_after", "rebuy_stack", "addon_stack",
    "guarantee_cents", "places", "ranking", "festival", "daily", "late_levels",
    "rebuy_levels", "shares_bp", "big_blind_ante",
)  # fmt: skip
# Levels and breaks, each its small and big blind, ante and minutes.
Levels = Annotated[
    Sequence[Sequence[int]],
    Several(of=Several(of=Whole(), minimum=4, maximum=4), minimum=1, maximum=100),
]
VARIANTS = get_args(VariantName)
LevelCount = Annotated[int, Whole(high=100)]
Flights = Annotated[int, Whole(low=1, high=26)]
Limit = Annotated[int, Whole(low=1, high=1_000)]
NOT_YOURS = msg("Only the poker manager can make this a ranking tournament.")


class NameTaken(Conflict):
    """Templates and series are told apart by their names."""

    code = "TOURNAMENT-003"
    message = msg("That name is already in use.")


class TemplateRetired(Conflict):
    """Nothing is made from a template that was retired."""

    code = "TOURNAMENT-091"
    message = msg("This template was retired.")


class NotRanking(Refusal):
    """Who may mark a tournament as ranking, and which kinds never count (OLY-5.1, OLY-5.2)."""

    code = "TOURNAMENT-004"
    message = msg("This tournament cannot count for the ranking.")


@act("tournaments.add_template")
def add_template(
    stamp: Stamp,
    *,
    name: Name,
    kind: Annotated[str, OneOf(words=tuple(Announced.Kind.values))],
    variants: Annotated[Sequence[str], Several(of=OneOf(words=VARIANTS), maximum=10)],
    price_cents: Amount,
    fee_cents: AmountOrZero = 0,
    bounty_cents: AmountOrZero = 0,
    rfj_cents: AmountOrZero = 0,
    surcharge_cents: AmountOrZero = 0,
    rebuy_cents: AmountOrZero = 0,
    addon_cents: AmountOrZero = 0,
    rebuy_fee_cents: AmountOrZero = 0,
    addon_fee_cents: AmountOrZero = 0,
    rebuy_stack: Number = 0,
    addon_stack: Number = 0,
    guarantee_cents: AmountOrZero = 0,
    reentry: bool = False,
    ranking: bool = False,
    festival: bool = False,
    daily: bool = False,
    most_rebuys: Limit | None = None,
    most_addons: Limit | None = None,
    places: Annotated[int, Whole(low=2, high=10_000)],
    late_levels: LevelCount = 0,
    rebuy_levels: LevelCount = 0,
    addons_after: LevelCount = 0,
    stack: SomeChips,
    levels: Levels,
    big_blind_ante: bool = False,
    shares_bp: Shares = (),
    template_id: Id | None = None,
    figures_meant: Meant = False,
) -> Template:
    """
    Keep what tournaments are made from: price and parts, chips, levels, periods, prizes.

    levels: small blind, big blind, ante and minutes of each, of a break three times 0 and its
    minutes; shares_bp: what the first place gets of the pool, the second and so on, in hundredths
    of a percent, 10000 together, empty for the book's; template_id: of one that changes;
    tournaments announced from it stay as they are; figures_meant: although some look mistyped. What
    is or becomes a ranking template is the manager's.
    Source: OLY-3.1, OLY-3.2, OLY-3.4.1, OLY-5.1, OLY-5.2. Raises NotFound, TemplateRetired,
    NameTaken, NotRanking, NoTournaments, NoSuchVariant, VariantsContradict, PartNotAnnounced,
    LooksMistyped, BadInput.
    """
    book = book_on(stamp.club_id, stamp.gaming_day)
    structure_of(book)
    before = _template_in_use(stamp, template_id) if template_id else None
    made = Template(
        id=before.pk if before else None,
        club_id=stamp.club_id,
        act_id=before.act_id if before else stamp.act_id,
        name=name,
        kind=kind,
        variants=list(variants),
        price_cents=price_cents,
        fee_cents=fee_cents,
        bounty_cents=bounty_cents,
        rfj_cents=rfj_cents,
        surcharge_cents=surcharge_cents,
        rebuy_cents=rebuy_cents,
        addon_cents=addon_cents,
        rebuy_fee_cents=rebuy_fee_cents,
        addon_fee_cents=addon_fee_cents,
        rebuy_stack=rebuy_stack,
        addon_stack=addon_stack,
        guarantee_cents=guarantee_cents,
        reentry=reentry,
        ranking=ranking,
        festival=festival,
        daily=daily,
        most_rebuys=most_rebuys,
        most_addons=most_addons,
        places=places,
        late_levels=late_levels,
        rebuy_levels=rebuy_levels,
        addons_after=addons_after,
        stack=stack,
        levels=levels,
        big_blind_ante=big_blind_ante,
        shares_bp=list(shares_bp),
    )
    check_terms(made, book)
    _check_kind(made, book)
    if ranking:
        _check_counts(made, book, by=roles_of(stamp))
    if before:
        _check_own(stamp, before, book)
    check_levels(book, made.levels)
    check_addons(made, made.levels)
    check_meant(_doubts(made), meant=figures_meant, before=_doubts(before) if before else ())
    found: Template = named(made)
    return found


def _doubts(template: Template) -> list[Message]:
    return doubts_of(template, stack=template.stack, levels=template.levels)


@act("tournaments.retire_template")
def retire_template(stamp: Stamp, *, template_id: Id) -> Template:
    """Take a template out of use; its tournaments stay. Raises NotFound, TemplateRetired."""
    found = _template_in_use(stamp, template_id)
    _check_own(stamp, found, book_on(stamp.club_id, stamp.gaming_day))
    found.retired_at = stamp.at
    found.save(update_fields=["retired_at"])
    return found


def _template_in_use(stamp: Stamp, template_id: int) -> Template:
    found = tournaments.template(stamp.club_id, template_id)
    if found.retired_at:
        raise TemplateRetired(field="template_id")
    return found


def _check_own(stamp: Stamp, template: Template, book: RuleBook) -> None:
    """Raise NotRanking where a ranking template is not this person's to change."""
    decides = book.decides.ranking
    if template.ranking and decides and decides not in roles_of(stamp):
        raise NotRanking(NOT_YOURS, field="ranking", source=book.source("decides.ranking"))


def check_terms(terms: Announced, book: RuleBook) -> None:
    """Raise what is wrong with an announcement: variants, parts, price, places, ranking."""
    variants: Any = terms.variants
    announced = tournament_format(book, variants)
    check_parts(announced, bounty_cents=terms.bounty_cents, rfj_cents=terms.rfj_cents)
    check_surcharge(book, terms.surcharge_cents)
    _check_prices(terms, announced)
    if terms.places < book.tournament.min_participants:
        raise BadInput(msg("There are fewer places than the minimum of entries."), field="places")
    if terms.shares_bp:
        prize_structure(book, participants=1, custom_bp=terms.shares_bp)
    elif announced.prizes == "places" and book.prizes is None:
        said = msg("This club has no payout table. Enter the payouts in percent, as 70 30.")
        raise StructureRequired(said, field="shares_bp")
    if terms.ranking:
        _check_counts(terms, book, by={book.decides.ranking})


def _check_kind(terms: Announced, book: RuleBook) -> None:
    """Raise BadInput for a satellite that pays no tickets, or tickets of what is none (OLY-5.2)."""
    variants: Any = terms.variants
    pays_tickets = tournament_format(book, variants).prizes == "tickets"
    if pays_tickets != (terms.kind == Announced.Kind.SATELLITE):
        said = msg("The kind Satellite and the variant Satellite go together.")
        raise BadInput(said, field="kind", source="OLY-3.2.f")


def _check_prices(terms: Announced, announced: Format) -> None:
    """Raise BadInput for a price that lacks, or that holds less than its parts."""
    if announced.rebuy and announced.rebuy != "refused" and not terms.rebuy_cents:
        raise BadInput(msg("Enter the price of a rebuy."), field="rebuy_cents")
    for what in ("rebuy", "addon"):
        if getattr(terms, f"{what}_fee_cents") and not getattr(terms, f"{what}_cents"):
            said = msg("A fee goes with the price of what is sold.")
            raise BadInput(said, field=f"{what}_fee_cents", source="AMB-57")
    for field in ("price_cents", "rebuy_cents"):
        cents = getattr(terms, field)
        if (cents or field == "price_cents") and cents <= terms.bounty_cents + terms.rfj_cents:
            said = msg("The buy-in must be above bounty and Royal Flush Jackpot part together.")
            raise BadInput(said, field=field, source="AMB-57")


def _check_counts(terms: Announced, book: RuleBook, *, by: Collection[str | None]) -> None:
    """
    Raise NotRanking for a kind that never counts, or where no role in `by` decides what does.

    The mark is the template's: whoever announces from it decides nothing (OLY-5.1).
    """
    decides: Any = book.decides.ranking if book.decides.ranking in by else "everyone"
    kind: Any = terms.kind
    verdict = ranking_mark(book, by=decides, kind=kind)
    if not verdict.allowed:
        raise NotRanking(
            NOT_YOURS if verdict.code == "not_by_this_role" else None,
            field="ranking",
            source=verdict.because[0].rule,
        )


@act("tournaments.announce")
def announce(
    stamp: Stamp,
    *,
    template_id: Id,
    name: Name,
    starts_at: datetime,
    late_until: datetime | None = None,
    series_id: Id | None = None,
    target_id: Id | None = None,
    flights: Flights | None = None,
    figures_meant: Meant = False,
) -> Tournament:
    """
    Announce a tournament made from a template; from now on tickets are sold.

    late_until: when late registration ends, whatever level the template names; series_id: for a
    Royal Flush part or a surcharge; target_id: where a satellite's tickets lead; flights: how many
    are announced, one where nothing is said; figures_meant: although an instant is far away.
    Source: OLY-3.1, OLY-3.3.6, AMB-68.
    Raises NotFound, TemplateRetired, LooksMistyped, BadInput, LateRegistrationEndMissing.
    """
    template = _template_in_use(stamp, template_id)
    club = Club.objects.get(id=stamp.club_id)
    made = Tournament(
        club=club,
        name=name,
        series=tournaments.series(club.pk, series_id) if series_id else None,
        target=tournaments.tournament(club.pk, target_id) if target_id else None,
        starts_at=starts_at,
        late_until=late_until,
        flights=flights or 1,
        gaming_day=gaming_day(starts_at, timezone=club.timezone, closes_at=club.closes_at),
        announced_by_id=stamp.person_id,
        announced_at=stamp.at,
        act_id=stamp.act_id,
        **{field: getattr(template, field) for field in COPIED},
    )
    if late_until:
        made.rebuy_levels, made.late_levels = made.level_set_aside, 0
    _check_announced(stamp, made)
    check_meant(doubts_of_times(stamp.at, made), meant=figures_meant)
    made.save(force_insert=True)
    open_accounts(made)
    StructureVersion.objects.create(
        tournament=made,
        number=1,
        stack=template.stack,
        levels=template.levels,
        author_id=stamp.person_id,
        at=stamp.at,
        act_id=stamp.act_id,
    )
    return made


def check_start(stamp: Stamp, made: Tournament) -> None:
    """Raise BadInput for a start that has passed long ago."""
    if made.starts_at < stamp.at - timedelta(days=1):
        raise BadInput(msg("That start time has passed."), field="starts_at")


def check_late(made: Tournament, book: RuleBook) -> None:
    """Raise what the end of late registration must be."""
    if not made.late_levels:
        late_registration(book, made.late_until)
    if made.late_until and made.late_until < made.starts_at:
        raise BadInput(msg("Late registration must close after the start."), field="late_until")


def _check_announced(stamp: Stamp, made: Tournament) -> None:
    """Raise what a date, a series or a target must be."""
    book = book_on(stamp.club_id, made.gaming_day)
    check_terms(made, book)
    check_start(stamp, made)
    check_late(made, book)
    check_rebuys(made)
    if (made.rfj_cents or made.surcharge_cents) and not made.series_id:
        said = msg("Choose a series. A Royal Flush Jackpot part or a surcharge needs one.")
        raise BadInput(said, field="series_id", source="AMB-68")
    variants: Any = made.variants
    satellite = tournament_format(book, variants).prizes == "tickets"
    if satellite != bool(made.target_id):
        said = msg("A satellite needs a target tournament, and only a satellite can have one.")
        raise BadInput(said, field="target_id", source="OLY-3.2.f")
    if made.target and not made.target.takes_purchases:
        said = msg("{target} takes no entries any more.", target=made.target.name)
        raise BadInput(said, field="target_id", source="OLY-3.4.27")


def named(row: Any) -> Any:
    """Save a row that has a name, as a step of an act. Raises NameTaken."""
    taken = NameTaken(field="name")
    with refusing(tournaments_series_once=taken, tournaments_template_once=taken):
        row.save(force_insert=row.pk is None, force_update=row.pk is not None)
    return row
