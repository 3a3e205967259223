"""Who asks by HTTP, notes what is answered, and repeats under the same key until it is known."""

import json
import random
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from threading import Condition, Lock, get_ident
from typing import Any

from chaos.books import Books, Moves
from chaos.history import COMMAND, History
from script.children import Unable

PATIENCE_SECONDS, GIVE_UP_SECONDS = 20, 300
AGAIN = {429, 502, 503, 504, 507}
# Held by somebody else; a level was fixed after the instant of the request; PINs whose
# comparing was cut off count as wrong until a right one comes.
LATER = {"busy": 1, "LEDGER-002": 1, "STAFF-001": 20}
PIN = "4711"
GONE, MISTAKE = 0, 500


@dataclass(frozen=True, kw_only=True, slots=True)
class Person:
    """A member of staff and the API key of their program."""

    name: str
    key: str
    id: int


@dataclass(frozen=True, kw_only=True, slots=True)
class Answer:
    """An answer; status 0: none came."""

    status: int
    body: Any = None
    replayed: bool = False

    @property
    def ok(self) -> bool:
        """Whether it was done."""
        return 200 <= self.status < 300

    @property
    def code(self) -> str:
        """What it was refused for."""
        return str(self.body.get("error", "")) if isinstance(self.body, dict) else ""


@dataclass(kw_only=True)
class Watch:
    """What all clients together saw."""

    wrong: list[str] = field(default_factory=list)
    slowest_seconds: float = 0.0
    requests: int = 0
    answers: Counter[str] = field(default_factory=Counter)
    faults: Counter[str] = field(default_factory=Counter)
    disturbed_until: float = 0.0  # what is lost or slow before that, a fault excuses
    lock: Lock = field(default_factory=Lock)

    def say(self, sentence: str) -> None:
        """Note something that must not be."""
        with self.lock:
            self.wrong.append(sentence)
        print(f"  WRONG: {sentence}", flush=True)

    def seen(self, path: str, answer: Answer, seconds: float) -> None:
        """Count an answer; say what no fault excuses."""
        disturbed = time.monotonic() < self.disturbed_until
        with self.lock:
            self.requests += 1
            self.answers[str(answer.status or "none")] += 1
            if answer.status:
                self.slowest_seconds = max(self.slowest_seconds, seconds)
        if answer.status >= 500 and not (answer.status in AGAIN and disturbed):
            self.say(f"{path} was answered {answer.status} {answer.code}")
        elif not answer.status and not disturbed:
            self.say(f"{path} was not answered within {seconds:.1f} s")


def address(club: str, path: str) -> str:
    """Return the address of something of a club."""
    return f"/api/v1/clubs/{club}/{path}"


class Still:
    """What many move at once, and what one may keep still."""

    def __init__(self) -> None:
        self.changed, self.moving, self.keeper = Condition(), 0, 0

    @contextmanager
    def moved(self) -> Iterator[None]:
        """Move it, unless somebody else keeps it still."""
        with self.changed:
            self.changed.wait_for(lambda: self.keeper in (0, get_ident()))
            self.moving += 1
        try:
            yield
        finally:
            with self.changed:
                self.moving -= 1
                self.changed.notify_all()

    @contextmanager
    def kept(self) -> Iterator[None]:
        """Keep it still for everybody else."""
        with self.changed:
            self.changed.wait_for(lambda: not self.keeper and not self.moving)
            self.keeper = get_ident()
        try:
            yield
        finally:
            with self.changed:
                self.keeper = 0
                self.changed.notify_all()


