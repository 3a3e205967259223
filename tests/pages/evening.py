"""An evening of guests and tables whose names would like to be markup, and where its pages are."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, partial
from typing import Any

from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.db.models import Model
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from cashgames import models as cash
from cashgames.services.absence import leave_seat, remove_stack
from cashgames.services.hands import rake_hand
from cashgames.services.penalties import punish
from cashgames.services.seats import seat_player
from cashgames.services.time_rake import find_due_time_rake, plan_time_rake
from cashgames.services.waiting import join_list
from casino.approvals.models import Proposal
from casino.approvals.services import approve
from casino.audit.services.badges import issue_badge
from casino.bank.models import BankAccount, Match, MatchingRule, Statement, StatementLine
from casino.bookkeeping.models import Batch, File, FileImport, Job
from casino.cage.models import Bag, Payable, Shift
from casino.cage.queries.tallies import slips
from casino.cage.services.desk import sell_chips
from casino.countroom.models import Box
from casino.countroom.services.boxes import take_box
from casino.journal.models import AttachedFile, DocumentTemplate, JournalDocument, OwnAccount
from casino.ledger.queries.balances import account_id
from casino.players.models import Hold, Player, Ruling, SeatingRestriction
from casino.players.services.holds import place_hold
from casino.players.services.places import keep_apart
from casino.players.services.rulings import hear_claim
from casino.staff.models import ApiToken, Badge, Role, User
from casino.tablefloats.models import Transfer
from casino.tablefloats.services.transfers import ask_fill
from casino.webhooks.models import Webhook
from casino.webhooks.services.keeping import add_webhook
from casino.whatif.models import Study
from casino.whatif.services import ask as ask_what_if
from jackpot.models import Attachment, Claim, Jackpot, PoolMove, Settlement
from jackpot.services.evidence import attach_evidence
from ranking.models import Ranking
from ranking.services.counting import count_due
from tests.approving import ask
from tests.banking import at_the_bank
from tests.books import books_sent
from tests.claiming import claimed
from tests.counting import pack, reverse_by_two
from tests.excluding import self_excluded
from tests.owing import owe_prize
from tests.pages.known import Known
from tests.pages.second_factors import second_factors
from tests.tournaments import a_tournament, enter, ticket_given
from tests.world import EVENING, PASSWORD, World, a_club
from tournaments.models import (
    ChipRace,
    Knockout,
    Penalty,
    PurchaseRequest,
    ScreenPicture,
    SeatDraw,
    Series,
    Template,
    Ticket,
    Tournament,
)
from tournaments.models import Entry as Entrant
from tournaments.models import WaitlistEntry as TournamentWaiting
from tournaments.services.listing import book_place
from tournaments.services.tables import open_tables

CLUB, OPENS = "<slug:club>/", 200
MARKUP = "<script>alert(1)</script>"
# A name that a page would run, and a spreadsheet too; a longer one finds no room on a tablet.
PAYLOAD = f"={MARKUP}"
# Each worker makes its evening, and reads the pages of another's: seats must not differ.
LOTS = "7e" * 16


@cache
def routes() -> dict[str, URLPattern]:
    """Return everything below a club by its address."""
    return dict(below())


@cache
def own_routes() -> dict[str, URLPattern]:
    """Return the pages of one's own sign-in, everybody's, by their addresses."""
    return dict(below(top="me/"))


def below(
    patterns: Any = None, above: str = "", *, top: str = CLUB
) -> Iterator[tuple[str, URLPattern]]:
    """Yield (address, route) of everything below a club, or another top."""
    for each in patterns or get_resolver().url_patterns:
        address = above + str(each.pattern)
        if isinstance(each, URLResolver):
            yield from below(each.url_patterns, address, top=top)
        elif address.startswith(top):
            yield address, each


def a_club_with_books() -> World:
    """Found a club, send its first day, let a program be told, pack a bag for the bank."""
    world = a_club()
    books_sent(world, name=PAYLOAD)
    world.fund(100)
    pack(world, world.stamp("10:00", role=Role.MANAGER), cents=100, seal=PAYLOAD)
    at_the_bank(world, payer=PAYLOAD)
    manager = world.stamp("10:00", role=Role.MANAGER)
    add_webhook(
        manager, address=f"https://example.com/{PAYLOAD.replace(' ', '/')}", events=["day.closed"]
    )
    user = world.staff[Role.CASHIER]
    ApiToken.objects.create(user=user, club=world.club, name=PAYLOAD, digest="x")
    return world


def an_evening_of_payloads() -> World:
    """Fill a club with names that a page or a spreadsheet would run."""
    world = a_club_with_books()
    world.jackpot(PAYLOAD)
    shift = world.open_shift(world.drawer(PAYLOAD))
    world.sell(1_000)
    seats = world.seat(world.session(PAYLOAD), *(f"{PAYLOAD} {number}" for number in range(6)))
    rake_hand(
        world.stamp("23:00", role=Role.SUPERVISOR),
        session_id=seats[0].seat.session_id,
        name=PAYLOAD,
        pots_cents=[26_000],
        players_dealt=6,
        board_cards_dealt=5,
    )
    claim = claimed(
        world,
        cash.Session.objects.get(id=seats[0].seat.session_id),
        hand_name=PAYLOAD,
        players_dealt=6,
    )
    attach_evidence(
        world.stamp("23:41", role=Role.SUPERVISOR),
        claim_id=claim.pk,
        name="still.pdf",
        content=b"%PDF-1.7",
    )
    reverse_by_two(
        world,
        world.stamp("23:30"),
        shift_id=shift.pk,
        entry_id=sell_chips(world.stamp("23:10"), shift_id=shift.pk, cents=500).entry_id,
        reason=PAYLOAD,
    )
    take_box(
        world.stamp("23:30", role=Role.SUPERVISOR),
        session_id=world.session("by box", by_box=True).pk,
        fee=Box.Fee.RAKE,
        number=f"={MARKUP}",  # no longer is there room
    )
    ask_fill(
        world.stamp("23:30", role=Role.SUPERVISOR), session_id=claim.session_id, chips={500: 1}
    )
    ask_what_if(
        world.stamp("23:30", role=Role.MANAGER),
        first_day=EVENING,
        last_day=EVENING,
        book="voodoo",
        overrides={},
    )
    what_two_people_do(world)
    pair = {"player_id": seats[0].seat.player_id, "other_id": seats[1].seat.player_id}
    keep_apart(world.stamp("22:00", role=Role.SUPERVISOR), **pair, until=None, reason=PAYLOAD)
    join_list(
        world.stamp("22:00", role=Role.SUPERVISOR),
        game="omaha",
        small_blind_cents=100,
        big_blind_cents=200,
        player_id=world.player(PAYLOAD).pk,
    )
    away = {"session_id": seats[5].seat.session_id, "player_id": seats[5].seat.player_id}
    leave_seat(world.stamp("22:00", role=Role.SUPERVISOR), **away)
    remove_stack(world.stamp("23:00", role=Role.SUPERVISOR), **away, cents=100)
    other = world.session(f"{PAYLOAD} 2").pk
    manager = world.stamp("20:10", role=Role.MANAGER)
    plan_time_rake(manager, session_id=other, table_cents=25_000)
    world.sell(20_000)
    seat_player(
        world.stamp("20:20", role=Role.SUPERVISOR),
        session_id=other,
        seat_no=1,
        player_id=world.player(f"{PAYLOAD} 9").pk,
        cents=20_000,
        paid_with="chips",
    )
    find_due_time_rake(world.at("20:30"))
    tournament_with_tables(world, shift)
    count_due(world.at("23:00"))
    world.club.name = PAYLOAD
    world.club.save()
    return world


def what_two_people_do(world: World) -> None:
    """Owe a prize, hear a claim, send a guest away, let a request and a badge wait."""
    floor = partial(world.stamp, role=Role.SUPERVISOR)
    seat, who = cash.Seat.objects.filter(left_at=None).earliest("id"), Role.MANAGER
    place_hold(world.stamp(role=who), player_id=seat.player_id, reference=PAYLOAD[:50])
    loud: Any = {"player_id": seat.player_id, "breach": "cards_revealed", "reason": PAYLOAD}
    punish(floor("22:00"), session_id=seat.session_id, **loud)
    hear_claim(floor("22:00"), place="cash", about=PAYLOAD, decision=PAYLOAD)
    owe_prize(floor("22:00"), about=PAYLOAD)
    ask(floor("22:00"), cents=100, reason=PAYLOAD)
    signs = {"user_id": world.staff[Role.SUPERVISOR].pk, "reason": PAYLOAD}
    badge = issue_badge.ask(world.stamp("22:00", role=Role.MANAGER), **signs)
    approve(world.stamp("22:01", role=Role.ACCOUNTANT), proposal_id=badge.pk, digest=badge.digest)


def tournament_with_tables(world: World, shift: Shift) -> None:
    """Announce tournament, open its tables and sell a ticket, which draws a seat."""
    one = {"tournament_id": (tournament := a_tournament(world, PAYLOAD, festival=True)).pk}
    open_tables(world.stamp("20:15", role=Role.SUPERVISOR), **one, numbers=[1, 2], seats=9)
    (entry,) = enter(world, tournament, f"{PAYLOAD} 10", shift_id=shift.pk)
    asked: dict[str, Any] = {"entry": entry, "what": "rebuy", "chips": 0, "act_id": entry.act_id}
    asked |= {"asked_by": world.staff[Role.SUPERVISOR], "at": world.at("20:16")}
    PurchaseRequest.objects.create(**asked)
    ticket_given(world, tournament, f"{PAYLOAD} 12")
    waits = world.player(f"{PAYLOAD} 11").pk
    book_place(world.stamp("20:20"), tournament_id=tournament.pk, player_id=waits)


def ids(world: World) -> dict[str, Any]:
    """Return what addresses at the world's club name: ids that are there."""
    return known(world).all()


