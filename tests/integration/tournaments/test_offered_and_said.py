"""The pages of a tournament offer and say what holds: bounties, figures of a deal, the pool."""

from casino.staff.models import Role
from tests.integration.tournaments.test_words_of_the_floor import page
from tests.shifted import Clock
from tests.tournament_floor import begun, out, td
from tests.tournaments import a_tournament, agreed, enter, now, signed
from tests.world import World
from tournaments.models import Tournament
from tournaments.services.bounties import collect_bounties
from tournaments.services.knockouts import Out, knock_out
from tournaments.services.pool import fix_pool
from tournaments.services.starting import close_registration

NAMES = ("Ann", "Bob", "Cat", "Dan")


def test_bounty_is_offered_at_the_row_of_who_won_a_chip_until_it_is_handed_in(world: World):
    event = a_tournament(world, variants=["terminator"], bounty_cents=2_000)
    shift = world.open_shift(clock="18:00")
    assert "Refused" not in page(world, event, "")
    ann, bob, *_ = enter(world, event, *NAMES, shift_id=shift.pk)
    one = {"tournament_id": event.pk}
    begun(world, event)
    assert "bounties/?entry=" not in page(world, event, "")
    knock_out(td(world, "21:20"), **one, outs=[Out(entry_id=bob.pk, stack=100, by=(ann.pk,))])
    shown = page(world, event, "")
    assert f"bounties/?entry={ann.pk}" in shown
    assert shown.count("bounties/?entry=") == 1
    asked = collect_bounties.ask(td(world, "21:25"), **one, entry_id=ann.pk)
    signed(world, asked, clock="21:26")
    assert "bounties/?entry=" not in page(world, event, "")


def test_a_new_deal_begins_with_the_figures_of_a_void_one_and_says_whose_they_are(world: World):
    event = a_tournament(world, shares_bp=[5_000, 3_000, 2_000])
    shift = world.open_shift(clock="18:00")
    entries = enter(world, event, *NAMES, shift_id=shift.pk)
    one = {"tournament_id": event.pk}
    begun(world, event)
    close_registration(td(world, "22:00"), **one)
    signed(world, fix_pool.ask(td(world, "22:01"), **one), clock="22:02")
    ann, bob, cat, dan = entries
    out(world, event, dan, "22:10")
    event = now(event)
    total = event.fixed.net_cents
    agreed(
        world,
        event,
        {ann.pk: total - 3_000, bob.pk: 2_000, cat.pk: 1_000},
        stacks={ann.pk: 20_000, bob.pk: 15_000, cat.pk: 5_000},
        clock="22:50",
    )
    assert "Begins with the figures of the deal recorded 22:50" in page(world, event, "deal/")
    out(world, event, cat, "22:55")
    answer = world.browser(Role.DIRECTOR).get(f"/tallinn/tournaments/{event.pk}/deal/")
    assert [chips.value() for _, _, chips in answer.context["form"].rows] == [20_000, 15_000]
    assert "void" in answer.content.decode()


def test_closing_registration_ahead_of_its_announced_end_says_what_it_ends(
    world: World, clock: Clock
):
    clock.stop(world.at("18:00"))
    event = a_tournament(world, late_levels=1)
    shift = world.open_shift(clock="18:00")
    enter(world, event, *NAMES, shift_id=shift.pk)
    begun(world, event)
    clock.stop(world.at("21:01"))
    assert "are still on sale, as announced" in page(world, event, "close-registration/")
    clock.stop(world.at("23:30"))
    assert "are still on sale, as announced" not in page(world, event, "close-registration/")


def test_the_pool_of_a_cancelled_tournament_is_not_provisional(world: World):
    event = a_tournament(world)
    Tournament.objects.filter(id=event.pk).update(cancelled_at=world.at("20:00"))
    shown = page(world, event, "")
    assert "provisional" not in shown
    assert ">cancelled</span>" in shown
