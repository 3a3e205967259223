"""What ends by itself is started again, each time after a longer pause; what refuses is not."""

import errno
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager
from functools import partial
from itertools import count
from pathlib import Path

import pytest

from script import keeping
from script.children import Child, Unable, running
from script.keeping import MAX_LOG_BYTES, QUIET_SECONDS, REFUSED, Kept, shorten


class Clock:
    """The seconds that a test lets pass."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


def kept(tmp_path: Path, program: str, clock: Clock) -> Kept:
    log = tmp_path / "worker.log"
    return Kept(
        "worker", partial(running, [sys.executable, "-c", program], log=log), log, clock=clock
    )


def pauses(worker: Kept, clock: Clock) -> Iterator[int]:
    """Yield the seconds from each end to the next start."""
    for _ in count():
        worker.child.wait()
        worker.look()
        assert worker.again_at is not None
        yield int(worker.again_at - clock.now)
        clock.now = worker.again_at
        worker.look()


def test_the_pauses_grow_to_a_minute(tmp_path: Path):
    clock = Clock()
    with kept(tmp_path, "raise SystemExit(3)", clock) as worker:
        said = pauses(worker, clock)
        assert [next(said) for _ in range(8)] == [1, 2, 4, 8, 16, 32, 60, 60]


def test_who_ran_a_quiet_minute_is_waited_for_no_longer_than_at_first(tmp_path: Path):
    clock = Clock()
    with kept(tmp_path, "raise SystemExit(3)", clock) as worker:
        said = pauses(worker, clock)
        assert [next(said) for _ in range(3)] == [1, 2, 4]
        clock.now += 4 + QUIET_SECONDS  # it was started again, and now nobody looked for a minute
        worker.look()
        clock.now += QUIET_SECONDS
        worker.child.wait()
        worker.look()
        assert worker.again_at == clock.now + 1


def test_what_refuses_its_settings_closes_the_office_with_its_own_sentence(tmp_path: Path):
    program = f"print('SECRET_KEY is not set.'); raise SystemExit({REFUSED})"
    with kept(tmp_path, program, Clock()) as worker:
        worker.child.wait()
        with pytest.raises(Unable, match=r"so the office closes: SECRET_KEY is not set\."):
            worker.look()


def test_what_does_not_come_up_again_is_tried_after_a_longer_pause(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    clock, starts = Clock(), count()

    def begin() -> AbstractContextManager[Child]:
        if next(starts):
            raise Unable("PostgreSQL ended at its start: no space.")
        return running([sys.executable, "-c", ""], log=tmp_path / "one.log")

    with Kept("postgres", begin, tmp_path / "one.log", clock=clock) as server:
        server.child.wait()
        server.look()
        clock.now += 1
        server.look()
    said = capsys.readouterr().out
    assert "The postgres ended by itself (status 0: " in said
    assert "does not come up: PostgreSQL ended at its start: no space; it is started again" in said
    assert "in 2 s." in said


def test_what_never_came_up_is_not_tried_again(tmp_path: Path):
    def begin() -> AbstractContextManager[Child]:
        raise Unable("no such program")

    with pytest.raises(Unable, match="no such program"), Kept("web", begin, tmp_path / "web.log"):
        pass


def test_a_long_log_is_begun_anew_while_its_program_writes_on(tmp_path: Path):
    log = tmp_path / "web.log"
    with log.open("ab") as output:
        output.truncate(MAX_LOG_BYTES + 1)
        shorten(log)
        output.write(b"after\n")
        output.flush()
    assert log.read_bytes() == b"after\n"
    assert log.with_suffix(".log.1").stat().st_size == MAX_LOG_BYTES + 1


def test_a_long_log_for_whose_copy_there_is_no_room_is_begun_anew_and_leaves_no_half(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    def no_space(source: object, to: Path) -> None:
        to.write_bytes(b"half")
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(keeping.shutil, "copyfile", no_space)
    log = tmp_path / "web.log"
    with log.open("ab") as output:
        output.truncate(MAX_LOG_BYTES + 1)
    shorten(log)
    assert [path.name for path in tmp_path.iterdir()] == ["web.log"]
    assert log.read_bytes() == b""


def test_a_log_that_cannot_be_shortened_closes_no_office(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    def read_only(*_: object) -> None:
        raise OSError(errno.EROFS, "Read-only file system")

    monkeypatch.setattr(keeping.os, "truncate", read_only)
    log = tmp_path / "web.log"
    with log.open("ab") as output:
        output.truncate(MAX_LOG_BYTES + 1)
    shorten(log)
    assert log.stat().st_size == MAX_LOG_BYTES + 1
