"""How long a self-exclusion lasts at least, and for how long an ID is kept: the club's terms."""

from datetime import date
from functools import partial
from typing import Any

import pytest

from casino.approvals.services import approve as sign
from casino.approvals.signed import NothingChanges
from casino.cage.services.desk import sell_chips
from casino.players import queries
from casino.players.models import Exclusion, Player, PlayingPlace
from casino.players.rules import AdmissionTerms
from casino.players.services import erasing as erasing_services
from casino.players.services.erasing import (
    RecordsKept,
    anonymise_player,
    due_for_erasing,
    kept_on_record,
)
from casino.players.services.exclusions import correct_exclusion
from casino.players.services.guests import ShorterThanTerm, change_player, exclude_player
from casino.players.services.terms import change_terms
from casino.setup.rules.plan_file import read_plan
from casino.setup.services.opening import open_by_plan
from casino.staff.models import Role
from tests.hosting import FOUNDED, a_home
from tests.integration.players.cards import approve, guest
from tests.merging import merged
from tests.refusing import refused
from tests.unit.setup.test_plan import changed
from tests.world import EVENING, World

pytestmark = pytest.mark.django_db
ID = {"document": "AB 1234567", "birth_date": date(1988, 6, 24)}
LAST = date(2026, 8, 27)  # six months after the evening
TERMS = "/tallinn/players/terms/"


def set_terms(world: World, **terms: int) -> None:
    """Let two people set terms as the law has them."""
    stamp = world.stamp("19:00", role=Role.MANAGER)
    said: dict[str, Any] = {"minimum_age": 21, **terms, "reason": "Gambling Act, section 39"}
    approve(world, change_terms.ask(stamp, **said), Role.ACCOUNTANT)


def wish(world: World, clock: str = "20:10", kind: str = "self") -> Any:
    stamp = world.stamp(clock, role=Role.SUPERVISOR)
    return partial(exclude_player, stamp, reason="Asked", kind=Exclusion.Kind(kind))


@pytest.mark.parametrize(("zone", "months"), [("Europe/Tallinn", 6), ("Europe/Riga", 12)])
def test_a_club_opens_with_the_terms_of_its_countrys_law(zone: str, months: int):
    plan = read_plan(changed("club/timezone", zone))
    own = queries.terms(open_by_plan(at=FOUNDED, plan=plan).club.pk)
    estonia: Any = {"self_exclusion_max_months": 36, "self_exclusion_on_request": True}
    more = estonia if zone == "Europe/Tallinn" else {}
    assert own == AdmissionTerms(self_exclusion_months=months, record_years=5, **more)


def test_a_hosts_home_opens_without_terms_of_law():
    assert queries.terms(a_home().club.pk) == AdmissionTerms()


def test_a_self_exclusion_shorter_than_the_term_is_refused_with_the_law(world: World):
    mari = guest(world).pk
    wish(world)(player_id=mari, until=date(2026, 3, 1))
    set_terms(world, self_exclusion_months=6)
    why = refused(ShorterThanTerm, wish(world, "20:20"), player_id=mari, until=date(2026, 8, 26))
    assert "6 months: until 27.08.2026" in str(why.message)
    assert why.source == "Hasartmänguseadus § 39"
    wish(world, "20:30")(player_id=mari, until=LAST)
    # The house excludes for as long as it wants.
    wish(world, "20:40", "house")(player_id=guest(world).pk, until=EVENING)


def test_a_term_longer_than_the_laws_is_said_by_why_two_people_set_it(world: World):
    set_terms(world, self_exclusion_months=7)
    why = refused(ShorterThanTerm, wish(world), player_id=guest(world).pk, until=LAST)
    assert why.source == "Gambling Act, section 39"


def test_where_no_law_is_known_the_refusal_says_why_two_people_set_the_term(world: World):
    world.club.timezone = "Europe/Helsinki"
    world.club.save()
    set_terms(world, self_exclusion_months=3)
    why = refused(ShorterThanTerm, wish(world), player_id=guest(world).pk, until=EVENING)
    assert why.source == "Gambling Act, section 39"
    stamps = [world.stamp(f"20:2{minute}", role=Role.MANAGER) for minute in range(3)]
    said: dict[str, Any] = {"minimum_age": 21, "self_exclusion_months": 4}
    approve(world, change_terms.ask(stamps[0], **said, reason="A new act"), Role.ACCOUNTANT)
    change_terms.ask(stamps[1], **said | {"self_exclusion_months": 5}, reason="Nobody signed this")
    why = refused(ShorterThanTerm, wish(world), player_id=guest(world).pk, until=EVENING)
    assert why.source == "A new act"
    refused(NothingChanges, change_terms.ask, stamps[2], **said, reason="Once more")


