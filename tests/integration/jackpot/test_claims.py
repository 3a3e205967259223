"""From a hand to what its players are owed and paid: two people, one entry, every cent named."""

from datetime import datetime, time
from typing import Any

import pytest
from django.db import Error, connection, transaction

from cashgames.services.cash_outs import cash_out
from cashgames.services.hands import rake_hand
from cashgames.services.terms import change_game
from casino.approvals import services as approvals
from casino.attachments import NotAttachable
from casino.cage.models import Payable
from casino.refusals import BadInput, NotFound
from casino.staff.models import Role
from casino.web.wall_clock import latest
from jackpot.models import Award, Claim
from jackpot.queries.claims import DoesNotQualify, preview
from jackpot.services.awards import EarlierHandWaits
from jackpot.services.claims import (
    ClaimedBefore,
    HandDiffers,
    HandShown,
    NotAtThatTime,
    prepare_claim,
    withdraw_claim,
)
from jackpot.services.evidence import attach_evidence
from tests.claiming import (
    BAD_BEAT,
    LATER,
    ROYAL,
    approved,
    awarded,
    claimed,
    fed,
    proposed,
    proved,
    six_seated,
)
from tests.refusing import refused
from tests.world import World, a_club, a_key

PDF = b"%PDF-1.7 a camera's still"


@pytest.mark.rule("OLY-4.6", "AMB-26", "AMB-39")
def test_a_bad_beat_goes_from_the_claim_to_each_players_money(world: World):
    pool = fed(world)
    claim = awarded(world, claimed(world, six_seated(world)))

    assert claim.state == Claim.State.AWARDED
    assert world.balance("jackpot:pool", pool.pk) == -400_000
    owed = {each.player.name: each.cents for each in Payable.objects.select_related("player")}
    assert owed == {
        "Mari": 325_000,
        "Jüri": 175_000,
        "Kati": 25_000,
        "Peeter": 25_000,
        "Liis": 25_000,
        "Ott": 25_000,
    }
    assert all(world.balance("payable", each.pk) == -each.cents for each in Payable.objects.all())


def test_a_hand_is_judged_by_the_game_that_its_table_dealt_then(world: World):
    fed(world)
    session = six_seated(world)
    floor = world.stamp("23:01", role=Role.SUPERVISOR)
    change_game(
        floor, session_id=session.pk, game="omaha", small_blind_cents=100, big_blind_cents=200
    )

    claim = claimed(world, session)

    assert claim.game == "texas_holdem"
    assert claim.verdict["losing_seats"] == [1]


def test_every_condition_stands_with_the_claim_ticked_and_with_its_paragraph(world: World):
    fed(world)
    claim = claimed(world, six_seated(world))

    beat = [each for each in claim.conditions if each["of"] != "royal_flush"]
    assert all(each["met"] and each["rule"] and each["says"] for each in beat)
    assert (claim.verdict["losing_seats"], claim.verdict["winning_seats"]) == ([1], [2])
    assert [each["player"] for each in claim.seated_by_name] == [
        "Mari",
        "Jüri",
        "Kati",
        "Peeter",
        "Liis",
        "Ott",
    ]


@pytest.mark.rule("OLY-4.10")
def test_a_royal_flush_needs_no_accountant(world: World):
    pool = fed(world)
    claim = claimed(world, six_seated(world), **ROYAL)
    approved(world, proposed(world, claim))

    assert world.balance("jackpot:pool", pool.pk) == -950_000
    assert [each.cents for each in Payable.objects.all()] == [50_000]


@pytest.mark.rule("AMB-26")
def test_who_left_after_the_hand_keeps_the_share_of_the_table(world: World):
    fed(world)
    session = six_seated(world)
    ott = session.seats.get(number=6)
    cash_out(
        world.stamp("23:02", role=Role.SUPERVISOR),
        session_id=session.pk,
        player_id=ott.player_id,
        cents=20_000,
        paid_with="chips",
    )
    awarded(world, claimed(world, session))
    assert Payable.objects.get(player=ott.player).cents == 25_000


