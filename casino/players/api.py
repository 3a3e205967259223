"""The guests' endpoints."""

from typing import Any

from django.conf import settings
from django.urls import path
from rest_framework import serializers

from casino.approvals.api import ProposalOut
from casino.approvals.models import Proposal
from casino.house.stamp import Stamp
from casino.ledger.api import ActView
from casino.players import queries, services
from casino.players.models import Player, Separation
from casino.players.rules import masked
from casino.web.endpoints import reads, writes
from casino.web.serializers import (
    DayField,
    FlagField,
    IdField,
    OneOfField,
    StrictSerializer,
    TextField,
)

GUEST = {"name": "Mari Tamm", "birth_date": "1988-06-24", "document": "", "notes": ""}
COUNTRIES = ["", "EE", "LV", "XX"]
LANGUAGES = ["", *dict(settings.LANGUAGES)]


class Search(StrictSerializer):
    """A part of a name, or a code."""

    search = TextField(required=False, default="")


class PlayerIn(StrictSerializer):
    """What is known of a guest; personal codes of EE and LV are checked, XX is another country."""

    name = TextField()
    birth_date = DayField(years=range(1900, 2101), required=False, default=None, allow_null=True)
    code_country = OneOfField(choices=COUNTRIES, required=False, default="")
    personal_code = TextField(longest=20, required=False, default="")
    document = TextField(longest=50, required=False, default="")
    photo = FlagField(required=False, default=False)
    language = OneOfField(choices=LANGUAGES, required=False, default="")
    notes = TextField(longest=500, required=False, default="")


class ChangeIn(StrictSerializer):
    """What is to change of what is known of a guest; what is missing stays."""

    name = TextField(required=False, default=None, allow_null=True)
    birth_date = DayField(years=range(1900, 2101), required=False, default=None, allow_null=True)
    code_country = OneOfField(choices=COUNTRIES, required=False, default=None, allow_null=True)
    personal_code = TextField(longest=20, required=False, default=None, allow_null=True)
    document = TextField(longest=50, required=False, default=None, allow_null=True)
    photo = FlagField(required=False, default=None, allow_null=True)
    language = OneOfField(choices=LANGUAGES, required=False, default=None, allow_null=True)
    notes = TextField(longest=500, required=False, default=None, allow_null=True)


class BarIn(StrictSerializer):
    """
    Until when a guest may not play, that day included; null lifts the bars of the house.

    self: at the guest's own wish, which nobody lifts.
    """

    until = DayField(allow_null=True)
    reason = TextField(longest=200)
    kind = OneOfField(choices=["house", "self"], required=False, default="house")


class MergeIn(StrictSerializer):
    """The double of a guest."""

    other_id = IdField()
    reason = TextField(longest=200)


class IdentityOut(serializers.Serializer[Any]):
    """A guest's papers in full."""

    id = serializers.IntegerField()
    birth_date = serializers.DateField(allow_null=True)
    code_country = serializers.CharField(allow_blank=True)
    personal_code = serializers.CharField(allow_blank=True)
    document = serializers.CharField(allow_blank=True)
    photo = serializers.BooleanField()


class SeparationIn(StrictSerializer):
    """With whom a guest may not sit, until a day, that day included; null: for good."""

    other_id = IdField()
    until = DayField(allow_null=True)
    reason = TextField(longest=200)


class ReasonIn(StrictSerializer):
    """Why."""

    reason = TextField(longest=200)


class SeparationOut(serializers.Serializer[Any]):
    """Two guests who may not sit at one table; lifted_at: ended before its day."""

    id = serializers.IntegerField()
    player_ids = serializers.SerializerMethodField()
    since = serializers.DateField()
    until = serializers.DateField(allow_null=True)
    reason = serializers.CharField()
    lifted_at = serializers.DateTimeField(allow_null=True)

    def get_player_ids(self, pair: Separation) -> list[int]:
        """Return both."""
        return [pair.low_id, pair.high_id]


class PlayerOut(serializers.Serializer[Any]):
    """A guest; of the papers the year of birth and the last characters."""

    id = serializers.IntegerField()
    code = serializers.IntegerField()
    name = serializers.CharField()
    born = serializers.IntegerField(source="birth_date.year", allow_null=True, default=None)
    personal_code = serializers.SerializerMethodField()
    document = serializers.SerializerMethodField()
    identified = serializers.BooleanField()
    photo = serializers.BooleanField()
    language = serializers.CharField(allow_blank=True)
    notes = serializers.CharField(allow_blank=True)
    barred_until = serializers.DateField(allow_null=True)
    merged_into_id = serializers.IntegerField(allow_null=True)

    def get_personal_code(self, player: Player) -> str:
        """Return its last digits."""
        return masked(player.personal_code)

    def get_document(self, player: Player) -> str:
        """Return its last characters."""
        return masked(player.document)


