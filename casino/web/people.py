"""Which middlewares a request passes: those of people look after sessions, which no program has."""

from collections.abc import Callable

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.core.handlers.exception import convert_exception_to_response
from django.http import HttpRequest, HttpResponse
from django.utils import translation
from django.utils.module_loading import import_string

from casino.web.session_store import SessionStore

GetResponse = Callable[[HttpRequest], HttpResponse]
# Django calls these of what stands in MIDDLEWARE alone.
HOOKS = {"process_view", "process_exception", "process_template_response"}


class PeopleMiddleware:
    """
    Lead what people ask through PEOPLE_MIDDLEWARE as well; of a program only the language is heard.

    A program asks the API and shows no session: nobody is signed in, until its key says who it is.
    """

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = self.people = get_response
        for path in reversed(settings.PEOPLE_MIDDLEWARE):
            middleware = import_string(path)(self.people)
            assert HOOKS.isdisjoint(dir(middleware)), path
            self.people = convert_exception_to_response(middleware)  # type: ignore[assignment]

    def __call__(self, request: HttpRequest) -> HttpResponse:
        of_api = request.path.startswith("/api/")
        if not of_api or settings.SESSION_COOKIE_NAME in request.COOKIES:
            return self.people(request)
        request.session, request.user = SessionStore(), AnonymousUser()
        with translation.override(translation.get_language_from_request(request)):
            return self.get_response(request)
