"""Rules change by two people, from a day on that nobody has played yet."""

import re
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.db import IntegrityError, ProgrammingError, connection, transaction
from psycopg.errors import CheckViolation

from casino.approvals.models import Proposal
from casino.approvals.services import AlreadyDecided, NotYours, OwnProposal, approve
from casino.approvals.signed import NothingChanges, StaleProposal
from casino.db import constraint_name
from casino.editions.queries import editions
from casino.editions.services import (
    DECIDED_BY_BOOK,
    DayHasItsRules,
    PastAdoption,
    adopt_book,
)
from casino.house.models import Adoption
from casino.house.queries import adoptions, book_on, club_stamp
from casino.ledger.refusals import KeyReused
from casino.ledger.verify import Books
from casino.refusals import BadInput
from casino.setup.services.clubs import open_club
from casino.staff.models import Membership, Role
from casino.verify.findings import broken
from tests.racing import outcomes, race
from tests.refusing import refused
from tests.world import EVENING, World, a_club, a_key, a_member, founding

TOMORROW = EVENING + timedelta(days=1)
LESS_RAKE = {"rake.percent_bp": 400}


def proposed(world: World, clock: str = "20:00", **changes: Any) -> Proposal:
    """Let the manager propose less rake from tomorrow on."""
    asked = {
        "book": "olympic",
        "first_day": TOMORROW,
        "overrides": LESS_RAKE,
        "reason": "A campaign in March.",
    } | changes
    key = asked.pop("key", None)
    return adopt_book.ask(world.stamp(clock, role=Role.MANAGER, key=key), **asked)


def approved(
    world: World, found: Proposal, clock: str = "21:00", *, role: str = Role.ACCOUNTANT, **day: date
) -> Proposal:
    stamp = world.stamp(clock, role=role, **day)
    return approve(stamp, proposal_id=found.pk, digest=found.digest)


def test_what_two_people_want_is_in_force_from_its_first_day_on(world: World):
    found = proposed(world)
    assert book_on(world.club.pk, TOMORROW).rake.percent_bp == 500

    approved(world, found)

    assert book_on(world.club.pk, EVENING).rake.percent_bp == 500
    assert book_on(world.club.pk, TOMORROW).rake.percent_bp == 400
    assert book_on(world.club.pk, TOMORROW + timedelta(days=500)).rake.percent_bp == 400


def test_an_adoption_keeps_who_wanted_it_and_who_approved_when_and_why(world: World):
    approved(world, proposed(world))

    edition = Adoption.objects.get(club=world.club, proposal_id__isnull=False)
    assert edition.proposed_by_id == world.staff[Role.MANAGER].pk
    assert edition.adopted_by_id == world.staff[Role.ACCOUNTANT].pk
    assert (edition.proposed_at, edition.adopted_at) == (world.at("20:00"), world.at("21:00"))
    assert edition.reason == "A campaign in March."


def test_nobody_approves_their_own_rules_nor_does_a_cashier(world: World):
    found = proposed(world)
    for role, refusal in ((Role.MANAGER, OwnProposal), (Role.CASHIER, NotYours)):
        with pytest.raises(refusal):
            approved(world, found, role=role)
    assert Adoption.objects.count() == 1


def test_another_manager_may_approve(world: World):
    other = a_member(world.club, Role.MANAGER, name="second@tallinn")
    found = proposed(world)
    stamp = club_stamp(world.club, at=world.at("21:00"), actor_id=other.pk)
    approve(stamp, proposal_id=found.pk, digest=found.digest)
    assert book_on(world.club.pk, TOMORROW).rake.percent_bp == 400


def test_the_past_is_refused(world: World):
    with pytest.raises(PastAdoption, match=r"26\.02\.2026 is over") as refused:
        proposed(world, first_day=EVENING - timedelta(days=1))
    assert (refused.value.status, refused.value.field) == (422, "first_day")


