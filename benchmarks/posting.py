"""
Posting one by one, eight writers, commits that reach the disk: ours beside others.

Run by script/bench posting. Every round measures all the ways one after the other; a ratio is the
median of the ratios inside each round, since a shared machine has better and worse minutes.
"""

import json
import os
import re
import socket
import statistics
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import django
import psycopg

from benchmarks.rivals import pgledger

HERE = Path(__file__).parent
ROUNDS = int(os.environ.get("ROUNDS", "5"))
SECONDS = float(os.environ.get("RUN_SECONDS", "3"))
WRITERS = 8
# way: its script and, where it has one, the schema that it is looked for in
SQL_WAYS = {
    "raw": ("raw", "public"),
    "guarded raw": ("guarded", "public"),
    "ours in SQL": ("ours", "public"),
    "pgledger": ("pgledger", "pgledger"),
    "pgledger-like": ("likeness", "public"),
}
OURS = ("service", "hot", "http")
RIVALS = ("hordak", "naive")
PER_SECOND = re.compile(r"tps = ([0-9.]+) \(without")
# way, measured against, at least; None: shown only
GOALS = [
    ("ours in SQL", "raw", None),
    ("ours in SQL", "guarded raw", 0.95),
    ("ours in SQL", "pgledger", 1.2),
    ("ours in SQL", "pgledger-like", 1.2),
    ("service", "raw", None),
    ("service", "guarded raw", 0.6),
    ("service", "hordak", 3.3),
    ("hot", "service", 0.6),
    ("http", "hordak", 0.6),
]
LIMITS = [("service", "p99_ms", 25.0), ("hot", "p99_ms", 25.0), ("service", "cpu_us", 350.0)]
Measured = dict[str, float]


def main() -> None:
    """Prepare, measure in rounds, print."""
    django.setup()
    from benchmarks._posting_world import found_club, pgbench_variables

    superuser = psycopg.connect(os.environ["SUPERUSER_URL"], autocommit=True)
    os.environ["RIVALS_URL"] = make_rivals(superuser)
    os.environ["DESKS"] = json.dumps(found_club(500))
    variables = pgbench_variables()
    ways = [way for way in os.environ.get("WAYS", "").split(",") if way]
    ways = ways or [*SQL_WAYS, *OURS, *RIVALS]
    with ExitStack() as stack:
        if "http" in ways:
            start_web(stack)
        # Only now: what serves does not start beside functions that are not its own.
        superuser.execute((HERE / "pgbench/schema.sql").read_text())
        if theirs := pgledger.scripts():
            superuser.execute(theirs)
        else:
            ways = [way for way in ways if way != "pgledger"]
        writers = {
            "casino.settings": Writers(stack, "casino.settings"),
            "benchmarks.rivals.settings": Writers(stack, "benchmarks.rivals.settings"),
        }
        rounds = []
        for number in range(ROUNDS + 1):
            seconds = SECONDS if number else 0.5  # the first warms up
            measured = {}
            for way in ways:
                superuser.execute("CHECKPOINT")
                if way in SQL_WAYS:
                    measured[way] = pgbench(*SQL_WAYS[way], seconds, variables)
                else:
                    settings = "benchmarks.rivals.settings" if way in RIVALS else "casino.settings"
                    measured[way] = writers[settings].run(way, seconds)
            rounds.append(measured)
    report(rounds[1:])


def make_rivals(superuser: psycopg.Connection[Any]) -> str:
    """Make the rivals' database with their tables and accounts; return its address."""
    superuser.execute("CREATE DATABASE rivals OWNER casino_owner")
    url = urlsplit(os.environ["DATABASE_OWNER_URL"])._replace(path="/rivals").geturl()
    environment = {
        **os.environ,
        "RIVALS_URL": url,
        "DJANGO_SETTINGS_MODULE": "benchmarks.rivals.settings",
    }
    prepare = [sys.executable, "-m", "benchmarks.rivals.prepare"]
    subprocess.run(prepare, env=environment, check=True)
    return url


