"""What the house refuses on its pages, provoked one by one: each next step leads on, and back."""

from functools import partial
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from cashgames.models import ChipMove, Hand, Session, Table, WaitlistEntry
from cashgames.services.tables import add_table
from casino.approvals.models import Proposal
from casino.bookkeeping.models import Batch
from casino.cage.models import Bag, Payable, PaymentThresholds, Shift
from casino.cage.queries.tallies import slips
from casino.countroom.models import Box
from casino.house.queries import club_stamp
from casino.players.models import Player
from casino.refusals import refusals
from casino.staff.models import Role
from casino.webhooks.models import Message
from jackpot.models import Jackpot
from ranking.models import Ranking
from tests.approving import FUND
from tests.pages import refusals_of_cage as cage
from tests.pages import refusals_of_floor as floor
from tests.pages import refusals_of_office as office
from tests.pages.evening import first, known, routes
from tests.pages.provoking import faults
from tests.pages.refusals_of_floats import FLOATS
from tests.pages.refusals_of_penalties import PENALTIES
from tests.pages.refusals_of_tournaments import TOURNAMENTS
from tests.world import World, a_club, a_key
from tournaments.models import Entry

AT_THE_CLUB = {
    "cage": cage.CAGE,
    "approvals": cage.APPROVALS,
    "floor": floor.FLOOR,
    "money": floor.MONEY,
    "floats": FLOATS,
    "penalties": PENALTIES,
    "own rules": floor.BY_OWN_RULES,
}
AT_THE_EVENING = {
    "office": office.OFFICE,
    "jackpot": office.JACKPOT,
    "tournaments": TOURNAMENTS,
}
# What no page brings about, and why.
NO_PAGE = {
    "APPROVAL-010": "a page asks for the signature instead; the API says that one is needed",
    "AUDIT-007": "a person of two clubs: tests/attacks/test_the_neighbours_manager.py",
    "AUDIT-008": "a person of three clubs: tests/attacks/test_the_neighbours_manager.py",
    "BOOKS-024": "a job writes the file: its row says so",
    "BOOKS-005": "the books contradict themselves",
    "CAGE-001": "without a shift pages lead to the till: a close at that instant",
    "CAGE-002": "the page offers no drawer in use: two cashiers at one instant",
    "CAGE-022": "the page offers no drawer that waits: two cashiers at one instant",
    "CAGE-023": "the page leads to the till where nothing waits: two cashiers at one instant",
    "CAGE-074": "the page offers no retired drawer: retired at that instant",
    "LEDGER-009": "for seconds after a restore: tests/chaos/test_epochs.py",
    "HOUSE-009": "a club that has moved: tests/pages/test_moved_club.py",
    "LEDGER-012": "while a club moves: tests/integration/cells/test_moving.py",
    "HOUSE-001": "a club is opened with its book, which is never taken away",
    "JACKPOT-006": "until the minute's job has closed the day",
    "LIST-003": "the page offers tables of the list's game only",
    "RANKING-002": "a job counts the points",
    "RANKING-009": "the books contradict themselves",
    "REPORT-001": "a million lines",
    "REPORT-002": "five thousand lines",
    "SETUP-002": "a plan is read by command, or as the first page of all",
    "STAFF-001": "five wrong PINs first: tests/attacks/test_wrong_pins.py",
    "STAFF-007": "only where second factors are required: tests/attacks/test_wrong_pins.py",
    "STAFF-009": "of the API and of files; a page asks for the PIN instead",
    "STAFF-005": "the address itself is shut, and says whom to ask",
    "TOURNAMENT-111": "of the public page: integration/tournaments/test_room.py",
    "disk_full": "the disk of the database: test_full_disk_at_the_desk.py fills it",
    "second_server_away": "a standby that is away: tests/chaos/test_standby_watched.py",
}
# What takes nights of its own to come about: the file where services are refused so.
SERVICES = {
    "no_table_to_break": "cashgames/test_moves.py",
    "AWAY-007": "cashgames/test_penalties.py",
    "APPROVAL-011": "cage/test_hand_over.py",
    "AUDIT-004": "audit/test_leavers.py",
    "AUDIT-009": "audit/test_withdrawn_roles.py",
    "EPOCH-002": "epochs/test_restored_office.py",
    "LEDGER-010": "epochs/test_restored_office.py",
    "LEDGER-011": "epochs/test_restored_office.py",
    "BANK-001": "bank/test_wrong_statements.py",
    "BANK-002": "bank/test_wrong_statements.py",
    "BANK-003": "bank/test_wrong_statements.py",
    "BANK-004": "bank/test_wrong_statements.py",
    "BANK-005": "bank/test_wrong_statements.py",
    "BANK-006": "bank/test_wrong_statements.py",
    "BANK-007": "bank/test_wrong_statements.py",
    "BANK-010": "bank/test_wrong_statements.py",
    "BANK-011": "bank/test_wrong_statements.py",
    "BANK-012": "bank/test_month_at_the_bank.py",
    "BANK-013": "bank/test_closed_accounts.py",
    "BANK-020": "bank/test_month_at_the_bank.py",
    "BANK-021": "bank/test_wrong_statements.py",
    "BANK-022": "bank/test_wrong_statements.py",
    "BANK-023": "bank/test_wrong_statements.py",
    "BANK-024": "bank/test_transfers_unmatched.py",
    "BANK-030": "bank/test_month_at_the_bank.py",
    **dict.fromkeys(
        ("CAGE-066", "CAGE-068", "CAGE-069", "CAGE-070"),
        "cage/test_count_corrections.py",
    ),
    **dict.fromkeys(("CAGE-075", "CAGE-076"), "cage/test_explained_counts.py"),
    "CAGE-077": "cage/test_explanations_taken_back.py",
    "CAGE-024": "cage/test_hand_over.py",
    "COUNT-013": "tablefloats/test_desk_corrections.py",
    "PLAYER-022": "players/test_rulings_withdrawn.py",
    "PLAYER-023": "players/test_terms_by_law.py",
    "PLAYER-024": "players/test_terms_by_law.py",
    "PLAYER-025": "players/test_holds.py",
    "BOOKS-003": "bookkeeping/test_batches.py",
    "BOOKS-020": "bookkeeping/test_intakes.py",
    "BOOKS-031": "bookkeeping/test_letters_for_datev.py",
    "JOURNAL-002": "journal/test_own_accounts.py",
    "JOURNAL-004": "journal/test_documents.py",
    "JOURNAL-005": "journal/test_documents.py",
    "LEDGER-007": "closing/test_reopening.py",
    "LEDGER-008": "closing/test_reopening.py",
    "OFFICE-011": "closing/test_reopening.py",
    "OFFICE-012": "closing/test_reopening.py",
    "OFFICE-013": "closing/test_breakage.py",
    "OFFICE-014": "closing/test_breakage.py",
    **dict.fromkeys(("JACKPOT-011", "JACKPOT-012", "JACKPOT-026"), "jackpot/test_awards.py"),
    "JACKPOT-029": "jackpot/test_awards_taken_back.py",
    "JACKPOT-030": "jackpot/test_awards_taken_back.py",
    "JACKPOT-031": "jackpot/test_shared_awards_taken_back.py",
    "JACKPOT-032": "jackpot/test_shared_awards_taken_back.py",
    "JACKPOT-035": "jackpot/test_retired_pools.py",
    "JACKPOT-037": "jackpot/test_sharing_taken_back.py",
    "LEDGER-002": "closing/test_closing.py",
    "RANKING-022": "ranking/test_awarded_anew.py",
    "RATES-001": "rates/test_withholding.py",
    "RATES-002": "rates/test_rates.py",
    "REPORT-003": "reports/test_mailing.py",
    "TABLE-033": "cashgames/test_at_the_table.py",
    "TABLE-035": "editions/test_book_with_a_jackpot.py",
    "TABLE-036": "cashgames/test_game_corrections.py",
    "TABLE-040": "cashgames/test_stakes_asked_about.py",
    "TABLE-034": "cashgames/test_slips_of_the_floor.py",
    "TOURNAMENT-025": "tournaments/test_royal_flush.py",
    "TOURNAMENT-002": "tournaments/test_pool_reopened.py",
    "TOURNAMENT-096": "tournaments/test_payouts.py",
    "TOURNAMENT-110": "tournaments/test_room.py",
    "TOURNAMENT-124": "tournaments/test_prizes_taken_back.py",
    "TOURNAMENT-129": "tournaments/test_two_directors.py",
    "TOURNAMENT-135": "tournaments/test_jackpots_taken_back.py",
    "TOURNAMENT-138": "tournaments/test_disqualified.py",
    "RATES-003": "rates/test_rates_asked_about.py",
    "TOURNAMENT-139": "tournaments/test_terms_asked_about.py",
    "TOURNAMENT-140": "tournaments/test_pool_reopened.py",
    "house_has_no_tournaments": "tournaments/test_book_without_tournaments.py",
}
KEY = str(a_key())


