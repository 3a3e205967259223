"""Two people who count, or sign for, the same thing at the same instant."""

from cashgames.models import OverShort
from cashgames.queries.tables import table_check
from cashgames.services.over_short import book_over_short
from casino.approvals.models import Proposal
from casino.approvals.queries import open_proposals
from casino.approvals.services import AlreadyDecided, approve
from casino.cage.models import Bag
from casino.cage.services.deposits import BagElsewhere, confirm_credit, take_back_dispatch
from casino.cage.services.funds import fund_vault
from casino.staff.models import Role
from tests.counting import dispatch, pack
from tests.racing import outcomes, race
from tests.world import World, of_the_desk


def signing(world: World, asked: Proposal, role: str):
    """Return what signs a proposal, prepared outside of the race."""
    stamp = world.stamp("22:10", role=role)
    return lambda: approve(stamp, proposal_id=asked.pk, digest=asked.digest)


def test_of_two_who_book_one_table_short_one_finds_nothing_more_to_record(world: World):
    of_the_desk(world.club, count_second_over_cents=1_000)
    session = world.session()
    world.seat(session, "Mari", "Jaan")
    found = {"session_id": session.pk, "counted_cents": 39_500, "reason": "A chip rolled away"}
    stamps = [world.stamp("22:00", role=role) for role in (Role.SUPERVISOR, Role.MANAGER)]

    results = race(*(lambda s=stamp: book_over_short(s, **found) for stamp in stamps))

    assert outcomes(results) == {"OverShort": 1, "NothingChanges": 1}
    assert table_check(session).difference_cents == 0
    assert world.balance("chips:table", session.pk) == -39_500


def test_a_table_counted_again_while_its_count_is_signed_books_one_of_both(world: World):
    session = world.session()
    world.seat(session, "Mari", "Jaan")
    what = {"session_id": session.pk, "reason": "Not on the floor"}
    first = book_over_short.ask(
        world.stamp("22:00", role=Role.SUPERVISOR), counted_cents=38_000, **what
    )
    again = world.stamp("22:10", role=Role.MANAGER)

    signed, asked = race(
        signing(world, first, Role.MANAGER),
        lambda: book_over_short.ask(again, counted_cents=39_000, **what),
    )

    assert open_proposals(world.club.pk, at=again.at) == [asked]
    booked = OverShort.objects.count()
    assert type(signed) is (Proposal if booked else AlreadyDecided)
    assert asked.content["over_cents"] == (1_000 if booked else -1_000)
    assert world.balance("chips:table", session.pk) == (-38_000 if booked else -40_000)


def test_a_funding_signed_by_two_at_once_comes_into_the_vault_once(world: World):
    asked = fund_vault.ask(world.stamp("22:00", role=Role.MANAGER), cash={10_000: 10})
    signers = (Role.SUPERVISOR, Role.ACCOUNTANT)

    results = race(*(signing(world, asked, role) for role in signers))

    assert outcomes(results) == {"Proposal": 1, "AlreadyDecided": 1}
    assert world.balance("cash:vault") == 100_000


def test_two_fundings_signed_at_once_stay_below_what_the_vault_holds(world: World):
    of_the_desk(world.club, vault_maximum_cents=100_000)
    asked = [
        fund_vault.ask(world.stamp(f"22:0{n}", role=Role.MANAGER), cash={10_000: 6})
        for n in range(2)
    ]
    signers = (Role.SUPERVISOR, Role.ACCOUNTANT)

    results = race(*(signing(world, each, role) for each, role in zip(asked, signers, strict=True)))

    assert outcomes(results) == {"Proposal": 1, "VaultFull": 1}
    assert world.balance("cash:vault") == 60_000


def test_a_bag_credited_by_two_at_once_is_credited_once(world: World):
    world.fund()
    bag = pack(world, world.stamp("20:00", role=Role.MANAGER), cents=100_000, seal="EE 1")
    dispatch(world, world.stamp("20:10", role=Role.MANAGER), bag)
    credit = {"bag_id": bag.pk, "cents": 100_000, "statement": "line 12"}
    stamps = [world.stamp("22:00", role=Role.ACCOUNTANT) for _ in range(2)]

    results = race(*(lambda s=stamp: confirm_credit(s, **credit) for stamp in stamps))

    assert outcomes(results) == {"Bag": 1, "BagElsewhere": 1}
    assert (world.balance("bank"), world.balance("cash:bags")) == (100_000, 0)
    assert Bag.objects.get().credited_cents == 100_000


def test_a_bag_credited_while_its_dispatch_is_taken_back_is_one_of_both(world: World):
    world.fund()
    bag = pack(world, world.stamp("20:00", role=Role.MANAGER), cents=100_000, seal="EE 1")
    dispatch(world, world.stamp("20:10", role=Role.MANAGER), bag)
    asked = take_back_dispatch.ask(
        world.stamp("22:00", role=Role.MANAGER), bag_id=bag.pk, reason="Meant the other bag"
    )
    reader = world.stamp("22:10", role=Role.ACCOUNTANT)

    back, credited = race(
        signing(world, asked, Role.SUPERVISOR),
        lambda: confirm_credit(reader, bag_id=bag.pk, cents=100_000, statement="line 12"),
    )

    assert {type(back), type(credited)} in ({Proposal, BagElsewhere}, {BagElsewhere, Bag})
    found = Bag.objects.get()
    assert (found.handed_at is None) == (type(back) is Proposal)
    assert (found.credited_at is None) == (type(back) is Proposal)
