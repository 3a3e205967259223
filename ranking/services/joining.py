"""Cards of one person at two clubs: their points count together from now on."""

from datetime import timedelta

from casino.acts.kinds import Id, Reason
from casino.approvals.signed import Preview, signed
from casino.house.stamp import Stamp
from casino.messages import msg
from casino.names import guest
from casino.players.models import Player
from casino.refusals import NotFound, Refusal
from ranking.models import SamePerson
from ranking.queries.rankings import clubs_beside

JOIN = "ranking.join_cards"


class NotOnePerson(Refusal):
    """A card counts for one person, and cards of one club are merged among its guests."""

    status = 409
    code = "RANKING-020"


def joining_preview(stamp: Stamp, *, player_id: int, person_id: int, reason: str) -> Preview:
    """Say whose points would count for whom. Raises NotFound, NotOnePerson."""
    if stamp.act_id:
        cards = Player.objects.filter(id__in=(player_id, person_id)).order_by("id")
        list(cards.select_for_update(no_key=True))
    player, person = _card(stamp, player_id, "player_id"), _card(stamp, person_id, "person_id")
    _check(player, person)
    return Preview(content={"player": guest(player.pk), "counts_for": guest(person.pk)})


@signed(
    JOIN,
    asked_as="ranking.propose_same_person",
    preview=joining_preview,
    kinds={JOIN: msg("Duplicate card at another club")},
    lives=timedelta(days=7),
    waits="The other club is asked first.",
)
def join_cards(stamp: Stamp, *, player_id: Id, person_id: Id, reason: Reason) -> SamePerson:
    """Let the points of a card count for one of another club, in every open quarter."""
    return SamePerson.objects.create(
        player_id=player_id,
        person_id=person_id,
        proposal_id=stamp.proposal_id,
        act_id=stamp.act_id,
    )


def _card(stamp: Stamp, player_id: int, field: str) -> Player:
    """Return a card of a club that shares a ranking with the actor's. Raises NotFound."""
    near = {club.pk for club in clubs_beside(stamp.club_id)} | {stamp.club_id}
    found = Player.objects.filter(id=player_id, club__in=near).first()
    if found is None:
        raise NotFound(msg("There is no such player in this club."), field=field)
    return found


def _check(player: Player, person: Player) -> None:
    """Raise NotOnePerson."""
    if player.club_id == person.club_id:
        said = msg("Both cards are of the same club.")
        merge = msg("Merge them under Guests.")
        raise NotOnePerson(said, field="person_id", next_step=merge, next_page="players")
    joined = SamePerson.objects.filter(player__in=(player, person)).select_related("player")
    if one := joined.first():
        said = msg("{name} already counts for another card.", name=one.player.name)
        raise NotOnePerson(said, field="person_id")
