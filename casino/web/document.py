"""The API's document, for programs and in a browser; for people who work here."""

from functools import cache
from typing import Any

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils.translation import get_language
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request
from rest_framework.views import APIView


class Document(APIView):
    """/schema/"""

    renderer_classes = SpectacularAPIView.renderer_classes
    schema = None

    def get(self, request: Request) -> HttpResponse:
        """Return the document, as YAML or, with `?format=json`, as JSON."""
        renderer: Any = request.accepted_renderer
        content = written(renderer.__class__, get_language())
        return HttpResponse(content, content_type=renderer.media_type)


@cache
def written(renderer: type[BaseRenderer], language: str | None) -> bytes:
    """Return the document in a format and a language; made once, for it takes some seconds."""
    content: Any = renderer().render(_document(language), renderer_context={})
    return bytes(content)


@cache
def _document(language: str | None) -> Any:
    generator = SchemaGenerator()  # type: ignore[no-untyped-call]
    return generator.get_schema(request=None, public=True)  # type: ignore[no-untyped-call]


class DocumentPage(SpectacularSwaggerSplitView):
    """The document as a page with a form to try each request, served from this machine."""

    template_name = "web/document.html"

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Ask who it is first."""
        if not request.user.is_authenticated:
            return redirect_to_login(request.get_full_path())
        return super().dispatch(request, *args, **kwargs)
