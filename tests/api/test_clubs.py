"""Nothing of another club can be reached: by path, by body, by list."""

import re
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass
from datetime import date
from functools import partial
from typing import Any

import pytest

from cashgames.models import ChipMove
from cashgames.queries.absence import held_stacks
from cashgames.queries.time_rake import shares_due
from cashgames.services.absence import leave_seat, remove_stack
from cashgames.services.hands import rake_hand
from cashgames.services.penalties import punish
from cashgames.services.seats import seat_player
from cashgames.services.stacks import release_stack
from cashgames.services.tables import add_table, open_session
from cashgames.services.terms import change_limits
from cashgames.services.time_rake import find_due_time_rake, plan_time_rake
from cashgames.services.waiting import join_list
from casino.bookkeeping.models import FileImport, Job
from casino.cage.queries.due import payables
from casino.countroom.services.boxes import take_box
from casino.countroom.services.dealers import change_dealer
from casino.journal.services.accounts import add_account
from casino.journal.services.documents import DocumentLine, book_document
from casino.journal.services.files import attach_file
from casino.journal.services.templates import save_template
from casino.players.services.holds import place_hold
from casino.players.services.places import keep_apart
from casino.staff.models import ApiToken, Badge, Role
from casino.tablefloats.services.transfers import ask_fill
from casino.web.serializers import IdField
from casino.whatif.models import Study
from jackpot.services.evidence import attach_evidence
from tests.api import tournament_room
from tests.api.bodies import BODIES, FOUNDED, PLAIN, QUERIES, RIGAS_DAY, UNKNOWN
from tests.api.program import Program, program
from tests.api.routes import operations, path_of
from tests.banking import at_the_bank
from tests.between import money_between
from tests.books import books_sent
from tests.claiming import NAMES, claimed
from tests.counting import pack
from tests.excluding import self_excluded
from tests.telling import told
from tests.world import EVENING, World, a_club, a_member

pytestmark = pytest.mark.django_db


@dataclass(frozen=True, kw_only=True, slots=True)
class Things:
    """A club with one of everything, and the ids by the names that the API gives them."""

    world: World
    ids: dict[str, Any]


def furnished(slug: str) -> Things:
    """Open a club with one of everything; what has a name is called after the club."""
    world = a_club(slug)
    sent = books_sent(world)
    shift = world.open_shift(world.drawer(f"Drawer of {slug}"))
    player = world.player(f"Guest of {slug}")
    floor = world.stamp("21:00", role=Role.SUPERVISOR)
    table = add_table(floor, name=f"Table of {slug}")
    session = open_session(
        **world.opens("21:00"),
        table_id=table.pk,
        **{name: BODIES["sessions/", "post"][name] for name in ("game", *TERMS)},
    )
    world.sell(100_000)
    seat_player(
        world.stamp("21:10"),
        session_id=session.pk,
        seat_no=1,
        player_id=player.pk,
        cents=20_000,
        paid_with="chips",
    )
    ids = {
        "club_id": world.club.pk,
        "player_id": player.pk,
        "drawer_id": shift.drawer_id,
        "shift_id": shift.pk,
        "counted_shift_id": shift.pk,
        "table_id": table.pk,
        "session_id": session.pk,
        "jackpot_id": world.jackpot(f"Jackpot of {slug}").pk,
        "entry_id": world.sell(500).entry_id,
        "day": EVENING,
        "batch_id": sent.batch_id,
        "intake_id": FileImport.objects.get(club=world.club).pk,
        "file_id": sent.pk,
        "job_id": Job.objects.get(club=world.club).pk,
        "number": 1,
        **at_the_bank(world),
        "user_id": world.staff[Role.DIRECTOR].pk,
        "badge_id": Badge.objects.create(
            user=world.staff[Role.DIRECTOR],
            club=world.club,
            issued_at=world.at("20:00"),
            act_id=world.club.pk,
        ).pk,
        "token_id": ApiToken.objects.create(
            user=world.staff[Role.DIRECTOR], name="tablet", club=world.club, digest=slug
        ).pk,
        "study_id": Study.objects.create(
            club=world.club,
            first_day=EVENING,
            last_day=EVENING,
            book="olympic",
            asked_by=world.staff[Role.MANAGER],
            asked_at=world.at("22:00"),
            act_id=world.club.pk,
            total_hands=1,
        ).pk,
    }
    ids |= told(world) | documented(world)
    ids |= cash_room(world, session.pk, player.pk)
    ids |= tournament_room.tournament_room(world, shift.pk)
    return Things(world=world, ids=ids | count_room(world, session.pk))