def test_before_seven_in_the_morning_yesterday_is_still_today(world: World):
    assert proposed(world, "06:59", first_day=EVENING)
    with pytest.raises(PastAdoption):
        adopt_book.ask(
            world.stamp("07:00", role=Role.MANAGER, day=TOMORROW),
            book="olympic",
            first_day=EVENING,
            overrides=LESS_RAKE,
            reason="Too late.",
        )


def test_today_can_have_new_rules_until_something_is_booked(world: World):
    found = proposed(world, "08:00", first_day=EVENING)
    world.fund(clock="09:00")
    for attempt in (lambda: approved(world, found), lambda: proposed(world, first_day=EVENING)):
        with pytest.raises(DayHasItsRules, match="Its rules cannot change"):
            attempt()


def test_an_approval_that_comes_after_the_first_day_is_refused_with_the_next_step(world: World):
    found = proposed(world)
    with pytest.raises(PastAdoption, match=r"28\.02\.2026 is over") as refused:
        approved(world, found, "12:00", day=TOMORROW + timedelta(days=1))
    assert refused.value.next_step == "Propose it with a later first day."
    assert Proposal.objects.get(pk=found.pk).approved is None


@pytest.mark.parametrize(
    ("overrides", "says"),
    [
        ({"rake.percent_bp": 600}, "rake.percent_bp: must be 500 or less"),
        ({"rake.percent_bp": -1}, "rake.percent_bp: must be from 0 to 10000, not -1"),
        ({"rake.percent_bp": True}, "must be a whole number, not true"),
        ({"rake.percent_bp": "400"}, "must be a whole number, not '400'"),
        ({"rake.colour": 1}, "rake.colour: the book has no such value"),
        ({"house.currency": "USD"}, "It is set for the club, not in its rule book."),
        ({"rake.max_cap_cents": 2_000}, "It is the house's own limit: "),
        ({"decides.short_buy_in": "manager"}, "Who may do it is set under Permissions."),
        ({"time_rake.max_table_cents": 90_000}, "It is the house's own limit: "),
        ({"royal_flush_pool.rest": "prize_pool"}, "It stays in the jackpot"),
        ({"jackpot.losing_bp": 6000}, "jackpot.table_bp: the three parts of the bad beat"),
    ],
)
def test_a_value_that_cannot_be_is_named(world: World, overrides: dict[str, Any], says: str):
    with pytest.raises(BadInput) as refused:
        proposed(world, overrides=overrides)
    assert says in refused.value.message


@pytest.mark.parametrize("overrides", [{}, {"rake.percent_bp": 500}])
def test_rules_that_are_in_force_already_are_refused(world: World, overrides: dict[str, Any]):
    with pytest.raises(NothingChanges, match="Nothing would change"):
        proposed(world, overrides=overrides)


def test_a_value_as_the_book_has_it_is_no_setting_of_the_club(world: World):
    approved(world, proposed(world, overrides=LESS_RAKE | {"rake.cap_cents": 1_000}))
    assert Adoption.objects.get(proposal_id__isnull=False).overrides == LESS_RAKE


def test_another_book_can_be_adopted(world: World):
    approved(world, proposed(world, book="voodoo", overrides={}))
    assert book_on(world.club.pk, EVENING).name == "olympic"
    assert book_on(world.club.pk, TOMORROW).name == "voodoo"


@pytest.mark.parametrize("days", [0, -1])
def test_what_begins_on_that_day_or_later_is_withdrawn_by_the_later_decision(
    world: World, days: int
):
    later = TOMORROW + timedelta(days=7)
    approved(world, proposed(world, first_day=later))
    first_day = later + timedelta(days=days)
    asked = proposed(world, clock="21:10", first_day=first_day, book="voodoo", overrides={})
    assert asked.content["withdrawn"] == [later.isoformat()]
    client = world.browser(Role.ACCOUNTANT)
    page = client.get(f"/tallinn/approvals/{asked.pk}/").content.decode()
    assert f"the version from {later:%d.%m.%Y}" in page

    approved(world, asked, "21:20")

    for day, name in ((first_day - timedelta(days=1), "olympic"), (later, "voodoo")):
        assert (book_on(world.club.pk, day).name, book_on(world.club.pk, day).rake.percent_bp) == (
            name,
            500,
        )
    assert editions(world.club.pk, today=EVENING)[0].first_day == first_day
    assert len(adoptions(world.club.pk)) == 2
    assert list(broken(world.club, Books(club_id=world.club.pk))) == []


