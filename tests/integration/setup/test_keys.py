"""Keys are changed without losing what was kept under them, and none opens another's secrets."""

import base64
from dataclasses import dataclass, field
from datetime import UTC, datetime
from hashlib import sha256
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.utils import decrypt
from cryptography.fernet import Fernet, InvalidToken
from django.contrib.auth.hashers import check_password, make_password
from django.core.management import call_command
from django.utils.crypto import salted_hmac

from casino.keys import pin_digest
from casino.staff.models import Pin, Role, User
from casino.staff.services import PinPrompt, check_pin, set_pin
from casino.webhooks.models import Webhook
from casino.webhooks.services.keeping import add_webhook, secret_of
from ranking.views.public import _marks, mark_of
from script import office
from tests.world import World, a_club

pytestmark = pytest.mark.django_db
OLD, NEW, SITE = "an-old-key-" * 6, "a-new-key-" * 6, "another-key-of-the-site-" * 3
SECRET, PIN = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP", "4711"
ASKED = PinPrompt(place="desk", at=datetime(2026, 2, 27, 22, tzinfo=UTC))
LISTS = ("SECOND_FACTOR_KEYS", "WEBHOOK_KEYS", "PIN_KEYS")


@dataclass(frozen=True, kw_only=True)
class Kept:
    """A club's secrets as a former program kept them, under the key of the site alone."""

    user: User
    webhook: Webhook
    told: str
    world: World = field(repr=False)

    def reads(self) -> list[str]:
        """Return what the program makes of each."""
        factor = Authenticator.objects.get(user=self.user, type="totp")
        webhook = Webhook.objects.get(pk=self.webhook.pk)
        return [decrypt(factor.data["secret"]), secret_of(webhook)]


@pytest.fixture
def kept(settings: Any, db: None) -> Kept:
    world = a_club()
    user, site = world.staff[Role.MANAGER], settings.SECRET_KEY.encode()
    cipher = Fernet(base64.urlsafe_b64encode(sha256(b"second factors " + site).digest()))
    data = {"secret": cipher.encrypt(SECRET.encode()).decode()}
    Authenticator.objects.create(user=user, type="totp", data=data)
    stamp = world.stamp(role=Role.MANAGER)
    webhook = add_webhook(stamp, address="https://example.com/", events=["day.closed"])
    Webhook.objects.update(sealed="")
    mac = salted_hmac("casino.webhooks", str(webhook.salt), algorithm="sha256").digest()
    Pin.objects.create(user=user, digest=make_password(PIN))
    told = "whsec_" + base64.b64encode(mac).decode()
    return Kept(user=user, webhook=webhook, told=told, world=world)


def rotate() -> str:
    said = StringIO()
    call_command("rotate_keys", stdout=said)
    return said.getvalue()


def test_what_the_sites_key_kept_is_read_and_survives_a_new_one(kept: Kept, settings: Any):
    assert kept.reads() == [SECRET, kept.told]
    assert "Second factors: 1, addresses of webhooks: 1." in rotate()
    settings.SECRET_KEY = SITE
    assert kept.reads() == [SECRET, kept.told]


def test_a_former_key_of_the_site_reads_until_all_is_written_anew(kept: Kept, settings: Any):
    settings.SECRET_KEY_FALLBACKS, settings.SECRET_KEY = [settings.SECRET_KEY], SITE
    assert kept.reads() == [SECRET, kept.told]
    rotate()
    settings.SECRET_KEY_FALLBACKS = []
    assert kept.reads() == [SECRET, kept.told]


