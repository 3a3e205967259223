"""What tournaments and quarters of the ranking came to, and who won what."""

from django.db.models import OuterRef, Subquery

from casino.cage.queries.due import standing_payments
from casino.ledger.queries.as_of import recorded_by
from casino.messages import msg
from casino.players import queries as players
from casino.reports.queries.as_of import as_of
from casino.reports.sheet import SAYS, Report, ReportParams
from casino.sheets.columns import Column, cents, count, day, text
from casino.sheets.sheet import Link, Sheet, SheetRow
from ranking.models import ClosedQuarter, RankingPlace
from ranking.queries.standing import owed_by_name
from tournaments.models import Prize, Tournament
from tournaments.queries.awards import standing, winners_at
from tournaments.queries.careers import season_table
from tournaments.queries.guests import guests_at
from tournaments.queries.pools import money_check, waterfall


def tournaments(asked: ReportParams) -> Sheet:
    """Return each tournament: who came, what was collected, where it went, whether it agrees."""
    found = Tournament.objects.filter(
        club_id=asked.club_id, gaming_day__range=(asked.first, asked.last)
    )
    rows = []
    for each in as_of(found.order_by("starts_at", "id"), asked.known_at):
        check = money_check(each, known_at=asked.known_at)
        pool = waterfall(each, at=asked.until, known_at=asked.known_at)
        # Nobody is in whom a guarantee would be owed.
        is_owed = pool.fixed or bool(pool.participants)
        overlay_cents = pool.overlay_cents * is_owed
        rows.append(
            SheetRow(
                cells=(
                    each.gaming_day,
                    each.name,
                    SAYS[
                        "cancelled"
                        if each.cancelled_at
                        else "ended"
                        if each.finished_at
                        else "open"
                    ],
                    pool.participants,
                    check.received_cents,
                    pool.pool.fee_cents,
                    pool.pool.ranking_contribution_cents,
                    pool.pool.bounty_pool_cents,
                    pool.pool.rfj_pool_cents + pool.pool.jackpot_surcharge_cents,
                    overlay_cents,
                    pool.pool.fee_cents - overlay_cents,
                    pool.net_cents * is_owed,
                    SAYS["agrees" if check.agrees else "differs"],
                ),
                why=Link(route="tournament-pool", ids=(each.pk,)),
                links={"participants": Link(route="tournament-results", ids=(each.pk,))},
            )
        )
    columns = (
        day(),
        text("tournament", msg("Tournament")),
        text("state", msg("State")),
        count("participants", msg("Participants")),
        cents("received", msg("Received")),
        cents("fees", msg("Fees")),
        cents("to_ranking", msg("To the ranking")),
        cents("bounties", msg("Bounties")),
        cents("to_jackpots", msg("To jackpots")),
        cents("overlay", msg("Overlay")),
        cents("hold", msg("Hold"), of="fees -overlay"),
        cents("prizes", msg("Prizes"), drawn=True),
        text("check", msg("Reconciliation")),
    )
    return Sheet(columns=columns, rows=rows)


def prizes(asked: ReportParams) -> Sheet:
    """Return every prize of the tournaments: place, guest, amount, and the slip that paid it."""
    within = {"gaming_day__range": (asked.first, asked.last), "club_id": asked.club_id}
    won = Prize.objects.filter(entry__tournament__in=Tournament.objects.filter(**within))
    paid = standing_payments(known_at=asked.known_at).filter(payable=OuterRef("payable"))
    slip = Subquery(paid.values("entry__number")[:1])
    order = ("entry__tournament__starts_at", "entry__tournament_id", "place")
    known = standing(won, asked.known_at).annotate(slip=slip).order_by(*order)
    found = list(known.select_related("entry__tournament", "ticket", "payable"))
    entered = guests_at([each.entry for each in found], asked.known_at)
    owed = winners_at(found, asked.known_at)
    whose = {each.pk: owed.get(each.payable_id, entered[each.entry_id]) for each in found}
    names = players.names(whose.values(), known_at=asked.known_at)
    rows = [
        SheetRow(
            cells=(
                each.entry.tournament.gaming_day,
                each.entry.tournament.name,
                each.place,
                names[whose[each.pk]],
                each.cents,
                each.ticket.cents if each.ticket else None,
                msg("a ticket")
                if each.ticket_id
                else SAYS["paid"]
                if each.slip
                else msg("to be paid"),
                each.slip,
            ),
            why=_payment(each.payable_id),
            links={
                name: Link(route="tournament-results", ids=(each.entry.tournament_id,))
                for name in ("gaming_day", "tournament")
            },
        )
        for each in found
    ]
    columns = (
        day(),
        text("tournament", msg("Tournament")),
        count("place", msg("Place"), summed=False),
        text("guest", msg("Guest")),
        cents("prize", msg("Prize")),
        cents("ticket", msg("Ticket")),
        text("state", msg("State")),
        count("slip", msg("Slip"), summed=False),
    )
    return Sheet(columns=columns, rows=rows)


