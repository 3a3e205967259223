"""The club's own words on its slips, by kind and language; every wording is kept."""

from typing import Annotated

from casino.acts.kinds import Language, Note, OneOf
from casino.acts.runner import act
from casino.cage.models import SlipText
from casino.house.stamp import Stamp

# Whose slips have words of their own; "": every slip.
WORDED = ("", "cage.chips_sold", "cage.chips_redeemed", "cage.paid_out")


@act("cage.set_slip_text")
def set_slip_text(
    stamp: Stamp,
    *,
    language: Language,
    kind: Annotated[str, OneOf(words=WORDED)] = "",
    head: Note = "",
    foot: Note = "",
) -> SlipText:
    """Say what stands above and below slips of a kind in a language; "": nothing."""
    return SlipText.objects.create(
        club_id=stamp.club_id,
        kind=kind,
        language=language,
        head=head,
        foot=foot,
        written_by_id=stamp.person_id,
        written_at=stamp.at,
        act_id=stamp.act_id,
    )
