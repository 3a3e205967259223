"""The host of a home, who is alone, puts right what was typed wrongly of a table's float."""

import pytest

from cashgames.services.tables import add_table, open_session
from casino.cage.queries.shifts import drawers
from casino.cage.services.funds import fund_vault
from casino.cage.services.opening import open_shift
from casino.ledger.queries.balances import balance_cents
from casino.tablefloats import queries
from casino.tablefloats.services import transfers
from casino.tablefloats.services.desk_corrections import recount_credit
from tests.hosting import CASH, Host, a_home

pytestmark = pytest.mark.django_db
STAKES = {
    "small_blind_cents": 100,
    "big_blind_cents": 200,
    "min_buy_in_cents": 5_000,
    "max_buy_in_cents": 50_000,
}


@pytest.fixture
def host() -> Host:
    return a_home()


def test_a_credit_is_counted_again(host: Host):
    fund_vault(host.stamp(), cash=CASH)
    (drawer,) = drawers(host.club.pk)
    shift = open_shift(host.stamp(), drawer_id=drawer.pk, cash=CASH, chips={500: 200})
    table = add_table(host.stamp(), name="1")
    session = open_session(host.stamp(), table_id=table.pk, game="texas_holdem", **STAKES)
    chips = {500: 40}
    fill = transfers.ask_fill(host.stamp(), session_id=session.pk, chips=chips)
    issued = {"transfer_id": fill.pk, "chips": chips}
    transfers.issue_fill(host.stamp(), shift_id=shift.pk, **issued)
    transfers.confirm_fill(host.stamp(), **issued)
    sent = transfers.send_credit(host.stamp(), session_id=session.pk, chips={500: 10})
    typed = {"transfer_id": sent.pk, "chips": {500: 1}}
    transfers.confirm_credit(host.stamp(), shift_id=shift.pk, **typed)

    recount_credit(host.stamp(), **typed | {"chips": {500: 10}}, reason="Typed wrongly")

    assert queries.step(sent, "confirmed").chips_cents == 5_000
    assert balance_cents(host.club.pk, "chips:bank", session.pk) == 15_000