def test_a_self_exclusion_is_not_corrected_to_less_than_the_term(world: World):
    mari = guest(world).pk
    set_terms(world, self_exclusion_months=6)
    wish(world)(player_id=mari, until=date(2062, 8, 27))
    next_day = date(2026, 2, 28)  # the term began with the exclusion
    stamp = world.stamp("20:20", role=Role.MANAGER, day=next_day)
    which = {"player_id": mari, "exclusion_id": queries.exclusions(mari)[0].pk, "reason": "Letter"}
    refused(ShorterThanTerm, correct_exclusion.ask, stamp, until=date(2026, 8, 26), **which)
    stamp = world.stamp("20:21", role=Role.MANAGER, day=next_day)
    asked = correct_exclusion.ask(stamp, until=LAST, **which)
    signs = world.stamp("20:22", role=Role.ACCOUNTANT, day=next_day)
    sign(signs, proposal_id=asked.pk, digest=asked.digest)
    assert Player.objects.get(id=mari).excluded_until == LAST


def erasing(world: World, clock: str, day: date = EVENING) -> Any:
    stamp = world.stamp(clock, day=day, role=Role.MANAGER)
    return partial(anonymise_player.ask, stamp, reason="Asked")


def test_who_was_identified_is_not_erased_before_the_years_after_the_last_visit(world: World):
    shift, mari = world.open_shift(), guest(world, **ID).pk
    set_terms(world, record_years=5)
    sell_chips(world.stamp("21:00"), shift_id=shift.pk, cents=5_000, player_id=mari)
    why = refused(RecordsKept, erasing(world, "21:10"), player_id=mari)
    assert "from 28.02.2031, 5 years after the last visit, 27.02.2026" in str(why.message)
    assert str(why.source).endswith("§ 47")
    assert why.next_page == "players-terms"
    page = world.browser(Role.MANAGER).get(f"/tallinn/players/{mari}/erase/").content.decode()
    assert "erasing is possible from 28.02.2031" in page
    refused(RecordsKept, erasing(world, "21:10", date(2031, 2, 27)), player_id=mari)
    assert erasing(world, "21:10", date(2031, 2, 28))(player_id=mari)


def test_the_years_begin_with_the_latest_entry_and_with_the_latest_place(world: World):
    shift, bought = world.open_shift(), guest(world, **ID).pk
    seat = world.seat(world.session(), "Seated")[0].seat
    change_player(world.stamp("20:50"), player_id=seat.player_id, **ID)
    set_terms(world, record_years=5)
    later = world.stamp("21:00", day=date(2026, 4, 1))
    sell_chips(later, shift_id=shift.pk, cents=5_000, player_id=bought)
    left = world.at("21:00", day=date(2026, 5, 1))
    PlayingPlace.objects.filter(player=seat.player_id).update(until=left)
    for each, last in ((bought, "01.04.2026"), (seat.player_id, "01.05.2026")):
        kept = kept_on_record(world.stamp("21:00", day=date(2026, 6, 1)), each)
        assert kept
        assert f"{kept.last:%d.%m.%Y}" == last


def test_a_document_without_whose_it_is_identifies_nobody(world: World):
    mari = guest(world, document="AB 1").pk
    set_terms(world, record_years=5)
    assert erasing(world, "21:10")(player_id=mari)


def test_an_id_taken_off_the_card_was_seen_all_the_same(world: World):
    mari = guest(world, **ID).pk
    set_terms(world, record_years=5)
    change_player(world.stamp("20:10"), player_id=mari, document="")
    refused(RecordsKept, erasing(world, "20:20"), player_id=mari)


def test_who_was_never_identified_is_erased_at_once(world: World):
    shift, mari = world.open_shift(), guest(world, birth_date=date(1988, 6, 24)).pk
    set_terms(world, record_years=5)
    sell_chips(world.stamp("21:00"), shift_id=shift.pk, cents=5_000, player_id=mari)
    approve(world, erasing(world, "21:10")(player_id=mari), Role.ACCOUNTANT)
    assert Player.objects.get(id=mari).anonymised_at