def test_a_change_of_the_rules_is_called_off_before_it_begins(world: World):
    approved(world, proposed(world))
    approved(world, proposed(world, clock="21:10", overrides={}), "21:20")
    assert book_on(world.club.pk, TOMORROW).rake.percent_bp == 500


def test_rules_are_adopted_for_a_day_within_a_year(world: World):
    far = EVENING + timedelta(days=367)
    refusal = refused(BadInput, proposed, world, first_day=far)
    assert (refusal.field, str(refusal.message)) == ("first_day", "Choose a day within a year.")
    assert proposed(world, first_day=far - timedelta(days=1))


def test_a_club_whose_first_day_was_typed_too_late_begins_earlier(world: World):
    late = EVENING + timedelta(days=340)
    club = open_club(at=world.at("12:00"), slug="riga", name="Riga", book="voodoo", first_day=late)
    for user, role in ((Role.MANAGER, Role.MANAGER), (Role.ACCOUNTANT, Role.ACCOUNTANT)):
        with founding(club):
            Membership.objects.create(user=world.staff[user], club=club, role=role)
    manager, accountant = (
        club_stamp(club, at=world.at(clock), actor_id=world.staff[role].pk)
        for clock, role in (("12:10", Role.MANAGER), ("12:20", Role.ACCOUNTANT))
    )
    asked = adopt_book.ask(
        manager, book="voodoo", first_day=EVENING, overrides={}, reason="The wrong year"
    )
    approve(accountant, proposal_id=asked.pk, digest=asked.digest)
    assert book_on(club.pk, EVENING).name == book_on(club.pk, late).name == "voodoo"


def test_only_one_of_two_proposals_for_a_day_is_adopted(world: World):
    one = proposed(world)
    other = proposed(world, overrides={"rake.percent_bp": 300})
    approved(world, one)
    with pytest.raises(StaleProposal):
        approved(world, other)


def test_a_proposal_stands_on_the_rules_that_it_shows(world: World):
    later = proposed(world, first_day=TOMORROW + timedelta(days=7), book="voodoo", overrides={})
    approved(world, proposed(world))
    with pytest.raises(StaleProposal):
        approved(world, later)


def test_the_same_request_twice_is_one_proposal(world: World):
    key = a_key()
    assert proposed(world, key=key).pk == proposed(world, key=key).pk
    with pytest.raises(KeyReused):
        proposed(world, key=key, book="voodoo")


def test_an_approval_that_is_repeated_adopts_once(world: World):
    found = proposed(world)
    stamp = world.stamp("21:00", role=Role.ACCOUNTANT)
    for _ in range(2):
        assert approve(stamp, proposal_id=found.pk, digest=found.digest).approved
    with pytest.raises(AlreadyDecided):
        approved(world, found)
    assert Adoption.objects.count() == 2


