"""Who a guest is: codes that check, one card a person, ages, sums of cash, own exclusion."""

from datetime import date
from functools import partial

import pytest
from django.db import IntegrityError, connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from casino.approvals import services as approvals
from casino.audit.queries.exceptions import exceptions
from casino.cage.queries.guests import guest_card
from casino.cage.services.desk import redeem_chips, sell_chips
from casino.cage.services.identity import NotIdentified, check_identified, standing
from casino.cage.services.reversals import reverse_slip
from casino.house.queries import club_stamp
from casino.ledger.models import Act
from casino.players import queries
from casino.players.models import Exclusion
from casino.players.queries import Gone, Merged, PlayerExcluded, TooYoung
from casino.players.services.duplicates import merge_players
from casino.players.services.guests import (
    KnownAlready,
    LongerExclusion,
    OwnWishStands,
    add_player,
    change_player,
    exclude_player,
    see_identity,
)
from casino.players.services.places import keep_apart
from casino.players.services.terms import change_terms
from casino.refusals import BadInput
from casino.staff.models import Role
from tests.integration.players.cards import approve, guest
from tests.merging import merged
from tests.refusing import refused
from tests.world import EVENING, World, of_the_desk

pytestmark = pytest.mark.django_db
ESTONIAN, LATVIAN = "37605030299", "161175-19997"


@pytest.mark.parametrize(
    ("country", "code", "born"),
    [
        ("EE", ESTONIAN, date(1976, 5, 3)),
        ("LV", LATVIAN, date(1975, 11, 16)),
        ("LV", "328673-00679", None),
        ("XX", "19900101-1234", None),
    ],
)
def test_a_personal_code_that_checks_says_when_its_owner_was_born(
    world: World, country: str, code: str, born: date | None
):
    assert guest(world, code_country=country, personal_code=code).birth_date == born


@pytest.mark.parametrize(
    ("country", "code"), [("EE", "37605030298"), ("EE", "x"), ("LV", "161375-19997")]
)
def test_a_code_with_a_wrong_digit_is_refused(world: World, country: str, code: str):
    why = refused(
        BadInput,
        add_player,
        world.stamp(),
        name="Mari",
        code_country=country,
        personal_code=code,
    )
    assert why.field == "personal_code"


def test_a_birth_date_that_the_code_denies_is_refused(world: World):
    known = {"code_country": "EE", "personal_code": ESTONIAN, "birth_date": date(1990, 1, 1)}
    refused(BadInput, add_player, world.stamp(), name="Mari", **known)


def test_one_person_has_one_card(world: World):
    guest(world, code_country="EE", personal_code=ESTONIAN)
    known = {"code_country": "EE", "personal_code": ESTONIAN}
    refused(KnownAlready, add_player, world.stamp(), name="Maria", **known)


def test_a_personal_code_without_its_country_is_refused_at_the_country(world: World):
    why = refused(BadInput, add_player, world.stamp(), name="Mari", personal_code=ESTONIAN)
    assert why.field == "code_country"


@pytest.mark.parametrize("typed", [LATVIAN, LATVIAN.replace("-", "")])
def test_who_is_on_file_is_found_by_the_personal_code(world: World, typed: str):
    guest(world, code_country="EE", personal_code=ESTONIAN)
    mari = guest(world, code_country="LV", personal_code=LATVIAN)
    assert queries.find_players(world.club.pk, typed) == [mari]
    assert not queries.find_players(world.club.pk, typed[:-1])


def test_the_age_that_a_merged_card_knows_holds_for_the_one_that_goes_on(world: World):
    young, stays = guest(world, birth_date=date(2010, 5, 5)).pk, guest(world).pk
    merged(world, stays, young)
    refused(TooYoung, queries.admitted_player, world.club.pk, stays, gaming_day=EVENING)
    assert queries.admitted_player(world.club.pk, stays, gaming_day=date(2031, 5, 5))


