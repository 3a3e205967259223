"""Variables as web, worker and commands read them; one that cannot be ends each with a sentence."""

import os
import sys
from collections.abc import Callable
from functools import wraps
from typing import Any

from environs import Env, EnvValidationError, ValidationError, validate

from casino.addresses import (
    broker_of,
    database_of,
    folder_of,
    host_of,
    mail_of,
    mailbox_of,
    web_of,
)

HEX = validate.Regexp(r"[0-9a-f]{64}\Z")
# What is wanted, where what reads a value says what it is not.
WANTED = {
    "Not a valid integer.": "give a whole number.",
    "Not a valid number.": "give a number.",
    "Not a valid boolean.": "give 1 or 0.",
}
RATE = validate.Regexp(
    r"[1-9]\d*/[smhd][a-z]*\Z", error="give a number and a time, such as 6000/minute."
)


class Environment(Env):
    """
    Reads like Env; an emptied line (`NAME=`) is none.

    Leaves with status 78 where a value cannot be: nobody starts it again.
    """

    def __getattribute__(self, name: str) -> Any:
        found = super().__getattribute__(name)
        return found if name.startswith("_") or not callable(found) else _or_end(found)


def checked(of: Callable[[str], object], said: str = "") -> Callable[[str], None]:
    """Return what refuses a text that `of` refuses, in its words, or as is said."""

    def check(text: str) -> None:
        try:
            of(text)
        except Exception as error:
            raise ValidationError(said or str(error)) from None

    return check


PUBLIC_KEYS = checked(
    lambda given: [HEX(each) for each in given],
    "give keys of 64 hexadecimal digits each, with commas between.",
)
ADDRESS = checked(web_of, "give one such as https://office.example.")
FOLDER = checked(folder_of, "give a folder, there or still to be made.")
HOSTS = checked(
    lambda given: [host_of(each) for each in given],
    "give names such as office.example, without https:// and port, with commas between.",
)
ORIGINS = checked(
    lambda given: [web_of(each) for each in given],
    "give origins such as https://office.example, with commas between.",
)
BROKER = checked(broker_of, "give one such as redis://127.0.0.1:6379/0.")
MAIL_SERVER = checked(mail_of)
MAILBOX = checked(mailbox_of, "give one such as office@club.example.")
MAILBOXES = checked(
    lambda given: [mailbox_of(each) for each in given],
    "give addresses such as office@club.example, with commas between.",
)
SERVER = checked(database_of, "give one such as postgresql://role:password@host:5432/database.")


def _or_end(read: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(read)
    def reads(name: str, default: Any, **kwargs: Any) -> Any:
        if os.environ.get(name) == "":
            return default
        try:
            return read(name, default, **kwargs)
        except EnvValidationError as error:
            # Not what was given: that may hold a password.
            said = " ".join(WANTED.get(str(each), str(each)) for each in error.error_messages)
            print(f"{name} cannot be read: {said}", file=sys.__stderr__, flush=True)
            raise SystemExit(os.EX_CONFIG) from None

    return reads
