"""Run a manage.py command beside the running servers, or with servers of its own meanwhile."""

import signal
import subprocess
import sys
import tomllib
from collections.abc import Mapping

from script import roles
from script.children import Unable
from script.environment import told
from script.office import (
    MANAGE,
    TOP,
    as_owner,
    borrowed_servers,
    embedded,
    migrate,
    surroundings,
    was_migrated,
)

NEED_NO_SERVER = {"calculate", "check", "help", "makemessages", "reserve", "--help"}
NEED_THE_OWNER = {"migrate", "flush", "publish_cell", "set_cell", "sqlflush"}


def main(*arguments: str) -> int:
    """Return the exit status of manage.py with these arguments."""
    name = arguments[0] if arguments else "help"
    if name == "prepare_database":
        roles.main(*arguments[1:])
        return 0
    if name in {"version", "--version"}:  # Django would say its own
        print(tomllib.loads((TOP / "pyproject.toml").read_text())["project"]["version"])
        return 0
    if name in NEED_NO_SERVER:
        return foreground(arguments, surroundings())
    with borrowed_servers():
        if embedded("DATABASE_URL") and not was_migrated():
            migrate()
        environment = surroundings()
        return foreground(
            arguments, as_owner(environment) if name in NEED_THE_OWNER else environment
        )


def foreground(arguments: tuple[str, ...], environment: Mapping[str, str]) -> int:
    """Run manage.py in the terminal: a Ctrl-C is its own to answer, a SIGTERM is handed on."""
    child = subprocess.Popen([*MANAGE, *arguments], env=environment)
    signal.signal(signal.SIGINT, lambda *_: None)
    signal.signal(signal.SIGTERM, lambda *_: child.terminate())
    status = child.wait()
    return status if status >= 0 else 128 - status


if __name__ == "__main__":
    try:
        sys.exit(main(*sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)
    except (Unable, OSError) as error:
        sys.exit(told(error))