def test_who_is_younger_than_the_clubs_age_is_not_admitted(world: World):
    young = guest(world, birth_date=date(2006, 2, 28)).pk
    why = {"gaming_day": EVENING}
    refused(TooYoung, queries.admitted_player, world.club.pk, young, **why)
    assert queries.admitted_player(world.club.pk, young, gaming_day=date(2027, 2, 28))

    manager = world.stamp("20:30", role=Role.MANAGER)
    approve(
        world,
        change_terms.ask(manager, minimum_age=18, reason="Tournaments only"),
        Role.ACCOUNTANT,
    )
    assert queries.admitted_player(world.club.pk, young, **why)


def test_what_is_missing_in_a_change_stays(world: World):
    known = guest(world, document="AB 1234567", birth_date=date(1988, 6, 24))
    change_player(world.stamp("20:10"), player_id=known.pk, name="Mari Kask")
    changed = queries.player(world.club.pk, known.pk)
    assert (changed.name, changed.document) == ("Mari Kask", "AB 1234567")
    act_id = Act.objects.latest("id").pk
    after, before = queries.versions(world.club.pk, {act_id})[act_id]
    assert (before.name, after.name) == ("Mari Tamm", "Mari Kask")


def test_a_record_that_cannot_be_erased_holds_no_name_and_no_document(world: World):
    guest(world, name="Secret Name", document="AB 1234567")
    said = str(list(Act.objects.values_list("arguments", flat=True)))
    assert "Secret" not in said
    assert "1234567" not in said


def test_a_days_cash_both_ways_counts_against_the_threshold(world: World):
    shift, mari = world.open_shift(), guest(world)
    who = {"shift_id": shift.pk, "player_id": mari.pk}
    sell_chips(world.stamp("21:00"), cents=120_000, **who)
    back = redeem_chips(world.stamp("22:00"), cents=79_000, **who)
    refused(NotIdentified, sell_chips, world.stamp("22:10"), cents=1_000, **who)
    sell_chips(world.stamp("22:20"), cents=950, **who)
    reverse = {"shift_id": shift.pk, "entry_id": back.entry_id, "reason": "Miscounted"}
    asked = reverse_slip.ask(world.stamp("22:30"), **reverse)
    manager = world.stamp("22:31", role=Role.MANAGER)
    approvals.approve(manager, proposal_id=asked.pk, digest=asked.digest)
    sell_chips(world.stamp("22:40"), cents=1_000, **who)

    known = {"document": "AB 1234567", "birth_date": date(1988, 6, 24)}
    change_player(world.stamp("22:50"), player_id=mari.pk, **known)
    sell_chips(world.stamp("23:00"), cents=500_000, **who)


def test_who_is_refused_for_want_of_id_stands_under_exceptions_once_an_attempt(world: World):
    shift, mari = world.open_shift(), guest(world)
    who = {"shift_id": shift.pk, "player_id": mari.pk}
    stamp = world.stamp("21:00")
    tries = [partial(sell_chips, stamp, cents=200_000, **who)] * 2
    tries += [partial(sell_chips, world.stamp("21:01"), cents=250_000, shift_id=shift.pk)]
    # Whoever only looks is refused nothing.
    tries += [partial(check_identified, world.stamp("21:02"), player_id=None, cents=300_000)]
    for each in tries:
        with pytest.raises(NotIdentified):
            each()
    listed = exceptions(world.club, first=EVENING, last=EVENING)
    assert [(str(kind), act.arguments, str(who)) for kind, act, who in listed] == [
        ("cash refused without ID", {"cents": 250_000}, "Cashier@Tallinn"),
        ("cash refused without ID", {"cents": 200_000, "player_id": mari.pk}, "Cashier@Tallinn"),
    ]


def test_nobody_in_particular_buys_less_than_the_threshold(world: World):
    shift = world.open_shift()
    sell_chips(world.stamp("21:00"), shift_id=shift.pk, cents=199_950)
    refused(NotIdentified, sell_chips, world.stamp("21:10"), shift_id=shift.pk, cents=200_000)