def known(world: World) -> Known:
    club = world.club.pk
    slip = Shift.objects.filter(club=club).latest("id")
    return Known(
        {
            "club": world.club.slug,
            "session_id": partial(first, cash.Session, club=club),
            "shift_id": slip.pk,
            "drawer_id": slip.drawer_id,
            "entry_id": slips(slip)[0].id,
            "player_id": Player.objects.filter(club=club).earliest("id").pk,
            "account_id": account_id(club, "cash:vault"),
            "day": EVENING,
            "user_id": world.staff[Role.CASHIER].pk,
            "token_id": partial(first, ApiToken, club=club),
            "badge_id": partial(first, Badge, club=club),
            "proposal_id": partial(first, Proposal, club=club),
            "separation_id": partial(first, SeatingRestriction, low__club=club),
            "ruling_id": partial(first, Ruling, club=club),
            "exclusion_id": partial(self_excluded, world),
            "hold_id": partial(first, Hold, player__club=club),
            "box_id": partial(first, Box, club=club),
            "transfer_id": partial(first, Transfer, club=club),
            "period_id": partial(first, cash.TimePeriod, session__club=club),
            "hand_id": partial(first, cash.Hand, session__club=club),
            "move_id": partial(first, cash.ChipMove, seat__session__club=club),
            "share_id": partial(first, cash.TimeShare, period__session__club=club),
            "table_penalty_id": partial(first, cash.Penalty, seat__session__club=club),
            "stack_id": partial(first, cash.HeldStack, session__club=club),
            "jackpot_id": partial(first, Jackpot, club=club),
            "club_id": club,
            "ranking_id": partial(first, Ranking, club=club),
            "own_account_id": partial(first, OwnAccount, club=club),
            "bankaccount_id": partial(first, BankAccount, club=club),
            "statement_id": partial(first, Statement, account__club=club),
            "line_id": partial(first, StatementLine, statement__account__club=club, matches=None),
            "match_id": partial(first, Match, line__statement__account__club=club),
            "matchingrule_id": partial(first, MatchingRule, club=club),
            "picture_id": partial(first, ScreenPicture, club=club),
            "year": 2026,
            "document_id": partial(first, JournalDocument, club=club),
            "document_template_id": partial(first, DocumentTemplate, club=club),
            "attached_file_id": partial(first, AttachedFile, club=club),
            "batch_id": partial(first, Batch, club=club),
            "intake_id": partial(first, FileImport, club=club),
            "file_id": partial(first, File, club=club),
            "job_id": partial(first, Job, club=club),
            "code": "cash:vault",
            "slug": "xero",
            "quarter": "2026Q1",
            "claim_id": partial(first, Claim, club=club),
            "settlement_id": partial(first, Settlement, sender=club),
            "pool_move_id": partial(first, PoolMove, source__club=club),
            "attachment_id": partial(first, Attachment, claim__club=club),
            "waiting_id": partial(first, cash.WaitlistEntry, list__club=club),
            "payable_id": partial(first, Payable, club=club),
            "bag_id": partial(first, Bag, club=club),
            "study_id": partial(first, Study, club=club),
            "tournament_id": partial(first, Tournament, club=club),
            "entrant_id": partial(first, Entrant, tournament__club=club),
            "ticket_id": partial(first, Ticket, target__club=club),
            "knockout_id": partial(first, Knockout, entry__tournament__club=club),
            "template_id": partial(first, Template, club=club),
            "series_id": partial(first, Series, club=club),
            "request_id": partial(first, PurchaseRequest, entry__tournament__club=club),
            "listed_id": partial(first, TournamentWaiting, tournament__club=club),
            "draw_id": partial(first, SeatDraw, tournament__club=club),
            "race_id": partial(first, ChipRace, tournament__club=club),
            "penalty_id": partial(first, Penalty, entry__tournament__club=club),
            **dict.fromkeys(("table_no", "number", "message_id", "from_table"), 1),
            "webhook_id": partial(first, Webhook, club=club),
            "to_table": 2,
            "moment": "closing",
            "operation": "sell",
            "action": "sell_chips",
            **dict.fromkeys(("topic", "name"), "rake"),
        }
    )


