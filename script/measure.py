"""
Run the benchmarks, each on a database of its own; started by script/bench.

Usage: script/bench [--quick | --full] [NAME ...]. A benchmark is a module of benchmarks/ that is
run as a program; it finds the addresses in DATABASE_URL (runtime role), DATABASE_OWNER_URL,
SUPERUSER_URL and REDIS_URL, a folder that is removed after it in BENCH_FOLDER, and the options in
its arguments: quick, a minute or two, unless it reads --full. The server is durable, as in the
office: what is measured is what a club would get.
"""

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

from script.children import Unable
from script.environment import told
from script.office import KEYS, MANAGE, TOP, VAR, collect_static, kept_key
from script.servers import postgres, postgres_url, valkey, valkey_url

FOLDER = VAR / f"bench-{os.getpid()}"


def main(*words: str) -> None:
    """Run the benchmarks named, or all; raise Unable when one has failed, after the others."""
    options = [word for word in words if word in ("--quick", "--full")]
    names = [word for word in words if word not in options]
    known = sorted(path.stem for path in (TOP / "benchmarks").glob("*.py") if path.stem[0] != "_")
    if unknown := set(names) - set(known):
        raise Unable(f"No benchmark {', '.join(unknown)}: there are {', '.join(known)}.")
    collect_static()  # pages are measured, too
    failed = [name for name in names or known if not went_well(name, options)]
    if failed:
        raise Unable(f"Failed: {', '.join(failed)}: see above.")


def went_well(name: str, options: list[str]) -> bool:
    """Run one benchmark on fresh servers, which are gone afterwards; say how it ended."""
    print(f"=== {name}", flush=True)
    began = time.monotonic()
    try:
        status = measure(name, options)
    finally:
        shutil.rmtree(FOLDER, ignore_errors=True)
    end = f"failed with status {status}, " if status else ""
    print(f"=== {name}: {end}{time.monotonic() - began:.0f} s", flush=True)
    return not status


def measure(name: str, options: list[str]) -> int:
    """Run one benchmark on fresh servers; return its exit status."""
    with postgres(FOLDER / "postgres"), valkey(FOLDER / "valkey"):
        environment = surroundings(FOLDER)
        migrate = [*MANAGE, "migrate", "--verbosity=0"]
        owner = environment | {"DATABASE_URL": environment["DATABASE_OWNER_URL"]}
        subprocess.run(migrate, env=owner, cwd=TOP, check=True)
        command = [sys.executable, "-m", f"benchmarks.{name}", *options]
        return subprocess.run(command, env=environment, cwd=TOP, check=False).returncode


def surroundings(folder: Path) -> dict[str, str]:
    """Return the environment of a benchmark."""
    url = folder / "postgres"
    return {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "casino.settings",
        "DATABASE_URL": postgres_url(url, role="casino_app", database="casino"),
        "DATABASE_OWNER_URL": postgres_url(url, role="casino_owner", database="casino"),
        "SUPERUSER_URL": postgres_url(url, database="casino"),
        "BENCH_FOLDER": str(folder),
        "REDIS_URL": valkey_url(folder / "valkey"),
        **{name: kept_key(name.lower()) for name in KEYS},
    }


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except KeyboardInterrupt:
        sys.exit(130)
    except (Unable, OSError, subprocess.CalledProcessError) as error:
        sys.exit(told(error))
