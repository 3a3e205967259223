"""A guest's statement by mail: it leaves once its act is kept, and again where it did not leave."""

from contextlib import suppress
from unittest.mock import Mock
from uuid import uuid4

import pytest
from django.conf import settings
from django.core import mail
from django.core.mail import EmailMessage

from casino.acts.kinds import fingerprint
from casino.audit.queries.exceptions import exceptions
from casino.db import all_or_nothing
from casino.ledger.models import Act
from casino.reports.services import MailNotSent, mail_statement
from casino.staff.models import Role
from tests.api.program import program
from tests.integration.reports.asking import NIGHT
from tests.world import EVENING, World, a_club

TO = "mari@example.org"


def acts() -> list[str]:
    found = Act.objects.filter(operation__startswith="reports.").order_by("id")
    return list(found.values_list("operation", flat=True))


def test_a_mail_leaves_after_its_act_and_one_that_did_not_leaves_by_a_repeat(
    committed_db: None, monkeypatch: pytest.MonkeyPatch
):
    world = a_club()
    guest = world.player("Mari")
    client, query = world.browser(Role.MANAGER), f"{NIGHT}&player={guest.code}"
    where, key = f"/tallinn/reports/guest/mail/?{query}", {"key": str(uuid4())}
    what = {"player_id": guest.pk, "query": {}, "to": TO, "name": "mari.pdf", "content": b"%PDF-"}

    with suppress(ZeroDivisionError), all_or_nothing():
        mail_statement(world.stamp("12:00", role=Role.MANAGER), **what)
        raise ZeroDivisionError
    assert (mail.outbox, acts()) == ([], [])

    def sent(**more: str) -> str:
        return client.post(where, key | more, follow=True).content.decode()

    assert "Enter a valid email address" in sent(to="mari")
    with monkeypatch.context() as away:
        away.setattr(EmailMessage, "send", Mock(side_effect=ConnectionRefusedError))
        page = sent(to=TO)
        assert MailNotSent.message in page
        assert TO in page
    assert acts() == ["reports.mail_statement"]
    for _ in range(2):
        assert "✓ Sent." in sent(to=TO)
    (found,) = mail.outbox
    (name, content, kind), *_ = found.attachments
    assert (found.to, kind, content[:5]) == ([TO], "application/pdf", b"%PDF-")
    assert name.endswith(".pdf")
    assert "Mari" in found.body
    assert acts() == ["reports.mail_statement", "reports.note_mail_sent"]
    assert TO not in str(Act.objects.values_list("arguments", flat=True))

    answer = program(world, Role.ACCOUNTANT).post("reports/guest/mail/", player_id=guest.pk, to=TO)
    assert (answer.status_code, answer.json()) == (201, {"player_id": guest.pk})
    assert len(mail.outbox) == 2
    monkeypatch.setattr(settings, "EMAIL_BACKEND", "django.core.mail.backends.console.EmailBackend")
    assert "Send as PDF" not in client.get(f"/tallinn/reports/guest/?{query}").content.decode()


def test_a_statement_that_was_mailed_is_listed_as_an_id_that_was_looked_at(world: World):
    guest = world.player("Mari")
    what = {"player_id": guest.pk, "query": {}, "to": TO, "name": "mari.pdf", "content": b"%PDF-"}
    mail_statement(world.stamp("12:00", role=Role.ACCOUNTANT), **what)
    ((kind, row, _),) = exceptions(world.club, first=EVENING, last=EVENING)
    assert (str(kind), row.arguments["player_id"]) == ("statement mailed", guest.pk)
    assert TO not in str(row.arguments)


def test_a_repeat_is_answered_or_sent_though_the_statement_went_on(
    committed_db: None, monkeypatch: pytest.MonkeyPatch
):
    world = a_club()
    guest, caller, key = world.player("Mari"), program(world, Role.MANAGER), uuid4()
    body = {"player_id": guest.pk, "first": "2026-02-01", "last": "2026-02-28", "to": TO}

    def ask(**more: str) -> int:
        return caller.post("reports/guest/mail/", key=key, **body | more).status_code

    with monkeypatch.context() as away:
        away.setattr(EmailMessage, "send", Mock(side_effect=ConnectionRefusedError))
        assert ask() == 503
    for name in ("Mari Saar", "Mari Kask"):
        assert caller.put(f"players/{guest.pk}/", name=name).status_code == 200
        assert ask() == 201
        (found,) = mail.outbox
        assert "Mari Saar" in found.body
    for more in ({"to": "jaan@example.org"}, {"last": "2026-02-27"}, {"by": "year"}):
        assert ask(**more) == 422
    assert len(mail.outbox) == 1


def test_what_left_by_mail_is_kept_as_a_fingerprint(committed_db: None):
    world = a_club()
    content = b"%PDF-of-mari"
    guest, stamp = world.player("Mari"), world.stamp("12:00", role=Role.MANAGER)
    mail_statement(
        stamp, player_id=guest.pk, query={"by": "year"}, to=TO, name="mari.pdf", content=content
    )
    asked, noted = Act.objects.filter(operation__startswith="reports.").order_by("id")
    assert asked.arguments["query"] == {"by": "year"}
    assert noted.arguments["content"] == fingerprint(content)
