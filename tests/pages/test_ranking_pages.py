"""The ranking's pages: the standing for the house and for everybody, the way to a payout."""

import csv
import io
import re
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from casino import clock
from casino.approvals.models import Proposal
from casino.house.queries import club_stamp
from casino.money import MINUS
from casino.staff.models import Role, User
from casino.web.room import PerAddress
from ranking.models import Payout, Ranking, Score
from ranking.queries import rankings
from ranking.services.counting import count_due
from ranking.views.public import mark_of
from tests.integration.ranking.test_quarters import APRIL, due
from tests.ranking import League
from tests.world import EVENING, World, a_club, a_key, a_member


@pytest.fixture
def league(world: World) -> League:
    return League(world)


def today(world: World) -> date:
    return club_stamp(world.club, at=datetime.now(UTC), actor_id=None).gaming_day


def text_of(client: Client, address: str) -> str:
    answer = client.get(address, follow=True)
    assert answer.status_code == 200, answer.status_code
    return answer.content.decode().replace("\u00a0", " ")


def test_the_standing_shows_points_price_prize_and_what_tonight_would_give(
    world: World, league: League
):
    day = today(world)
    league.play("Ann Aas", "Bob Berg", "Cat Cask", day=day)
    league.begin("Ann Aas", "Bob Berg", "Eve Elm", day=day, entries=12, name="Tonight")
    league.count(datetime.now(UTC))

    page = text_of(world.browser(Role.SUPERVISOR), "/tallinn/ranking/")

    assert "105,00" in page  # Ann's points
    # 600 of the first and 2 % of 30 000 of the second are in the pool, for 259 points.
    assert "12,00" in page
    assert "0,0463" in page
    # 300 by 12 is 25 on average: 2.5 times 1.5 times 20 for the third place.
    assert "Tonight" in page
    assert "75,00" in page
    assert "course-1" in page


def test_a_players_page_has_every_factor_and_the_chances(world: World, league: League):
    day = today(world)
    league.play("Ann Aas", ["Bob Berg", "Cat Cask"], day=day)
    league.begin("Ann Aas", "Bob Berg", day=day, name="Tonight")
    ranking = league.count(datetime.now(UTC))
    quarter = Score.objects.get().quarter
    bob = league.guest("Bob Berg").pk

    page = text_of(
        world.browser(Role.SUPERVISOR), f"/tallinn/ranking/{ranking.pk}/{quarter}/players/{bob}/"
    )

    assert "shared by 2" in page
    assert "44 : 2" in page  # of places two and three
    assert "3,5" in page
    assert "77,00" in page
    # Bob's first place tonight: 30 x 3.5 x 1 on top of his 77.
    assert "182,00" in page


def test_everybody_sees_the_standing_without_a_name(world: World, league: League, settings: Any):
    league.play("Ann Aas", "Bob Berg", day=today(world))
    league.count(datetime.now(UTC))
    ann = league.guest("Ann Aas")

    page = text_of(Client(), "/standing/tallinn/")
    assert "A. A." in page
    assert "105,00" in page
    assert "Aas" not in page
    given = reverse("public-player", args=["tallinn", ann.code, mark_of(world.club.pk, ann.code)])
    assert given in Client().get("/standing/tallinn/").text
    own = text_of(Client(), given)
    assert "Place 1, points 105,00" in own
    assert "Aas" not in own

    settings.PUBLIC_BOARD = "numbers"
    bob = league.guest("Bob Berg").code
    of_bob = reverse("public-player", args=["tallinn", bob, mark_of(world.club.pk, bob)])
    assert f"No. {bob}" in text_of(Client(), of_bob)
    settings.PUBLIC_BOARD = "off"
    assert Client().get("/standing/tallinn/").status_code == 404
    assert Client().get(given).status_code == 404


def test_the_pages_of_guests_cannot_be_counted_through(world: World, league: League):
    league.play("Ann Aas", "Bob Berg", day=today(world))
    league.count(datetime.now(UTC))
    ann, bob = league.guest("Ann Aas"), league.guest("Bob Berg")
    anns = mark_of(world.club.pk, ann.code)
    for tried in (f"{ann.code}", f"{bob.code}-{anns}", f"{ann.code}-{anns[:-1]}", f"999999-{anns}"):
        assert Client().get(f"/standing/tallinn/{tried}/").status_code == 404, tried
    other = a_club("riga")
    assert mark_of(other.club.pk, ann.code) != anns