@pytest.mark.rule("AMB-29")
def test_a_second_hand_is_paid_from_what_the_first_left(world: World):
    pool = fed(world)
    session = six_seated(world)
    first = claimed(world, session)
    second = claimed(world, session, "23:25", hand_name="21", played_at=world.at("23:20"), **LATER)
    assert preview(first).award.second_bad_beat_cents == 240_000

    refused(EarlierHandWaits, proposed, world=world, claim=second)
    awarded(world, first)
    awarded(world, second, base=400_000)

    assert world.balance("jackpot:pool", pool.pk) == -160_000


@pytest.mark.parametrize(
    ("refusal", "entered"),
    [
        (NotAtThatTime, {"played_at": "19:59"}),
        (NotAtThatTime, {"played_at": "23:30"}),
        (BadInput, {"boards": [["AS", "AD", "JC", "9H", "AH"]]}),
        (BadInput, {"boards": [["AS", "AD", "JC"]]}),
        (BadInput, {"hands": [HandShown(seat=7, cards=["AH", "JD"])]}),
        (BadInput, {"hands": [HandShown(seat=1, cards=["AH"])]}),
        (BadInput, {"hands": []}),
        (BadInput, {"players_dealt": 7}),
        (BadInput, {"game": "omaha"}),
    ],
)
def test_a_hand_that_cannot_have_been_is_refused(
    world: World, refusal: type[Exception], entered: dict[str, Any]
):
    fed(world)
    session = six_seated(world)
    if "played_at" in entered:
        entered = entered | {"played_at": world.at(entered["played_at"])}
    refused(refusal, claimed, world=world, session=session, **entered)
    assert not Claim.objects.exists()


@pytest.mark.parametrize(
    ("entered", "paragraph"),
    [
        ({"players_dealt": 5}, "OLY-2.38"),
        ({"boards": [[]], "showdown": False}, "OLY-2.40"),
        ({"boards": [["AS", "AD", "JC", "2H", "3D"]]}, "OLY-4.7.3"),
    ],
)
def test_a_hand_that_does_not_qualify_is_kept_with_the_condition_that_failed(
    world: World, entered: dict[str, Any], paragraph: str
):
    fed(world)
    claim = claimed(world, six_seated(world), **entered)

    assert claim.state == Claim.State.UNQUALIFIED
    said = refused(DoesNotQualify, proposed, world=world, claim=claim).message
    assert said == claim.reason
    assert paragraph in said


@pytest.mark.rule("OLY-4.11")
def test_a_campaign_has_nothing_to_win(world: World):
    session = six_seated(world)  # the club has no jackpot: the table feeds none
    claim = claimed(world, session)
    assert (claim.state, claim.jackpot) == (Claim.State.UNQUALIFIED, None)


def test_one_hand_is_claimed_once_and_again_only_after_it_was_withdrawn(world: World):
    fed(world)
    session = six_seated(world)
    first = claimed(world, session)
    refused(ClaimedBefore, claimed, world=world, session=session)

    withdraw_claim(
        world.stamp(role=Role.SUPERVISOR), claim_id=first.pk, reason="The board was mistyped."
    )

    assert claimed(world, session).state == Claim.State.PREPARED
    assert Claim.objects.get(pk=first.pk).reason == "The board was mistyped."


def test_what_was_recorded_of_the_hand_is_what_is_claimed(world: World):
    fed(world)
    session = six_seated(world)
    hand = rake_hand(
        world.stamp("23:00", role=Role.SUPERVISOR),
        session_id=session.pk,
        name="17",
        pots_cents=[3_700],
        players_dealt=5,
        board_cards_dealt=5,
    )
    refused(HandDiffers, claimed, world=world, session=session)
    assert claimed(world, session, players_dealt=5).hand == hand


def test_papers_are_told_by_their_content_and_kept_with_their_hash(world: World):
    fed(world)
    claim = claimed(world, six_seated(world))
    stamp = world.stamp("23:08", role=Role.SUPERVISOR)
    kept = attach_evidence(stamp, claim_id=claim.pk, name="../still.png", content=PDF)

    assert (kept.name, kept.content_type, kept.size) == ("still.png", "application/pdf", len(PDF))
    for content in (b"<html>", b"", b"GIF89a", PDF + bytes(5_000_000)):
        refused(
            NotAttachable,
            attach_evidence,
            stamp=world.stamp("23:09", role=Role.SUPERVISOR),
            claim_id=claim.pk,
            name="a.pdf",
            content=content,
        )


