"""Which of EMAIL_URL's spellings sends mail encrypted: each of the docs, and no other by chance."""

import re
from pathlib import Path

import pytest

from casino.addresses import mail_of

TOP = Path(__file__).resolve().parents[2]
STARTTLS, TLS_FIRST, CLEAR = (True, False), (False, True), (False, False)


@pytest.mark.parametrize(
    ("url", "port", "encrypted"),
    [
        ("smtp+tls://user:pass%40word@mail.example:2587", 2587, STARTTLS),
        ("smtp+tls://user:pass%40word@mail.example", 587, STARTTLS),
        ("submission://user:pass%40word@mail.example", 587, STARTTLS),
        ("smtp://user:pass%40word@mail.example:587?tls=True", 587, STARTTLS),
        ("smtps://user:pass%40word@mail.example:587", 587, STARTTLS),
        ("smtps://user:pass%40word@mail.example:465", 465, TLS_FIRST),
        ("smtp+ssl://user:pass%40word@mail.example", 465, TLS_FIRST),
        ("smtp://user:pass%40word@mail.example:465/?ssl=1", 465, TLS_FIRST),
        ("smtp://user:pass%40word@mail.example", 25, CLEAR),
        ("smtp://user:pass%40word@mail.example?tls=False&ssl=0", 25, CLEAR),
    ],
)
def test_each_spelling_means_what_it_says(url: str, port: int, encrypted: tuple[bool, bool]):
    found = mail_of(url)
    assert (found["EMAIL_USE_TLS"], found["EMAIL_USE_SSL"]) == encrypted
    assert [found[f"EMAIL_{part}"] for part in ("HOST", "PORT", "HOST_USER", "HOST_PASSWORD")] == [
        "mail.example", port, "user", "pass@word"
    ]  # fmt: skip
    assert found["EMAIL_BACKEND"].endswith("smtp.EmailBackend")


@pytest.mark.parametrize(
    "url",
    [
        "mail.example",
        "smtp+starttls://user:password@mail.example:587",
        "smtp://mail.example:abc",
        "smtp+tls://",
        "smtp://mail.example?starttls=1",
        "smtp+tls://mail.example?tls=False",
        "smtp://mail.example?tls=maybe",
        "smtp://mail.example?tls=True&ssl=True",
        "smtp+ssl://mail.example?tls=",
    ],
)
def test_what_names_no_mail_server_is_refused_and_not_taken_for_one_in_clear(url: str):
    with pytest.raises(ValueError, match="smtp"):
        mail_of(url)


def test_without_a_mail_server_mail_is_printed():
    for url in ("console://", ""):
        assert mail_of(url)["EMAIL_BACKEND"].endswith("console.EmailBackend")


def test_a_mail_server_of_the_docs_is_never_told_a_password_in_clear():
    written = [*(TOP / "docs").rglob("*.md"), *(TOP / "deploy").glob("*.env*"), TOP / "README.md"]
    said = {
        url for each in written for url in re.findall(r"\bsmtp[+a-z]*://[^\s`]+", each.read_text())
    }
    assert said
    for url in said:
        found = mail_of(url)
        assert found["EMAIL_USE_TLS"] or found["EMAIL_USE_SSL"] or not found["EMAIL_HOST_PASSWORD"]