def test_the_desk_hands_a_guest_the_address_of_the_own_page(world: World, league: League):
    league.play("Ann Aas", "Bob Berg", day=today(world))
    league.count(datetime.now(UTC))
    ann, ranking = league.guest("Ann Aas"), Ranking.objects.get(own=True)
    desk = world.browser(Role.CASHIER)
    quarter = clock.quarter(today(world))
    page = desk.get(f"/tallinn/ranking/{ranking.pk}/{quarter}/players/{ann.pk}/").content.decode()
    assert "own telephone" in page
    assert 'class="qr"' in page


def test_an_address_that_asks_too_often_waits(world: World, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(PerAddress, "rate", "3/hour", raising=False)
    PerAddress.counts.clear()
    stranger = Client()
    codes = [stranger.get("/board/tallinn/").status_code for _ in range(4)]
    assert codes == [200, 200, 200, 429]
    slow = stranger.get("/standing/tallinn/")
    assert int(slow["Retry-After"]) > 0
    assert "Try again in a minute" in slow.text
    assert Client(REMOTE_ADDR="10.0.0.9").get("/board/tallinn/").status_code == 200
    PerAddress.counts.clear()


def test_a_screen_that_asks_again_gets_the_part_that_changes(world: World, league: League):
    league.count(datetime.now(UTC))
    part = Client().get("/standing/tallinn/?part=room").content.decode()
    assert "<html" not in part
    assert "<time" in part


def test_from_the_closed_quarter_to_payments_due(world: World, league: League):
    league.play("Ann", "Bob", "Cat")
    due(world)
    ranking = Ranking.objects.get()
    quarter = f"/tallinn/ranking/{ranking.pk}/2026Q1/"
    accountant = world.browser(Role.ACCOUNTANT)

    assert "to be paid" in text_of(accountant, quarter)
    assert "2,43" in text_of(accountant, f"{quarter}pay/")
    asked = accountant.post(f"{quarter}pay/", {"key": str(a_key())})
    proposal = Proposal.objects.get(operation="ranking.pay_quarter")
    assert asked["Location"] == f"/tallinn/approvals/{proposal.pk}/"
    manager = world.browser(Role.MANAGER)
    assert "2,43" in text_of(manager, f"/tallinn/approvals/{proposal.pk}/")
    manager.post(
        f"/tallinn/approvals/{proposal.pk}/",
        {"key": str(a_key()), "digest": proposal.digest},
    )

    assert Payout.objects.exists()
    assert "prizes awarded, approved by" in text_of(manager, quarter)
    payments = text_of(world.browser(Role.CASHIER), "/tallinn/payments/")
    assert "2026Q1, 1." in payments
    again = accountant.post(f"{quarter}pay/", {"key": str(a_key())})
    assert again.status_code == 409
    assert "already awarded" in again.content.decode()


def test_a_quarter_that_is_not_over_is_not_closed_by_hand(world: World, league: League):
    league.play("Ann", "Bob", day=today(world))
    ranking = league.count(datetime.now(UTC))
    quarter = Score.objects.get().quarter
    accountant = world.browser(Role.ACCOUNTANT)

    page, asked = f"/tallinn/ranking/{ranking.pk}/{quarter}/close/", {"key": str(a_key())}
    said = accountant.post(page, asked)

    assert said.status_code == 409
    assert f"The quarter {quarter} ends at the close of" in said.content.decode()
    # What a button does never hangs on the language of its words.
    User.objects.filter(pk=world.staff[Role.ACCOUNTANT].pk).update(language="et")
    assert (
        f"Kvartal {quarter} lõpeb"
        in accountant.post(page, asked | {"key": str(a_key())}).content.decode()
    )


def test_a_correction_is_read_before_and_after(world: World, league: League):
    tournament = league.play("Ann", "Bob", "Cat")
    league.count()
    ann, bob = league.guest("Ann").pk, league.guest("Bob").pk
    accountant = world.browser(Role.ACCOUNTANT)
    where = f"/tallinn/ranking/of/{tournament.pk}/correct/"
    cat = league.guest("Cat").pk
    places = {f"place_{ann}": "2", f"place_{bob}": "1", f"place_{cat}": "3"}
    form = {"key": str(a_key()), "reason": "The film says so."}

    assert "105,00" in text_of(accountant, f"/tallinn/ranking/of/{tournament.pk}/")
    gap = accountant.post(where, form | places | {f"place_{cat}": "7"})
    assert gap.status_code == 422
    assert "Place 7 is not possible" in gap.content.decode()
    form["key"] = str(a_key())
    assert accountant.post(where, form | places).status_code == 302
    proposal = Proposal.objects.get(operation="ranking.correct_points")
    page = text_of(world.browser(Role.MANAGER), f"/tallinn/approvals/{proposal.pk}/")
    assert "105,00" in page
    assert f"{MINUS} 21,00" in page
    league.sign(proposal, EVENING, "23:59")
    assert "correction 1" in text_of(accountant, f"/tallinn/ranking/of/{tournament.pk}/")


def test_the_manager_asks_for_another_ranking(world: World, league: League):
    league.count()
    manager = world.browser(Role.MANAGER)
    form = {
        "key": str(a_key()),
        "name": "Winter cup",
        "book": "olympic",
        "place_factors": "10 5 1",
        "paid_places": "3",
        "contribution_bp": "50",
        "first_day": "2099-01-01",
        "reason": "The members asked.",
    }

    wrong = manager.post("/tallinn/ranking/new/", form | {"place_factors": "10 x"})
    assert "Enter whole numbers separated by spaces" in wrong.content.decode()
    asked = manager.post("/tallinn/ranking/new/", form)

    assert asked.status_code == 302, asked.content.decode()
    content = Proposal.objects.get(operation="ranking.keep_edition").content
    assert content["overrides"] == {
        "ranking.place_factors": [10, 5, 1],
        "ranking.paid_places": 3,
        "ranking.contribution_bp": 50,
    }


def rows(client: Client, address: str) -> list[dict[str, str]]:
    answer = client.get(address)
    assert answer["Content-Type"].startswith("text/csv")
    return list(csv.DictReader(io.StringIO(answer.content.decode())))


def test_standing_points_and_payouts_are_files(world: World, league: League):
    league.play("=Ann", ["Bob", "Cat"])
    due(world)
    league.pay("2026Q1", APRIL)
    quarter = f"/tallinn/ranking/{Ranking.objects.get().pk}/2026Q1"
    client = world.browser(Role.AUDITOR)

    standing = rows(client, f"{quarter}/standing.csv")
    points = rows(client, f"{quarter}/points.csv")
    payouts = rows(client, f"{quarter}/payouts.csv")

    assert [(row["place"], row["player"], row["points"], row["prize"]) for row in standing] == [
        ("1", "'=Ann", "105.00", "2.43"),
        ("2", "Bob", "77.00", "1.79"),
        ("2", "Cat", "77.00", "1.78"),
    ]
    assert [(row["place_factors"], row["shared_by"], row["change"]) for row in points] == [
        ("30", "1", "105.00"),
        ("44", "2", "77.00"),
        ("44", "2", "77.00"),
    ]
    assert [(row["place"], row["prize"], row["paid_at"]) for row in payouts] == [
        ("1", "2.43", ""),
        ("2", "1.79", ""),
        ("2", "1.78", ""),
    ]


def test_a_club_whose_book_has_no_ranking_says_so(db: None):
    riga = a_club("riga", book="voodoo")
    count_due(datetime.now(UTC))

    assert rankings.own(riga.club.pk) is None
    client = Client()
    client.force_login(riga.staff[Role.MANAGER])
    assert "has no ranking yet" in text_of(client, "/riga/ranking/")


def test_where_no_ranking_covers_two_clubs_no_card_of_another_one_is_asked_for(world: World):
    where, new = "/tallinn/ranking/same-person/", '<a href="/tallinn/ranking/new/"'
    alone = text_of(world.browser(Role.MANAGER), where)
    assert "Adopt a ranking of both clubs first" in alone
    assert new in alone
    assert 'name="code"' not in alone
    assert new not in text_of(world.browser(Role.ACCOUNTANT), where)


def test_who_may_name_a_duplicate_card_of_another_club_is_offered_guests_while_typing(
    world: World, league: League
):
    south = League(a_club("south"))
    a_member(south.world.club, Role.MANAGER, name="boss")
    world.staff[Role.MANAGER] = a_member(world.club, Role.MANAGER, name="boss")
    day, both = today(world), [world.club.pk, south.world.club.pk]
    league.adopt("Cup", first_day=day, today=day - timedelta(days=1), overrides={}, club_ids=both)
    accountant, guest = world.browser(Role.ACCOUNTANT), league.guest("Ann Aas")
    page = text_of(accountant, "/tallinn/ranking/same-person/")
    assert 'name="code"' in page
    (asks,) = re.findall(r'hx-get="([^"]+/suggestions/)"', page)
    assert str(guest.code) in text_of(accountant, f"{asks}?player=An")
