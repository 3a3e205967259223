"""A self-exclusion entered for the wrong guest or day, put right by two; one ended on request."""

from datetime import date, timedelta

from casino.acts.kinds import Id, PrivateReason
from casino.acts.runner import act
from casino.approvals.signed import NothingChanges, Preview, signed
from casino.house.stamp import Stamp
from casino.messages import msg
from casino.players.models import Exclusion, Player
from casino.players.queries import exclusion, exclusions_on, family, player
from casino.players.services.duplicates import CORRECT_EXCLUSION
from casino.players.services.guests import (
    OwnWishStands,
    check_term,
    held_guest,
    note_exclusions,
)
from casino.refusals import BadInput


def correction_preview(
    stamp: Stamp, *, player_id: int, exclusion_id: int, until: date | None, reason: str
) -> Preview:
    """
    Say what stands and what would.

    Raises NotFound, BadInput, ShorterThanTerm, NothingChanges.
    """
    found, wrong = player(stamp.club_id, player_id), _correctable(player_id, exclusion_id)
    if until == wrong.last_day:
        raise NothingChanges(field="until")
    if until and until < wrong.since:
        raise BadInput(msg("That day is before the exclusion began."), field="until")
    if until:
        check_term(stamp, wrong.kind, since=wrong.since, until=until)
    return Preview(
        content={
            "code": found.code,
            "since": wrong.since.isoformat(),
            "stood_until": wrong.last_day.isoformat(),
        },
        ahead={"guest": found.name, "why": wrong.reason},
    )


@signed(
    CORRECT_EXCLUSION,
    asked_as="players.propose_exclusion_correction",
    preview=correction_preview,
    kinds={CORRECT_EXCLUSION: msg("Correct self-exclusion")},
    lives=timedelta(days=14),
    waits="The accountant compares it with what the guest signed.",
)
def correct_exclusion(
    stamp: Stamp,
    *,
    player_id: Id,
    exclusion_id: Id,
    until: date | None,
    reason: PrivateReason,
) -> Player:
    """
    Put right a self-exclusion entered for the wrong guest or day; it stands until it is signed.

    until: the right last day, None: it was another guest's. What was wrong stays on the guest's
    page, with who put it right and why. Source: OLY-1.3. Raises NotFound, Gone, BadInput.
    """
    excluded = held_guest(stamp, player_id)
    wrong = _correctable(player_id, exclusion_id)
    copies = Exclusion.objects.filter(act_id=wrong.act_id, player__in=family(excluded.pk))
    copies.update(lifted_at=stamp.at, corrected_id=stamp.proposal_id)
    if until:
        Exclusion.objects.create(
            player=excluded,
            kind=wrong.kind,
            since=wrong.since,
            until=date.max if wrong.asked_until else until,
            asked_until=until if wrong.asked_until else None,
            reason=wrong.reason,
            act_id=stamp.act_id,
        )
    return note_exclusions(stamp, excluded)


@act("players.end_self_exclusion")
def end_self_exclusion(stamp: Stamp, *, player_id: Id, asked_on: date) -> Player:
    """
    Let a self-exclusion that ends on request alone end, once its last day is over.

    asked_on: the day of the request, which who enters it took; the last day or later.
    Source: COMPLIANCE 4. Raises NotFound, Gone, BadInput, OwnWishStands.
    """
    excluded = held_guest(stamp, player_id)
    lasting = exclusions_on(excluded.pk, stamp.gaming_day)
    stand = {each.act_id: each.last_day for each in lasting if each.asked_until}
    if not stand:
        raise BadInput(msg("This guest has no self-exclusion that ends on request."))
    last = max(stand.values())
    if stamp.gaming_day <= last:
        raise OwnWishStands(field="asked_on")
    if not last <= asked_on <= stamp.gaming_day:
        said = msg(
            "The request is of {last:%d.%m.%Y} or later, and no later than today.", last=last
        )
        raise BadInput(said, field="asked_on")
    copies = Exclusion.objects.filter(act_id__in=stand, player__in=family(excluded.pk))
    copies.filter(lifted_at=None).update(
        lifted_at=stamp.at, end_asked_on=asked_on, ended_by_id=stamp.person_id
    )
    return note_exclusions(stamp, excluded)


def _correctable(player_id: int, exclusion_id: int) -> Exclusion:
    """Return a self-exclusion that nobody has put right yet. Raises NotFound, BadInput."""
    found = exclusion(player_id, exclusion_id)
    if found.kind != Exclusion.Kind.SELF:
        said = msg("An exclusion by the house is lifted instead.")
        raise BadInput(said, field="exclusion_id")
    if found.lifted_at:
        raise BadInput(msg("This exclusion was corrected already."), field="exclusion_id")
    return found
