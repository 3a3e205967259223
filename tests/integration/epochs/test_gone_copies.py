"""An epoch that lost nothing, and a copy outside that cannot tell what was lost."""

from pathlib import Path

import psycopg
import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from casino.approvals.services import OwnProposal
from casino.cage.models import Shift
from casino.cage.services.desk import sell_chips
from casino.epochs.queries.standing import standing
from casino.epochs.services.beginning import begin_where_due
from casino.epochs.services.settling import (
    CopyIsThere,
    declare_copy_gone,
)
from casino.ledger import outbox
from casino.ledger.refusals import NotSettled
from casino.ledger.services import Posted
from casino.staff.models import Role
from script.restore import PUT_BACK
from script.servers import postgres_url
from tests.restoring import lost_ids, sign, stamp_of
from tests.world import World

pytestmark = pytest.mark.usefixtures("committed_db")


def test_a_restore_that_lost_nothing_is_open_at_once(
    world: World, shift: Shift, forger: psycopg.Connection
):
    outbox.deliver_outbox()
    forger.execute("UPDATE epochs_epoch SET timeline = '00000099'")  # as it was before a restore
    forger.close()
    begun = begin_where_due(at=timezone.now())
    assert begun
    assert begun.number == 2
    assert standing(world.club.pk).is_open
    assert sell_chips(world.stamp("22:40"), shift_id=shift.pk, cents=500).number == 201
    assert begin_where_due(at=timezone.now()) is None


def test_nothing_is_booked_before_the_epoch_of_a_server_has_begun(
    world: World, shift: Shift, forger: psycopg.Connection
):
    forger.execute("UPDATE epochs_epoch SET timeline = '00000099'")
    forger.close()
    with pytest.raises(Exception, match="restored a moment ago"):
        sell_chips(world.stamp("22:40"), shift_id=shift.pk, cents=500)


def test_without_its_copy_an_office_opens_when_two_say_that_it_is_gone(
    world: World, shift: Shift, mirror: Path, forger: psycopg.Connection
):
    outbox.deliver_outbox()
    (mirror / "tallinn").rename(mirror / "elsewhere")
    forger.execute("UPDATE epochs_epoch SET timeline = '00000099'")
    forger.close()
    begin_where_due(at=timezone.now())
    assert not standing(world.club.pk).whole
    with pytest.raises(CommandError, match="is not settled"):
        call_command("mend_mirror")
    with pytest.raises(NotSettled):
        sell_chips(world.stamp("22:40"), shift_id=shift.pk, cents=500)
    asked = declare_copy_gone.ask(stamp_of(world), reason="The disk burnt.")
    with pytest.raises(OwnProposal):
        sign(world, asked, Role.SUPERVISOR)
    sign(world, asked)
    assert sell_chips(world.stamp("22:41"), shift_id=shift.pk, cents=500)
    with pytest.raises(CopyIsThere):
        declare_copy_gone.ask(stamp_of(world), reason="The disk burnt.")


def test_a_copy_as_old_as_the_backup_is_no_witness(
    world: World, shift: Shift, mirror: Path, forger: psycopg.Connection
):
    outbox.deliver_outbox()
    (mirror / PUT_BACK).write_text("As old as the backup.")
    forger.execute("UPDATE epochs_epoch SET timeline = '00000099'")
    forger.close()
    assert begin_where_due(at=timezone.now())
    assert (standing(world.club.pk).whole, begin_where_due(at=timezone.now())) == (False, None)
    sign(world, declare_copy_gone.ask(stamp_of(world), reason="The disk burnt."))
    assert begin_where_due(at=timezone.now()) is None
    assert not (mirror / PUT_BACK).exists()


def test_a_copy_that_is_put_back_is_compared_after_all(
    world: World, sales: list[Posted], mirror: Path, servers: Path
):
    (mirror / "tallinn").rename(mirror / "elsewhere")
    with psycopg.connect(postgres_url(servers / "postgres", database="casino")) as connection:
        connection.execute("SET session_replication_role = replica")
        connection.execute("UPDATE epochs_epoch SET timeline = '00000099'")
    begin_where_due(at=timezone.now())
    assert (standing(world.club.pk).whole, lost_ids(world)) == (False, [])
    (mirror / "elsewhere").rename(mirror / "tallinn")
    assert begin_where_due(at=timezone.now())
    assert (standing(world.club.pk).whole, len(lost_ids(world))) == (True, 2)
