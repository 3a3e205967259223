"""Erasing a person and keeping the books: amounts stay, the name and the papers go."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from casino.approvals.models import Proposal
from casino.approvals.services import completes, propose
from casino.db import command
from casino.house.stamp import Stamp
from casino.ledger import services as ledger
from casino.names import clean_name
from casino.players.models import Player, Version
from casino.players.queries import bars_on, family, place_of, player
from casino.players.services.guests import Gone
from casino.players.services.places import PlaysElsewhere
from casino.refusals import Refusal
from casino.staff.models import Role

ANONYMISE = "players.anonymise"
NOTHING: dict[str, Any] = {
    "birth_date": None,
    "code_country": "",
    "personal_code": "",
    "document": "",
    "photo": False,
    "notes": "",
}


class BarStands(Refusal):
    """Whom the house keeps out, it has to recognise."""

    status = 409
    code = "PLAYER-006"
    message = "This guest is barred: who is kept out has to be recognised until then."


@command
def propose_anonymising(stamp: Stamp, *, player_id: int, reason: str) -> Proposal:
    """Propose to erase a guest's name and papers. Raises NotFound, Gone, BarStands."""
    reason = clean_name(reason, field="reason", longest=200)
    act = ledger.act(stamp, "players.propose_anonymising", player_id=player_id, reason=reason)
    if act.replayed:
        return Proposal.objects.get(act_id=act.id)
    found = _erasable(stamp, player_id)
    content = {"player_id": found.pk, "code": found.code}
    return propose(stamp, act, operation=ANONYMISE, content=content, reason=reason)


def erasing_ahead(stamp: Stamp, content: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return what remains. Raises what stands in the way by now."""
    found = _erasable(stamp, content["player_id"])
    return {"guest": found.name, "afterwards": _nobody(found)}


@completes(
    ANONYMISE,
    title="Erase a guest's name and papers",
    approvers=(Role.ACCOUNTANT,),
    lives=timedelta(days=14),
    consequence=erasing_ahead,
)
def anonymise_player(stamp: Stamp, act: ledger.Act, proposal: Proposal) -> Player:
    """Erase a person, doubles and former versions too; every entry keeps its amount and guest."""
    found = _erasable(stamp, proposal.content["player_id"])
    everybody = family(found.pk)
    Version.objects.filter(player_id__in=everybody).update(name=_nobody(found), **NOTHING)
    Player.objects.filter(id__in=everybody).update(
        name=_nobody(found), anonymised_at=stamp.at, **NOTHING
    )
    return player(stamp.club_id, found.pk)


def _erasable(stamp: Stamp, player_id: int) -> Player:
    found = player(stamp.club_id, player_id)
    if found.merged_into_id or found.anonymised_at:
        raise Gone(field="player_id")
    if bars_on(player_id, stamp.gaming_day):
        raise BarStands(field="player_id")
    if place := place_of(player_id):
        raise PlaysElsewhere(f"{found} plays in {place.about} now.", field="player_id")
    return found


def _nobody(found: Player) -> str:
    return f"Guest {found.code}"
