"""A request that the program before carried out is the same one, though its act takes more now."""

from casino.acts.runner import ACTS
from casino.countroom.models import Box
from casino.countroom.services.boxes import take_box
from casino.ledger import services as ledger
from casino.ledger.refusals import KeyReused
from casino.staff.models import Role
from tests.acting import arguments_of
from tests.integration.countroom.test_boxes import a_table
from tests.refusing import refused
from tests.world import World, a_key


def test_a_box_of_the_program_before_that_is_sent_again_is_the_same_one(world: World):
    world.jackpot()
    table = a_table(world)
    floor = world.stamp("23:00", role=Role.SUPERVISOR, key=a_key())
    asked = {"session_id": table.pk, "fee": "jackpot", "number": "J1"}
    act = ledger.act(floor, "countroom.take_box", **asked)
    box = Box.objects.create(
        club=world.club,
        session=table,
        fee="jackpot",
        number="J1",
        gaming_day=floor.gaming_day,
        taken_at=floor.at,
        taken_by_id=floor.person_id,
        act_id=act.id,
    )
    assert take_box(floor, **asked) == box
    assert take_box(floor, **asked, replaces_none=False) == box
    refused(KeyReused, take_box, floor, **asked, replaces_none=True)


def test_an_argument_that_was_added_is_kept_by_the_key_where_it_says_something():
    added = {
        (act, name)
        for act in ACTS.values()
        for name, each in act.arguments.items()
        if each.kind.added
    }
    assert added
    for act, name in added:
        values = arguments_of(act) | {name: act.arguments[name].default}
        assert name not in act.key_of(values)
        assert name in act.key_of(values | {name: arguments_of(act, other=True)[name]})
