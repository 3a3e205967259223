"""Import recorded hands into a table's session; repeat it as often as you like."""

import sys
import time
from datetime import datetime
from hashlib import file_digest
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from cashgames.models import Session
from cashgames.queries.tables import open_sessions
from cashgames.queries.tables import session as find_session
from cashgames.rules.handfile import READERS, RefusedRow, read_hands
from cashgames.services.importing import Importer, ImportReport
from casino.db import now
from casino.house.models import Club
from casino.limits import MAX_NAME_LENGTH
from casino.refusals import Refusal


class Command(BaseCommand):
    """`import_hands night.phhs more.jsonl --club tallinn --table "Table 1"`."""

    help = __doc__
    requires_system_checks = []

    def add_arguments(self, parser: Any) -> None:
        """Files (.jsonl, .phh, .phhs), the club and the table, or one of its sessions."""
        parser.add_argument("files", nargs="+", type=Path)
        parser.add_argument("--club", required=True)
        where = parser.add_mutually_exclusive_group(required=True)
        where.add_argument("--table", help="the game that is open there")
        where.add_argument("--session", type=int, help="an earlier game, by the number of its page")
        parser.add_argument(
            "--at", type=datetime.fromisoformat, help="for hands that know no time; default: now"
        )

    def handle(
        self,
        *,
        files: list[Path],
        club: str,
        table: str | None,
        session: int | None,
        at: datetime | None,
        **_: Any,
    ) -> None:
        """Report what was taken, known and refused; exit 1: rows were refused, 2: no import."""
        found = Club.objects.filter(slug=club).first()
        if found is None:
            raise CommandError(f"--club: there is no club {club!r}.", returncode=2)
        if at and at.utcoffset() is None:
            raise CommandError("--at: needs an offset, like 2026-11-21T20:00+02:00.", returncode=2)
        for file in files:
            if file.suffix not in READERS or not file.is_file():
                endings = ", ".join(sorted(READERS))
                raise CommandError(f"{file}: no file ending in {endings}.", returncode=2)
        try:
            importer = Importer(
                club=found,
                session=find_session(found.pk, session) if session else _open_on(found, table),
                at=at or now(),
                actor_id=None,
                on_refused=self._refused,
                on_batch=self._progress,
            )
            for file in files:
                importer.source = file.name[-MAX_NAME_LENGTH:]
                with file.open("rb") as content:
                    importer.digest = file_digest(content, "sha256").hexdigest()
                importer.run(read_hands(file))
        except Refusal as refusal:
            raise CommandError(f"--session: {refusal.message}", returncode=2) from refusal
        report = importer.report
        sys.stderr.write("\n")
        self.stdout.write(
            f"{report.taken} hands taken, {report.known} known already, {report.refused} refused"
        )
        if report.refused:
            sys.exit(1)

    def _refused(self, row: RefusedRow) -> None:
        where = f"row {row.position}, {row.external_id or 'no name'}"
        self.stdout.write(f"refused: {where}: {row.field + ': ' if row.field else ''}{row.reason}")

    def _progress(self, report: ImportReport) -> None:
        sys.stderr.write(
            f"\r{time.strftime('%H:%M:%S')}  {report.taken + report.known} hands done "
        )
        sys.stderr.flush()


def _open_on(club: Club, table: str | None) -> Session:
    for session in open_sessions(club.pk):
        if session.table.name == table:
            return session
    raise CommandError(f"--table: no game is open on {table!r}.", returncode=2)
