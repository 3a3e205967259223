"""How old guests are at least: the manager proposes, the accountant approves."""

from dataclasses import asdict
from datetime import timedelta

from casino.approvals.models import Proposal
from casino.approvals.services import completes, propose
from casino.db import command
from casino.house.stamp import Stamp
from casino.ledger import services as ledger
from casino.names import clean_name
from casino.players import models
from casino.players.queries import terms
from casino.players.rules import Terms
from casino.refusals import BadInput, Refusal
from casino.words import say

CHANGE = "players.change_terms"
YOUNGEST, OLDEST = 18, 30


class SameTerms(Refusal):
    """A proposal differs from what holds."""

    code = "PLAYER-007"
    message = say("Nothing would change: this is the club's age now.")


@command
def propose_terms(stamp: Stamp, *, minimum_age: int, reason: str) -> Proposal:
    """
    Propose from which age on, in years, the club admits guests.

    Raises BadInput below 18 or above 30 years, SameTerms.
    """
    reason = clean_name(reason, field="reason", longest=200)
    act = ledger.act(stamp, "players.propose_terms", minimum_age=minimum_age, reason=reason)
    if act.replayed:
        return Proposal.objects.get(act_id=act.id)
    if not YOUNGEST <= minimum_age <= OLDEST:
        raise BadInput(
            say("Write {youngest} to {oldest} years.", youngest=YOUNGEST, oldest=OLDEST),
            field="minimum_age",
        )
    before = terms(stamp.club_id)
    if before == Terms(minimum_age=minimum_age):
        raise SameTerms
    content = {"minimum_age": minimum_age, "instead_of": asdict(before)}
    return propose(stamp, act, operation=CHANGE, content=content, reason=reason)


@completes(CHANGE, title=say("Age of guests"), lives=timedelta(days=3))
def change_terms(stamp: Stamp, act: ledger.Act, proposal: Proposal) -> None:
    """Let the proposed age hold."""
    wanted = {"minimum_age": proposal.content["minimum_age"]}
    models.Terms.objects.update_or_create(club_id=stamp.club_id, defaults=wanted)
