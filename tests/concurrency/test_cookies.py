"""What a browser is given over an encrypted way, by a process of its own."""

import os
import subprocess
import sys

import pytest

from script.office import TOP
from tests.world import a_club

SIGNED_IN = """
import django
django.setup()
from django.test import Client
proxy = {"x-forwarded-proto": "https", "x-forwarded-for": "192.0.2.7"}
browser = Client(headers=proxy)
browser.get("/sign-in/")
browser.post("/sign-in/", {"username": "manager@tallinn", "password": "correct horse battery"})
for each in browser.cookies.values():
    print(each.key, each["secure"], each["path"], each["domain"] or "-", each["httponly"])
"""


@pytest.mark.usefixtures("committed_db")
def test_encrypted_every_cookie_is_this_hosts_alone():
    a_club()
    encrypted = {"HTTPS": "1", "ALLOWED_HOSTS": "testserver", "PYTHONPATH": str(TOP)}
    done = subprocess.run(
        [sys.executable, "-c", SIGNED_IN],
        env=os.environ | encrypted | {"DJANGO_SETTINGS_MODULE": "casino.settings"},
        capture_output=True,
        text=True,
        check=True,
    )
    kept = [line.split() for line in done.stdout.splitlines()]
    assert {name for name, *_ in kept} >= {"__Host-sessionid", "__Host-csrftoken"}
    for name, *more in kept:
        assert (name[:7], more) == ("__Host-", ["True", "/", "-", "True"]), name
