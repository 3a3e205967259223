"""Cards of one person at two clubs: their points count together, until two people part them."""

from collections.abc import Collection
from datetime import timedelta

from casino.acts.kinds import Id, Reason
from casino.approvals.queries import signs
from casino.approvals.signed import Preview, signed
from casino.house.stamp import Stamp
from casino.messages import msg
from casino.names import guest
from casino.players.models import Player
from casino.players.queries import card_ids
from casino.refusals import Conflict, NotFound, Refusal
from ranking.models import SamePerson
from ranking.queries.rankings import clubs_beside, joined_card, paid_together
from ranking.services.closing import elsewhere
from tournaments.models import Entry

JOIN, PART = "ranking.join_cards", "ranking.part_cards"


class NotOnePerson(Conflict):
    """A card counts for one person, and cards of one club are merged among its guests."""

    code = "RANKING-020"


class NotManagerOfBoth(Refusal):
    """Whose points count for whom is said by who manages both clubs (OLY-5.1)."""

    status = 403
    code = "RANKING-021"
    message = msg("The approver must be manager of both clubs.")
    source = "OLY-5.1"


def joining_preview(stamp: Stamp, *, player_id: int, person_id: int, reason: str) -> Preview:
    """Say whose points would count for whom. Raises NotFound, NotOnePerson."""
    if stamp.act_id:
        cards = Player.objects.filter(id__in=(player_id, person_id)).order_by("id")
        list(cards.select_for_update(no_key=True))
    player, person = _card(stamp, player_id, "player_id"), _card(stamp, person_id, "person_id")
    if stamp.club_id not in (player.club_id, person.club_id):
        raise NotOnePerson(msg("One of the two cards must be of this club."), field="person_id")
    _check(player, person)
    return Preview(
        content={"player": guest(player.pk), "counts_for": guest(person.pk)},
        ahead=_named(player, person),
    )


@signed(
    JOIN,
    asked_as="ranking.propose_same_person",
    preview=joining_preview,
    kinds={JOIN: msg("Duplicate card at another club")},
    lives=timedelta(days=7),
    waits="The other club is asked first.",
)
def join_cards(stamp: Stamp, *, player_id: Id, person_id: Id, reason: Reason) -> SamePerson:
    """
    Let the points of a card count for one of another club, in every open quarter.

    Who signs manages both clubs, as for a ranking of both; it is an act of each.

    Raises NotManagerOfBoth, NotFound, NotOnePerson.
    """
    cards = Player.objects.filter(id__in=(player_id, person_id))
    club_ids = [card.club_id for card in cards]
    _check_signer(stamp, club_ids)
    _note_there(stamp, club_ids, JOIN, player_id=player_id, person_id=person_id)
    return SamePerson.objects.create(
        player_id=player_id,
        person_id=person_id,
        proposal_id=stamp.proposal_id,
        act_id=stamp.act_id,
    )


def _card(stamp: Stamp, player_id: int, field: str) -> Player:
    """
    Return a card of the actor's club, or of one that shares a ranking with it. Raises NotFound.

    Of another club's guests only those who entered a tournament, by any card, are known here.
    """
    near = {club.pk for club in clubs_beside(stamp.club_id)}
    found = Player.objects.filter(id=player_id, club__in={*near, stamp.club_id}).first()
    entered = Entry.objects.filter(player__in=card_ids(player_id))
    if found is None or (found.club_id != stamp.club_id and not entered.exists()):
        raise NotFound(msg("There is no such player in this club."), field=field)
    return found


def _check_signer(stamp: Stamp, club_ids: Collection[int]) -> None:
    """Raise NotManagerOfBoth."""
    for club_id in {*club_ids} - {stamp.club_id}:
        if not signs(club_id, stamp.signer_id, JOIN, at=stamp.at):
            raise NotManagerOfBoth


def _note_there(stamp: Stamp, club_ids: Collection[int], operation: str, **cards: int) -> None:
    """Write an act of the other clubs whose cards they are, so that it stands out there, too."""
    for club_id in sorted({*club_ids} - {stamp.club_id}):
        elsewhere(stamp, club_id, operation, club_id=stamp.club_id, **cards)


def _named(player: Player, person: Player) -> dict[str, str]:
    """Return which two cards they are, for who signs: a father's has the son's name."""
    cards = {"duplicate_card": player, "counts_for_card": person}
    return {name: f"{each.code} {each.name}, {each.club.name}" for name, each in cards.items()}


def _check(player: Player, person: Player) -> None:
    """Raise NotOnePerson."""
    if player.club_id == person.club_id:
        said = msg("Both cards are of the same club.")
        merge = msg("Merge them under Guests.")
        raise NotOnePerson(said, field="person_id", next_step=merge, next_page="players")
    joined = SamePerson.objects.filter(player__in=(player, person), parted=None)
    if one := joined.select_related("player", "person__club").first():
        said = msg(
            "{name} already counts for {person} of {club}.",
            name=one.player.name,
            person=one.person.name,
            club=one.person.club.name,
        )
        raise NotOnePerson(
            said,
            field="person_id",
            next_step=msg("If that is wrong, separate the cards first."),
            next_page="ranking-part-cards",
            about={"player_id": one.player_id},
        )


def parting_preview(stamp: Stamp, *, player_id: int, reason: str) -> Preview:
    """Say which cards count apart from now on, and what stays as it was paid. Raises NotFound."""
    if stamp.act_id:
        list(Player.objects.filter(id=player_id).select_for_update(no_key=True))
    joined = joined_card(stamp.club_id, player_id)
    kept = [str(each) for each in paid_together(joined)]
    cards = {"player": guest(joined.player_id), "counts_for": guest(joined.person_id)}
    ahead = _named(joined.player, joined.person)
    return Preview(content=cards | {"closed_quarters": kept}, reason=reason, ahead=ahead)


@signed(
    PART,
    asked_as="ranking.propose_parting",
    preview=parting_preview,
    kinds={PART: msg("Separate cards of two clubs")},
    lives=timedelta(days=7),
    waits="The other club is asked first.",
)
def part_cards(stamp: Stamp, *, player_id: Id, reason: Reason) -> SamePerson:
    """
    Let a card that counted for one of another club count for itself again, in every open quarter.

    A closed quarter stays as it was paid. Who signs manages both clubs; it is an act of each.
    Raises NotFound, NotManagerOfBoth.
    """
    joined = joined_card(stamp.club_id, player_id)
    club_ids = [joined.player.club_id, joined.person.club_id]
    _check_signer(stamp, club_ids)
    _note_there(stamp, club_ids, PART, player_id=joined.player_id, person_id=joined.person_id)
    joined.parted_id = stamp.proposal_id
    joined.save(update_fields=["parted"])
    return joined
