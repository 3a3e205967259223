"""Other terms for a running game: another game, other limits, the special cap."""

from typing import Any

import pytest

from cashgames.models import Session, TableChange
from cashgames.queries import board
from cashgames.queries.tables import open_sessions
from cashgames.queries.waiting import waiting
from cashgames.services.hands import rake_hand
from cashgames.services.seats import seat_player
from cashgames.services.terms import NotAgreed, TooMany, change_game, change_limits, raise_cap
from cashgames.services.waiting import call_waiting, join_list
from cashgames.verify import verify_hands
from casino.approvals.models import Proposal
from casino.approvals.services import OwnProposal, approve
from casino.approvals.signed import NothingChanges
from casino.house.queries import book_on
from casino.refusals import BadInput
from casino.staff.models import Role
from tests.correcting import floor
from tests.refusing import refused
from tests.world import World

pytestmark = pytest.mark.django_db
BLINDS = {"small_blind_cents": 100, "big_blind_cents": 200}
LIMITS = {"min_buy_in_cents": 20_000, "max_buy_in_cents": 100_000}


@pytest.fixture
def session(world: World) -> Session:
    return world.session()


def change(world: World, session: Session, game: str, **blinds: int) -> TableChange:
    return change_game(floor(world), session_id=session.pk, game=game, **(BLINDS | blinds))


def ask_limits(world: World, session: Session, agreed: list[int], **more: Any) -> Proposal:
    what = LIMITS | {"agreed": agreed, "reason": "All wish it"} | more
    return change_limits.ask(floor(world), session_id=session.pk, **what)


def ask_cap(world: World, session: Session) -> Proposal:
    manager = world.stamp("22:00", role=Role.MANAGER)
    return raise_cap.ask(manager, session_id=session.pk, reason="A private table")


def sign(world: World, proposal: Proposal, role: str = Role.MANAGER) -> None:
    approve(world.stamp("22:05", role=role), proposal_id=proposal.pk, digest=proposal.digest)


def hand(world: World, session: Session, name: str, pot: int = 40_000) -> int:
    what = {"pots_cents": [pot], "players_dealt": 6, "board_cards_dealt": 3}
    return rake_hand(floor(world, "22:30"), session_id=session.pk, name=name, **what).rake_cents


def test_another_game_is_dealt_and_the_old_one_stays_known(world: World, session: Session):
    world.seat(session, *"ABCDEF")
    assert hand(world, session, "1") == 1_000
    changed = change(world, session, "seven_card_stud")

    session.refresh_from_db()
    assert (session.game, changed.before["game"]) == ("seven_card_stud", "texas_holdem")
    assert list(verify_hands(world.club.pk)) == []


def test_a_game_with_fewer_seats_waits_until_they_are_free(world: World, session: Session):
    world.seat(session, *"ABCDEFGHI")

    refusal = refused(TooMany, change, world, session, "five_card_omaha")

    assert refusal.source == "OLY-6.8.1"
    assert refusal.message == "That game has seats 1 to 8; I is in seat 9."


def test_blinds_stay_in_order(world: World, session: Session):
    refused(BadInput, change, world, session, "omaha", small_blind_cents=300)


def test_who_was_called_to_the_old_game_waits_again(world: World, session: Session):
    who = world.player("Mari").pk
    entry = join_list(floor(world), game="texas_holdem", **BLINDS, player_id=who)
    call_waiting(floor(world), waiting_id=entry.pk, session_id=session.pk, seat_no=1)
    change(world, session, "omaha")

    assert waiting(world.club.pk, entry.pk).state == "waiting"


def test_limits_change_when_all_agreed_and_a_second_person_approves(world: World, session: Session):
    players = [move.seat.player_id for move in world.seat(session, "A", "B")]
    proposal = ask_limits(world, session, players)
    refused(OwnProposal, sign, world, proposal, Role.SUPERVISOR)
    sign(world, proposal)

    session.refresh_from_db()
    assert (session.min_buy_in_cents, session.max_buy_in_cents) == (20_000, 100_000)
    changed = TableChange.objects.get()
    assert changed.agreed == players
    assert (changed.asked_by, changed.approved_by) == (
        world.staff[Role.SUPERVISOR],
        world.staff[Role.MANAGER],
    )


def test_one_who_does_not_agree_keeps_the_limits(world: World, session: Session):
    players = [move.seat.player_id for move in world.seat(session, "A", "B")]

    refusal = refused(NotAgreed, ask_limits, world, session, players[:1])

    assert (refusal.source, refusal.message) == (
        "OLY-2.18",
        "These players do not agree: B.",
    )


def test_who_sat_down_after_the_question_has_to_agree_too(world: World, session: Session):
    players = [move.seat.player_id for move in world.seat(session, "A")]
    proposal = ask_limits(world, session, players)
    world.sell(20_000, "20:00")
    buy_in = {"seat_no": 5, "cents": 20_000, "paid_with": "chips"}
    late = world.player("Late").pk
    seat_player(floor(world, "22:01"), session_id=session.pk, player_id=late, **buy_in)

    refused(NotAgreed, sign, world, proposal)


def test_the_special_cap_is_the_managers_question_and_anothers_answer(
    world: World, session: Session
):
    world.seat(session, *"ABCDEF")
    assert hand(world, session, "1") == 1_000
    proposal = ask_cap(world, session)
    refused(OwnProposal, sign, world, proposal)
    sign(world, proposal, Role.SUPERVISOR)

    assert hand(world, session, "2") == 1_500
    assert list(verify_hands(world.club.pk)) == []
    refused(NothingChanges, ask_cap, world, session)


def test_the_board_shows_a_table_as_it_is(world: World, session: Session):
    world.seat(session, "A", "B")
    book = book_on(world.club.pk, floor(world).gaming_day)

    alone = board.tile(session, book, others=[session], places=9, at=world.at("21:30"))
    assert (alone.seated, alone.minutes_open, alone.waiting, alone.owing) == (2, 90, 0, 0)
    assert not alone.breaks

    later = world.session("2")
    both = open_sessions(world.club.pk)
    tiles = [board.tile(one, book, others=both, places=9, at=later.opened_at) for one in both]
    assert [tile.breaks for tile in tiles] == [False, True]
