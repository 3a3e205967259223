"""What ended sessions leave is removed; who is signed in stays so."""

from datetime import UTC, datetime, timedelta

import pytest
from allauth.usersessions.models import UserSession
from axes.models import AccessLog
from django.contrib.sessions.models import Session

from casino.operations.tasks import forget_sessions
from casino.staff.models import Role
from tests.pages.evening import signed_in
from tests.world import a_club

pytestmark = pytest.mark.django_db


def test_sessions_that_ended_and_old_sign_ins_are_removed_and_nobody_is_signed_out():
    world, now = a_club(), datetime.now(UTC)
    browser, key = signed_in(world, Role.CASHIER), "ended"
    mine = browser.session.session_key
    Session.objects.create(session_key=key, session_data="", expire_date=now - timedelta(hours=1))
    for of, days in ((key, 2), (mine, 2), ("begins", 0)):
        UserSession.objects.create(
            user=world.staff[Role.CASHIER], session_key=of, ip="127.0.0.1", user_agent="",
            created_at=now - timedelta(days=days),
        )  # fmt: skip
    for days in (91, 89):
        log = AccessLog.objects.create(username="anna", ip_address="127.0.0.1")
        AccessLog.objects.filter(pk=log.pk).update(attempt_time=now - timedelta(days=days))

    assert forget_sessions() == 3

    assert set(Session.objects.values_list("session_key", flat=True)) == {mine}
    assert {each.session_key for each in UserSession.objects.all()} == {mine, "begins"}
    assert AccessLog.objects.filter(username="anna").count() == 1
    assert browser.get("/tallinn/till/open/").status_code == 200
    assert forget_sessions() == 0
