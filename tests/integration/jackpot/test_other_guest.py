"""A guest who was seated by another guest's card gets the share of the hand all the same."""

import pytest

from cashgames.models import ChipMove, Seat, Session
from cashgames.services.cash_outs import cash_out
from cashgames.services.chip_corrections import take_back_chips
from cashgames.services.seats import seat_player
from casino.cage.models import Payable
from casino.players.models import Player
from casino.players.queries import Gone
from casino.players.services.erasing import anonymise_player
from casino.refusals import BadInput
from casino.staff.models import Role
from jackpot.models import Claim
from jackpot.services.claims import withdraw_claim
from jackpot.services.seated import OtherGuest
from jackpot.services.taking_back import take_back_award
from tests.claiming import NAMES, ROYAL, approved, awarded, claimed, fed, proposed, six_seated
from tests.correcting import floor, wrong
from tests.refusing import refused
from tests.world import World, a_key

pytestmark = pytest.mark.django_db
WHY = "The other guest of that name: identity card seen at 23:10"


@pytest.fixture
def session(world: World) -> Session:
    fed(world)
    return six_seated(world)


@pytest.fixture
def right(world: World) -> Player:
    return world.player("Mari Tamm the younger")


def recorded(session: Session, number: int = 1) -> Player:
    return Seat.objects.filter(session=session, number=number).earliest("id").player


def with_the_other(who: Player, seat: int = 1, **more):
    return {"other_guests": [OtherGuest(seat=seat, player_id=who.pk, reason=WHY)], **more}


def owed() -> dict[int, int]:
    return {each.player_id: each.cents for each in Payable.objects.filter(reversal=None)}


def test_who_sat_there_in_truth_is_owed_the_share_and_both_are_shown(world, session, right):
    claim = awarded(world, claimed(world, session, **with_the_other(right)))

    assert owed()[right.pk] == max(owed().values())
    assert recorded(session).pk not in owed()
    content = claim.proposal.content["shares"][0]
    assert content["player"] == {"guest": right.pk}
    assert (content["instead_of"], content["reason"]) == ({"guest": recorded(session).pk}, WHY)


def test_who_signs_reads_whose_card_was_taken_for_whom_and_why(world, session, right):
    asked = proposed(world, claimed(world, session, **with_the_other(right)), base=1_000_000)
    claim = Claim.objects.get(proposal=asked)
    client = world.browser(Role.MANAGER)
    pages = [f"approvals/{asked.pk}/", f"jackpot/claims/{claim.pk}/"]
    for page in [*pages, f"jackpot/claims/{claim.pk}/form/"]:
        shown = " ".join(client.get(f"/tallinn/{page}").content.decode().split())
        assert right.name in shown, page
        assert f"the table recorded {recorded(session).name}" in shown, page
        assert WHY in shown, page


def test_who_signs_reads_of_the_guest_without_whom_too_few_were_dealt_in(world):
    fed(world)
    session = world.session()
    world.seat(session, "Mari", "Jüri", "Kati", "Peeter", "Liis")
    ghost = world.player("Ghost")
    assert refused(BadInput, claimed, world, session, **ROYAL).field == "players_dealt"
    asked = proposed(
        world, claimed(world, session, **ROYAL, **with_the_other(ghost, 9)), base=1_000_000
    )
    told = {"seat": 9, "player": {"guest": ghost.pk}, "instead_of": None, "reason": WHY}
    assert asked.content["seated_otherwise"] == [told]
    client = world.browser(Role.MANAGER)
    page = " ".join(client.get(f"/tallinn/approvals/{asked.pk}/").content.decode().split())
    assert "Seat 9: Ghost <small" in page
    assert f"the table recorded nobody: {WHY}" in page


def test_a_seat_that_the_game_does_not_have_was_nobodys(world, session, right):
    said = refused(BadInput, claimed, world, session, **with_the_other(right, 12))
    assert said.field == "other_guests"


def test_nobody_is_named_whose_card_was_erased(world, session, right):
    manager = world.stamp("22:00", role=Role.MANAGER)
    asked = anonymise_player.ask(manager, player_id=right.pk, reason="She asked")
    approved(world, asked, "22:01", role=Role.ACCOUNTANT)
    refused(Gone, claimed, world, session, **with_the_other(right))


def test_a_seat_that_the_floor_took_back_is_named_for_the_claim(world, session, right):
    move = ChipMove.objects.get(seat__session=session, seat__number=1)
    world.sell(20_000, "22:00")
    take_back_chips(floor(world, "23:06"), move_id=move.pk, reason=WHY)
    buy_in = {"seat_no": 1, "player_id": right.pk, "cents": 20_000, "paid_with": "chips"}
    seat_player(floor(world, "23:07"), session_id=session.pk, **buy_in)

    assert refused(BadInput, claimed, world, session, "23:08").field == "players_dealt"
    claim = awarded(world, claimed(world, session, "23:09", **with_the_other(right)))
    assert owed()[right.pk] == max(owed().values())
    assert claim.seated_by_name[0]["instead_of"] is None


def test_an_award_to_the_wrong_guest_is_taken_back_and_goes_to_the_right_one(world, session, right):
    claim = awarded(world, claimed(world, session))
    wrong, share = recorded(session).pk, max(owed().values())
    assert owed()[wrong] == share
    asked = take_back_award.ask(
        world.stamp("23:30", role=Role.SUPERVISOR), claim_id=claim.pk, reason=WHY
    )
    approved(world, asked, "23:31")
    withdraw_claim(floor(world, "23:32"), claim_id=claim.pk, reason=WHY)

    awarded(world, claimed(world, session, "23:33", **with_the_other(right)))
    assert (owed().get(wrong), owed()[right.pk]) == (None, share)