def address(known: dict[str, Any], route: URLPattern, **others: Any) -> str:
    """Return a page's address with known ids and others."""
    values = known | others
    names = {"club", *route.pattern.converters}
    return reverse(route.name, kwargs={name: values[name] for name in names})


def first(model: type[Model], **where: Any) -> int:
    """Return the id of a row, or one that is nobody's."""
    found = model.objects.filter(**where).order_by("id").first()
    return found.pk if found else 10**15


def signed_in(world: World, role: str) -> Client:
    client = Client(raise_request_exception=True)
    client.force_login(world.staff[role])
    return client


@dataclass(frozen=True, kw_only=True, slots=True)
class Answer:
    """What the page at an address said: its status, its headers and the content."""

    where: str
    status: int
    headers: dict[str, str]
    content: bytes

    def is_a(self, kind: str) -> bool:
        """Return whether it is a page or file of a kind ("html", "csv") and not a refusal."""
        return self.status == 200 and kind in self.headers["Content-Type"]

    @property
    def is_own(self) -> bool:
        """Whether it is of one's own sign-in and of no club."""
        return self.where.startswith("/me/")

    @property
    def says_why_not(self) -> bool:
        """Whether it is a page whose act cannot happen now."""
        return self.status != 403 and b'class="note bad door"' in self.content


