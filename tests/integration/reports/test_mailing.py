"""A guest's statement by mail: it leaves once its act is kept, and again where it did not leave."""

from contextlib import suppress
from unittest.mock import Mock
from uuid import uuid4

import pytest
from django.conf import settings
from django.core import mail
from django.core.mail import EmailMessage

from casino.audit.queries.exceptions import exceptions
from casino.db import all_or_nothing
from casino.ledger.models import Act
from casino.reports.services import MailNotSent, mail_statement
from casino.staff.models import Role
from tests.api.program import program
from tests.integration.reports.asking import NIGHT, reader
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
    client, query = reader(world), f"{NIGHT}&player={guest.code}"
    where, key = f"/tallinn/reports/guest/mail/?{query}", {"key": str(uuid4())}
    what = {"player_id": guest.pk, "to": TO, "name": "mari.pdf", "content": b"%PDF-"}

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
    what = {"player_id": guest.pk, "to": TO, "name": "mari.pdf", "content": b"%PDF-"}
    mail_statement(world.stamp("12:00", role=Role.ACCOUNTANT), **what)
    ((kind, row, _),) = exceptions(world.club, first=EVENING, last=EVENING)
    assert (str(kind), row.arguments["player_id"]) == ("statement mailed", guest.pk)
    assert TO not in str(row.arguments)