def documented(world: World) -> dict[str, int]:
    """Book a document with its paper."""
    stamp = partial(world.stamp, role=Role.ACCOUNTANT)
    fees = DocumentLine(account="6120", debit_cents=100)
    lines = [fees, DocumentLine(account="expense:rounding", credit_cents=100)]
    account = add_account(stamp(), code="6120", name="Bank fees", kind="expense")
    document = book_document(stamp(), dated=EVENING, reason="Fees", lines=lines)
    template = save_template(stamp(), document_id=document.pk, name="Fees")
    paper = {"name": "fees.pdf", "content": b"%PDF-1.7"}
    return {
        "own_account_id": account.pk,
        "parent_id": account.pk,
        "document_id": document.pk,
        "document_template_id": template.pk,
        "attached_file_id": attach_file(stamp(), document_id=document.pk, **paper).pk,
    }


def count_room(world: World, session_id: int) -> dict[str, Any]:
    """Take a box, ask for a fill, claim a jackpot."""
    slug, floor = world.club.slug, partial(world.stamp, role=Role.SUPERVISOR)
    hit = world.session(f"Third table of {slug}")
    world.seat(hit, *(f"{name} of {slug}" for name in NAMES))
    table = add_table(floor("20:00"), name=f"Fourth table of {slug}")
    terms = {name: BODIES["sessions/", "post"][name] for name in ("game", *TERMS)}
    boxed = open_session(**world.opens(), table_id=table.pk, by_box=True, **terms)
    box = take_box(floor("22:30"), session_id=boxed.pk, fee="rake", number="R1")
    claim = claimed(world, hit)
    return {
        "box_id": box.pk,
        "dealer_turn_id": change_dealer(floor("22:30"), session_id=session_id, dealer="Kadri").pk,
        "transfer_id": ask_fill(floor("22:40"), session_id=session_id, chips={500: 1}).pk,
        "claim_id": claim.pk,
        **money_between(world),
        "attachment_id": attach_evidence(
            world.stamp("23:20", role=Role.SUPERVISOR),
            claim_id=claim.pk,
            name="still.pdf",
            content=b"%PDF-1.7",
        ).pk,
    }


def cash_room(world: World, session_id: int, player_id: int) -> dict[str, Any]:
    """Fill the room: who waits, is kept apart, owes time rake, has a stack in safekeeping."""
    slug, floor = world.club.slug, partial(world.stamp, role=Role.SUPERVISOR)
    other, third, fourth = (world.player(f"{which} of {slug}") for which in ("A", "B", "C"))
    pair = {"player_id": player_id, "other_id": other.pk, "until": None, "reason": "A brawl"}
    blinds = {"small_blind_cents": 100, "big_blind_cents": 200}
    entry = join_list(floor("21:20"), game="omaha", **blinds, player_id=other.pk)
    timed = world.session(f"Second table of {slug}")
    manager = partial(world.stamp, role=Role.MANAGER)
    plan_time_rake(manager("20:00"), session_id=timed.pk, table_cents=25_000)
    world.seat(timed, f"Seated of {slug}")
    find_due_time_rake(world.at("21:00"))
    share = shares_due(world.club.pk)[0]
    first = kept_stack(world, session_id, third.pk, seat_no=2)
    second = kept_stack(world, session_id, fourth.pk, seat_no=3)
    release_stack(floor("22:10"), stack_id=second)
    limits = {"min_buy_in_cents": 10_000, "max_buy_in_cents": 80_000, "reason": "All wish it"}
    asked = change_limits.ask(floor("22:20"), session_id=session_id, agreed=[player_id], **limits)
    dealt: Any = {"name": "1", "pots_cents": [600], "players_dealt": 2, "deviation": "Just left"}
    hand = rake_hand(floor("22:30"), session_id=session_id, **dealt)
    breach: Any = {"breach": "conduct", "reason": "Shouted"}
    warned = punish(floor("22:31"), session_id=session_id, player_id=player_id, **breach)
    return {
        "other_id": other.pk,
        "table_penalty_id": warned.pk,
        "separation_id": keep_apart(floor("21:20"), **pair).pk,
        "exclusion_id": self_excluded(world),
        "hold_id": place_hold(manager("21:25"), player_id=player_id, reference="K").pk,
        "waiting_id": entry.pk,
        "to_session_id": timed.pk,
        "share_id": share.pk,
        "hand_id": hand.pk,
        "move_id": ChipMove.objects.filter(seat__session__club=world.club).earliest("id").pk,
        "period_id": share.period_id,
        "stack_id": first,
        "payable_id": payables(world.club.pk)[0].pk,
        "bag_id": pack(
            world, world.stamp("20:05", role=Role.MANAGER), cents=100, seal="EE 41 7"
        ).pk,
        "proposal_id": asked.pk,
    }


