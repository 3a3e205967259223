"""What a club opened with: its name and language by the manager, its notes and chips by two."""

from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any

from django.conf import settings

from casino.approvals.models import Proposal
from casino.approvals.services import completes, propose
from casino.cage.models import ClubChange
from casino.cage.services.thresholds import NothingChanges
from casino.db import command
from casino.house.models import Club
from casino.house.stamp import Stamp
from casino.ledger import services as ledger
from casino.money import format_cents
from casino.names import clean_name
from casino.refusals import BadInput, Refusal
from casino.words import say

CHANGE = "cage.change_pieces"
MOST_VALUES, MOST_PIECE_CENTS = 40, 100_000_000


class OtherPieces(Refusal):
    """What is approved is the step from the pieces that were shown."""

    status = 409
    code = "CAGE-032"
    message = say("The notes and chips are no longer those that this proposal changes.")
    next_step = say("Let it be proposed again.")


@command
def rename_club(stamp: Stamp, *, name: str, language: str, reason: str) -> ClubChange:
    """
    Change the name on pages and slips, and the language of those who chose none.

    Raises BadInput, NothingChanges.
    """
    wanted = {"name": clean_name(name), "language": language}
    reason = clean_name(reason, field="reason", longest=200)
    act = ledger.act(stamp, "cage.rename_club", **wanted, reason=reason)
    if act.replayed:
        return ClubChange.objects.get(act_id=act.id)
    if language not in dict(settings.LANGUAGES):
        raise BadInput(say("No page is written in that language."), field="language")
    return _change(stamp, act, wanted, reason=reason, changed_by_id=stamp.person_id)


@command
def propose_pieces(
    stamp: Stamp, *, notes: Sequence[int], chips: Sequence[int], reason: str
) -> Proposal:
    """
    Propose which notes, coins and chips are counted, in cents; shifts count them that open later.

    Raises BadInput, NothingChanges.
    """
    wanted = {"notes_cents": _checked(notes, "notes"), "chips_cents": _checked(chips, "chips")}
    reason = clean_name(reason, field="reason", longest=200)
    act = ledger.act(stamp, "cage.propose_pieces", **wanted, reason=reason)
    if act.replayed:
        return Proposal.objects.get(act_id=act.id)
    before = _settings(Club.objects.get(id=stamp.club_id), wanted)
    if before == wanted:
        raise NothingChanges(say("Nothing would change: these are the club's pieces now."))
    content = wanted | {"instead_of": before}
    return propose(stamp, act, operation=CHANGE, content=content, reason=reason)


@completes(CHANGE, title=say("Notes and chips of the club"), lives=timedelta(days=3))
def change_pieces(stamp: Stamp, act: ledger.Act, proposal: Proposal) -> ClubChange:
    """Let the proposed pieces be counted from the next shift on. Raises OtherPieces."""
    wanted = dict(proposal.content)
    before = wanted.pop("instead_of")
    if before != _settings(_held(stamp), wanted):
        raise OtherPieces
    return _change(
        stamp,
        act,
        wanted,
        reason=proposal.reason,
        changed_by_id=proposal.proposed_by_id,
        second_id=stamp.person_id,
    )


def _change(stamp: Stamp, act: ledger.Act, wanted: Mapping[str, Any], **who: Any) -> ClubChange:
    """Change the club and keep what it was before. Raises NothingChanges."""
    club = _held(stamp)
    before = _settings(club, wanted)
    changed = {name: value for name, value in wanted.items() if value != before[name]}
    if not changed:
        raise NothingChanges(say("Nothing would change: these are the club's settings now."))
    Club.objects.filter(id=club.pk).update(**changed)
    return ClubChange.objects.create(
        club=club,
        before={name: before[name] for name in changed},
        after=changed,
        changed_at=stamp.at,
        act_id=act.id,
        **who,
    )


def _held(stamp: Stamp) -> Club:
    """Hold the club's row for this transaction."""
    return Club.objects.select_for_update(no_key=True).get(id=stamp.club_id)


def _settings(club: Club, names: Mapping[str, Any]) -> dict[str, Any]:
    return {name: getattr(club, name) for name in names}


def _checked(values: Sequence[int], field: str) -> list[int]:
    """Return values of pieces in cents, the largest first. Raises BadInput."""
    if not 1 <= len(values) <= MOST_VALUES:
        raise BadInput(say("Write one to {most} values.", most=MOST_VALUES), field=field)
    for cents in values:
        if not 0 < cents <= MOST_PIECE_CENTS:
            most = format_cents(MOST_PIECE_CENTS)
            raise BadInput(say("A piece is worth 0,01 to {most}.", most=most), field=field)
    if len(set(values)) < len(values):
        raise BadInput(say("Write each value once."), field=field)
    return sorted(values, reverse=True)
