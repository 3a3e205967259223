"""
The second place: what the backups hold, once more, packed and encrypted where asked.

BACKUP_SECOND names a folder (a mounted disk, another machine's), BACKUP_RECIPIENT an age
recipient (`age1...`): whoever holds its identity reads the copies, this machine does not. Without
a recipient the keys of the office are left out, since whoever reads the folder would have them.
"""

import gzip
import os
import shutil
import tarfile
import tempfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import BinaryIO, cast

import pyrage

from script.children import Unable
from script.store import (
    ABOUT,
    HALF,
    LABEL_TIME,
    SEGMENT,
    TIMELINE_DIGITS,
    Base,
    Life,
    Store,
    refuse_several,
)

AGE = ".age"
PACKED_BASE, PACKED_FILE = ".tar.gz", ".gz"


def copy_out(store: Store, second: Path, recipient: str | None, *, keep: timedelta) -> int:
    """
    Copy what the second place lacks, remove what is past keeping there; return how many came.

    What is left of a life of which the first place has no backup stays: where that place is new
    or empty, these are the last copies.
    """
    bases, segments = contents(store, second, AGE if recipient else "")
    copied = 0
    for target, source in sorted((bases | segments).items()):
        if is_due(target, source):
            pack = _packs_base(source, keys=bool(recipient)) if target in bases else _packs(source)
            with suppress(FileNotFoundError):  # a segment finished or forgotten meanwhile
                as_of = source.stat().st_mtime_ns
                _write(target, pack, recipient, clear=store.folder)
                os.utime(target, ns=(as_of, as_of))
                copied += 1
    held, limit = bases.keys() | segments.keys(), datetime.now(UTC) - keep
    said = {_what(copy) for copy in held}
    for life in {base.parents[1].name for base in bases.values()}:
        for copy in (second / life).glob("*/*"):
            is_old = copy.stat().st_mtime < limit.timestamp()
            if copy not in held and _is_copy(copy) and (is_old or _what(copy) in said):
                copy.unlink()
    return copied


def _is_copy(path: Path) -> bool:
    return path.name.endswith((PACKED_FILE, PACKED_FILE + AGE))


def _what(copy: Path) -> Path:
    """Return what a copy is of, be it half, encrypted, or of a segment not finished then."""
    name = copy.name.removeprefix(".").removesuffix(AGE).removesuffix(PACKED_FILE)
    return copy.with_name(name.removesuffix(".partial"))


def contents(store: Store, second: Path, end: str) -> tuple[dict[Path, Path], dict[Path, Path]]:
    """Return what of the backups goes where: the base backups, the segments of the log."""
    bases = {
        second / f"{path.relative_to(store.folder)}{PACKED_BASE}{end}": path
        for path in store.folder.glob("*/base/*")
        if path.suffix != HALF and (path / ABOUT).exists()
    }
    segments = {
        second / f"{path.relative_to(store.folder)}{PACKED_FILE}{end}": path
        for path in store.folder.glob("*/wal/*")
        if SEGMENT.fullmatch(path.name) or path.suffix == ".history"
    }
    return bases, segments


def is_due(copy: Path, source: Path) -> bool:
    """Return whether a copy is missing or older than the unfinished segment of the log it is of."""
    if not copy.exists():
        return True
    return source.suffix == ".partial" and source.stat().st_mtime_ns > copy.stat().st_mtime_ns


def fetch_in(
    second: Path,
    into: Path,
    identity: Path | None,
    *,
    at: datetime | None = None,
    system: str = "",
) -> Store:
    """
    Unpack of a second place what `restore` reads: the newest backup before `at`, and its log.

    system: of which database, where copies of several lie there; Unable where nobody says.

    A damaged copy of what is older stops nobody.
    """
    store, place = Store(into), _Place(second, into, [_identity(identity)] if identity else [])
    packed = place.copies(f"{system}-*/base/*" if system else "*/base/*")
    refuse_several({copy.parents[1].name.partition("-")[0] for copy in packed}, second)
    packed.sort(key=lambda path: path.name, reverse=True)
    if not packed:
        raise Unable(f"There are no copies of backups in {second}.")
    for copy in packed:
        if _begun_after(copy, at):
            continue
        life = store.life(copy.parents[1].name)
        place.unpack(copy)
        base = place.unpack_parents(life, _named(copy))
        if base and (at is None or base.began_at < at):
            break
    else:
        return store  # whoever restores says what each of them lacks
    place.unpack_log(store, life, base, at)
    return store


@dataclass(frozen=True)
class _Place:
    """A second place that is unpacked."""

    second: Path
    into: Path
    identities: list[pyrage.x25519.Identity]

    def copies(self, which: str) -> list[Path]:
        found = sorted(self.second.glob(which))
        return [each for each in found if _is_copy(each) and not each.name.startswith(".")]

    def target(self, copy: Path) -> Path:
        return self.into / copy.relative_to(self.second).with_name(_named(copy))

    def unpack(self, copy: Path) -> None:
        """Unpack one copy; raise Unable, which names it, where that cannot be done."""
        if copy.suffix == AGE and not self.identities:
            raise Unable(
                f"The copies in {self.second} are encrypted: name the identity with --key."
            )
        try:
            _unpack(copy, self.target(copy), self.identities)
        except (EOFError, zlib.error, gzip.BadGzipFile, tarfile.TarError):
            raise Unable(
                f"The copy {copy} is damaged: move it away and restore again; a backup from"
                " before it, or the log up to it, is then what comes back."
            ) from None

    def unpack_parents(self, life: Life, name: str) -> Base | None:
        """Unpack what a backup adds to; return the backup, None where not all of it is there."""
        copies = {_named(each): each for each in self.copies(f"{life.folder.name}/base/*")}
        first, base = name, _base(life, name)
        while base and base.parent in copies:
            if not self.target(copies[base.parent]).exists():
                self.unpack(copies[base.parent])
            base = _base(life, base.parent)
        return _base(life, first) if base and base.parent is None else None

    def unpack_log(self, store: Store, life: Life, base: Base, at: datetime | None) -> None:
        """Unpack the log that leads on from a backup, and all histories of that database."""
        log, first = [], base.first_segment[TIMELINE_DIGITS:]
        for copy in self.copies(f"{life.system}-*/wal/*"):
            store.life(copy.parents[1].name)
            if not SEGMENT.fullmatch(_named(copy)):
                self.unpack(copy)
            elif _named(copy)[TIMELINE_DIGITS:] >= first:
                log.append(copy)
                self.target(copy).touch()  # when the log of each life ended says which way leads on
                _as_old_as(copy, self.target(copy))
        leads_on = {each.folder.name for each in store.way_on(life, base, at=at)}
        for copy in log:
            self.target(copy).unlink()
            if copy.parents[1].name in leads_on:
                self.unpack(copy)