def kept_stack(world: World, session_id: int, player_id: int, *, seat_no: int) -> int:
    """Take a stack off the table of a player who stayed away."""
    floor = partial(world.stamp, role=Role.SUPERVISOR)
    where = {"session_id": session_id, "player_id": player_id}
    buy_in = {"seat_no": seat_no, "cents": 20_000, "paid_with": "chips"}
    seat_player(floor("21:10"), **where, **buy_in)
    leave_seat(floor("21:10"), **where)
    remove_stack(floor("21:40"), **where, cents=20_000)
    return held_stacks(world.club.pk)[-1].pk


TERMS = ("small_blind_cents", "big_blind_cents", "min_buy_in_cents", "max_buy_in_cents")


@pytest.fixture(scope="module")
def both(db_of_file: None) -> tuple[Things, Things]:
    """Our club and another."""
    return furnished("tallinn"), furnished("riga")


@pytest.fixture
def ours(both: tuple[Things, Things], db: None) -> Things:
    """Our club."""
    return deepcopy(both[0])


@pytest.fixture
def theirs(both: tuple[Things, Things], db: None) -> Things:
    """Another club; on one day something happened only there."""
    things = deepcopy(both[1])
    things.world.sell(500, day=RIGAS_DAY)
    # Documents are numbered from one in every club: one more than we have.
    return Things(world=things.world, ids=things.ids | {"day": RIGAS_DAY, "number": 2})


@pytest.fixture
def caller(ours: Things) -> Program:
    """A program of our cashier, who has every role, in our club."""
    for role in set(Role.values) - {Role.CASHIER}:
        a_member(ours.world.club, role, name=ours.world.staff[Role.CASHIER].username)
    return program(ours.world, Role.CASHIER)


def body_of(route: Any, method: str, ids: dict[str, Any]) -> dict[str, Any]:
    """Return the operation's body with these ids in it."""
    body = BODIES.get((str(route.pattern), method), PLAIN.get((str(route.pattern), method), {}))
    return body | {name: id_in_body(route, name, ids) for name in body if name.endswith("_id")}


# What names a row without its kind; a structure is named by its number, any will do.
CALLED_OTHERWISE = {"same_hand_as": "knockout_id", "structure": "tournament_id"}


def id_in_body(route: Any, name: str, ids: dict[str, Any]) -> Any:
    """Return what a body calls so: the entry of a tournament, else the ledger's."""
    of_tournament = name == "entry_id" and str(route.pattern).startswith("tournaments/")
    return ids["entrant_id" if of_tournament else CALLED_OTHERWISE.get(name, name)]


def ask(caller: Program, route: Any, method: str, ids: dict[str, Any], body: Any) -> Any:
    """Call an operation."""
    path = path_of(route, ids)
    known = QUERIES.get(str(route.pattern), {})
    asked = {name: ids.get(name, value) for name, value in known.items()}
    return caller.get(path, **asked) if method == "get" else getattr(caller, method)(path, **body)


def test_what_is_theirs_is_not_there_whoever_asks(ours: Things, theirs: Things, caller: Program):
    unknown = dict.fromkeys(ours.ids, UNKNOWN) | {"day": date(2031, 1, 1)}
    asked = 0
    for route, method, _ in operations():
        if not route.pattern.converters:
            continue
        body = body_of(route, method, ours.ids)
        foreign = ask(caller, route, method, theirs.ids, body)
        nowhere = ask(caller, route, method, unknown, body)
        if str(route.pattern).endswith("seal/"):
            assert (foreign.status_code, nowhere.status_code) == (409, 409)
        else:
            assert (foreign.status_code, said(foreign)) == (404, said(nowhere)), route
        asked += 1
    assert asked > 15