def test_the_first_key_writes_all_read_and_one_that_is_gone_reads_nothing(
    kept: Kept, settings: Any
):
    for name in LISTS:
        setattr(settings, name, [OLD])
    rotate()
    RecoveryCodes.activate(kept.user)
    codes = RecoveryCodes(kept.user.authenticator_set.get(type="recovery_codes")).get_unused_codes()
    for name in LISTS:
        setattr(settings, name, [NEW, OLD])
    assert kept.reads() == [SECRET, kept.told]
    rotate()
    for name in LISTS:
        setattr(settings, name, [NEW])
    assert kept.reads() == [SECRET, kept.told]
    rewritten = kept.user.authenticator_set.get(type="recovery_codes")
    assert RecoveryCodes(rewritten).get_unused_codes() == codes
    for name in LISTS:
        setattr(settings, name, [OLD])
    with pytest.raises(InvalidToken):
        kept.reads()


def test_a_webhooks_secret_is_nobodys_to_compute(settings: Any, world: World):
    stamp = world.stamp(role=Role.MANAGER)
    webhook = add_webhook(stamp, address="https://example.com/", events=["day.closed"])
    mac = salted_hmac("casino.webhooks", str(webhook.salt), algorithm="sha256").digest()
    assert secret_of(webhook) != "whsec_" + base64.b64encode(mac).decode()
    assert secret_of(Webhook.objects.get()) == secret_of(webhook)


class TestPin:
    def test_one_of_before_there_were_keys_opens_and_is_kept_better_from_then_on(self, kept: Kept):
        assert "PINs that wait for their next use: 1. Leave the former" in rotate()
        assert not check_pin(kept.user, "4712", ASKED)
        assert Pin.objects.get().digest == Pin.objects.get().digest.rpartition(":")[2]
        assert check_pin(kept.user, PIN, ASKED)
        assert ":" in Pin.objects.get().digest
        assert check_pin(kept.user, PIN, ASKED)
        assert "PINs that wait for their next use: 0.\n" in rotate()

    def test_a_copy_of_the_database_alone_opens_none(self, world: World):
        set_pin(world.staff[Role.MANAGER], PIN)
        name, _, hashed = Pin.objects.get().digest.rpartition(":")
        assert not check_password(PIN, hashed)
        assert len(name) == 8

    def test_one_of_a_former_key_opens_until_that_key_is_gone(self, kept: Kept, settings: Any):
        settings.PIN_KEYS = [OLD]
        former = pin_digest(PIN)
        for keys, opens in (([NEW], False), ([NEW, OLD], True)):
            settings.PIN_KEYS = keys
            Pin.objects.update(digest=former)
            assert check_pin(kept.user, PIN, ASKED) is opens
        settings.PIN_KEYS = [NEW]
        assert check_pin(kept.user, PIN, ASKED)

    def test_the_longest_hash_has_room(self, settings: Any):
        settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.Argon2PasswordHasher"]
        assert len(pin_digest("12345678")) <= Pin._meta.get_field("digest").max_length


def test_a_guests_address_lives_on_under_a_former_key_of_the_site(settings: Any):
    mark = mark_of(1, 2)
    settings.SECRET_KEY_FALLBACKS, settings.SECRET_KEY = [settings.SECRET_KEY], SITE
    assert mark_of(1, 2) != mark
    assert mark in _marks(1, 2)


class TestOfTheOffice:
    def test_keys_are_made_once_and_read_by_their_owner_alone(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ):
        monkeypatch.setattr(office, "VAR", tmp_path)
        for name in office.KEYS:
            monkeypatch.delenv(name)
        made = {name: office.surroundings()[name] for name in office.KEYS}
        assert len(set(made.values())) == 4
        assert {name: office.surroundings()[name] for name in office.KEYS} == made
        for name in office.KEYS:
            assert (tmp_path / name.lower()).stat().st_mode & 0o777 == 0o600

    def test_who_names_the_sites_key_names_the_others_as_other_machines_need_them(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ):
        monkeypatch.setattr(office, "VAR", tmp_path)
        monkeypatch.setenv("SECRET_KEY", SITE)
        monkeypatch.delenv("PIN_KEYS")
        assert "PIN_KEYS" not in office.surroundings()
        assert list(tmp_path.iterdir()) == []
