"""Batches and files: what went out, what has not, and the bytes again."""

import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from django.db.models import Max

from casino.bookkeeping.models import Batch, Chunk, File, Job, ProfileVersion
from casino.bookkeeping.rules.profiles import BUILT_IN, Profile
from casino.db import fetch_all, fetch_one
from casino.journal.queries.coded import OF_DOCUMENTS
from casino.messages import msg
from casino.paging import Page
from casino.refusals import NotFound
from casino.schema import read

# Lines as files have them: an account's of one document stand apart by their codes.
SUMS = f"""
WITH coded AS MATERIALIZED ({OF_DOCUMENTS}), line AS (
    SELECT entry_id, cents FROM coded
    UNION ALL
    SELECT l.entry_id, l.cents FROM ledger_line l JOIN ledger_account a ON a.id = l.account_id
    WHERE a.club_id = %(club)s AND l.gaming_day BETWEEN %(first)s AND %(last)s
      AND NOT EXISTS (SELECT FROM coded WHERE coded.entry_id = l.entry_id)
)
SELECT count(DISTINCT entry_id), count(*), coalesce(sum(cents) FILTER (WHERE cents > 0), 0),
       coalesce(-sum(cents) FILTER (WHERE cents < 0), 0), min(entry_id), max(entry_id)
FROM line
"""  # noqa: S608  (no value is formatted in, only our own expression)
# Accounts whose lines of a period are not what the seals say they moved.
DIFFERING = """
SELECT a.code, a.ref, coalesce(l.cents, 0), coalesce(b.cents, 0)
FROM ledger_account a
LEFT JOIN (SELECT account_id, sum(cents) AS cents FROM ledger_line
           WHERE gaming_day BETWEEN %(first)s AND %(last)s GROUP BY 1) l ON l.account_id = a.id
LEFT JOIN (SELECT account_id, sum(debit_cents - credit_cents) AS cents FROM ledger_day_balance
           WHERE day BETWEEN %(first)s AND %(last)s GROUP BY 1) b ON b.account_id = a.id
WHERE a.club_id = %(club)s AND coalesce(l.cents, 0) <> coalesce(b.cents, 0)
ORDER BY a.code, a.ref LIMIT 10
"""
FREE = """
SELECT d.day, d.state FROM ledger_day d
WHERE d.club_id = %s AND NOT EXISTS (
    SELECT FROM bookkeeping_batch b
    WHERE b.club_id = d.club_id AND d.day BETWEEN b.first_day AND b.last_day
) ORDER BY d.day
"""


@dataclass(frozen=True, kw_only=True, slots=True)
class Sums:
    """What the lines of a period are together. Cents."""

    entries: int
    lines: int
    debit_cents: int
    credit_cents: int
    first_entry_id: int | None
    last_entry_id: int | None


def sums(club_id: int, first: date, last: date) -> Sums:
    """Return the sums of the lines of a period."""
    row = fetch_one(SUMS, {"club": club_id, "first": first, "last": last})
    return Sums(
        entries=row[0],
        lines=row[1],
        debit_cents=int(row[2]),
        credit_cents=int(row[3]),
        first_entry_id=row[4],
        last_entry_id=row[5],
    )


def differing(club_id: int, first: date, last: date) -> list[tuple[str, int, int, int]]:
    """Return (code, ref, sum of the lines, change by the seals) where the two differ."""
    return fetch_all(DIFFERING, {"club": club_id, "first": first, "last": last})


def days_not_sent(club_id: int) -> list[tuple[date, str]]:
    """Return (gaming day, state) of the days that no batch holds, in order."""
    return fetch_all(FREE, [club_id])


def batches(club_id: int, *, page: Page | None = None) -> list[Batch]:
    """Return the batches of a club, the latest first."""
    found = Batch.objects.filter(club_id=club_id).select_related("made_by")
    return (page or Page(100)).of(found.order_by("-number"))


def batch(club_id: int, batch_id: int) -> Batch:
    """Return a batch of the club. Raises NotFound."""
    found = Batch.objects.select_related("club", "made_by").filter(club_id=club_id, id=batch_id)
    if row := found.first():
        return row
    raise NotFound(msg("There is no such batch in this club."), field="batch_id")


def next_number(club_id: int) -> int:
    latest = Batch.objects.filter(club_id=club_id).aggregate(number=Max("number"))["number"]
    return (latest or 0) + 1


def file(club_id: int, file_id: int) -> File:
    """Return a finished file of the club. Raises NotFound."""
    found = File.objects.select_related("batch", "made_by").filter(club_id=club_id, id=file_id)
    if row := found.first():
        return row
    raise NotFound(msg("There is no such file in this club."), field="file_id")


def content(file: File) -> Iterator[bytes]:
    """Return the bytes of a file, chunk by chunk. Raises NotFound for one that was emptied."""
    chunks = Chunk.objects.filter(file=file).order_by("n")
    if chunks.filter(data=b"").exists():
        raise NotFound(
            msg(
                "The content of this file was erased with a guest whom it may have named. "
                "Request it again."
            )
        )
    return _unpacked(list(chunks.values_list("id", flat=True)))


def _unpacked(ids: list[int]) -> Iterator[bytes]:
    for each in ids:
        yield zlib.decompress(Chunk.objects.values_list("data", flat=True).get(id=each))


def profiles(club_id: int) -> dict[str, tuple[int, Profile]]:
    """Return slug -> (version, profile): the club's latest, else the program's own as version 1."""
    found = {slug: (1, profile) for slug, profile in BUILT_IN.items()}
    for row in ProfileVersion.objects.filter(club_id=club_id).order_by("slug", "version"):
        found[row.slug] = (row.version, as_profile(row))
    return found


def profile(club_id: int, slug: str) -> tuple[int, Profile]:
    """Return the latest version of a profile. Raises NotFound."""
    try:
        return profiles(club_id)[slug]
    except KeyError:
        raise NotFound(msg("There is no such profile in this club."), field="profile") from None


def profile_version(club_id: int, slug: str, version: int) -> Profile:
    rows = ProfileVersion.objects.filter(club_id=club_id, slug=slug, version=version)
    saved = rows.first()
    return as_profile(saved) if saved else BUILT_IN[slug]


def versions(club_id: int, slug: str) -> list[ProfileVersion]:
    """Return the club's own versions of a profile, the latest first."""
    found = ProfileVersion.objects.filter(club_id=club_id, slug=slug).select_related("made_by")
    return list(found.order_by("-version"))


def as_profile(row: ProfileVersion) -> Profile:
    """Return a saved version as the rules read it."""
    return read(Profile, row.settings)  # type: ignore[no-any-return]


def jobs(club_id: int, *, page: Page | None = None) -> list[Job]:
    """Return long work, the latest first."""
    found = Job.objects.filter(club_id=club_id).select_related("asked_by", "file")
    return (page or Page(50)).of(found.order_by("-id"))


def job(club_id: int, job_id: int) -> Job:
    """Return a job of the club. Raises NotFound."""
    found = Job.objects.select_related("asked_by", "file").filter(club_id=club_id, id=job_id)
    if row := found.first():
        return row
    raise NotFound(msg("There is no such job in this club."), field="job_id")
