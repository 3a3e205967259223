"""A fill that was confirmed with a wrong count: counted again at the open table, with a reason."""

import pytest
from django.test import Client

from cashgames.services.shared import TableClosed
from cashgames.services.tables import close_session
from casino.acts.permission import NotAllowed
from casino.audit.queries.exceptions import exceptions
from casino.ledger.refusals import NotEnough
from casino.ledger.verify import Books
from casino.staff.models import Role
from casino.tablefloats import queries
from casino.tablefloats.services import transfers
from casino.tablefloats.services.transfers import NotNow
from casino.verify.findings import broken
from tests.integration.tablefloats.filling import (
    FIVE_HUNDRED,
    ONE_SHORT,
    ask,
    confirm_by_two,
    filled,
    issue,
    send,
    take,
)
from tests.refusing import refused
from tests.world import EVENING, World, a_key

pytestmark = pytest.mark.django_db


def test_a_fill_that_was_confirmed_wrongly_is_counted_again_with_a_reason(world: World):
    shift, session = world.open_shift(), world.session()
    fill = issue(world, ask(world, session), shift)
    confirm_by_two(world, "21:10", transfer_id=fill.pk, chips={2_500: 1, 500: 4, 100: 5})
    assert world.balance("chips:bank", session.pk) == 5_000
    floor = world.stamp("21:20", role=Role.SUPERVISOR)
    refused(NotNow, transfers.confirm_fill, floor, transfer_id=fill.pk, chips=FIVE_HUNDRED)
    cage = world.stamp("21:20")
    again = {"transfer_id": fill.pk, "chips": FIVE_HUNDRED, "reason": "A nought too few"}
    refused(NotAllowed, transfers.confirm_fill, cage, **again)

    confirm_by_two(world, "21:20", **again)

    assert world.balance("chips:bank", session.pk) == 50_000
    assert (world.balance("expense:over-short"), world.balance("chips:floor")) == (0, 0)
    assert queries.transfer_differences(world.club.pk) == []
    (kind,) = [
        str(kind)
        for kind, act, _ in exceptions(world.club, first=EVENING, last=EVENING)
        if act.arguments.get("reason") == again["reason"]
    ]
    assert kind == "variance settled"
    assert list(broken(world.club, Books(club_id=world.club.pk))) == []
    take(world, send(world, session), shift)
    assert world.balance("chips:bank", session.pk) == 0
    refused(
        NotEnough,
        transfers.confirm_fill,
        world.stamp("23:10", role=Role.SUPERVISOR),
        **again | {"chips": ONE_SHORT},
    )


def test_a_confirmation_of_before_there_were_reasons_is_repeated_by_its_key():
    said = {"transfer_id": 7, "chips": FIVE_HUNDRED}
    assert set(transfers.confirm_fill.key_of(transfers.confirm_fill.check(said))) == set(said)


def test_a_fill_of_a_closed_table_is_not_counted_again(world: World):
    shift, session = world.open_shift(), world.session()
    fill = filled(world, session, shift)
    take(world, send(world, session), shift)
    close_session(world.stamp("23:30", role=Role.SUPERVISOR), session_id=session.pk)
    again = {"transfer_id": fill.pk, "chips": ONE_SHORT, "reason": "One less"}
    refused(
        TableClosed, transfers.confirm_fill, world.stamp("23:40", role=Role.SUPERVISOR), **again
    )


def test_a_page_counts_a_fill_again(world: World, client: Client):
    shift, session = world.open_shift(), world.session()
    fill = filled(world, session, shift)
    client.force_login(world.staff[Role.SUPERVISOR])
    page = f"/tallinn/fills/{fill.pk}/"
    assert f"{page}recount/" in client.get(page).content.decode()
    said = {"chips_2500": "10", "chips_500": "40", "chips_100": "49", "key": a_key()}
    assert 'name="reason"' in client.get(f"{page}recount/").content.decode()
    form = client.post(f"{page}recount/", said)
    assert form.status_code == 422
    assert client.post(f"{page}recount/", said | {"reason": "One less"}).status_code == 302
    assert world.balance("chips:bank", session.pk) == 49_900
    assert "One less" in client.get(page).content.decode()
