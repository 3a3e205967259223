"""What one person did that moves chips or lets data out stands among the exceptions."""

from datetime import timedelta
from typing import Any

import pytest

from casino.audit.queries.exceptions import exceptions
from casino.audit.queries.listed import ONLY_WHERE
from casino.bank.services.accounts import add_account, change_account
from casino.bookkeeping.queries.registers import REGISTERS
from casino.bookkeeping.services.registers import ask_register
from casino.rates.services import set_exchange_rate, set_tax_rate, set_withholding
from casino.staff.models import Role
from casino.webhooks.services.keeping import add_webhook, end_webhook
from tests.tournament_floor import begun, opened, td
from tests.tournaments import a_tournament, enter, signed
from tests.world import EVENING, World, a_club
from tournaments.services.chips import change_chips
from tournaments.services.starting import start

ACCOUNTANT, MANAGER = Role.ACCOUNTANT, Role.MANAGER
DOUBLE_CHANCE = "double_chance"


def listed(world: World) -> list[tuple[str, str]]:
    found = exceptions(world.club, first=EVENING, last=EVENING)
    return [(row.operation, str(kind)) for kind, row, _ in found]


@pytest.mark.parametrize(
    ("book", "said", "kind"),
    [
        ("olympic", {"what": "counted_over", "chips": 25}, "variance settled"),
        ("olympic", {"what": "counted_short", "chips": 25}, "variance settled"),
        ("img", {"what": "taken_off", "chips": 25}, "override"),
        ("olympic", {"what": "extra_chips", "chips": 25}, "override"),
        (DOUBLE_CHANCE, {"what": "extra_chips", "chips": 10_000}, None),
        (DOUBLE_CHANCE, {"what": "extra_chips", "chips": 10_001}, "override"),
    ],
)
def test_chips_given_or_taken_by_the_floors_word_are_listed(
    db: None, book: str, said: dict[str, Any], kind: str | None
):
    world = a_club(book="olympic" if book == DOUBLE_CHANCE else book)
    variants = [DOUBLE_CHANCE] if book == DOUBLE_CHANCE else []
    friday = a_tournament(world, variants=variants)
    first, *_ = enter(world, friday, *"ABCD", shift_id=world.open_shift().pk)
    opened(world, friday, 1)
    begun(world, friday)
    before = listed(world)
    to = {"tournament_id": friday.pk, "entry_id": first.pk}
    change_chips(td(world), **to, **said, reason="Counted twice")
    now = [("tournaments.change_chips", kind)] if kind else []
    assert listed(world) == [*now, *before]


def test_an_address_that_is_told_what_happens_is_listed_and_that_it_is_told_no_more(world: World):
    manager = world.stamp("21:00", role=MANAGER), world.stamp("21:01", role=MANAGER)
    hook = add_webhook(manager[0], address="https://example.com/h", events=["day.closed"])
    end_webhook(manager[1], webhook_id=hook.pk)
    assert listed(world) == [
        ("webhooks.end_webhook", "webhook switched off"),
        ("webhooks.add_webhook", "webhook added"),
    ]


def test_a_file_with_names_of_guests_is_listed_and_no_other(world: World):
    named = {slug for slug, each in REGISTERS.items() if each.row == "see_guest_files"}
    assert ONLY_WHERE["bookkeeping.ask_register"]["register"] == named
    days = {"first_day": EVENING, "last_day": EVENING}
    for clock, register in (("21:00", "slips"), ("21:01", "payouts")):
        ask_register(world.stamp(clock, role=MANAGER), register=register, **days)
    assert listed(world) == [("bookkeeping.ask_register", "file with names")]


def test_an_added_bank_account_and_another_number_of_one_are_listed(world: World):
    """What a statement moves to an account of the club's is matched alone, whatever it is."""
    stamps = [world.stamp(f"21:0{minute}", role=ACCOUNTANT) for minute in range(2)]
    kept = add_account(stamps[0], name="Main", iban="EE382200221020145685")
    change_account(stamps[1], bankaccount_id=kept.pk, name="Main", iban="EE471000001020145685")
    assert listed(world) == [
        ("bank.change_account", "correction"),
        ("bank.add_account", "bank account added"),
    ]


def test_a_rate_far_from_the_last_is_listed_and_one_by_which_tax_is_withheld(world: World):
    stamps = [world.stamp(f"21:0{minute}", role=ACCOUNTANT) for minute in range(4)]
    rate = {"currency": "SEK", "source": "ECB"}
    set_exchange_rate(stamps[0], day=EVENING - timedelta(days=1), rate="11.2", **rate)
    set_exchange_rate(stamps[1], day=EVENING, rate="112", note="Redenominated", **rate)
    assert listed(world) == [("rates.set_exchange_rate", "implausible figure accepted")]
    signed(world, set_withholding.ask(stamps[2], country="lv", reason="In Latvia"), clock="21:10")
    tax = {"tax": "lv-winnings", "since": EVENING, "hundredths": 2600, "source": "Letter"}
    signed(world, set_tax_rate.ask(stamps[3], **tax), clock="21:11")
    assert listed(world)[0] == ("rates.set_tax_rate", "rules of the club changed")


def test_a_start_ahead_of_the_announced_time_is_listed_and_no_other(world: World):
    shift = world.open_shift().pk
    for name, early in (("Friday", False), ("Late", True)):
        event = a_tournament(world, name)
        enter(world, event, *(f"{name} {letter}" for letter in "AB"), shift_id=shift)
        before = listed(world)
        clock = "20:45" if early else "21:00"
        start(td(world, clock), tournament_id=event.pk, ahead_of_time=early)
        assert listed(world) == [("tournaments.start", "override")] * early + before
