"""A form that is sent again with its key is answered as at first, whatever the room offers now."""

from collections.abc import Iterator
from datetime import date
from typing import Any

from django.db.models import Model

from casino.ledger.queries.documents import first_act
from casino.refusals import Refusal
from casino.web.roles import ClubRequest, request_stamp

UNSAID: tuple[Any, ...] = (None, "", False)


def sent_before(act: Any, request: ClubRequest, form: Any) -> Any:
    """
    Return what an act did by a form that is refused for having been sent before, or None.

    So it is where a choice is offered no more, or where the page says by itself what is not typed:
    the answer was lost, and the same person sends the same act under the form's key.
    """
    key = getattr(form, "cleaned_data", {}).get("key")
    first = first_act(key) if key else None
    # Where a second person signs, the form asked for it, or did it at once.
    asked = (act, getattr(act, "ask", None))
    done = next((a for a in asked if a and first and a.name == first.operation), None)
    if first is None or done is None:
        return None
    try:
        if not _says_the_same(done, form, first):
            return None
        kept = {
            name: done.arguments[name].kind.from_plain(value)
            for name, value in first.arguments.items()
        }
        return done(request_stamp(request, key), **kept)
    except (Refusal, TypeError, ValueError, KeyError):
        return None  # somebody else's key; or of what it keeps a fingerprint alone


def _says_the_same(done: Any, form: Any, first: Any) -> bool:
    """
    Return whether what is typed says what was typed at first, argument by argument.

    What the page says of itself may be another by now. Where it offers a choice no more, or asks
    for less, what is left is found among what was said.
    """
    wrong = {each.code for errors in form.errors.as_data().values() for each in errors}
    if not wrong and not _asked_no_more(form):
        own = {field.name for field in form.hidden_fields()}
        typed = {name: value for name, value in form.arguments().items() if name not in own}
        kinds = {name: done.arguments[name].kind for name in typed}
        said = done.key_of(
            {name: v if v is None else kinds[name].check(v, name) for name, v in typed.items()}
        )
        return all(first.arguments.get(name) == said.get(name) for name in typed)
    left = [form.cleaned_data.get(field.name) for field in form.visible_fields()]
    return wrong <= {"invalid_choice"} and set(_leaves(left)) <= set(_leaves(first.arguments))


def _asked_no_more(form: Any) -> bool:
    """Return whether something was sent that the form does not ask: the stack of who has left."""
    asked = tuple(f"{name}_" for name in form.fields)  # a field may be typed in parts
    sent = form.data.keys() - form.fields.keys() - {"csrfmiddlewaretoken"}
    return any(not each.startswith(asked) for each in sent)


def _leaves(value: Any) -> Iterator[str]:
    """Yield what was said, piece by piece, as the key writes it."""
    if isinstance(value, dict | list | tuple):
        for each in value.values() if isinstance(value, dict) else value:
            yield from _leaves(each)
    elif isinstance(value, Model):
        yield str(value.pk)
    elif isinstance(value, date):
        yield value.isoformat()
    elif value not in UNSAID:
        yield str(value)
