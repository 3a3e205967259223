"""Of two who write what can be there only once, the later one is told so as if alone."""

from casino.players.services.rulings import hear_claim, withdraw_ruling
from casino.staff.models import Role
from tests.racing import outcomes, race
from tests.world import a_club


def test_of_eight_who_withdraw_one_decision_at_once_seven_read_that_it_is_withdrawn(
    committed_db: None,
):
    world = a_club()
    wrong = hear_claim(
        world.stamp("22:00", role=Role.SUPERVISOR),
        place="cash",
        about="1",
        place_id=world.session().pk,
        hand="18",
        decision="Misdeal",
    )
    stamps = [world.stamp("22:05", role=Role.SUPERVISOR) for _ in range(8)]

    results = race(
        *(
            lambda one=one: withdraw_ruling(one, ruling_id=wrong.pk, reason="It was hand 17")
            for one in stamps
        )
    )

    assert outcomes(results) == {"Ruling": 1, "RulingWithdrawn": 7}
