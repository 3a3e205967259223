"""Who signs alone is led on to what they did, not to a list of approvals."""

import pytest
from django.test import Client

from casino.approvals.models import Proposal
from casino.cage.queries.shifts import drawers
from casino.cage.services.funds import fund_vault
from casino.cage.services.opening import open_shift
from casino.players.services.guests import add_player
from casino.staff.models import User
from tests.hosting import CASH, Host, a_home
from tests.tournaments import FREEZEOUT
from tests.world import a_key
from tournaments.models import Tournament
from tournaments.services.announcing import add_template, announce
from tournaments.services.selling import sell_entry
from tournaments.services.starting import close_registration, start

pytestmark = pytest.mark.django_db


@pytest.fixture
def host() -> Host:
    found = a_home()
    User.objects.update(has_given_password=False)
    return found


def sent(address: str, **typed: str) -> str:
    """Send a form as the host; return where that leads."""
    client = Client()
    client.force_login(User.objects.get())
    answer = client.post(address, typed | {"key": a_key()})
    assert answer.status_code == 302, answer.content.decode()
    assert Proposal.objects.latest("id").alone
    assert client.get(answer["Location"]).status_code == 200
    return answer["Location"]


def registered(host: Host) -> tuple[Tournament, int]:
    """Sell two entries to a tournament; return it with an entry's id."""
    fund_vault(host.stamp(), cash=CASH)
    (drawer,) = drawers(host.club.pk)
    shift = open_shift(host.stamp(), drawer_id=drawer.pk, cash=CASH, chips={})
    terms = FREEZEOUT | {"price_cents": 2_000, "fee_cents": 0, "shares_bp": [7_000, 3_000]}
    template = add_template(host.stamp(), name="Friday", **terms)
    begins = host.stamp().at
    event = announce(host.stamp(), template_id=template.pk, name="Friday", starts_at=begins)
    where = {"tournament_id": event.pk, "shift_id": shift.pk, "paid_with": "cash"}
    sold = [
        sell_entry(host.stamp(), **where, player_id=add_player(host.stamp(), name=name).pk)
        for name in ("Ann", "Bob")
    ]
    return event, sold[0].entry_id


def test_who_funds_the_vault_alone_is_at_the_vault(host: Host):
    assert sent("/home/vault/", cash_2000="20") == "/home/vault/#moves"
    assert sent("/home/vault/withdraw/", cash_2000="5") == "/home/vault/"


def test_who_brings_to_the_vault_alone_is_at_the_till(host: Host):
    fund_vault(host.stamp(), cash=CASH)
    (drawer,) = drawers(host.club.pk)
    open_shift(host.stamp(), drawer_id=drawer.pk, cash=CASH, chips={})
    assert sent("/home/till/vault/", way="bring", cash_2000="1") == "/home/till/"


def test_who_signs_alone_is_told_to_request_nothing(host: Host):
    client = Client()
    client.force_login(User.objects.get())
    for address in ("vault/", "vault/withdraw/", "vault/bank/"):
        page = client.get(f"/home/{address}").content.decode()
        assert "Request approval" not in page
        assert "Confirm" in page


def test_who_fixes_a_pool_alone_is_at_the_tournament(host: Host):
    event, _ = registered(host)
    start(host.stamp(), tournament_id=event.pk)
    close_registration(host.stamp(), tournament_id=event.pk)
    where = f"/home/tournaments/{event.pk}/"
    assert sent(f"{where}fix/") == where


def test_who_corrects_a_ticket_s_guest_alone_is_at_the_tournament(host: Host):
    event, entry_id = registered(host)
    cat = add_player(host.stamp(), name="Cat")
    address = f"/home/tournaments/entries/{entry_id}/guest/"
    led = sent(address, player=str(cat.code), reason="Typed the wrong code")
    assert led == f"/home/tournaments/{event.pk}/"


def test_the_code_of_somebody_who_was_let_in_stays_at_hand(host: Host):
    more = {"username": "helper", "name": "Helper", "role": "cashier", "reason": "Friday"}
    led = sent("/home/acts/access/give/", **more)
    assert led == f"/home/approvals/{Proposal.objects.latest('id').pk}/"
