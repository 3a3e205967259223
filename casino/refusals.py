"""What the house refuses: one family of exceptions that every door shows in the same way."""

from collections.abc import Mapping
from functools import cache
from typing import Any

from casino.messages import Message, msg


class Refusal(Exception):
    """
    A request that is understood and refused.

    Class attributes: status (of the HTTP answer), code (short, stable). Of the class or the
    instance: message (one sentence for a cashier), source (the paragraph), next_step (what to do
    instead), next_page (where that is done: the name of a page's address; nothing where it is done
    in the form that was refused). Of the instance: field (the input that is wrong), about (what the
    next page's address names and the refused page's does not: `{"player_id": 7}`).
    """

    status = 422
    code = "refused"
    message = msg("The house refuses this.")
    source: str | None = None
    next_step: Message | None = None
    next_page: str | None = None

    def __init__(
        self,
        message: Message | None = None,
        *,
        field: str | None = None,
        source: str | None = None,
        next_step: Message | None = None,
        next_page: str | None = None,
        about: Mapping[str, Any] | None = None,
    ) -> None:
        self.message = message or type(self).message
        self.source = source or type(self).source
        self.field = field
        self.next_step = next_step or type(self).next_step
        # Another step than usual is not taken on the usual page.
        self.next_page = next_page or (None if next_step else type(self).next_page)
        self.about = about or {}
        super().__init__(self.message)

    def after(self, stamp: Any) -> None:
        """Keep, once the act is undone, that it was refused: of most nothing is kept."""

    def as_json(self) -> dict[str, str]:
        """Return what an endpoint or a calculator answers; empty parts are left out."""
        said = {
            "error": self.code,
            "message": self.message,
            "field": self.field,
            "source": self.source,
            "next_step": self.next_step,
        }
        return {key: value for key, value in said.items() if value is not None}


class BadInput(Refusal):
    """A value is missing, unknown, of the wrong type or out of range; `field` names it."""

    status = 400
    code = "bad_input"
    message = msg("The input cannot be read.")


class Conflict(Refusal):
    """What was asked could be right; as things stand, or between these two people, it is not."""

    status = 409


class NotFound(Refusal):
    """Not found in this club."""

    status = 404
    code = "not_found"
    message = msg("Not found in this club.")


@cache
def refusals() -> dict[str, type[Refusal]]:
    """Return every kind of refusal by its code, once all apps are loaded."""
    found = [Refusal]
    for each in found:
        found += each.__subclasses__()
    return {
        each.code: each for each in sorted(found, key=lambda one: one.code) if "code" in vars(each)
    }
