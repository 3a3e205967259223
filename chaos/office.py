"""An office of the runner's own: servers, two web nodes, worker and beat, each of which may die."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from contextlib import AbstractContextManager, ExitStack
from dataclasses import dataclass, field
from functools import partial
from http.client import HTTPConnection, HTTPException
from pathlib import Path

import psycopg

from chaos.proxy import Proxy
from script.children import PATIENCE_SECONDS, Child, Command, Unable, running
from script.office import KEYS, TOP
from script.servers import postgres, postgres_url, socket_folder, valkey, valkey_url

BIN = Path(sys.executable).parent
NODES = ("web-1", "web-2")
WEB: Command = [BIN / "gunicorn", "--config=python:casino.gunicorn", "casino.wsgi"]
CELERY: Command = [BIN / "celery", "-A"]
WORKER: Command = ["worker", "--concurrency=1", "--without-mingle", "--without-gossip"]
Begin = Callable[[], AbstractContextManager[Child]]


@dataclass(kw_only=True, eq=False)
class Part:
    """A program of the office. Unlike in script/server it is started again at once."""

    name: str
    begin: Begin
    stack: ExitStack = field(default_factory=ExitStack)
    held: bool = False
    child: Child | None = None

    def start(self) -> None:
        """Start it; raises Unable where it does not come up."""
        self.stack.close()
        self.child = self.stack.enter_context(self.begin())

    def look(self) -> None:
        """Start it again where it ended, unless a fault keeps it away."""
        if self.held or (self.child is not None and self.child.poll() is None):
            return
        try:
            self.start()
        except (Unable, OSError) as error:
            print(f"  {self.name} does not come up yet: {error}", flush=True)

    def kill(self, number: signal.Signals = signal.SIGKILL) -> None:
        """Send a signal to the program itself."""
        if self.child is not None and self.child.poll() is None:
            self.child.send_signal(number)

    def workers(self) -> list[int]:
        """Return the ids of the processes that it has forked."""
        if self.child is None:
            return []
        tasks = Path(f"/proc/{self.child.pid}/task/{self.child.pid}/children")
        return [int(each) for each in tasks.read_text().split()] if tasks.exists() else []


class Office:
    """Everything runs in `folder`; `code` is the tree of the product that is run."""

    def __init__(self, folder: Path, *, code: Path = TOP, ports: tuple[int, int]) -> None:
        self.folder, self.code = folder.resolve(), code
        self.ports = dict(zip(NODES, ports, strict=True))
        self.doors = ExitStack()
        self.parts: dict[str, Part] = {}
        self.codes = dict.fromkeys(
            (*NODES, "worker", "beat"), code
        )  # during an upgrade not all alike
        self.clocks: dict[str, int] = {}  # by how many seconds a program's clock is ahead
        self.over = threading.Event()

    @property
    def data(self) -> Path:
        """The folder of the database server."""
        return self.folder / "postgres"

    def environment(
        self, *, role: str = "casino_app", through: str = "", **more: str
    ) -> dict[str, str]:
        """Return what a program of the office finds; `through`: the folder of a proxy's socket."""
        url = postgres_url(self.data, role=role, database="casino")
        if through:
            url = f"postgresql://{role}@{through.replace('/', '%2F')}/casino"
        broker = valkey_url(self.folder / "valkey")
        keys = {name: f"of-the-chaos-runner-{name}-" + "k1x9" * 10 for name in KEYS}
        own = {
            "DATABASE_URL": url,
            "REDIS_URL": broker,
            "CELERY_BROKER_URL": broker.replace("unix:", "redis+socket:"),
            "ANCHOR_DIR": str(self.folder / "anchors"),
            "STATE_DIR": str(self.folder / "state"),
            "STATIC_ROOT": str(self.folder / "static"),
            "API_RATE": "100000000/minute",
            "WEB_WORKERS": "2",
            "WEB_THREADS": "4",
            "DJANGO_SETTINGS_MODULE": "casino.settings",
        }
        kept = {name: value for name, value in os.environ.items() if "DATABASE" not in name}
        kept.pop("PYTHONDONTWRITEBYTECODE", None)  # a copy is compiled once
        return kept | keys | own | more

    def __enter__(self) -> "Office":
        self.folder.mkdir(parents=True, exist_ok=True)
        (self.folder / "state").mkdir(exist_ok=True)
        self.part("postgres", partial(postgres, self.data)).start()
        self.part("valkey", partial(valkey, self.folder / "valkey")).start()
        return self

    def __exit__(self, *_: object) -> None:
        self.over.set()
        for part in reversed(self.parts.values()):
            part.held = True
            part.stack.close()
        self.doors.close()

    def part(self, name: str, begin: Begin) -> Part:
        """Add a program."""
        self.parts[name] = Part(name=name, begin=begin)
        return self.parts[name]

    def open(self) -> None:
        """Start the programs and what looks after them."""
        sockets = socket_folder(self.data)
        self.database = self.doors.enter_context(
            Proxy(f"unix:{sockets}-between/.s.PGSQL.5432", f"unix:{sockets}/.s.PGSQL.5432")
        )
        for name in NODES:
            self.part(name, partial(self.web, name)).start()
        nodes = [f"tcp:{port}" for port in self.ports.values()]
        self.door = self.doors.enter_context(Proxy("tcp:0", *nodes))
        self.part("worker", partial(self.celery, "worker", WORKER)).start()
        beat: Command = ["beat", f"--schedule={self.folder / 'beat'}"]
        self.part("beat", partial(self.celery, "beat", beat)).start()
        threading.Thread(target=self.watch, daemon=True).start()
        self.wait_for_servers()

    def serves(self) -> bool:
        """Return whether both web nodes answer."""
        for port in self.ports.values():
            link = HTTPConnection("127.0.0.1", port, timeout=5)
            try:
                link.request("GET", "/healthz")
                link.getresponse().read()
            except (OSError, HTTPException):
                return False
            finally:
                link.close()
        return True

    def web(self, name: str) -> AbstractContextManager[Child]:
        """Run a web node; its way to the database is the proxy's."""
        through = f"{socket_folder(self.data)}-between"
        environment = self.environment(through=through, PORT=str(self.ports[name]))
        command = (
            WEB if (self.codes[name] / "casino/gunicorn.py").exists() else self.former_web(name)
        )
        if ahead := self.clocks.get(name):
            command = [*WEB[:-1], "chaos.shifted"]
            environment["CHAOS_CLOCK_SECONDS"] = str(ahead)
        return self.program(name, command, environment=environment)

    def former_web(self, name: str) -> Command:
        """Return how a web node of a program ran that did not configure its server itself."""
        words = ["--no-control-socket", "--workers=2", "--threads=4", "--graceful-timeout=10"]
        return [*WEB[:1], "casino.wsgi", *words, f"--bind=127.0.0.1:{self.ports[name]}"]

    def celery(self, name: str, words: Command) -> AbstractContextManager[Child]:
        """Run worker or beat."""
        ahead = self.clocks.get(name, 0)
        environment = self.environment(CHAOS_CLOCK_SECONDS=str(ahead))
        command = [*CELERY, "chaos.shifted" if ahead else "casino", *words]
        return self.program(name, command, environment=environment)

    def program(
        self,
        name: str,
        command: Command,
        *,
        environment: dict[str, str] | None = None,
    ) -> AbstractContextManager[Child]:
        """Run one of the office's programs."""
        log = self.folder / "log" / f"{name}.log"
        cwd, env = self.codes[name], environment or self.environment()
        return running(command, log=log, patience=30, cwd=cwd, env=env)

    def watch(self) -> None:
        """Start again what died, until the office closes."""
        while not self.over.wait(0.1):
            for part in list(self.parts.values()):
                part.look()

    def run(self, *command: str | Path, role: str = "casino_app", code: Path | None = None) -> str:
        """Run a program to its end and return what it said; raises Unable where it fails."""
        done = subprocess.run(
            [sys.executable, *command],
            cwd=code or self.code,
            env=self.environment(role=role),
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            raise Unable(
                f"{' '.join(map(str, command))}: {done.stdout[-1500:]}{done.stderr[-1500:]}"
            )
        return done.stdout

    def connect(self) -> psycopg.Connection:
        """Connect as the database's superuser, past the proxy."""
        url = postgres_url(self.data, database="casino")
        return psycopg.connect(url, autocommit=True, connect_timeout=30)

    def wait_for_servers(self) -> None:
        """Return once every program that nothing keeps away is there and the database answers."""
        give_up = time.monotonic() + PATIENCE_SECONDS
        while time.monotonic() < give_up:
            alive = [p for p in self.parts.values() if p.child and p.child.poll() is None]
            if len(alive) == len(self.parts):
                try:
                    self.connect().close()
                    if self.serves():
                        return
                except psycopg.Error:
                    pass
            time.sleep(0.1)
        raise Unable("The office did not come back.")
