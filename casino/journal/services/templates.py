"""Documents to begin from: saved, made recurring, left out once, removed."""

from collections.abc import Mapping
from datetime import date
from typing import Annotated, Any

from casino.acts.kinds import Id, Name, OneOf, Reason
from casino.acts.runner import act
from casino.house.models import Club
from casino.house.stamp import Stamp
from casino.journal.models import DocumentTemplate, OwnAccount
from casino.journal.queries.accounts import CODES, own_by_code
from casino.journal.queries.documents import document
from casino.journal.queries.templates import template
from casino.journal.rules.recurring import RHYTHMS, next_due
from casino.kept_sql import hold
from casino.messages import msg
from casino.refusals import BadInput, Conflict

Rhythm = Annotated[str, OneOf(words=("", *RHYTHMS))]


class NotDue(Conflict):
    """What does not recur, or is due later, is not left out."""

    code = "JOURNAL-008"
    message = msg("This document is not due.")


def _saved(stamp: Stamp, *, name: str, **_: object) -> DocumentTemplate:
    return DocumentTemplate.objects.get(club_id=stamp.club_id, name=name)


def _same(stamp: Stamp, *, document_template_id: int, **_: object) -> DocumentTemplate:
    return template(stamp.club_id, document_template_id)


@act("journal.save_template", replay=_saved)
def save_template(
    stamp: Stamp,
    *,
    document_id: Id,
    name: Name,
    rhythm: Rhythm = "",
    due_on: date | None = None,
) -> DocumentTemplate:
    """
    Save the lines of a document to begin from; under a name that is there: in its place.

    due_on: on which day it waits for the first time, with a rhythm. Raises NotFound, BadInput.
    """
    found = document(stamp.club_id, document_id)
    own = own_by_code(stamp.club_id)
    lines = [each | _written(each, own.get(each["account"])) for each in found.lines]
    said = {"reason": found.reason, "lines": lines, "is_open": True}
    saved, _ = DocumentTemplate.objects.update_or_create(
        club_id=stamp.club_id,
        name=name,
        defaults=said | _recurs(stamp, rhythm, due_on),
        create_defaults=said | _recurs(stamp, rhythm, due_on) | {"act_id": stamp.act_id},
    )
    return saved


@act("journal.change_template", replay=_same)
def change_template(
    stamp: Stamp,
    *,
    document_template_id: Id,
    rhythm: Rhythm = "",
    due_on: date | None = None,
) -> DocumentTemplate:
    """Let a template recur from a day on, or not any more. Raises NotFound, BadInput."""
    found = _held(stamp, document_template_id)
    return _change(found, **_recurs(stamp, rhythm, due_on))


@act("journal.skip_template", replay=_same)
def skip_template(stamp: Stamp, *, document_template_id: Id, reason: Reason) -> DocumentTemplate:
    """Leave a recurring document out once; the next one is due by its rhythm. Raises NotDue."""
    del reason  # kept with the act
    found = _held(stamp, document_template_id)
    if not _settle(stamp, found):
        raise NotDue
    return found


@act("journal.remove_template", replay=_same)
def remove_template(stamp: Stamp, *, document_template_id: Id) -> DocumentTemplate:
    """Offer a template no more; saved again under its name, it is back. Raises NotFound."""
    return _change(_held(stamp, document_template_id), is_open=False)


def settle_due(stamp: Stamp, document_template_id: int) -> None:
    """Let what was booked from a template be due next time, as a step of the act that books."""
    _settle(stamp, _held(stamp, document_template_id))


def _written(line: Mapping[str, Any], own: OwnAccount | None) -> dict[str, str | None]:
    """Return a line's codes as one writes them: None where it has its account's own."""
    return {
        name: None if (said := line.get(name)) == getattr(own, name, None) else said
        for name in CODES
    }


def _settle(stamp: Stamp, found: DocumentTemplate) -> bool:
    if found.due_on is None or found.due_on > stamp.gaming_day:
        return False
    _change(found, due_on=next_due(found.due_on, found.rhythm, found.day))
    return True


def _held(stamp: Stamp, document_template_id: int) -> DocumentTemplate:
    hold(Club, stamp.club_id)
    return template(stamp.club_id, document_template_id)


def _change(found: DocumentTemplate, **what: object) -> DocumentTemplate:
    for name, value in what.items():
        setattr(found, name, value)
    found.save(update_fields=list(what))
    return found


def _recurs(stamp: Stamp, rhythm: str, due_on: date | None) -> dict[str, object]:
    if bool(rhythm) != bool(due_on):
        raise BadInput(
            msg("Say how often it recurs, and on which day first."),
            field="due_on" if rhythm else "rhythm",
        )
    if due_on and due_on < stamp.gaming_day:
        raise BadInput(msg("Write today's gaming day or a later one."), field="due_on")
    return {"rhythm": rhythm, "due_on": due_on, "day": due_on.day if due_on else 0}