@pytest.fixture
def world(db: None, request: pytest.FixtureRequest) -> World:
    own = floor.OWN_RULES if request.node.callspec.params["app"] == "own rules" else {}
    world = a_club(overrides=own)
    world.jackpot()
    world.open_shift()
    PaymentThresholds.objects.filter(club=world.club).update(redeem_second_from_cents=10_000_000)
    world.seat(world.session(), "Mari Tamm", "Jaan Kask")
    world.player("Liis Saar")
    world.player("Ott Mets")
    Player.objects.filter(name="Jaan Kask").update(birth_date="1988-06-24", document="AB1")
    add_table(world.stamp("07:00", role=Role.MANAGER), name="3")
    return world


def latest(model: Any) -> int:
    found = model.objects.order_by("-pk").first()
    return found.pk if found else 0


def at_the_club(world: World) -> dict[str, Any]:
    people = {each.name: each for each in Player.objects.all()}
    seated, guest = people["Mari Tamm"], people["Liis Saar"]
    session = Session.objects.earliest("pk")
    return known(world) | {
        "key": KEY,
        "session": session.pk,
        "latest": partial(latest, Session),
        "seated": seated.pk,
        "second": people["Jaan Kask"].pk,
        "guest": guest.code,
        "guest_id": guest.pk,
        "seated_code": seated.code,
        "id_guest": people["Jaan Kask"].code,
        "other": people["Ott Mets"].code,
        "table": session.table_id,
        "table_3": Table.objects.get(name="3").pk,
        "asked": partial(latest, Proposal),
        "hand": partial(first, Hand),
        "guest_move": partial(first, ChipMove, seat__player=guest),
        "move": partial(latest, ChipMove),
        "second_waiting": partial(latest, WaitlistEntry),
        "box": partial(latest, Box),
        "today": club_stamp(world.club, at=timezone.now(), actor_id=None).gaming_day,
        "float_slip": slips(Shift.objects.earliest("pk"))[0].id,
    }


