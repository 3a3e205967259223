"""Cards of one person at two clubs: their points count together from now on."""

from datetime import timedelta

from casino.approvals.models import Proposal
from casino.approvals.services import completes, propose
from casino.db import command
from casino.house.stamp import Stamp
from casino.ledger import services as ledger
from casino.names import clean_name
from casino.players.models import Player
from casino.refusals import NotFound, Refusal
from casino.words import say
from ranking import queries
from ranking.models import SamePerson

JOIN = "ranking.join_cards"


class NotOnePerson(Refusal):
    """A card counts for one person, and cards of one club are merged among its guests."""

    status = 409
    code = "RANKING-020"


@command
def propose_same_person(stamp: Stamp, *, player_id: int, person_id: int, reason: str) -> Proposal:
    """
    Propose that the points of a card count for one of another club, in every open quarter.

    Raises NotFound, NotOnePerson.
    """
    reason = clean_name(reason, field="reason", longest=200)
    act = ledger.act(
        stamp,
        "ranking.propose_same_person",
        player_id=player_id,
        person_id=person_id,
        reason=reason,
    )
    if act.replayed:
        return Proposal.objects.get(act_id=act.id)
    player, person = _card(stamp, player_id, "player_id"), _card(stamp, person_id, "person_id")
    _check(player, person)
    content = {
        "player_id": player.pk,
        "player": player.name,
        "counts_for_id": person.pk,
        "counts_for": person.name,
    }
    return propose(stamp, act, operation=JOIN, content=content, reason=reason)


def _card(stamp: Stamp, player_id: int, field: str) -> Player:
    """Return a card of a club that shares a ranking with the actor's. Raises NotFound."""
    near = {club.pk for club in queries.clubs_beside(stamp.club_id)} | {stamp.club_id}
    found = Player.objects.filter(id=player_id, club__in=near).first()
    if found is None:
        raise NotFound(say("There is no such player in this club."), field=field)
    return found


def _check(player: Player, person: Player) -> None:
    """Raise NotOnePerson."""
    if player.club_id == person.club_id:
        said = say("These are cards of one club.")
        raise NotOnePerson(said, field="person_id", next_step=say("Merge them among the guests."))
    joined = SamePerson.objects.filter(player__in=(player, person)).select_related("player")
    if one := joined.first():
        said = say("{name} counts for another card already.", name=one.player.name)
        raise NotOnePerson(said, field="person_id")


@completes(JOIN, title=say("Cards of two clubs"), lives=timedelta(days=7))
def join_cards(stamp: Stamp, act: ledger.Act, proposal: Proposal) -> SamePerson:
    """Let the points of a card count for another one. Raises NotOnePerson."""
    content = proposal.content
    player = _card(stamp, content["player_id"], "player_id")
    person = _card(stamp, content["counts_for_id"], "person_id")
    _check(player, person)
    return SamePerson.objects.create(player=player, person=person, proposal=proposal, act_id=act.id)