def season(asked: ReportParams) -> Sheet:
    """Return each guest's tournaments of these days: entries, what they cost, places, prizes."""
    within = {"club_id": asked.club_id, "gaming_day__range": (asked.first, asked.last)}
    found = as_of(Tournament.objects.filter(**within), asked.known_at)
    lines = season_table([each.pk for each in found], known_at=asked.known_at)
    names = players.names([one.player_id for one in lines], known_at=asked.known_at)
    rows = [
        SheetRow(
            cells=(
                names[one.player_id],
                one.tournaments,
                one.entries,
                one.cost_cents,
                one.cashes,
                one.wins,
                one.prizes_cents,
                one.prizes_cents - one.cost_cents,
            ),
            why=Link(route="player-career", ids=(one.player_id,)),
        )
        for one in lines
    ]
    columns = (
        text("guest", msg("Guest")),
        count("tournaments", msg("Tournaments"), summed=False),
        count("entries", msg("Entries and re-entries")),
        cents("cost", msg("Buy-ins and fees")),
        count("cashes", msg("In the money")),
        count("wins", msg("Wins")),
        cents("prizes", msg("Prizes")),
        cents("result", msg("Result"), of="prizes -cost"),
    )
    return Sheet(columns=columns, rows=rows)


def ranked(asked: ReportParams) -> Sheet:
    """Return the standings of the quarters that closed on these days: points and prizes."""
    closed = ClosedQuarter.objects.filter(
        ranking__club_id=asked.club_id, gaming_day__range=(asked.first, asked.last)
    )
    known = recorded_by(closed, asked.known_at)
    found = RankingPlace.objects.filter(closed__in=known).select_related("closed__ranking")
    names = players.names(found.values("player"), known_at=asked.known_at)
    own = owed_by_name(asked.known_at).filter(place__in=found, payable__club_id=asked.club_id)
    owed = dict(own.values_list("place_id", "payable_id"))
    rows = [
        SheetRow(
            cells=(
                str(each.closed.ranking),
                each.closed.quarter,
                each.rank,
                names[each.player_id],
                each.tournaments,
                each.points_x100,
                each.cents,
            ),
            why=Link(
                route="ranking-player",
                ids=(each.closed.ranking_id, each.closed.quarter, each.player_id),
            ),
            links={"prize": link} if (link := _payment(owed.get(each.pk))) else {},
        )
        for each in found.order_by("closed__quarter", "closed_id", "rank", "player_id")
    ]
    columns = (
        text("ranking", msg("Ranking")),
        text("quarter", msg("Quarter")),
        count("place", msg("Place"), summed=False),
        text("guest", msg("Guest")),
        count("tournaments", msg("Tournaments"), summed=False),
        Column(name="points", title=msg("Points"), kind="points"),
        cents("prize", msg("Prize")),
    )
    return Sheet(columns=columns, rows=rows)


TOURNAMENTS = Report(
    name="tournaments",
    title=msg("Tournaments"),
    question=msg("Entrants, money collected and its distribution."),
    group=msg("Club"),
    make=tournaments,
)
PRIZES = Report(
    name="prizes",
    title=msg("Results of tournaments"),
    question=msg("Places, prizes and the slips that paid them."),
    group=msg("Club"),
    make=prizes,
)
SEASON = Report(
    name="season",
    title=msg("Tournament season"),
    question=msg("Each guest's tournaments, buy-ins, places and prizes of a season."),
    group=msg("Club"),
    make=season,
)
RANKING = Report(
    name="ranking",
    title=msg("Ranking"),
    question=msg("Final points and prizes of the quarters closed on these days."),
    group=msg("Club"),
    make=ranked,
)


def _payment(payable_id: int | None) -> Link | None:
    return Link(route="payment", ids=(payable_id,)) if payable_id else None