def test_the_days_that_the_country_links_are_one_sum(world: World):
    of_the_desk(world.club, identify_linked_days=31)
    shift, mari = world.open_shift(), guest(world)
    who = {"shift_id": shift.pk, "player_id": mari.pk}
    sell_chips(world.stamp("21:00"), cents=150_000, **who)
    later = world.stamp("21:00", day=date(2026, 3, 29))
    assert standing(later, player_id=mari.pk, cents=0).sum_cents == 150_000
    why = refused(NotIdentified, check_identified, later, player_id=mari.pk, cents=50_000)
    assert "within 31 days" in str(why.message)
    after = world.stamp("21:01", day=date(2026, 3, 31))
    assert standing(after, player_id=mari.pk, cents=0).sum_cents == 0


def test_walk_ins_just_below_the_limit_are_said_and_listed(world: World):
    shift = world.open_shift()
    series = {"player_id": None, "cents": 199_950, "series_id": shift.drawer.series_id}
    assert standing(world.stamp("20:59"), **series).repeated == 0
    for clock in ("21:00", "21:00:20", "21:00:40", "21:00:59", "23:30"):
        sell_chips(world.stamp(clock), shift_id=shift.pk, cents=199_950)
    sell_chips(world.stamp("23:31"), shift_id=shift.pk, cents=20_000)
    assert standing(world.stamp("21:30"), **series).repeated == 5
    assert standing(world.stamp("21:30"), **series | {"cents": 20_000}).repeated == 0
    listed = exceptions(world.club, first=EVENING, last=EVENING)
    assert [(str(kind), act.operation) for kind, act, _ in listed] == [
        ("walk-ins just below the ID limit", "cage.sell_chips")
    ] * 3
    desk = world.browser(Role.CASHIER)
    typed = {"player": "", "cents": "1 950,00"}
    now = club_stamp(world.club, at=timezone.now(), actor_id=world.staff[Role.CASHIER].pk)
    sell_chips(now, shift_id=shift.pk, cents=199_950)
    seen = desk.get("/tallinn/till/standing/", typed).content.decode()
    assert "Another amount just below the ID limit" in seen


def test_an_id_that_the_paying_cashier_entered_is_looked_at_by_another(world: World):
    shift, mari = world.open_shift(), guest(world)
    world.sell(500_000, "20:30")
    who = {"shift_id": shift.pk, "player_id": mari.pk}
    sell_chips(world.stamp("21:00"), cents=150_000, **who)
    known = {"document": "AB 1234567", "birth_date": date(1988, 6, 24)}
    change_player(world.stamp("21:10"), player_id=mari.pk, **known)
    assert redeem_chips.preview(world.stamp("21:20"), cents=40_000, **who).needs is None
    asked = redeem_chips.preview(world.stamp("21:20"), cents=50_000, **who)
    assert asked.needs == "cage.redeem_chips"
    assert "newly entered by the cashier" in str(asked.ahead)
    change_player(world.stamp("21:30", role=Role.SUPERVISOR), player_id=mari.pk, document="CD 7")
    assert redeem_chips.preview(world.stamp("21:40"), cents=50_000, **who).needs is None


@pytest.mark.parametrize(
    ("who", "statements"), [("a walk-in", 5), ("with an ID", 8), ("without an ID", 13)]
)
def test_only_a_guest_without_an_id_waits_for_a_sum(world: World, who: str, statements: int):
    shift = world.open_shift()
    known = {"document": "AB 1234567", "birth_date": date(1988, 6, 24)}
    player_id = {
        "a walk-in": lambda: None,
        "with an ID": lambda: guest(world, **known).pk,
        "without an ID": lambda: guest(world).pk,
    }[who]()
    stamp = world.stamp("21:00")
    with CaptureQueriesContext(connection) as asked:
        sell_chips(stamp, shift_id=shift.pk, cents=20_000, player_id=player_id)
    assert len(asked) == statements, [each["sql"][:80] for each in asked]
    assert any("FOR NO KEY UPDATE" in each["sql"] for each in asked) == (who == "without an ID")


