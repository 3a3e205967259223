"""Keys of the program, apart by what they keep: of each list the first one writes, all read."""

import base64
import hmac
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

from cryptography.exceptions import InvalidSignature
from cryptography.fernet import Fernet, MultiFernet
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import load_pem_private_key
from django.conf import settings
from django.contrib.auth.hashers import check_password, make_password
from django.core.exceptions import ImproperlyConfigured
from django.utils.crypto import salted_hmac

NAME_LENGTH = 8


def second_factors() -> MultiFernet:
    """Return what reads secrets of authenticator apps; once the key of the site wrote them."""
    keys = [*settings.SECOND_FACTOR_KEYS, settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
    return _cipher("second factors", keys)


def webhooks() -> MultiFernet:
    """Return what reads the secrets that messages to other programs are signed with."""
    return _cipher("webhooks", settings.WEBHOOK_KEYS)


def site_macs(salt: str, value: str, *, algorithm: str = "sha1") -> Iterator[bytes]:
    """Yield what the key of the site makes of a value, then what its former keys made of it."""
    for key in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS):
        yield salted_hmac(salt, value, secret=key, algorithm=algorithm).digest()


def pin_digest(pin: str) -> str:
    """Return what is kept of a PIN: with a copy of the database alone no PIN can be tried."""
    key = settings.PIN_KEYS[0]
    return f"{_name(key)}:{make_password(_peppered(pin, key))}"


def is_pin_of(digest: str, pin: str) -> bool:
    """Return whether a digest is of this PIN; one of before there were keys is read, too."""
    name, _, hashed = digest.rpartition(":")
    if not name:
        return check_password(pin, hashed)
    keys = {_name(key): key for key in settings.PIN_KEYS}
    return name in keys and check_password(_peppered(pin, keys[name]), hashed)


def is_written_by_first(digest: str) -> bool:
    """Return whether a PIN's digest is of the key that writes now."""
    return digest.rpartition(":")[0] == _name(settings.PIN_KEYS[0])


def is_readable(digest: str) -> bool:
    """Return whether a PIN's digest is of a key that is here, or of none."""
    return digest.rpartition(":")[0] in {"", *map(_name, settings.PIN_KEYS)}


def anchor_key() -> Ed25519PrivateKey:
    """Return the key that seals are signed with. Raises ImproperlyConfigured, in one sentence."""
    named = f"ANCHOR_KEY {settings.ANCHOR_KEY}"
    try:
        key = load_pem_private_key(Path(settings.ANCHOR_KEY).read_bytes(), None)
    except OSError as error:
        raise ImproperlyConfigured(f"{named} cannot be read: {error.strerror}.") from error
    except (TypeError, ValueError) as error:
        raise ImproperlyConfigured(f"{named} is no Ed25519 key: openssl genpkey.") from error
    if not isinstance(key, Ed25519PrivateKey):
        raise ImproperlyConfigured(f"{named} is no Ed25519 key: openssl genpkey.")
    return key


def sign_anchor(text: str) -> str:
    """Return "<key> <signature>" of a line that leaves the house, "" where no key is at hand."""
    if not settings.ANCHOR_KEY:
        return ""
    key = anchor_key()
    return f"{key.public_key().public_bytes_raw().hex()} {key.sign(text.encode()).hex()}"


def is_signed_anchor(text: str, key: str, signature: str) -> bool:
    """Return whether a line was signed with a key that we trust, and with this one."""
    if key not in settings.ANCHOR_PUBLIC_KEYS:
        return False
    try:
        public = Ed25519PublicKey.from_public_bytes(bytes.fromhex(key))
        public.verify(bytes.fromhex(signature), text.encode())
    except (InvalidSignature, ValueError):
        return False
    return True


def _cipher(purpose: str, keys: list[str]) -> MultiFernet:
    digests = [sha256(f"{purpose} {key}".encode()).digest() for key in keys]
    return MultiFernet([Fernet(base64.urlsafe_b64encode(digest)) for digest in digests])


def _peppered(pin: str, key: str) -> str:
    return hmac.digest(key.encode(), pin.encode(), "sha256").hex()


def _name(key: str) -> str:
    """Return by what a digest says which key it needs."""
    return sha256(b"name of a PIN key " + key.encode()).hexdigest()[:NAME_LENGTH]
