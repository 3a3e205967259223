"""Long reports, asked for now and written in the background; a guest's statement by mail."""

from dataclasses import replace
from datetime import date
from functools import partial
from smtplib import SMTPException
from typing import Annotated, Any, Literal
from uuid import UUID, uuid5

from django.conf import settings
from django.core.mail import EmailMessage
from django.core.validators import validate_email
from django.db import transaction
from django.forms import ValidationError
from django.utils.translation import get_language, gettext

from casino.acts.kinds import File, Hidden, Id, OneOf, Text, Values
from casino.acts.permission import check_opens
from casino.acts.runner import act
from casino.bookkeeping.models import Job
from casino.bookkeeping.services.jobs import ask_job
from casino.house.models import Club
from casino.house.stamp import Stamp
from casino.ledger.queries.documents import first_request
from casino.limits import MAX_LINE_LENGTH
from casino.messages import msg
from casino.players.queries import player
from casino.refusals import BadInput, Refusal
from casino.reports.queries import REPORTS

# No part of the question: a repeat may find more lines.
Total = Annotated[int, Hidden()]
# Nor where its links lead.
Site = Annotated[str, Hidden()]
Ending = Literal["csv", "csv-excel", "xlsx"]
Query = Annotated[dict[str, str], Values(of=Text(max_length=MAX_LINE_LENGTH))]

Address = Annotated[str, Text(max_length=254, private=True)]
# The PDF and its name: made anew by a repeat, by when the guest's books may have gone on.
Made = Annotated[bytes, Hidden()]
MadeName = Annotated[str, Hidden()]


class MailNotSent(Refusal):
    """The mail's server took nothing, or there is none."""

    status = 503
    code = "REPORT-003"
    message = msg("The mail was not sent.")
    next_step = msg("Try again later, or save the PDF and send it yourself.")


def _again(stamp: Stamp, *, player_id: int, query: Any, **mailed: Any) -> int:
    """Send what did not leave when it was asked for first."""
    del query
    if first_request(_key_of(stamp)) is None:
        _send_after_commit(stamp, player_id, **mailed)
    return player_id


@act("reports.mail_statement", replay=_again)
def mail_statement(
    stamp: Stamp, *, player_id: Id, query: Query, to: Address, name: MadeName, content: Made
) -> int:
    """
    Send a guest's statement, made as a file, to an address; the act says who sent whose.

    query: as its address asks; name, content: of the PDF. The act keeps a fingerprint of the
    address: whether it went to one that is named can be told, not where it went. It stands among
    the exceptions. The mail leaves once the act is kept; one that did not is sent by a repeat, as
    the statement is by then.

    Raises NotFound, BadInput for no address, MailNotSent.
    """
    player(stamp.club_id, player_id)
    try:
        validate_email(to)
    except ValidationError as error:
        raise BadInput(msg("Write an e-mail address."), field="to") from error
    _send_after_commit(stamp, player_id, to=to, name=name, content=content)
    return player_id


@act("reports.note_mail_sent", replay=lambda _stamp, *, player_id, content: player_id)
def note_mail_sent(_stamp: Stamp, *, player_id: Id, content: File) -> int:
    """
    Note that the statement of a guest left by mail, after the act that asked for it.

    content: of the PDF that left, of which the act keeps a fingerprint.
    """
    return player_id


def _send_after_commit(stamp: Stamp, player_id: int, *, to: str, name: str, content: bytes) -> None:
    if not mail_is_set():
        raise MailNotSent
    guest, club = player(stamp.club_id, player_id), Club.objects.get(id=stamp.club_id)
    said = gettext("The statement of %(guest)s is attached.") % {"guest": guest.name}
    mail = EmailMessage(f"{club.name}: {gettext('Statement of a guest')}", said, to=[to])
    mail.attach(name, content, "application/pdf")
    transaction.on_commit(partial(_send, mail, stamp, player_id, content))


def _send(mail: EmailMessage, stamp: Stamp, player_id: int, content: bytes) -> None:
    """Send a mail and note that it left. Raises MailNotSent."""
    try:
        mail.send()
    except (OSError, SMTPException) as error:
        raise MailNotSent from error
    left = replace(stamp, act_id=0, actor_id=None, roles=None, key=_key_of(stamp))
    note_mail_sent(left, player_id=player_id, content=content)


def _key_of(stamp: Stamp) -> UUID:
    """Return the key of the act that notes that a mail left."""
    return uuid5(stamp.key, "mailed")


def mail_is_set() -> bool:
    """Return whether the installation sends mail, and does not write it to its own log."""
    return not settings.EMAIL_BACKEND.endswith(("console.EmailBackend", "dummy.EmailBackend"))


@act("reports.ask_report")
def ask_report(
    stamp: Stamp,
    *,
    report: Annotated[str, OneOf(words=tuple(REPORTS))],
    query: Query,
    ending: Ending,
    total: Total,
    site: Site = "",
) -> Job:
    """
    Ask for a report as a file; query: as its address asks; total: how many lines;
    site: where the office stands, for the links of the file. It is written in the language of
    who asks.

    Raises NotAllowed for who does not open that report, BadInput without days.
    """
    check_opens(stamp, REPORTS[report].route)
    try:
        first, last = (date.fromisoformat(query[name]) for name in ("first", "last"))
    except (KeyError, ValueError) as error:
        raise BadInput(msg("Choose the first and the last day."), field="query") from error
    title = msg(
        "{register}, {first} to {last}",
        register=REPORTS[report].title,
        first=f"{first:%d.%m.%Y}",
        last=f"{last:%d.%m.%Y}",
    )
    asked = {
        "report": report,
        "query": query,
        "ending": ending,
        "site": site,
        "language": get_language(),
    }
    return ask_job(stamp, kind="report", title=title, arguments=asked, total=total)
