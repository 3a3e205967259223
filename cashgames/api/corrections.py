"""Endpoints at which what was booked at a table is taken back or put right."""

from typing import Any

from django.urls import path
from rest_framework import serializers

from cashgames.models import Correction
from cashgames.queries import tables
from cashgames.queries.corrections import Corrected, corrections
from cashgames.services.chip_corrections import correct_chips, take_back_chips
from cashgames.services.corrections import correct_hand, take_back_hand
from cashgames.services.found_hands import book_found_hand
from cashgames.services.game_corrections import correct_game
from cashgames.services.note_corrections import take_back_notes
from cashgames.services.release_corrections import take_back_release
from cashgames.services.share_corrections import take_back_share
from casino.acts.doors import sends
from casino.approvals.api import ProposalOut, previews
from casino.approvals.signed import SignedAct
from casino.ledger.api import ActView
from casino.web.endpoints import reads
from casino.web.routes import Routes

routes = Routes()
WHY = {"reason": "Pot of 60 typed as 999 999"}
RIGHT_HAND = {"pots_cents": [6000], "players_dealt": 6, "board_cards_dealt": 3} | WHY
RIGHT_GAME = {"game": "omaha", "since": "2026-02-27T20:00:00Z", "reason": "Changed too late"}
FOUND_HAND = {"name": "17", "played_at": "2026-02-27T20:00:00Z"} | RIGHT_HAND
RIGHT_CHIPS = {"cents": 50000, "paid_with": "cash", "shift_id": 7, "reason": "Typed wrongly"}


class CorrectionOut(serializers.Serializer[Any]):
    """What was corrected, why, and which gaming day it concerns."""

    id = serializers.IntegerField()
    session_id = serializers.IntegerField()
    what = serializers.ChoiceField(Correction.What.choices)
    reason = serializers.CharField()
    concerns = serializers.DateField()
    gaming_day = serializers.DateField()
    at = serializers.DateTimeField()
    asked_by = serializers.CharField(source="asked_by.username")
    signed_by = serializers.CharField(source="signed_by.username", allow_null=True, default=None)
    settled_cents = serializers.IntegerField()
    game = serializers.CharField(allow_blank=True)
    since = serializers.DateTimeField(allow_null=True)
    until = serializers.DateTimeField(allow_null=True)


class CorrectedOut(serializers.Serializer[Any]):
    """A correction with the row that it took back and the one that stands instead."""

    correction = CorrectionOut()
    kind = serializers.CharField()
    player = serializers.CharField(allow_blank=True)
    before_id = serializers.IntegerField(allow_null=True)
    before_cents = serializers.IntegerField()
    after_id = serializers.IntegerField(source="after.id", allow_null=True, default=None)
    after_cents = serializers.IntegerField()


@routes("sessions/<id:session_id>/corrections/", "api-corrections")
class Corrections(ActView):
    @reads(CorrectedOut(many=True))
    def get(self, session_id: int) -> list[Corrected]:
        """List what was corrected at a table, in its order."""
        found = tables.session(self.club.pk, session_id)
        return corrections(self.club.pk, session_id=found.pk)


def doors(act: SignedAct[..., Any], address: str, name: str, example: dict[str, Any]) -> list[Any]:
    """Return the addresses of a correction: its preview, the act, the request to approve it."""
    methods = {
        "": ("", sends(act, CorrectionOut, example=example)),
        "preview/": ("preview-", previews(act, example=example)),
        "ask/": ("ask-", sends(act.ask, ProposalOut, example=example)),
    }
    return [
        path(address + part, door(address + part, does + name, post), name=f"api-{does}{name}")
        for part, (does, post) in methods.items()
    ]


def door(address: str, name: str, post: Any) -> Any:
    """Return the endpoint of one address, called after what it does: PreviewCorrectHand."""
    about = {"post": post, "__doc__": f"/{address}", "__module__": __name__}
    return type(name.title().replace("-", ""), (ActView,), about).as_view()  # type: ignore[attr-defined]


routes += [
    *doors(correct_hand, "hands/<id:hand_id>/correct/", "correct-hand", RIGHT_HAND),
    *doors(book_found_hand, "sessions/<id:session_id>/hands/found/", "found-hand", FOUND_HAND),
    *doors(correct_game, "sessions/<id:session_id>/game/correct/", "correct-game", RIGHT_GAME),
    *doors(take_back_hand, "hands/<id:hand_id>/take-back/", "take-back-hand", WHY),
    *doors(correct_chips, "chip-moves/<id:move_id>/correct/", "correct-chips", RIGHT_CHIPS),
    *doors(take_back_chips, "chip-moves/<id:move_id>/take-back/", "take-back-chips", WHY),
    *doors(take_back_share, "time-rake/shares/<id:share_id>/take-back/", "take-back-share", WHY),
    *doors(take_back_release, "stacks/<id:stack_id>/take-back/", "take-back-release", WHY),
    *doors(take_back_notes, "notes/<id:entry_id>/take-back/", "take-back-notes", WHY),
]
