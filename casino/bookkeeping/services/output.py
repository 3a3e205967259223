"""Files on their way: written beside, hashed, and kept as a whole or not at all."""

import hashlib
import json
import zlib
from collections.abc import Callable, Iterable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import partial
from tempfile import TemporaryFile
from typing import IO, Any
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from casino.bookkeeping.models import Chunk, File
from casino.bookkeeping.services.jobs import Run
from casino.db import command

CHUNK_BYTES = 1 << 20
QUICK = 1  # zlib's level: the hash and the database take longer than this
EPOCH = (1980, 1, 1, 0, 0, 0)
MEDIA = {
    "csv": "text/csv; charset=utf-8",
    "tsv": "text/tab-separated-values; charset=utf-8",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "text": "text/plain; charset=utf-8",
    "json": "application/json",
    "jsonl": "application/x-ndjson",
    "zip": "application/zip",
}


@dataclass(kw_only=True, slots=True)
class Part:
    """A finished part of a file, somewhere on this machine until it is kept."""

    name: str
    content: IO[bytes]
    digest: str
    bytes: int
    lines: int


@dataclass(kw_only=True, slots=True)
class Made:
    """Parts on their way, closed with the stack."""

    stack: ExitStack = field(default_factory=ExitStack)
    parts: list[Part] = field(default_factory=list)

    def add(self, name: str, chunks: Iterable[bytes], *, lines: Callable[[], int]) -> None:
        """Write a part and take its hash on the way."""
        content = self.stack.enter_context(TemporaryFile())  # noqa: SIM115  (the stack closes it)
        digest, size = hashlib.sha256(), 0
        for chunk in chunks:
            digest.update(chunk)
            size += content.write(chunk)
        content.seek(0)
        self.parts.append(
            Part(name=name, content=content, digest=digest.hexdigest(), bytes=size, lines=lines())
        )


@command
def keep(
    parts: list[Part],
    control: Mapping[str, Any],
    values: Mapping[str, Any],
    *,
    run: Run,
) -> File:
    """
    Keep a file with its manifest, of several parts an archive of them, and finish its job.

    One transaction, which holds the job: what is called off from now on waits until the file is
    there, and nothing is kept of what was called off before. Raises CalledOff.
    """
    with ExitStack() as stack:
        run.beat(sum(part.lines for part in parts))
        manifest = {**control, "parts": [_described(part) for part in parts]}
        part = parts[0] if len(parts) == 1 else _archive(stack, parts, manifest)
        row, created = _row(part, manifest | _described(part), values)
        if created:
            part.content.seek(0)
            for n, chunk in enumerate(iter(partial(part.content.read, CHUNK_BYTES), b"")):
                Chunk.objects.create(file=row, n=n, data=zlib.compress(chunk, QUICK))
        run.finish(row)
        return row


def _row(part: Part, manifest: dict[str, Any], values: Mapping[str, Any]) -> tuple[File, bool]:
    """Return the file's row and whether it is new: a batch has one file a profile's version."""
    suffix = part.name.rpartition(".")[2]
    found = {
        "name": part.name,
        "media_type": MEDIA.get(suffix, MEDIA["text"]),
        "sha256": part.digest,
        "bytes": part.bytes,
        "manifest": manifest,
    }
    if values["batch"] is None:
        return File.objects.create(**values, **found), True
    names = ("batch", "profile", "version")
    key = {name: values[name] for name in names}
    rest = {name: value for name, value in values.items() if name not in names}
    return File.objects.get_or_create(**key, defaults=rest | found)


def _described(part: Part) -> dict[str, Any]:
    return {
        "file": part.name,
        "sha256": part.digest,
        "bytes": part.bytes,
        "lines": part.lines,
    }


def _archive(stack: ExitStack, parts: list[Part], manifest: Mapping[str, Any]) -> Part:
    """Return the parts and their manifest as one archive with the same bytes every time."""
    content = stack.enter_context(TemporaryFile())  # noqa: SIM115  (the stack closes it)
    with ZipFile(content, "w", ZIP_DEFLATED) as archive:
        for part in parts:
            with archive.open(_member(part.name), "w") as member:
                for chunk in iter(partial(part.content.read, CHUNK_BYTES), b""):
                    member.write(chunk)
        told = json.dumps(manifest, ensure_ascii=False, indent=2)
        archive.writestr(_member("manifest.json"), told)
    size = content.tell()
    content.seek(0)
    digest = hashlib.file_digest(content, "sha256").hexdigest()
    lines = sum(part.lines for part in parts)
    name = f"{parts[0].name.rpartition('_p')[0]}.zip"
    return Part(name=name, content=content, digest=digest, bytes=size, lines=lines)


def _member(name: str) -> ZipInfo:
    member = ZipInfo(name, EPOCH)
    member.compress_type = ZIP_DEFLATED
    return member