def _base(life: Life, name: str) -> Base | None:
    return next((each for each in life.bases() if each.name == name), None)


def _named(copy: Path) -> str:
    """Return the name of what a copy is of."""
    return copy.name.removesuffix(AGE).removesuffix(PACKED_BASE).removesuffix(PACKED_FILE)


def _begun_after(copy: Path, at: datetime | None) -> bool:
    """Return whether a backup is too new for a moment, which its name says."""
    try:
        began_at = datetime.strptime(_named(copy), LABEL_TIME).replace(tzinfo=UTC)
    except ValueError:
        return False
    return at is not None and began_at >= at


def _unpack(path: Path, target: Path, identities: list[pyrage.x25519.Identity]) -> None:
    """Unpack one copy: a folder, or a file with the time of the copy."""
    with _plain(path, identities) as plain:
        if PACKED_BASE in path.name:
            target.mkdir(mode=0o700)
            with tarfile.open(fileobj=plain, mode="r:gz") as tar:
                # Debian 12's own Python may know no filters yet.
                tar.extraction_filter = getattr(tarfile, "tar_filter", None)
                tar.extractall(target)  # noqa: S202  (the filter is said above)
        else:
            with gzip.open(plain) as unpacked, target.open("wb") as file:
                shutil.copyfileobj(unpacked, file)
            _as_old_as(path, target)


def _as_old_as(copy: Path, target: Path) -> None:
    """Give a segment the time of its copy: the last one written tells where a life ends."""
    as_of = copy.stat().st_mtime_ns
    os.utime(target, ns=(as_of, as_of))


def _identity(path: Path) -> pyrage.x25519.Identity:
    """Read an age identity: the line of its file that is no comment."""
    try:
        lines = [line.strip() for line in path.read_text().splitlines()]
        return pyrage.x25519.Identity.from_str(
            next(line for line in lines if line and not line.startswith("#"))
        )
    except (OSError, ValueError, StopIteration, pyrage.IdentityError) as error:
        raise Unable(f"{path} is no file of an age identity: {error}") from None


@contextmanager
def _plain(path: Path, identities: list[pyrage.x25519.Identity]) -> Iterator[BinaryIO]:
    """Open a copy, decrypted where it is encrypted."""
    with path.open("rb") as file:
        if path.suffix != AGE:
            yield file
            return
        with tempfile.TemporaryFile() as plain:
            try:
                pyrage.decrypt_io(file, plain, identities)
            except pyrage.DecryptError as error:
                raise Unable(f"{path} does not open with this identity: {error}") from None
            except OSError as error:
                if error.errno:
                    raise
                raise EOFError("cut, or changed since it was encrypted") from None
            plain.seek(0)
            yield cast(BinaryIO, plain)


def _packs_base(base: Path, *, keys: bool) -> Callable[[BinaryIO], None]:
    def only(entry: tarfile.TarInfo) -> tarfile.TarInfo | None:
        return entry if keys or not entry.name.startswith("./office/keys") else None

    def pack(output: BinaryIO) -> None:
        with tarfile.open(fileobj=output, mode="w:gz", compresslevel=6) as tar:
            tar.add(base, arcname=".", filter=only)

    return pack


def _packs(path: Path) -> Callable[[BinaryIO], None]:
    def pack(output: BinaryIO) -> None:
        with path.open("rb") as file, gzip.GzipFile(fileobj=output, mode="wb") as packed:
            shutil.copyfileobj(file, packed)

    return pack


def _write(
    path: Path, pack: Callable[[BinaryIO], None], recipient: str | None, *, clear: Path
) -> None:
    """
    Write a copy beside, wait for the disk, then give it its name: there is no half copy.

    clear: a folder on this machine for what is not encrypted yet.
    """
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    half = path.with_name(f".{path.name}")
    try:
        with open(half, "wb", opener=_private) as file:
            if recipient is None:
                pack(file)
            else:
                with tempfile.TemporaryFile(dir=clear) as plain:
                    pack(cast(BinaryIO, plain))
                    plain.seek(0)
                    pyrage.encrypt_io(plain, file, [_recipient(recipient)])
            file.flush()
            os.fsync(file.fileno())
        half.rename(path)
    finally:
        half.unlink(missing_ok=True)


def _private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


def _recipient(text: str) -> pyrage.x25519.Recipient:
    try:
        return pyrage.x25519.Recipient.from_str(text)
    except pyrage.RecipientError as error:
        raise Unable(f"BACKUP_RECIPIENT is {text}, which is no age recipient: {error}") from None
