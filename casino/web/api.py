"""How programs reach the API: who they are, how often they may ask, what JSON they may send."""

import codecs
import json
import time
from collections import Counter
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from django.db import connection
from django.utils.translation import gettext_lazy as _
from rest_framework.authentication import SessionAuthentication
from rest_framework.authentication import TokenAuthentication as StockTokenAuthentication
from rest_framework.exceptions import AuthenticationFailed, ParseError, ValidationError
from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.parsers import BaseParser
from rest_framework.throttling import UserRateThrottle

from casino.db import by_name, row_of, unwaited
from casino.house.models import Club
from casino.messages import msg, msg_count
from casino.staff.models import User
from casino.web.roles import club_with_roles

DEEPEST = 20
# Plain SQL: a program asks this each time, and the ORM takes three times as long to say it.
USER_OF_KEY = f"""
SELECT u.*, t.reads_only, t.apps, t.club_id, t.id AS key_id,
       nullif(t.made_by_id, t.user_id) AS holder_id,
       coalesce(t.last_used_at < now() - interval '5 minutes', true) AS unused,
       e.*, e.at AS "entered.at", e.held AS "entered.held", e.overrides AS "entered.overrides",
       e.controls AS "entered.controls", e.wrong_pins AS "entered.wrong_pins",
       e.unknown_keys AS "entered.unknown_keys"
FROM staff_user u JOIN staff_apitoken t ON t.user_id = u.id
LEFT JOIN LATERAL ({club_with_roles("u.id")}) e ON true
WHERE t.digest = %(digest)s AND u.is_active AND (t.expires_at IS NULL OR t.expires_at > now())
  AND (t.made_by_id IS NULL OR EXISTS (
      SELECT FROM staff_membership m
      WHERE m.user_id = t.made_by_id AND m.club_id = coalesce(t.club_id, m.club_id)))
"""  # noqa: S608  (our own)
USER_OF_KEY = by_name(Club, "e", by_name(User, "u", USER_OF_KEY), part="entered")
USED = "UPDATE staff_apitoken SET last_used_at = now() WHERE digest = %s"


@dataclass(frozen=True, kw_only=True, slots=True)
class Scope:
    """
    What a key opens: to read only, or to write too; some headings of the API, all if empty; one
    club, or None: all of its user's. holder_id: who was shown it, where that is somebody else.
    """

    reads_only: bool
    apps: frozenset[str]
    club_id: int | None
    key_id: int
    holder_id: int | None

    def opens(self, app: str, method: str, *, club_id: int) -> bool:
        """Return whether the key opens a heading for a method at a club."""
        may_write = not self.reads_only or method == "GET"
        here = self.club_id in {None, club_id}
        return here and may_write and (not self.apps or app in self.apps)


class TokenAuthentication(StockTokenAuthentication):
    """`Authorization: Token <key>`; key, user and roles at the club are one query."""

    slug = ""

    def authenticate(self, request: Any) -> tuple[User, Scope] | None:
        """Return the user of the request's key, and what it opens. Raises AuthenticationFailed."""
        self.slug = request.resolver_match.kwargs.get("club", "")
        return super().authenticate(request)

    def authenticate_credentials(self, key: str) -> tuple[User, Scope]:
        """Return the user of a key, and what it opens. Raises AuthenticationFailed."""
        digest = sha256(key.encode()).hexdigest()
        user = row_of(User, USER_OF_KEY, {"digest": digest, "slug": self.slug}, entered=Club)
        if user is None:
            raise AuthenticationFailed(_("This API key is not valid."))
        row: Any = user
        if row.unused:
            with unwaited(), connection.cursor() as cursor:
                cursor.execute(USED, [digest])
        scope = {"reads_only": row.reads_only, "apps": frozenset(row.apps), "key_id": row.key_id}
        return user, Scope(**scope, club_id=row.club_id, holder_id=row.holder_id)


class ClubSessionAuthentication(SessionAuthentication):
    """The session of the pages, with Django's protection against forged requests."""


