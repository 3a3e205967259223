"""The club's own words on its slips, by kind and language; every wording is kept."""

from django.conf import settings

from casino.cage.models import SlipText
from casino.db import command
from casino.house.stamp import Stamp
from casino.ledger import services as ledger
from casino.names import clean_name
from casino.refusals import BadInput
from casino.words import say

# Whose slips have words of their own; "": every slip.
WORDED = ("", "cage.chips_sold", "cage.chips_redeemed", "cage.paid_out")


@command
def set_slip_text(stamp: Stamp, *, kind: str, language: str, head: str, foot: str) -> SlipText:
    """
    Say what stands above and below slips of a kind in a language; "": nothing. Raises BadInput.
    """
    words = {
        name: clean_name(text, field=name, longest=200) if text else ""
        for name, text in (("head", head), ("foot", foot))
    }
    act = ledger.act(stamp, "cage.set_slip_text", kind=kind, language=language, **words)
    if act.replayed:
        return SlipText.objects.get(act_id=act.id)
    if kind not in WORDED:
        raise BadInput(say("Slips of that kind have no words of their own."), field="kind")
    if language not in dict(settings.LANGUAGES):
        raise BadInput(say("No slip is printed in that language."), field="language")
    return SlipText.objects.create(
        club_id=stamp.club_id,
        kind=kind,
        language=language,
        written_by_id=stamp.person_id,
        written_at=stamp.at,
        act_id=act.id,
        **words,
    )