def test_a_club_that_is_open_keeps_its_terms_and_is_told_of_its_law(world: World):
    manager, told = world.browser(Role.MANAGER), "Estonia: the law asks for longer terms"
    assert told in manager.get(TERMS).content.decode()
    set_terms(world, self_exclusion_months=6)
    assert told in manager.get(TERMS).content.decode()
    set_terms(world, record_years=5, self_exclusion_on_request=True)
    assert told in manager.get(TERMS).content.decode()
    set_terms(world, self_exclusion_max_months=36)
    page = manager.get(TERMS).content.decode()
    assert told not in page
    assert "Hasartmänguseadus § 39" in page


def test_a_term_that_is_not_named_stays_and_the_request_shows_what_changes(world: World):
    set_terms(world, self_exclusion_months=6)
    set_terms(world, record_years=7)
    own = AdmissionTerms(self_exclusion_months=6, record_years=7)
    assert queries.terms(world.club.pk) == own
    manager = world.browser(Role.MANAGER)
    asked = {"minimum_age": "18", "self_exclusion_months": "", "record_years": "5", "reason": "Law"}
    sent = manager.post(TERMS, asked | {"key": "6d7cbd6e-6f0b-4a54-9f0a-0d6f1d6d7a11"})
    assert sent.status_code == 302
    page = world.browser(Role.ACCOUNTANT).get(sent["Location"]).content.decode()
    assert "ID kept after the last visit, years" in page
    assert "Shortest self-exclusion" not in page


def test_whose_years_are_over_is_listed_for_erasing_until_it_is_done(world: World, clock: Any):
    shift, mari, ott = world.open_shift(), guest(world, **ID).pk, guest(world, **ID).pk
    young = guest(world, document="AB 1", birth_date=date(1990, 1, 1)).pk
    guest(world)
    set_terms(world, record_years=5)
    sell_chips(world.stamp("21:00"), shift_id=shift.pk, cents=5_000, player_id=mari)
    later = world.stamp("21:00", day=date(2027, 1, 1))
    wish(world, "21:10", "house")(player_id=ott, until=date(2062, 1, 1))
    change_player(later, player_id=young, document="AB 2")

    def due(day: date) -> list[int]:
        return [each.pk for each in due_for_erasing(world.stamp("21:00", day=day))]

    assert due(date(2031, 2, 27)) == []
    assert due(date(2031, 2, 28)) == [mari]
    assert due(date(2032, 1, 2)) == [mari, young]
    clock.stop(world.at("22:05", day=date(2031, 2, 28)))
    erases = f"/tallinn/players/{mari}/erase/"
    assert erases in world.browser(Role.MANAGER).get(TERMS).content.decode()
    assert erases not in world.browser(Role.CASHIER).get(TERMS).content.decode()
    asked = erasing(world, "21:10", date(2031, 2, 28))(player_id=mari)
    second = world.stamp("21:20", day=date(2031, 2, 28), role=Role.ACCOUNTANT)
    sign(second, proposal_id=asked.pk, digest=asked.digest)
    assert due(date(2031, 2, 28)) == []


def test_who_is_excluded_or_known_by_another_card_is_due_no_sooner_and_no_later(
    world: World, monkeypatch: pytest.MonkeyPatch
):
    ott, stays, other = (guest(world, **more).pk for more in (ID, {}, ID))
    set_terms(world, record_years=5)
    wish(world, "21:10", "house")(player_id=ott, until=date(2031, 3, 10))
    merged(world, stays, other, clock="21:20")

    def due(day: date) -> list[int]:
        return [each.pk for each in due_for_erasing(world.stamp("21:00", day=day))]

    assert due(date(2031, 3, 10)) == [stays]
    assert due(date(2031, 3, 11)) == [ott, stays]
    monkeypatch.setattr(erasing_services, "MAX_DUE", 1)
    assert due(date(2031, 3, 11)) == [ott]


def test_staff_are_told_that_guests_read_what_is_written_of_them(world: World):
    mari, floor = guest(world).pk, world.browser(Role.SUPERVISOR)
    for page in ("", "bar/", "apart/"):
        shown = floor.get(f"/tallinn/players/{mari}/{page}").content.decode()
        assert "Guests can read it in their file" in shown