class PerUser(UserRateThrottle):
    """
    Counts each user's requests, or an address's, in windows of time: API_RATE, 6000/minute.

    The counters live in the process, so that money waits on no broker; each worker has its own.
    """

    counts: Counter[tuple[int, int | str]] = Counter()
    num_requests: int | None
    duration: int | None

    def allow_request(self, request: Any, view: Any) -> bool:
        """Return whether the user may ask once more in this window."""
        mine = (int(time.time()) // self.seconds, self.who(request))
        if mine not in self.counts:
            for old in [one for one in self.counts if one[0] != mine[0]]:
                self.counts.pop(old, None)
        self.counts[mine] += 1
        return self.counts[mine] <= (self.num_requests or 0)

    def who(self, request: Any) -> int | str:
        """Return the user, or the address of a stranger."""
        return request.user.pk if request.user else self.get_ident(request)

    def wait(self) -> float:
        """Return the seconds until the next window."""
        return self.seconds - time.time() % self.seconds

    @property
    def seconds(self) -> int:
        """The length of a window."""
        return self.duration or 1


class AlwaysJSON(BaseContentNegotiation):
    """Each address has one format; what else a client would accept does not matter."""

    def select_parser(self, request: Any, parsers: Any) -> Any:
        """Return the parser of the request's content type, or None: 415."""
        kind = (request.content_type or "").split(";")[0].strip().lower()
        return next((parser for parser in parsers if parser.media_type == kind), None)

    def select_renderer(self, request: Any, renderers: Any, format_suffix: Any = None) -> Any:
        return renderers[0], renderers[0].media_type


class StrictJSONParser(BaseParser):
    """One JSON object in UTF-8; whatever could be read in two ways is refused."""

    media_type = "application/json"

    def parse(self, stream: Any, media_type: Any = None, parser_context: Any = None) -> Any:
        """Return the object. Raises ValidationError at the field `body`."""
        try:
            return read_json(stream.body if hasattr(stream, "body") else stream.read())
        except ParseError as error:
            raise ValidationError({"body": [str(error.detail)]}) from error


def read_json(raw: bytes) -> dict[str, Any]:
    """
    Return a JSON object, read strictly.

    Raises ParseError for another encoding than UTF-8, a byte order mark, no object at the top,
    a key that stands twice, NaN or Infinity, -0, NUL, half characters, more than 20 levels.
    """
    if raw.startswith(codecs.BOM_UTF8):
        raise ParseError(_("Send UTF-8 without a byte order mark."))
    try:
        value = json.loads(
            raw.decode(),
            object_pairs_hook=_once,
            parse_constant=_no_number,
            parse_int=_whole,
        )
    except UnicodeDecodeError as error:
        raise ParseError(_("Send UTF-8.")) from error
    except RecursionError as error:
        raise _too_deep() from error
    except ValueError as error:
        raise ParseError(_("The request body is not valid JSON.")) from error
    if not isinstance(value, dict):
        raise ParseError(_("Send one JSON object."))
    _check(value, level=1)
    return value


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ParseError(_("A key is given twice."))
    return found


def _no_number(name: str) -> Any:
    raise ParseError(msg("{name} is not a number.", name=name).localized())


def _whole(text: str) -> int:
    if text == "-0":
        raise ParseError(_("-0 is not an amount."))
    return int(text)


def _check(value: Any, *, level: int) -> None:
    if level > DEEPEST:
        raise _too_deep()
    if isinstance(value, str):
        if "\0" in value or any("\ud800" <= letter <= "\udfff" for letter in value):
            raise ParseError(_("There is a character in it that cannot be stored."))
    elif isinstance(value, dict):
        for key, inner in value.items():
            _check(key, level=level)
            _check(inner, level=level + 1)
    elif isinstance(value, list):
        for inner in value:
            _check(inner, level=level + 1)


def _too_deep() -> ParseError:
    said = msg_count(
        "The JSON has more than {number} level.", "The JSON has more than {number} levels.", DEEPEST
    )
    return ParseError(said.localized())
