"""Who is asking: the endpoint that tells a program as whom it acts."""

from typing import Any

from django.urls import path
from rest_framework import serializers

from casino.cage.api.club import ClubSettingsOut
from casino.staff.models import Role
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
