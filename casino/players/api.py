"""The guests' endpoints."""

from typing import Any

from django.http import HttpResponse
from django.utils.cache import add_never_cache_headers
from drf_spectacular.types import OpenApiTypes
from rest_framework import serializers

from casino.acts.doors import sends
from casino.approvals.api import ProposalOut
from casino.ledger.api import ActView, BecauseOut
from casino.messages import msg
from casino.paging import Page
from casino.players import queries
from casino.players.models import Exclusion, Hold, Player, Ruling, SeatingRestriction
from casino.players.rules import AdmissionTerms, masked
from casino.players.services.duplicates import merge_players
from casino.players.services.erasing import anonymise_player
from casino.players.services.exclusions import correct_exclusion, end_self_exclusion
from casino.players.services.guests import add_player, change_player, exclude_player, see_identity
from casino.players.services.holds import holds, lift_hold, place_hold
from casino.players.services.parting import part_players
from casino.players.services.photos import remove_photo, set_photo
from casino.players.services.places import keep_apart, let_together
from casino.players.services.rulings import (
    hand_pot_over,
    hear_claim,
    set_rule_aside,
    withdraw_ruling,
)
from casino.players.services.terms import change_terms
from casino.refusals import NotFound
from casino.web.attachments import AttachmentParser
from casino.web.endpoints import reads
from casino.web.routes import Routes
from casino.web.serializers import StrictSerializer, TextField

routes = Routes()
A_PICTURE = (
    "iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAEklEQVR4nGP8z4AdMOEQH6QSAM1BAQ/oQeJvAAAAAElF"
    "TkSuQmCC"
)
GUEST = {"name": "Mari Tamm", "birth_date": "1988-06-24", "document": "", "notes": ""}


class Search(StrictSerializer):
    """A part of a name, or a code."""

    search = TextField(required=False, default="")


class ImposedOut(serializers.Serializer[Any]):
    """What was imposed for a breach, and what the book has."""

    id = serializers.IntegerField()
    breach = serializers.CharField()
    measure = serializers.CharField()
    book_measure = serializers.CharField()
    minutes = serializers.IntegerField()
    rounds = serializers.IntegerField()
    reason = serializers.CharField()
    at = serializers.DateTimeField()
    served_at = serializers.DateTimeField(allow_null=True)
    because = BecauseOut(many=True)


class IdentityOut(serializers.Serializer[Any]):
    """A guest's ID in full."""

    id = serializers.IntegerField()
    birth_date = serializers.DateField(allow_null=True)
    code_country = serializers.CharField(allow_blank=True)
    personal_code = serializers.CharField(allow_blank=True)
    document = serializers.CharField(allow_blank=True)
    photo = serializers.BooleanField()


class SeparationOut(serializers.Serializer[Any]):
    """Two guests who may not sit at one table; lifted_at: ended before its day."""

    id = serializers.IntegerField()
    player_ids = serializers.SerializerMethodField()
    since = serializers.DateField()
    until = serializers.DateField(allow_null=True)
    reason = serializers.CharField()
    lifted_at = serializers.DateTimeField(allow_null=True)

    def get_player_ids(self, pair: SeatingRestriction) -> list[int]:
        return [pair.low_id, pair.high_id]


class PlayerOut(serializers.Serializer[Any]):
    """A guest; of the ID the year of birth and the last characters."""

    id = serializers.IntegerField()
    code = serializers.IntegerField()
    name = serializers.CharField()
    born = serializers.IntegerField(source="birth_date.year", allow_null=True, default=None)
    personal_code = serializers.SerializerMethodField()
    document = serializers.SerializerMethodField()
    identified = serializers.BooleanField()
    photo = serializers.BooleanField()
    language = serializers.CharField(allow_blank=True)
    nationality = serializers.CharField(allow_blank=True)
    named_in_results = serializers.BooleanField()
    notes = serializers.CharField(allow_blank=True)
    barred_until = serializers.DateField(source="excluded_until", allow_null=True)
    merged_into_id = serializers.IntegerField(allow_null=True)

    def get_personal_code(self, player: Player) -> str:
        """Return its last digits."""
        return masked(player.personal_code)

    def get_document(self, player: Player) -> str:
        """Return its last characters."""
        return masked(player.document)


@routes("players/", "api-players")
class Players(ActView):
    @reads(PlayerOut(many=True), asks=Search, page=20)
    def get(self, search: str, page: Page) -> list[Player]:
        """Find guests by a part of the name, or by code."""
        return queries.find_players(self.club.pk, search, page=page)

    post = sends(add_player, PlayerOut, example=GUEST)