def answers(world: World, role: str) -> dict[str, Answer]:
    """Return what each page below the club answers to a role, in Estonian, by the page's name."""
    world.club.language = "et"
    world.club.save()
    client, known, found = signed_in(world, role), ids(world), {}
    for route in routes().values():
        found[str(route.name)] = answer(client, address(known, route))
    return found | own_answers(client, world.staff[role])


def answer(client: Client, where: str) -> Answer:
    """Return what the page at an address says."""
    said: Any = client.get(where, headers={"Accept-Language": "et"})
    return Answer(
        where=where,
        status=said.status_code,
        headers=dict(said.headers),
        content=said.getvalue(),
    )


def own_answers(client: Client, user: User) -> dict[str, Answer]:
    """Return what each page of one's own sign-in answers, to who has second factors or none yet."""
    client.post("/me/confirm/", {"password": PASSWORD})
    session = {"session_key": client.session.session_key, "ip": "127.0.0.1"}
    UserSession.objects.create(user=user, user_agent=PAYLOAD, **session)
    second_factors(user, name=PAYLOAD)
    found: dict[str, Answer] = {}
    for _ in ("with second factors", "without"):
        known = {"session_id": 1, "pk": first(Authenticator, user=user, type="webauthn")}
        for pattern, route in own_routes().items():
            name = str(route.name)
            if name not in found or found[name].status != OPENS:
                given = {each: known[each] for each in re.findall(r"<int:(\w+)>", pattern)}
                found[name] = answer(client, reverse(name, kwargs=given))
        Authenticator.objects.filter(user=user).delete()
    return found