class Client:
    """Sends requests through the proxy's port."""

    def __init__(
        self,
        port: int,
        *,
        books: Books,
        history: History,
        watch: Watch,
        run: Callable[..., str],
    ) -> None:
        self.run, self.later = run, dict(LATER)
        self.port, self.books, self.history, self.watch = port, books, history, watch
        self.signing: defaultdict[str, Lock] = defaultdict(Lock)
        self.vaults = Still()
        # By club: from which age on it admits guests; held by who changes it or relies on it.
        self.ages: dict[str, int] = {}
        self.admission: defaultdict[str, Lock] = defaultdict(Lock)
        self.settling = Lock()

    def once(self, who: Person, method: str, path: str, body: Any = None, key: str = "") -> Answer:
        """Ask once, on a connection of its own."""
        began = time.monotonic()
        link = HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE_SECONDS)
        headers = {"Authorization": f"Token {who.key}", "Content-Type": "application/json"}
        headers |= {"Idempotency-Key": key} if key else {}
        text = None if body is None else json.dumps(body)
        try:
            link.request(method, path, text, headers)
            got = link.getresponse()
            content = got.read()
            said = json.loads(content) if "json" in (got.getheader("Content-Type") or "") else None
            answer = Answer(
                status=got.status,
                body=said,
                replayed=got.getheader("Idempotent-Replayed") == "true",
            )
        except (OSError, HTTPException, ValueError):
            answer = Answer(status=GONE)
        finally:
            link.close()
        self.watch.seen(path, answer, time.monotonic() - began)
        return answer

    def get(self, who: Person, path: str) -> Any:
        """Read, until it is answered; None where it is refused."""
        give_up = time.monotonic() + GIVE_UP_SECONDS
        while time.monotonic() < give_up:
            answer = self.once(who, "GET", path)
            if answer.ok:
                return answer.body
            if answer.status not in AGAIN | {GONE} and answer.code not in self.later:
                self.watch.say(f"GET {path} as {who.name}: {answer.status} {answer.code}")
                return None
            time.sleep(0.3)
        self.watch.say(f"GET {path} was never answered")
        return None

    def act(
        self,
        who: Person,
        path: str,
        body: dict[str, Any],
        *,
        key: str,
        moves: Moves = (),
        may: Collection[str] = (),
        method: str = "POST",
    ) -> Answer:
        """
        Do something once, however often that has to be asked; book what it moves in the model.

        may: the codes with which it may be refused instead; with "!" before one it must be.
        """
        row = {"who": who.name, "path": path, "body": body, "moves": list(moves), "method": method}
        self.history.write(key=key, **row)
        answer = self.settle(who, method, path, body, key)
        must = [code[1:] for code in may if code.startswith("!")]
        allowed = {code.removeprefix("!") for code in may}
        said = f"{method} {path} {json.dumps(body)} as {who.name}: {answer.status} {answer.code}"
        if answer.ok and must:
            self.watch.say(f"{said}, but {must[0]} was due")
        elif not answer.ok and answer.code not in allowed:
            self.watch.say(f"{said} {answer.body}")
        if answer.ok:
            self.books.move(moves)
        self.history.write(key=key, status=answer.status, code=answer.code)
        return answer

    def command(self, words: list[str], moves: Moves, *, key: str) -> None:
        """Run a command of the product until it ends well; book what it moves in the model."""
        row = {"who": "", "path": COMMAND, "body": words, "moves": list(moves), "method": ""}
        self.history.write(key=key, **row)
        done = self.carry_out(words)
        if done:
            self.books.move(moves)
        self.history.write(key=key, status=200 if done else 599, code="")

    def carry_out(self, words: list[str]) -> bool:
        """Return whether a command ended well, after some tries at the most."""
        said = ""
        for _ in range(10):
            try:
                self.run(*words)
                return True
            except Unable as error:
                said = str(error)
                time.sleep(2)
        self.watch.say(f"{' '.join(words)}: {said[-500:]}")
        return False

    def settle(self, who: Person, method: str, path: str, body: Any, key: str) -> Answer:
        """Repeat under the same key until it is known what became of it."""
        if path.endswith(("/approve/", "/seal/")):
            with self.signing[who.name]:  # a person types one PIN at a time
                return self.repeat(who, method, path, body | {"pin": PIN}, key)
        return self.repeat(who, method, path, body, key)

    def repeat(self, who: Person, method: str, path: str, body: Any, key: str) -> Answer:
        """Ask until the answer tells what became of it."""
        give_up = time.monotonic() + GIVE_UP_SECONDS
        while time.monotonic() < give_up:
            answer = self.once(who, method, path, body, key)
            known = answer.ok or 400 <= answer.status < 500
            if known and answer.status not in AGAIN and answer.code not in self.later:
                return answer
            if answer.status == MISTAKE:  # of ours: it was said, and the run ends
                return answer
            time.sleep(random.uniform(0.05, 0.5) * self.later.get(answer.code, 1))
        self.watch.say(f"{path} was never settled")
        return Answer(status=599)
