"""Control profiles of a club, one after the other."""

from datetime import date

from casino.house.models import ControlProfile
from tests.world import World


def profiles(world: World, *series: tuple[str, date]) -> None:
    """Let each profile hold from noon of its day on."""
    for number, (name, day) in enumerate(series, start=1):
        ControlProfile.objects.create(
            club=world.club,
            profile=name,
            since=world.at("12:00", day=day),
            reason="A series",
            proposal_id=number,
            proposed_by_id=1,
            adopted_by_id=2,
            act_id=-number,
        )