class Players(ActView):
    """/players/"""

    @reads(PlayerOut(many=True), asks=Search)
    def get(self, search: str) -> list[Player]:
        """Find up to 20 guests by a part of the name, or by code."""
        return queries.find_players(self.club.pk, search)

    @writes(PlayerOut, takes=PlayerIn, example=GUEST)
    def post(self, stamp: Stamp, **values: Any) -> Player:
        """Add a guest."""
        return services.add_player(stamp, **values)


class PlayerDetail(ActView):
    """/players/<id>/"""

    @reads(PlayerOut)
    def get(self, player_id: int) -> Player:
        """Show a guest."""
        return queries.player(self.club.pk, player_id)

    @writes(PlayerOut, takes=ChangeIn, status=200, example=GUEST)
    def put(self, stamp: Stamp, player_id: int, **values: Any) -> Player:
        """Change what is known of a guest."""
        return services.change_player(stamp, player_id=player_id, **values)


class PlayerBar(ActView):
    """/players/<id>/bar/"""

    @writes(
        PlayerOut,
        takes=BarIn,
        status=200,
        example={"until": "2027-01-31", "reason": "House ban"},
    )
    def post(self, stamp: Stamp, player_id: int, **values: Any) -> Player:
        """Bar a guest until a day, or lift the bar."""
        return services.bar_player(stamp, player_id=player_id, **values)


class PlayerIdentity(ActView):
    """/players/<id>/identity/"""

    @writes(
        IdentityOut,
        takes=ReasonIn,
        status=200,
        example={"reason": "A claim of the jackpot"},
    )
    def post(self, stamp: Stamp, player_id: int, reason: str) -> Player:
        """Show a guest's papers in full; who read them, and why, is kept."""
        return services.see_identity(stamp, player_id=player_id, reason=reason)


class PlayerMerge(ActView):
    """/players/<id>/merge/"""

    @writes(
        ProposalOut,
        takes=MergeIn,
        example={"other_id": 102, "reason": "The same passport"},
    )
    def post(self, stamp: Stamp, player_id: int, **values: Any) -> Proposal:
        """Propose that another card is a double of this guest's."""
        return services.propose_merge(stamp, player_id=player_id, **values)


class PlayerErase(ActView):
    """/players/<id>/erase/"""

    @writes(ProposalOut, takes=ReasonIn, example={"reason": "The guest asked for it"})
    def post(self, stamp: Stamp, player_id: int, reason: str) -> Proposal:
        """Propose to erase a guest's name and papers."""
        return services.propose_anonymising(stamp, player_id=player_id, reason=reason)


class Separations(ActView):
    """/players/<id>/separations/"""

    @reads(SeparationOut(many=True))
    def get(self, player_id: int) -> list[Separation]:
        """List with whom a guest may not sit, and who was allowed again."""
        return queries.separations(queries.player(self.club.pk, player_id).pk)

    @writes(
        SeparationOut,
        takes=SeparationIn,
        example={"other_id": 102, "until": None, "reason": "A brawl on 3 October"},
    )
    def post(self, stamp: Stamp, player_id: int, **values: Any) -> Separation:
        """Forbid two guests the same table."""
        return services.keep_apart(stamp, player_id=player_id, **values)


class SeparationEnd(ActView):
    """/players/<id>/separations/<id>/end/"""

    @writes(SeparationOut, takes=ReasonIn, status=200, example={"reason": "They shook hands"})
    def post(self, stamp: Stamp, player_id: int, separation_id: int, reason: str) -> Separation:
        """Let two guests sit at one table again."""
        which = {"player_id": player_id, "separation_id": separation_id}
        return services.let_together(stamp, **which, reason=reason)


routes = [
    path("players/", Players.as_view(), name="api-players"),
    path("players/<id:player_id>/", PlayerDetail.as_view(), name="api-player"),
    path("players/<id:player_id>/bar/", PlayerBar.as_view(), name="api-player-bar"),
    path("players/<id:player_id>/identity/", PlayerIdentity.as_view(), name="api-identity"),
    path("players/<id:player_id>/merge/", PlayerMerge.as_view(), name="api-player-merge"),
    path("players/<id:player_id>/erase/", PlayerErase.as_view(), name="api-player-erase"),
    path("players/<id:player_id>/separations/", Separations.as_view(), name="api-separations"),
    path(
        "players/<id:player_id>/separations/<id:separation_id>/end/",
        SeparationEnd.as_view(),
        name="api-separation-end",
    ),
]