@routes("players/<id:player_id>/", "api-player")
class PlayerDetail(ActView):
    @reads(PlayerOut)
    def get(self, player_id: int) -> Player:
        """Show a guest."""
        return queries.player(self.club.pk, player_id)

    put = sends(change_player, PlayerOut, status=200, example=GUEST)


@routes("players/<id:player_id>/photo/", "api-player-photo")
class PlayerPhoto(ActView):
    parser_classes = (AttachmentParser,)

    @reads({(200, "image/jpeg"): OpenApiTypes.BINARY})
    def get(self, player_id: int) -> HttpResponse:
        """Return the picture of a guest, a JPEG, which no cache keeps."""
        found = queries.photo(queries.player(self.club.pk, player_id).pk)
        if found is None:
            raise NotFound(msg("There is no picture of this guest."), field="player_id")
        answer = HttpResponse(bytes(found.content), "image/jpeg")
        add_never_cache_headers(answer)
        return answer

    put = sends(set_photo, PlayerOut, status=200, example={"content": A_PICTURE})


@routes("players/<id:player_id>/photo/remove/", "api-player-photo-remove")
class RemovePhoto(ActView):
    post = sends(remove_photo, PlayerOut, status=200)


@routes("players/<id:player_id>/bar/", "api-player-exclusion")
class PlayerExclusion(ActView):
    post = sends(
        exclude_player,
        PlayerOut,
        status=200,
        example={"until": "2027-01-31", "reason": "House ban"},
    )


@routes("players/<id:player_id>/bar/end/", "api-player-exclusion-end")
class ExclusionEnd(ActView):
    post = sends(end_self_exclusion, PlayerOut, status=200, example={"asked_on": "2027-01-31"})


class ExclusionOut(serializers.Serializer[Any]):
    """
    Until when a guest may not play; lifted_at: ended before; corrected_id: by which request.

    asked_until: the last day that the guest chose of what ends on request alone, until 9999-12-31;
    end_asked_on: the day of the request, ended_by_id: who took it.
    """

    id = serializers.IntegerField()
    kind = serializers.CharField()
    since = serializers.DateField()
    until = serializers.DateField()
    reason = serializers.CharField(allow_blank=True)
    lifted_at = serializers.DateTimeField(allow_null=True)
    corrected_id = serializers.IntegerField(allow_null=True)
    asked_until = serializers.DateField(allow_null=True)
    end_asked_on = serializers.DateField(allow_null=True)
    ended_by_id = serializers.IntegerField(allow_null=True)


@routes("players/<id:player_id>/exclusions/", "api-exclusions")
class Exclusions(ActView):
    @reads(ExclusionOut(many=True))
    def get(self, player_id: int) -> list[Exclusion]:
        """List every exclusion that a guest had, the latest first."""
        return queries.exclusions(queries.player(self.club.pk, player_id).pk)


@routes("players/<id:player_id>/exclusions/<id:exclusion_id>/correct/", "api-exclusion-correct")
class ExclusionCorrection(ActView):
    post = sends(
        correct_exclusion.ask,
        ProposalOut,
        example={"until": "2026-08-27", "reason": "The guest's letter says 2026"},
    )


@routes("players/<id:player_id>/identity/", "api-identity")
class PlayerIdentity(ActView):
    post = sends(
        see_identity, IdentityOut, status=200, example={"reason": "A claim of the jackpot"}
    )


@routes("players/<id:player_id>/merge/", "api-player-merge")
class PlayerMerge(ActView):
    post = sends(
        merge_players.ask,
        ProposalOut,
        example={"other_id": 102, "reason": "The same passport"},
    )


@routes("players/<id:player_id>/part/", "api-player-part")
class PlayerPart(ActView):
    post = sends(part_players.ask, ProposalOut, example={"reason": "Two cousins of one name"})


@routes("players/<id:player_id>/erase/", "api-player-erase")
class PlayerErase(ActView):
    post = sends(anonymise_player.ask, ProposalOut, example={"reason": "The guest asked for it"})


@routes("players/<id:player_id>/separations/", "api-separations")
class Separations(ActView):
    @reads(SeparationOut(many=True))
    def get(self, player_id: int) -> list[SeatingRestriction]:
        """List with whom a guest may not sit, and who was allowed again."""
        return queries.separations(queries.player(self.club.pk, player_id).pk)

    post = sends(
        keep_apart,
        SeparationOut,
        example={"other_id": 102, "until": None, "reason": "A brawl on 3 October"},
    )


