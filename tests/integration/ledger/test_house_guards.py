"""What constraints of the apps refuse, whoever writes the row: two of what there is one of."""

import re
from datetime import timedelta

import pytest
from django.db import IntegrityError, connection, transaction
from django.utils import translation

from cashgames.models import Hand, Seat, Session, Table
from casino.cage.models import Shift
from casino.closing.services.days import close_due_days, seal_day
from casino.ledger.models import Entry
from casino.ledger.refusals import REFUSALS, DayNotOpen, SealRefused, of_a_day
from casino.staff.models import Role
from jackpot.models import Snapshot
from tests.world import EVENING, World, a_club

pytestmark = pytest.mark.django_db
NEXT = EVENING + timedelta(days=1)


def a_session(world: World, table: str = "1", *, act_id: int = -1) -> Session:
    """Write a session by hand, without the services."""
    return Session.objects.create(
        club=world.club,
        table=Table.objects.get_or_create(club=world.club, name=table)[0],
        game="texas_holdem",
        small_blind_cents=100,
        big_blind_cents=200,
        min_buy_in_cents=4_000,
        max_buy_in_cents=20_000,
        opened_at=world.at("20:00"),
        act_id=act_id,
    )


def sits(world: World, session: Session, number: int, player_id: int, clock: str) -> Seat:
    with transaction.atomic():
        return Seat.objects.create(
            session=session,
            number=number,
            player_id=player_id,
            sat_at=world.at(clock),
            act_id=-Seat.objects.count() - 1,
        )


def test_two_players_on_one_seat():
    world = a_club()
    session = a_session(world)
    one, other = world.player("Mari Tamm"), world.player("Ivan Petrov")
    first = sits(world, session, 3, one.pk, "20:00")

    with pytest.raises(IntegrityError, match="cashgames_one_player_a_seat"):
        sits(world, session, 3, other.pk, "21:00")

    Seat.objects.filter(pk=first.pk).update(left_at=world.at("21:00"))
    sits(world, session, 3, other.pk, "21:00")


def test_one_player_on_two_seats():
    world = a_club()
    player = world.player()
    sits(world, a_session(world), 3, player.pk, "20:00")

    with pytest.raises(IntegrityError, match="cashgames_one_seat_a_player"):
        sits(world, a_session(world, "2", act_id=-2), 4, player.pk, "21:00")


def test_two_sessions_on_a_table():
    world = a_club()
    a_session(world)

    with pytest.raises(IntegrityError, match="cashgames_one_session_a_table"):
        a_session(world, act_id=-2)


@pytest.mark.parametrize(
    ("role", "constraint"),
    [(Role.SUPERVISOR, "cage_one_shift_a_drawer"), (Role.CASHIER, "cage_one_shift_a_cashier")],
)
def test_two_open_shifts(role: str, constraint: str):
    world = a_club()
    shift = world.open_shift()
    drawer = shift.drawer if role != Role.CASHIER else world.drawer("Desk 2")

    with pytest.raises(IntegrityError, match=constraint):
        Shift.objects.create(
            club=world.club,
            drawer=drawer,
            cashier=world.staff[role],
            gaming_day=EVENING,
            opened_at=world.at("21:00"),
            notes_cents=shift.notes_cents,
            chips_cents=shift.chips_cents,
            act_id=-1,
        )


def test_two_levels_of_a_jackpot_for_one_close():
    world = a_club()
    world.jackpot()
    world.fund()
    close_due_days(world.at("07:00", day=NEXT))
    level = Snapshot.objects.get()

    level.pk = None
    with pytest.raises(IntegrityError, match="jackpot_one_level_a_close"):
        level.save()


def test_one_hand_twice():
    world = a_club()
    hand = Hand(
        session=a_session(world),
        name="17",
        played_at=world.at("22:00"),
        gaming_day=EVENING,
        pots_cents=[100],
        players_dealt=3,
        first_round_passed=False,
        rake_cents=0,
        drop_cents=0,
        act_id=-1,
    )
    hand.save()

    hand.pk = None
    with pytest.raises(IntegrityError, match="cashgames_hand_once"):
        hand.save()


@pytest.mark.parametrize("adjustment", [False, True])
def test_a_posting_into_a_sealed_day(*, adjustment: bool):
    world = a_club()
    entry = Entry.objects.get(id=world.fund().entry_id)
    close_due_days(world.at("07:00", day=NEXT))
    seal_day(world.stamp("12:00", role=Role.ACCOUNTANT, day=NEXT), day=EVENING)

    with pytest.raises(IntegrityError, match="is sealed"), connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO ledger_entry (act_id, seq, club_id, gaming_day, kind, adjustment,"
            " currency, account_ids, cents, happened_at)"
            " VALUES (%s, 2, %s, %s, 'attack', %s, 'EUR', %s, %s, %s)",
            [
                entry.act_id,
                world.club.pk,
                EVENING,
                adjustment,
                entry.account_ids,
                entry.cents,
                entry.happened_at,
            ],
        )


RAISED = re.compile(r"RAISE EXCEPTION '([^']*)'[^;]*CONSTRAINT = '(\w+)'")


def test_what_the_database_says_of_a_gaming_day_has_words_of_its_own_in_each_language():
    with connection.cursor() as cursor:
        cursor.execute("SELECT prosrc FROM pg_proc WHERE pronamespace = 'public'::regnamespace")
        said = {
            (constraint, sentence.replace("%", "2026-02-27", 1))
            for (source,) in cursor.fetchall()
            for sentence, constraint in RAISED.findall(source)
            if REFUSALS.get(constraint) in (DayNotOpen, SealRefused)
        }
    assert len(said) > 8
    for constraint, sentence in said:
        words = of_a_day(constraint, sentence)
        assert words is not None, sentence
        assert "27.02.2026" in words
        for language in ("et", "lv", "ru"):
            with translation.override(language):
                assert words.localized() != words
