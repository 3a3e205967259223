"""A program that uses the API with a key of a member of staff."""

from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from typing import Any
from uuid import uuid4

from django.contrib.auth.hashers import make_password
from django.test import Client

from casino.staff.models import ApiToken, Pin
from tests.world import World, founding

PIN = "4711"
SIGNED = ("/approve/", "/together/", "/approve-alone/", "/seal/", "closings/")


@cache
def hashed_pin() -> str:
    return make_password(PIN)


@dataclass(frozen=True, kw_only=True, slots=True)
class Program:
    """Sends requests below the club's address; `key` is its API key, not of the request."""

    slug: str
    key: str
    client: Client

    def address(self, path: str) -> str:
        """Return the whole address of something in the club."""
        return f"/api/v1/clubs/{self.slug}/{path}"

    def get(self, path: str, **query: Any) -> Any:
        """Ask."""
        return self.client.get(self.address(path), query, headers=self.headers())

    def post(self, path: str, *, key: object = None, **body: Any) -> Any:
        """Ask for something to be done; an approval, a seal and a close carry the PIN."""
        if path.endswith(SIGNED):
            body = {"pin": PIN} | body
        return self.client.post(
            self.address(path),
            body,
            content_type="application/json",
            headers=self.headers({"Idempotency-Key": str(key or uuid4())}),
        )

    def put(self, path: str, *, key: object = None, **body: Any) -> Any:
        """Ask for something to be replaced."""
        return self.client.put(
            self.address(path),
            body,
            content_type="application/json",
            headers=self.headers({"Idempotency-Key": str(key or uuid4())}),
        )

    def send(self, path: str, raw: bytes, *, method: str = "POST", **headers: str) -> Any:
        """Send bytes as they are."""
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        return self.client.generic(
            method,
            self.address(path),
            raw,
            content_type=named.pop("Content-Type", "application/json"),
            headers=self.headers({"Idempotency-Key": str(uuid4())} | named),
        )

    def headers(self, more: dict[str, str] | None = None) -> dict[str, str]:
        """Return the headers of a request."""
        return {"Authorization": f"Token {self.key}"} | (more or {})


def program(world: World, role: str, *, slug: str | None = None) -> Program:
    """Return a program of the club's member of staff in a role; its key is made here."""
    key = f"key-{role}-{world.club.slug}-{uuid4().hex}"
    with founding(world.club):
        ApiToken.objects.create(
            user=world.staff[role], name="test", digest=sha256(key.encode()).hexdigest()
        )
        Pin.objects.get_or_create(user=world.staff[role], defaults={"digest": hashed_pin()})
    return Program(slug=slug or world.club.slug, key=key, client=Client())
