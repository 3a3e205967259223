"""What the codes of refusals mean: the addresses that a problem's `type` names."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from casino.messages import localized
from casino.refusals import Refusal, refusals
from casino.web.api import AlwaysJSON

HEADING = ("Problems", "What the codes of refusals mean.")


class ProblemTypeOut(serializers.Serializer[Any]):
    """A code that the house refuses with."""

    error = serializers.CharField(source="code", help_text="Short and stable: CAGE-001.")
    status = serializers.IntegerField(help_text="Of the HTTP answer.")
    title = serializers.SerializerMethodField()
    source = serializers.CharField(  # type: ignore[assignment]
        allow_null=True, help_text="The paragraph, OLY-2.11."
    )
    next_step = serializers.SerializerMethodField()

    def get_title(self, kind: type[Refusal]) -> str:
        """Return its sentence in the reader's language."""
        return kind.message.localized()

    def get_next_step(self, kind: type[Refusal]) -> str | None:
        """Return what to do instead, where that is always the same."""
        said: str | None = localized(kind.next_step)
        return said


class Open(APIView):
    """An address for everybody: it says nothing of a club."""

    authentication_classes = ()
    permission_classes = ()
    content_negotiation_class = AlwaysJSON


class ProblemTypes(Open):
    """/problems/"""

    @extend_schema(responses=ProblemTypeOut(many=True))
    def get(self, request: Request) -> Response:
        """List the codes that the house refuses with."""
        return Response([ProblemTypeOut(kind).data for kind in refusals().values()])


class ProblemType(Open):
    """/problems/<code>/"""

    @extend_schema(responses=ProblemTypeOut)
    def get(self, request: Request, code: str) -> Response:
        """Say what a code means."""
        kind = refusals().get(code)
        if kind is None:
            raise NotFound(_("There is no such address."))
        return Response(ProblemTypeOut(kind).data)
