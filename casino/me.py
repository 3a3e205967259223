"""Who is asking: the endpoints that tell a program as whom it acts, and at which clubs."""

from typing import Any

from django.urls import path
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from casino.cage.api.club import ClubSettingsOut
from casino.staff.models import Role
from casino.staff.queries import clubs_of
from casino.web.api import AlwaysJSON, Scope
from casino.web.endpoints import ClubView, reads
from casino.web.roles import request_stamp

HEADING = ("Sign-in", "Who is asking, at which club, in which roles.")


class ClubOut(ClubSettingsOut):
    """A club with its settings and the name in its addresses."""

    slug = serializers.CharField()


class MeOut(serializers.Serializer[Any]):
    """Who is asking, in which roles, on which gaming day."""

    username = serializers.CharField()
    name = serializers.CharField()
    roles = serializers.ListField(child=serializers.ChoiceField(Role.choices))
    club = ClubOut()
    gaming_day = serializers.DateField()


class ClubNameOut(serializers.Serializer[Any]):
    """A club, and the name that stands in its addresses."""

    slug = serializers.CharField()
    name = serializers.CharField()


class Clubs(APIView):
    """/clubs/"""

    app = "me"  # whatever headings a key was made for, it may ask this
    content_negotiation_class = AlwaysJSON

    @extend_schema(responses=ClubNameOut(many=True))
    def get(self, request: Request) -> Response:
        """List the clubs that one may ask about."""
        only = request.auth.club_id if isinstance(request.auth, Scope) else None
        found = clubs_of(int(request.user.pk))  # type: ignore[arg-type]
        clubs = [each for each in found if only in {None, each.pk}]
        return Response(ClubNameOut(clubs, many=True).data)


class Me(ClubView):
    """/me/"""

    @reads(MeOut)
    def get(self) -> dict[str, Any]:
        """Show who one is at this club."""
        user: Any = self.request.user
        return {
            "username": user.username,
            "name": user.name,
            "roles": sorted(self.request.roles),  # type: ignore[attr-defined]
            "club": self.club,
            "gaming_day": request_stamp(self.request).gaming_day,
        }


routes = [path("me/", Me.as_view(), name="api-me")]
