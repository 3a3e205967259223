"""What every template may ask for."""

from django.http import HttpRequest


def club(request: HttpRequest) -> dict[str, object]:
    """Give templates the club of the page and the roles that the user has there."""
    return {
        "club": getattr(request, "club", None),
        "roles": getattr(request, "roles", frozenset()),
    }