SPLIT = "UPDATE house_adoption SET period = daterange('2020-01-01', '2026-03-01');"
ADD = """
INSERT INTO house_adoption (club_id, book, overrides, reason, adopted_at, period, proposal_id,
                            proposed_by_id, proposed_at, adopted_by_id)
SELECT club_id, 'img', '{}', '', adopted_at, """
REWRITING = [
    "UPDATE house_adoption SET overrides = '{\"rake.percent_bp\": 1}'",
    "UPDATE house_adoption SET book = 'voodoo'",
    "UPDATE house_adoption SET adopted_at = now()",
    "DELETE FROM house_adoption",
]
ATTACKS = {
    "UPDATE house_adoption SET period = '[2019-12-31,)'": "house_adoption_stands",
    "UPDATE house_adoption SET period = '[2020-01-01,2026-02-27)'": "house_day_has_its_rules",
    "UPDATE house_adoption SET period = 'empty'": "house_day_has_its_rules",
    f"{SPLIT} UPDATE house_adoption SET period = '[2020-01-01,2026-02-20)'": (
        "house_day_has_its_rules"
    ),
    f"{SPLIT} UPDATE house_adoption SET period = '[2020-01-01,)'": "house_adoption_stands",
    f"{ADD} '[2019-01-01,2020-01-01)', 1, 7, adopted_at, 8 FROM house_adoption": (
        "house_day_has_its_rules"
    ),
    f"{SPLIT} {ADD} '[2026-03-01,)', NULL, NULL, NULL, 8 FROM house_adoption": (
        "house_adopted_by_two"
    ),
    f"{SPLIT} {ADD} '[2026-03-01,)', 1, 7, adopted_at, 7 FROM house_adoption": (
        "house_adopted_by_two"
    ),
    f"{SPLIT} {ADD} '[2026-03-01,)', 1, 7, adopted_at, NULL FROM house_adoption": (
        "house_adopted_by_two"
    ),
    f"{ADD} '[2026-03-01,)', 1, 7, adopted_at, 8 FROM house_adoption": "house_one_book_a_day",
}


@pytest.mark.parametrize(("attack", "guard"), ATTACKS.items())
def test_the_database_keeps_the_rules_of_days_that_were_played(
    world: World, attack: str, guard: str
):
    world.fund()
    with pytest.raises(IntegrityError) as refused, transaction.atomic():
        connection.cursor().execute(attack)
    assert constraint_name(refused.value) == guard


@pytest.mark.usefixtures("committed_db")
@pytest.mark.parametrize("attack", REWRITING)
def test_what_was_adopted_is_neither_rewritten_nor_removed(
    owner_connection: psycopg.Connection, attack: str
):
    world = a_club()
    with pytest.raises(ProgrammingError, match="permission denied"), transaction.atomic():
        connection.cursor().execute(attack)
    with pytest.raises(CheckViolation), owner_connection.transaction():
        owner_connection.execute(attack)
    assert book_on(world.club.pk, EVENING).name == "olympic"


def test_the_owner_of_the_tables_cannot_empty_them_either(owner_connection: psycopg.Connection):
    with pytest.raises(CheckViolation, match="never removed"):
        owner_connection.execute("TRUNCATE house_adoption CASCADE")


def test_a_club_opens_with_its_first_book_by_itself(world: World):
    at = world.at("12:00")
    club = open_club(at=at, slug="riga", name="Riga", book="voodoo", first_day=EVENING)
    assert Adoption.objects.get(club=club).proposal_id is None


@pytest.mark.usefixtures("committed_db")
def test_of_two_approvers_at_the_same_instant_one_adopts():
    world = a_club()
    other = a_member(world.club, Role.MANAGER, name="second@tallinn")
    found = proposed(world)
    second = club_stamp(world.club, at=world.at("21:00"), actor_id=other.pk)

    results = race(
        lambda: approved(world, found),
        lambda: approve(second, proposal_id=found.pk, digest=found.digest),
    )

    assert outcomes(results) == {"Proposal": 1, "AlreadyDecided": 1}
    assert Adoption.objects.count() == 2


@pytest.mark.usefixtures("committed_db")
def test_of_two_proposals_approved_at_the_same_instant_one_is_adopted():
    world = a_club()
    one, other = proposed(world), proposed(world, overrides={"rake.percent_bp": 300})

    results = race(lambda: approved(world, one), lambda: approved(world, other))

    assert outcomes(results) == {"Proposal": 1, "StaleProposal": 1}
    assert Adoption.objects.count() == 2


def test_who_decides_can_be_adopted_of_whatever_the_book_is_asked_for():
    asked = re.compile(
        r'(?:may_decide|decided_by|_decides|_role)\([^"()]*"(\w+)"|book\.decides\.(\w+)'
    )
    code = [
        path.read_text()
        for folder in ("casino", "cashgames", "jackpot", "tournaments", "ranking")
        for path in Path(folder).rglob("*.py")
    ]
    found = {f"decides.{one or other}" for text in code for one, other in asked.findall(text)}
    assert found == DECIDED_BY_BOOK