@routes("players/<id:player_id>/separations/<id:separation_id>/end/", "api-separation-end")
class SeparationEnd(ActView):
    post = sends(let_together, SeparationOut, status=200, example={"reason": "They shook hands"})


class HoldOut(serializers.Serializer[Any]):
    """An authority's order to keep a guest's record; until null: until further notice."""

    id = serializers.IntegerField()
    since = serializers.DateField()
    until = serializers.DateField(allow_null=True)
    reference = serializers.CharField()
    placed_by_id = serializers.IntegerField()
    lifted_at = serializers.DateTimeField(allow_null=True)
    lifted_by_id = serializers.IntegerField(allow_null=True)


@routes("players/<id:player_id>/holds/", "api-holds")
class Holds(ActView):
    @reads(HoldOut(many=True))
    def get(self, player_id: int) -> list[Hold]:
        """List every hold on a guest's record, the latest first."""
        return holds(self.club.pk, player_id)

    post = sends(place_hold, HoldOut, example={"until": None, "reference": "K-1234/26"})


@routes("players/<id:player_id>/holds/<id:hold_id>/lift/", "api-hold-lift")
class HoldLift(ActView):
    post = sends(lift_hold, HoldOut, status=200, example={"reason": "Letter of 3 October"})


class TermsOut(serializers.Serializer[Any]):
    """
    The club's terms for guests.

    minimum_age: in years; self_exclusion_months: of the shortest one, 0 for any;
    self_exclusion_max_months: of the longest one; self_exclusion_on_request: it ends on the guest's
    request alone, barred_until is 9999-12-31 until then; record_years: how
    long after the last visit who was identified is not erased, 0 for no term.
    """

    minimum_age = serializers.IntegerField()
    self_exclusion_months = serializers.IntegerField()
    self_exclusion_max_months = serializers.IntegerField()
    self_exclusion_on_request = serializers.BooleanField()
    record_years = serializers.IntegerField()


@routes("players/terms/", "api-players-terms")
class PlayersTerms(ActView):
    @reads(TermsOut)
    def get(self) -> AdmissionTerms:
        """Say the club's terms for guests: age, self-exclusion, records."""
        return queries.terms(self.club.pk)

    post = sends(
        change_terms.ask,
        ProposalOut,
        example={"minimum_age": 21, "reason": "As the paragraph says"},
    )


class RulingOut(serializers.Serializer[Any]):
    """What the floor decided; moves: by seat, in cents or chips."""

    id = serializers.IntegerField()
    what = serializers.CharField()
    place = serializers.CharField()
    about = serializers.CharField()
    place_id = serializers.IntegerField(allow_null=True)
    hand = serializers.CharField(allow_blank=True)
    heard = serializers.BooleanField()
    rule = serializers.CharField(allow_blank=True)
    moves = serializers.DictField(child=serializers.IntegerField())
    decision = serializers.CharField(allow_blank=True)
    withdraws_id = serializers.IntegerField(allow_null=True)
    withdrawn_by_id = serializers.IntegerField(source="withdrawn.id", default=None, allow_null=True)
    at = serializers.DateTimeField()
    gaming_day = serializers.DateField()


TABLE = {"place": "cash", "about": "Table 4", "hand": "12"}


@routes("rulings/", "api-rulings")
class Rulings(ActView):
    @reads(RulingOut(many=True), page=queries.MAX_RULINGS)
    def get(self, page: Page) -> list[Ruling]:
        """List what the floor decided, the latest first."""
        return queries.rulings(self.club.pk, page=page)


@routes("rulings/claims/", "api-ruling-claims")
class Claims(ActView):
    post = sends(hear_claim, RulingOut, example=TABLE | {"decision": "The bet of 40 stands"})


@routes("rulings/pots/", "api-ruling-pots")
class PotsHandedOver(ActView):
    post = sends(
        hand_pot_over,
        RulingOut,
        example=TABLE | {"pot": 12_000, "given_to": [3], "belongs_to": [5]},
    )


@routes("rulings/aside/", "api-ruling-aside")
class RulesSetAside(ActView):
    post = sends(
        set_rule_aside, RulingOut, example=TABLE | {"rule": "OLY-2.22", "decision": "A birthday"}
    )


@routes("rulings/<id:ruling_id>/withdraw/", "api-ruling-withdraw")
class RulingWithdrawal(ActView):
    post = sends(withdraw_ruling, RulingOut, example={"reason": "It was hand 17"})