def test_nobody_had_two_seats_and_no_seat_two_guests(world, session, right):
    second = recorded(session, 2)
    said = refused(BadInput, claimed, world, session, **with_the_other(second))
    assert (said.field, "had seat 2" in str(said.message.localized())) == ("other_guests", True)
    twice = [OtherGuest(seat=1, player_id=each.pk, reason=WHY) for each in (right, second)]
    assert refused(BadInput, claimed, world, session, other_guests=twice).field == "other_guests"
    assert not Claim.objects.exists()


def at_desk() -> dict[str, str]:
    """Return what is typed of the hand at the claim desk."""
    return {
        "key": str(a_key()),
        "hand_name": "17",
        "played_at": "23:00",
        "players_dealt": "6",
        "board": "AsAdJc9h9d",
        "cards_1": "AhJd",
        "cards_2": "9c9s",
        "showdown": "on",
    }


def test_the_desk_names_the_guest_by_code_and_asks_for_all_three(world, session, right):
    client = world.browser(Role.SUPERVISOR)
    typed = at_desk() | {"other_seat": "1", "other_player": str(right.code)}
    at = f"/tallinn/jackpot/claims/at/{session.pk}/"
    refusal = client.post(at, typed)
    assert refusal.status_code == 422
    assert refusal.context["form"].errors.keys() == {"other_reason"}
    assert client.post(at, typed | {"other_reason": WHY}).status_code == 302
    (claim,) = Claim.objects.all()
    assert claim.seated[0]["player_id"] == right.pk


def test_who_had_gone_by_then_and_was_entered_late_has_no_share(world):
    fed(world)
    session = six_seated(world, *NAMES, "Ann")
    gone = recorded(session, 7)
    out = {"player_id": gone.pk, "cents": 20_000, "paid_with": "chips"}
    cash_out(floor(world, "23:02"), session_id=session.pk, **out)
    nobody = OtherGuest(seat=7, player_id=None, reason=WHY)
    asked = proposed(world, claimed(world, session, other_guests=[nobody]), base=1_000_000)

    # Who signs reads that a share falls away, whose, and why.
    told = {"seat": 7, "player": None, "instead_of": {"guest": gone.pk}, "reason": WHY}
    assert asked.content["seated_otherwise"] == [told]
    claim = Claim.objects.get(proposal=asked)
    client = world.browser(Role.MANAGER)
    pages = [f"approvals/{asked.pk}/", f"jackpot/claims/{claim.pk}/"]
    for page in [*pages, f"jackpot/claims/{claim.pk}/form/"]:
        shown = " ".join(client.get(f"/tallinn/{page}").content.decode().split())
        assert "Nobody sat there" in shown, page
        assert f"the table recorded {gone.name}: {WHY}" in shown, page
    approved(world, asked)
    assert len(owed()) == 6
    assert gone.pk not in owed()
    assert wrong(world) == []


def test_a_seat_of_nobody_has_no_cards_and_was_somebodys_by_the_table(world, session):
    gone = OtherGuest(seat=1, player_id=None, reason=WHY)
    assert refused(BadInput, claimed, world, session, other_guests=[gone]).field == "players_dealt"
    less = {"other_guests": [gone], "players_dealt": 5}
    assert refused(BadInput, claimed, world, session, **less).field == "hands"
    empty = OtherGuest(seat=9, player_id=None, reason=WHY)
    said = refused(BadInput, claimed, world, session, other_guests=[empty])
    assert said.field == "other_guests"


def test_the_desk_says_that_nobody_sat_there(world):
    fed(world)
    session = six_seated(world, *NAMES, "Ann")
    client = world.browser(Role.SUPERVISOR)
    typed = at_desk() | {"other_seat": "7", "other_nobody": "on"}
    at = f"/tallinn/jackpot/claims/at/{session.pk}/"
    refusal = client.post(at, typed)
    assert refusal.context["form"].errors.keys() == {"other_reason"}
    both = typed | {"other_reason": WHY, "other_player": str(recorded(session, 1).code)}
    assert client.post(at, both).context["form"].errors.keys() == {"other_nobody"}
    assert client.post(at, typed | {"other_reason": WHY}).status_code == 302
    (claim,) = Claim.objects.all()
    assert [each["seat"] for each in claim.seated] == [1, 2, 3, 4, 5, 6]


def test_the_desk_names_both_guests_whose_cards_were_taken_for_each_others(world, session):
    one, two = recorded(session, 1), recorded(session, 2)
    client = world.browser(Role.SUPERVISOR)
    typed = at_desk() | {"other_seat": "1", "other_player": str(two.code), "other_reason": WHY}
    at = f"/tallinn/jackpot/claims/at/{session.pk}/"
    typed |= {"other_seat_2": "2", "other_player_2": str(one.code)}
    refusal = client.post(at, typed)
    assert refusal.context["form"].errors.keys() == {"other_reason_2"}
    assert 'name="other_player_2"' in refusal.text
    assert client.post(at, typed | {"other_reason_2": WHY}).status_code == 302
    (claim,) = Claim.objects.all()
    assert [each["player_id"] for each in claim.seated[:2]] == [two.pk, one.pk]