def test_the_night_before_counts_for_24_hours(world: World):
    shift, mari = world.open_shift(), guest(world)
    who = {"shift_id": shift.pk, "player_id": mari.pk}
    sell_chips(world.stamp("23:00"), cents=150_000, **who)
    morning = world.stamp("22:59", day=date(2026, 2, 28))
    assert standing(morning, player_id=mari.pk, cents=0).sum_cents == 150_000
    later = world.stamp("23:01", day=date(2026, 2, 28))
    assert standing(later, player_id=mari.pk, cents=0).sum_cents == 0


def test_two_cards_become_one_and_what_is_asked_later_follows(world: World):
    shift = world.open_shift()
    mari, double = guest(world), guest(world, "20:01", name="Maria Tamm")
    other = guest(world, "20:02", name="Jaan Kask")
    sell_chips(world.stamp("20:10"), shift_id=shift.pk, cents=150_000, player_id=double.pk)
    floor = world.stamp("20:20", role=Role.SUPERVISOR)
    until = date(2026, 12, 31)
    keep_apart(floor, player_id=double.pk, other_id=other.pk, until=None, reason="A brawl")
    exclude_player(
        world.stamp("20:21", role=Role.SUPERVISOR),
        player_id=double.pk,
        until=until,
        reason="A brawl",
    )
    asked = merge_players.ask(
        world.stamp("20:30", role=Role.SUPERVISOR),
        player_id=mari.pk,
        other_id=double.pk,
        reason="The same passport",
    )
    or_hers = {"player_id": other.pk, "other_id": double.pk, "reason": "Or is it hers?"}
    waits = merge_players.ask(world.stamp("20:40", role=Role.SUPERVISOR), **or_hers)
    approve(world, asked)

    waits.refresh_from_db()
    assert (waits.approved, waits.remark) == (False, "The guest was erased or merged meanwhile.")
    assert queries.survivors({double.pk}) == {double.pk: mari.pk}
    assert [each.pk for each in queries.find_players(world.club.pk, "Maria")] == [mari.pk]
    assert queries.family(double.pk) == [mari.pk, double.pk]
    assert queries.kept_apart_from(mari.pk, gaming_day=EVENING) == {other.pk}
    assert queries.player(world.club.pk, mari.pk).excluded_until == until
    stamp = world.stamp("22:00")
    assert standing(stamp, player_id=mari.pk, cents=0).sum_cents == 150_000
    admit = {"gaming_day": date(2027, 1, 1)}
    refused(Merged, queries.admitted_player, world.club.pk, double.pk, **admit)
    refused(Gone, change_player, world.stamp("22:10"), player_id=double.pk, name="Eva")


def test_nobody_confirms_a_merge_that_they_saw_themselves(world: World):
    floor = world.stamp("20:30", role=Role.SUPERVISOR)
    pair = {"player_id": guest(world).pk, "other_id": guest(world, "20:01").pk}
    asked = merge_players.ask(floor, **pair, reason="One face")
    which = {"proposal_id": asked.pk, "digest": asked.digest}
    own = world.stamp("20:40", role=Role.SUPERVISOR)
    refused(approvals.OwnProposal, approvals.approve, own, **which)


def test_an_own_exclusion_lasts_to_its_day_whoever_asks(world: World):
    mari = guest(world).pk
    manager = lambda clock: world.stamp(clock, role=Role.MANAGER)  # noqa: E731
    bar = {"player_id": mari, "reason": "Asked for it"}
    exclude_player(manager("20:10"), **bar, until=date(2026, 8, 27), kind="self")
    refused(OwnWishStands, exclude_player, manager("20:20"), **bar, until=None)
    exclude_player(manager("20:30"), **bar, until=date(2027, 1, 1))
    exclude_player(manager("20:40"), **bar, until=None)
    assert queries.player(world.club.pk, mari).excluded_until == date(2026, 8, 27)
    refused(PlayerExcluded, queries.admitted_player, world.club.pk, mari, gaming_day=EVENING)
    with pytest.raises(IntegrityError, match="players_own_wish_stands"):
        Exclusion.objects.filter(kind="self").update(lifted_at=world.at("21:00"))