class Writers:
    """Eight processes that do the same for some seconds."""

    def __init__(self, stack: ExitStack, settings: str) -> None:
        environment = {**os.environ, "DJANGO_SETTINGS_MODULE": settings}
        self.processes = [
            stack.enter_context(
                subprocess.Popen(
                    [sys.executable, "-m", "benchmarks._posting_worker", str(number)],
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    text=True,
                    env=environment,
                )
            )
            for number in range(WRITERS)
        ]

    def run(self, way: str, seconds: float) -> Measured:
        """Let all of them work and add up."""
        for process in self.processes:
            process.stdin.write(f"{way} {seconds}\n")
            process.stdin.flush()
        answers = [json.loads(process.stdout.readline()) for process in self.processes]
        count = sum(answer["count"] for answer in answers)
        took = sorted(ms for answer in answers for ms in answer["took_ms"])
        return {
            "rate": count / seconds,
            "cpu_us": sum(answer["cpu_seconds"] for answer in answers) / count * 1e6,
            "p50_ms": took[len(took) // 2],
            "p99_ms": took[len(took) * 99 // 100],
        }


def pgbench(script: str, schema: str, seconds: float, variables: dict[str, Any]) -> Measured:
    """Run a script of pgbench/ as the application's role."""
    from script.servers import postgres_programs

    command = [postgres_programs() / "pgbench", "-n", "-M", "prepared", "-c", str(WRITERS)]
    command += ["-j", "2", "-T", str(max(1, round(seconds))), "-f", HERE / f"pgbench/{script}.sql"]
    command += [f"-D{name}={value}" for name, value in variables.items()]
    environment = {**os.environ, "PGOPTIONS": f"-c search_path={schema}"}
    command.append(os.environ["DATABASE_URL"])
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True, env=environment)
    return {"rate": float(PER_SECOND.search(done.stdout)[1])}


def start_web(stack: ExitStack) -> None:
    """Start the web server as script/server does, on a port of its own."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        os.environ["PORT"] = os.environ["WEB_PORT"] = str(free.getsockname()[1])
    from script import serve
    from script.children import running, wait_until
    from script.office import TOP, VAR

    log = VAR / "log/bench-web.log"
    environment = {**os.environ, "API_RATE": "1000000000/minute", "INSTANCE": serve.INSTANCE}
    child = stack.enter_context(running(serve.WEB, log=log, cwd=TOP, env=environment))
    wait_until(serve.serves, child, name="The web server", log=log)


def report(rounds: list[dict[str, Measured]]) -> None:
    """Print a line for each goal and the raw figures beside."""
    ways = list(rounds[0])
    print(f"| way | postings a second | client CPU us | p50 ms | p99 ms |\n|{'---|' * 5}")
    for way in ways:
        shown = [median(rounds, way, name) for name in ("rate", "cpu_us", "p50_ms", "p99_ms")]
        every = " ".join(f"{one[way]['rate']:.0f}" for one in rounds)
        words = ["" if value is None else f"{value:.1f}" for value in shown[1:]]
        print(f"| {way} | {shown[0]:.0f} ({every}) | {' | '.join(words)} |")
    print("\n| goal | measured | aim | |\n|---|---|---|---|")
    for way, other, least in GOALS:
        if way in ways and other in ways:
            ratio = statistics.median(one[way]["rate"] / one[other]["rate"] for one in rounds)
            if least is None:
                print(f"| {way} / {other} | {ratio:.2f} | | |")
            else:
                print_goal(f"{way} / {other}", ratio, f">= {least}", reached=ratio >= least)
    for way, name, most in LIMITS:
        if way in ways:
            value = median(rounds, way, name)
            print_goal(f"{way}, {name}", value, f"<= {most}", reached=value <= most)


def median(rounds: list[dict[str, Measured]], way: str, name: str) -> float | None:
    """Return the median of a figure over the rounds, None where a way has none."""
    values = [one[way][name] for one in rounds if name in one[way]]
    return statistics.median(values) if values else None


def print_goal(what: str, value: float, aim: str, *, reached: bool) -> None:
    print(f"| {what} | {value:.2f} | {aim} | {'reached' if reached else 'MISSED'} |", flush=True)


if __name__ == "__main__":
    main()