def test_a_body_cannot_name_what_is_theirs(ours: Things, theirs: Things, caller: Program):
    asked = 0
    for route, method, function in operations():
        named = [n for n, f in _fields(route, function).items() if isinstance(f, IdField)]
        for name in named:
            body = body_of(route, method, ours.ids)
            abroad = id_in_body(route, name, theirs.ids)
            foreign = ask(caller, route, method, ours.ids, body | {name: abroad})
            nowhere = ask(caller, route, method, ours.ids, body | {name: UNKNOWN})
            assert foreign.status_code in {404, 409}, f"{route} {name}"
            assert said(foreign) == said(nowhere), f"{route} {name}"
            asked += 1
    assert asked >= sum(name.endswith("_id") for body in BODIES.values() for name in body)


# Our own player is refused alike: the pool is not fixed, the day goes on, registration is open.
SOMETHING_ELSE_IS_IN_THE_WAY = {"bags", "deals", "no-shows", "points", "royal-flushes", "stops"}


def test_a_row_inside_a_body_cannot_name_what_is_theirs(
    ours: Things, theirs: Things, caller: Program
):
    asked, undecided = 0, set()
    for route, method, _ in operations():
        body = body_of(route, method, ours.ids)
        for rows, name in ((r, n) for r, n in _rows(body) if n.endswith("_id")):
            known = {"entry_id": "entrant_id"}.get(name, name)
            foreign, nowhere, own = (
                ask(caller, route, method, ours.ids, body | {rows: [body[rows][0] | {name: id_}]})
                for id_ in (theirs.ids[known], UNKNOWN, ours.ids[known])
            )
            assert foreign.status_code in {400, 404, 409, 422}, f"{route} {rows} {name}"
            assert said(foreign) == said(nowhere), f"{route} {rows} {name}"
            if own.status_code >= 400 and said(own) == said(foreign):
                undecided.add(path_of(route, ours.ids).split("/")[-2])
            asked += 1
    assert asked > 7
    assert undecided <= SOMETHING_ELSE_IS_IN_THE_WAY


def _rows(body: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield where a body holds rows, and what each of them names."""
    for name, value in body.items():
        if isinstance(value, list) and value and isinstance(value[0], dict):
            yield from ((name, inner) for inner in value[0])


def _fields(route: Any, function: Any) -> dict[str, Any]:
    body = getattr(function, "body", None)
    takes = body(frozenset(route.pattern.converters)) if body else getattr(function, "takes", None)
    return takes().fields if takes else {}


def test_no_list_shows_what_is_theirs(ours: Things, theirs: Things, caller: Program):
    for route, method, _ in operations():
        if method == "get":
            founded = {"day": FOUNDED} if str(route.pattern) == "rules/<day:day>/" else {}
            answer = ask(caller, route, method, ours.ids | founded, {})
            content = b"".join(answer) if answer.streaming else answer.content
            # Nobody was photographed.
            assert answer.status_code == 200 or route.name == "api-player-photo", route
            assert b"riga" not in content, route


def test_each_list_that_grows_is_walked_by_its_links(ours: Things, caller: Program):
    walked = []
    for path in (path_of(route, ours.ids) for route, method, _ in operations() if method == "get"):
        wrong = caller.get(path, cursor="nowhere")
        assert wrong.status_code == 400, path
        if wrong.json()["errors"]["cursor"] != ["unknown field"]:
            rows, parts = rows_by_link(caller, path)
            assert rows == caller.get(path, limit=10**6).json(), path
            walked.append(parts)
    assert len(walked) > 20
    assert sum(parts > 1 for parts in walked) > 2


def rows_by_link(caller: Program, path: str) -> tuple[list[Any], int]:
    """Return the rows of a list, asked for one by one, and how often it was asked."""
    rows, parts, address = [], 0, f"{caller.address(path)}?limit=1"
    while address:
        answer = caller.client.get(address, headers=caller.headers())
        rows, parts = rows + answer.json(), parts + 1
        found = re.fullmatch(r'<(.+)>; rel="next"', answer.get("Link", ""))
        address = found[1] if found else ""
    return rows, parts


def test_their_club_does_not_exist_for_us(theirs: Things, caller: Program):
    abroad = Program(slug="riga", key=caller.key, client=caller.client)
    nowhere = Program(slug="narva", key=caller.key, client=caller.client)
    for route, method, _ in operations():
        body = body_of(route, method, theirs.ids)
        answers = [ask(one, route, method, theirs.ids, body) for one in (abroad, nowhere)]
        assert [answer.status_code for answer in answers] == [404, 404], route
        assert said(answers[0]) == said(answers[1])


def said(answer: Any) -> dict[str, Any]:
    """Return a problem without the request that it names."""
    return {name: part for name, part in answer.json().items() if name != "instance"}