def at_the_evening(world: World) -> dict[str, Any]:
    entered = Entry.objects.select_related("player").earliest("pk")
    bag, batch = Bag.objects.first(), Batch.objects.first()
    return known(world) | {
        "key": KEY,
        "entered": entered.player.code,
        "unseated": entered.pk,
        "seal": bag.seal if bag else "",
        "sent_day": batch.first_day if batch else "",
        "asked": partial(latest, Proposal),
        "expired": Proposal.objects.filter(operation=FUND).latest("pk").pk,
        "last_entry": partial(latest, Entry),
        "by_box": Session.objects.filter(by_box=True).earliest("pk").pk,
        "latest_box": partial(latest, Box),
        "due": partial(latest, Payable),
        "removed": partial(first, ChipMove, kind=ChipMove.Kind.REMOVED),
        "message": partial(latest, Message),
        "second_jackpot": partial(latest, Jackpot),
        "own_ranking": Ranking.objects.get(own=True).name,
    }


def test_each_next_step_is_provoked_on_a_page_or_it_is_known_why_not():
    assert routes()  # what can be refused is known once the doors are, and what stands around them
    assert Client().get("/healthz").status_code == 200
    tried = {each.code for rows in (AT_THE_CLUB | AT_THE_EVENING).values() for each in rows}
    refusals.cache_clear()  # another test may have asked before them
    steps = {code for code, kind in refusals().items() if kind.next_step}
    unprovoked = NO_PAGE.keys() | SERVICES.keys()
    assert steps - tried - unprovoked == set(), "provoke it, or say why no page does"
    assert unprovoked - (steps - tried) == set(), "a reason that holds no more"
    assert NO_PAGE.keys() & SERVICES.keys() == set()
    for code, path in SERVICES.items():
        text = (Path(__file__).parents[1] / "integration" / path).read_text()
        assert refusals()[code].__name__ in text, path


@pytest.mark.parametrize("app", AT_THE_CLUB)
def test_what_is_refused_says_its_next_step_which_opens_and_leads_back(world: World, app: str):
    wrong = list(faults(world, at_the_club, AT_THE_CLUB[app]))
    assert not wrong, "\n".join(map(str, wrong))


@pytest.mark.parametrize("app", AT_THE_EVENING)
def test_what_is_refused_at_the_evening_leads_on_and_back(evening: World, app: str):
    evening.club.language = "en"
    evening.club.save()
    wrong = list(faults(evening, at_the_evening, AT_THE_EVENING[app]))
    assert not wrong, "\n".join(map(str, wrong))
