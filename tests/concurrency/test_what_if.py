"""One question, many workers at once: it is answered once."""

import pytest

from cashgames.services.hands import rake_hand
from casino.staff.models import Role
from casino.whatif import services
from casino.whatif.models import Study
from casino.whatif.tasks import answer_studies
from tests.racing import race
from tests.world import EVENING, World, a_club


@pytest.fixture
def world(committed_db: None) -> World:
    world = a_club()
    rake_hand(
        world.stamp("21:00", role=Role.SUPERVISOR),
        session_id=world.session().pk,
        name="1",
        pots_cents=[900],
        players_dealt=6,
        board_cards_dealt=5,
        deviation="Nobody was seated",
    )
    return world


def test_one_of_many_workers_answers(world: World):
    stamp = world.stamp("23:00", role=Role.MANAGER)
    asked = services.ask(stamp, first_day=EVENING, last_day=EVENING, book="voodoo", overrides={})

    found = race(*[answer_studies] * 8)
    found.append(answer_studies())

    assert sorted(found) == [[]] * 8 + [[asked.pk]]
    asked = Study.objects.get()
    assert (asked.state, asked.done_hands, asked.result["total"]["other_rake_cents"]) == (
        Study.State.DONE, 1, 45,
    )  # fmt: skip