@pytest.mark.parametrize("kind", ["house", "self"])
def test_an_earlier_day_than_the_one_that_stands_is_not_saved_without_effect(
    world: World, kind: str
):
    mari = guest(world).pk
    manager = lambda clock: world.stamp(clock, role=Role.MANAGER)  # noqa: E731
    exclude = partial(exclude_player, player_id=mari, reason="Asked for it", kind=kind)
    exclude(manager("20:10"), until=date(2062, 8, 27))
    said = refused(LongerExclusion, exclude, manager("20:20"), until=EVENING)
    assert said.message == "Excluded until 27.08.2062 already."
    exclude(manager("20:30"), until=date(2063, 1, 1))
    if kind == "house":
        exclude(manager("20:40"), until=None)
        exclude(manager("20:50"), until=EVENING)
        assert queries.player(world.club.pk, mari).excluded_until == EVENING


def test_an_excluded_guest_is_not_admitted_by_another_card_with_the_same_document(world: World):
    mari = guest(world, document="AB 1234567").pk
    admitted = partial(queries.admitted_player, world.club.pk, gaming_day=EVENING)
    manager = lambda clock: world.stamp(clock, role=Role.MANAGER)  # noqa: E731
    until = date(2027, 1, 1)
    exclude_player(manager("20:10"), player_id=mari, until=until, kind="self", reason="Asked")
    twin = guest(world, "20:20", name="M. Tamm", document="ab1234567").pk
    other = guest(world, "20:21", name="Jaan", document="AB1234568").pk
    said = refused(PlayerExcluded, admitted, twin).message
    assert said == "101 Mari Tamm may not play here until 01.01.2027."
    assert admitted(other).pk == other
    card = queries.player(world.club.pk, twin)
    (shown,) = guest_card(card, gaming_day=EVENING, at=world.at("20:30")).exclusions
    assert shown.player_id == mari
    assert queries.admitted_player(world.club.pk, twin, gaming_day=date(2027, 1, 2))


def test_what_the_house_lifts_of_merged_cards_is_lifted(world: World):
    mari, double = guest(world).pk, guest(world, "20:01", document="AB1").pk
    bar = {"until": EVENING, "reason": "A brawl"}
    exclude_player(world.stamp("20:10", role=Role.MANAGER), player_id=double, **bar)
    merged(world, mari, double, clock="20:20")
    admitted = partial(queries.admitted_player, world.club.pk, mari, gaming_day=EVENING)
    refused(PlayerExcluded, admitted)
    lifts = {"player_id": mari, "until": None, "reason": "Sorry"}
    exclude_player(world.stamp("20:30", role=Role.MANAGER), **lifts)
    assert admitted().pk == mari


def test_no_program_rewrites_a_bar_or_removes_what_was_known(world: World, app_connection):
    for sql in ("UPDATE players_bar SET until = since", "DELETE FROM players_version"):
        with pytest.raises(Exception, match="permission denied"):
            app_connection.execute(sql)


def test_who_looks_at_the_papers_says_why_and_is_remembered(world: World):
    mari = guest(world, document="AB 1234567").pk
    stamp = world.stamp("20:10", role=Role.SUPERVISOR)
    refused(BadInput, see_identity, stamp, player_id=mari, reason=" ")
    assert see_identity(
        world.stamp("20:11", role=Role.SUPERVISOR), player_id=mari, reason="A claim"
    ).document.startswith("AB")
    kept = Act.objects.latest("id")
    assert (kept.operation, kept.arguments["reason"]) == ("players.see_identity", "A claim")