def test_a_refused_claim_stays_with_the_reason_and_one_taken_back_can_be_mended(world: World):
    fed(world)
    claim = claimed(world, six_seated(world))
    own = world.stamp("23:13", role=Role.SUPERVISOR)
    first = proposed(world, claim, base=1_000_000)
    approvals.refuse(own, proposal_id=first.pk, remark="The seal's number is wrong.")
    assert Claim.objects.get().state == Claim.State.PREPARED

    second = proposed(world, claim, "23:14")
    manager = world.stamp("23:15", role=Role.MANAGER)
    approvals.refuse(manager, proposal_id=second.pk, remark="The camera shows another card.")
    refused_claim = Claim.objects.get()
    assert (refused_claim.state, refused_claim.reason) == (
        "refused",
        "The camera shows another card.",
    )


def test_an_empty_pool_pays_nothing_and_the_hit_is_recorded(world: World):
    fed(world, 1)
    claim = awarded(world, claimed(world, six_seated(world)), base=1)
    award = Award.objects.get(claim=claim)
    assert (award.total_cents, award.entry_id, award.shares.count()) == (0, None, 0)


def test_another_clubs_claim_is_not_there(world: World):
    elsewhere = a_club("riga")
    fed(elsewhere)
    claim = claimed(elsewhere, six_seated(elsewhere))
    refused(NotFound, proved, world=world, claim=claim)


def test_a_repeated_request_enters_one_claim(world: World):
    fed(world)
    session, key = six_seated(world), a_key()
    entered = {"hand_name": "17", "played_at": world.at("23:00"), "players_dealt": 6}

    def enter() -> Claim:
        stamp = world.stamp("23:05", role=Role.SUPERVISOR, key=key)
        return prepare_claim(stamp, session_id=session.pk, **entered, **BAD_BEAT)

    assert enter() == enter()
    assert Claim.objects.count() == 1


@pytest.mark.parametrize(
    "attack",
    [
        "UPDATE jackpot_claim SET boards = '[]'",
        "UPDATE jackpot_claim SET claimed_by_id = claimed_by_id + 1",
        "DELETE FROM jackpot_claim",
        "UPDATE jackpot_award SET total_cents = 1",
        "UPDATE jackpot_share SET cents = cents + 1",
        "DELETE FROM jackpot_share",
        "UPDATE jackpot_claim SET state = 'prepared'",
    ],
)
def test_the_database_keeps_a_claim_and_its_award_as_they_were(world: World, attack: str):
    fed(world)
    awarded(world, claimed(world, six_seated(world)))
    with pytest.raises(Error), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(attack)


@pytest.mark.parametrize(
    ("now", "typed", "meant"),
    [
        ("2026-10-25T03:30+02:00", "03:10", "2026-10-25T03:10+02:00"),
        ("2026-10-25T03:10+02:00", "03:40", "2026-10-25T03:40+03:00"),
        ("2026-10-25T03:30+03:00", "03:10", "2026-10-25T03:10+03:00"),
        ("2026-10-25T03:30+03:00", "03:40", "2026-10-24T03:40+03:00"),
        ("2026-10-25T05:00+02:00", "02:50", "2026-10-25T02:50+03:00"),
        ("2026-03-29T04:30+03:00", "03:30", "2026-03-28T03:30+02:00"),
        ("2026-03-29T04:30+03:00", "02:59", "2026-03-29T02:59+02:00"),
        ("2026-02-28T00:10+02:00", "23:50", "2026-02-27T23:50+02:00"),
    ],
)
def test_a_time_of_the_clock_is_the_latest_on_both_nights_of_its_change(
    world: World, now: str, typed: str, meant: str
):
    wall = time.fromisoformat(typed)
    found = latest(wall, club=world.club, now=datetime.fromisoformat(now))
    assert found == datetime.fromisoformat(meant)
