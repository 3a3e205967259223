"""A self-exclusion that was entered for the wrong guest or day: put right by two people."""

from datetime import date, timedelta

from casino.acts.kinds import Id, PrivateReason
from casino.approvals.signed import NothingChanges, Preview, signed
from casino.house.stamp import Stamp
from casino.messages import msg
from casino.players.models import Exclusion, Player
from casino.players.queries import exclusion, family, player
from casino.players.services.duplicates import CORRECT_EXCLUSION
from casino.players.services.guests import check_term, held_guest, note_exclusions
from casino.refusals import BadInput


def correction_preview(
    stamp: Stamp, *, player_id: int, exclusion_id: int, until: date | None, reason: str
) -> Preview:
    """
    Say what stands and what would.

    Raises NotFound, BadInput, ShorterThanTerm, NothingChanges.
    """
    found, wrong = player(stamp.club_id, player_id), _correctable(player_id, exclusion_id)
    if until == wrong.until:
        raise NothingChanges(field="until")
    if until and until < wrong.since:
        raise BadInput(msg("That day is before the exclusion began."), field="until")
    if until:
        check_term(stamp, wrong.kind, since=wrong.since, until=until)
    return Preview(
        content={
            "code": found.code,
            "since": wrong.since.isoformat(),
            "stood_until": wrong.until.isoformat(),
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
            until=until,
            reason=wrong.reason,
            act_id=stamp.act_id,
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
