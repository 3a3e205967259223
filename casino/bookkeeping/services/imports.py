"""Files that come in: tried without effect, taken as a whole or not at all, undone likewise."""

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Annotated, Any
from uuid import uuid5

from django.db.models import Exists, OuterRef

from casino.acts.kinds import File, FileName, Id, OneOf, Prose, Values
from casino.acts.runner import act
from casino.approvals.signed import Preview, signed
from casino.bookkeeping import postings
from casino.bookkeeping.models import FileImport
from casino.bookkeeping.models import Mapping as MappingRow
from casino.bookkeeping.queries import imports as queries
from casino.bookkeeping.queries import mapping
from casino.bookkeeping.rules.incoming import KINDS, MAX_ERRORS, Error, guessed, read_table, values
from casino.bookkeeping.services.mapping import checked, record
from casino.house.stamp import Stamp
from casino.ledger import services as ledger
from casino.ledger.entries import reversal
from casino.ledger.queries.balances import account_id
from casino.ledger.queries.documents import entry
from casino.messages import msg, msg_count
from casino.money import format_cents
from casino.players.services.erasing import forget_unused
from casino.players.services.guests import add_player, check_guest
from casino.refusals import BadInput, Conflict, Refusal

OPENING = "bookkeeping.opening"
MAX_HEAD_LENGTH = 200
Columns = Annotated[
    Mapping[str, str], Values(of=Prose(max_length=MAX_HEAD_LENGTH, may_be_empty=True))
]
Rows = list[tuple[int, dict[str, Any]]]


class HasErrors(Refusal):
    """All of it or nothing."""

    code = "BOOKS-020"
    message = msg("Some rows have errors. Nothing was imported.")
    next_step = msg("Correct the file and import it again.")


class NotThatFar(Conflict):
    """A file is tried, then taken, then perhaps undone: each once."""

    code = "BOOKS-021"
    message = msg("This step has been done already, or it is too early for it.")


class TakenBefore(Conflict):
    """The same file twice would do everything twice."""

    code = "BOOKS-022"
    message = msg("This file has already been imported.")


@dataclass(frozen=True, kw_only=True, slots=True)
class Way:
    """
    How the rows of a kind are tried, taken and undone; `take` returns what it made.

    private: of people, who can be erased: the file is not kept once it is taken.
    """

    errors: Callable[[Stamp, Rows], list[Error]]
    take: Callable[[Stamp, FileImport, Rows], list[int]]
    undo: Callable[[Stamp, FileImport], None]
    by_two: bool = False
    private: bool = False


@act("bookkeeping.bring_file")
def bring_file(
    stamp: Stamp,
    *,
    kind: Annotated[str, OneOf(words=tuple(sorted(KINDS)))],
    name: FileName,
    data: File,
) -> FileImport:
    """
    Keep a file and try it, without any effect on the books.

    Raises BadInput, with the row, for what is no table at all, and TakenBefore.
    """
    sha256 = hashlib.sha256(data).hexdigest()
    table = read_table(data)
    intake = FileImport(
        club_id=stamp.club_id,
        kind=kind,
        name=name,
        sha256=sha256,
        data=data,
        rows=len(table.rows),
        columns=guessed(kind, table.heads),
        asked_by_id=stamp.person_id,
        asked_at=stamp.at,
        act_id=stamp.act_id,
    )
    _check_new(intake)
    return _tried(stamp, intake)


@act("bookkeeping.choose_columns")
def choose_columns(stamp: Stamp, *, intake_id: Id, columns: Columns) -> FileImport:
    """Say which column holds what, and try the file again. Raises BadInput, NotThatFar."""
    chosen = {name: head for name, head in columns.items() if head}
    intake = queries.held_file_import(stamp.club_id, intake_id)
    _check_columns(intake, chosen)
    if intake.state != FileImport.State.CHECKED:
        raise NotThatFar
    intake.columns = chosen
    return _tried(stamp, intake)


@act("bookkeeping.take")
def take(stamp: Stamp, *, intake_id: Id) -> FileImport:
    """
    Take a file as a whole; opening balances wait for a second person.

    Raises HasErrors (then nothing was taken), NotThatFar, and what the rows themselves refuse.
    """
    intake = queries.held_file_import(stamp.club_id, intake_id)
    if intake.state != FileImport.State.CHECKED:
        raise NotThatFar
    _check_new(intake)
    if _tried(stamp, intake).errors:
        row, column, wrong = intake.errors[0]
        raise HasErrors(
            msg_count(
                "{number} error. Row {row}: {column} {wrong}.",
                "{number} errors. The first is in row {row}: {column} {wrong}.",
                len(intake.errors),
                row=row,
                column=column,
                wrong=wrong,
            )
        )
    if not WAYS[intake.kind].by_two:
        return _taken(stamp, intake)
    book_opening.ask(stamp, intake_id=intake_id)
    return intake


@act("bookkeeping.undo")
def undo(stamp: Stamp, *, intake_id: Id) -> FileImport:
    """Undo all that a file brought. Raises NotThatFar, and what is in use by now."""
    intake = queries.held_file_import(stamp.club_id, intake_id)
    if intake.state != FileImport.State.TAKEN:
        raise NotThatFar
    if not WAYS[intake.kind].by_two:
        return _undone(stamp, intake)
    book_opening.ask(stamp, intake_id=intake_id, undo=True)
    return intake


def opening_preview(stamp: Stamp, *, intake_id: int, undo: bool) -> Preview:
    """
    Say which file is booked by which of its columns, or taken back, row by row.

    Raises NotFound, NotThatFar.
    """
    find = queries.held_file_import if stamp.act_id else queries.file_import
    intake = find(stamp.club_id, intake_id)
    if intake.state != (FileImport.State.TAKEN if undo else FileImport.State.CHECKED):
        raise NotThatFar
    rows, _ = _read(intake)
    return Preview(
        content={
            "file": intake.name,
            "sha256": intake.sha256,
            "columns": [intake.columns.get(each.name, "") for each in KINDS[intake.kind]],
            "total_cents": sum(row["debit"] or 0 for _, row in rows),
        },
        reason=intake.name,
        ahead={
            f"{row['code']} {row['ref'] or ''}".strip(): (
                f"{format_cents(row['debit'] or 0)} debit,"
                f" {format_cents(row['credit'] or 0)} credit"
            )
            for _, row in rows
        },
    )


@signed(
    OPENING,
    asked_as="bookkeeping.ask_opening",
    preview=opening_preview,
    kinds={OPENING: msg("Opening balances")},
    lives=timedelta(days=7),
    waits="Figures of a former program are checked on paper.",
)
def book_opening(stamp: Stamp, *, intake_id: Id, undo: bool = False) -> FileImport:
    """Book the opening balances of a file, or take them back."""
    intake = queries.held_file_import(stamp.club_id, intake_id)
    return (_undone if undo else _taken)(stamp, intake)


def _check_columns(intake: FileImport, chosen: Mapping[str, str]) -> None:
    heads = read_table(bytes(intake.data)).heads
    known = {field.name for field in KINDS[intake.kind]}
    for name, head in chosen.items():
        if name not in known or head not in heads:
            raise BadInput(msg("There is no such column."), field="columns")


def _check_new(intake: FileImport) -> None:
    """Raise TakenBefore for a file that was taken, whoever brought it how often."""
    same = FileImport.objects.filter(
        club_id=intake.club_id, kind=intake.kind, sha256=intake.sha256
    ).order_by("id")
    if FileImport.State.TAKEN in same.select_for_update().values_list("state", flat=True):
        raise TakenBefore(field="file")


def _taken(stamp: Stamp, intake: FileImport) -> FileImport:
    _check_new(intake)
    intake.made = WAYS[intake.kind].take(stamp, intake, _read(intake)[0])
    intake.state, intake.taken_act_id = FileImport.State.TAKEN, stamp.act_id
    if WAYS[intake.kind].private:
        intake.data = b""
    intake.save(update_fields=["made", "state", "taken_act_id", "data"])
    return intake


def _undone(stamp: Stamp, intake: FileImport) -> FileImport:
    WAYS[intake.kind].undo(stamp, intake)
    intake.state, intake.undone_act_id = FileImport.State.UNDONE, stamp.act_id
    intake.save(update_fields=["state", "undone_act_id"])
    return intake


def _read(intake: FileImport) -> tuple[Rows, list[Error]]:
    return values(intake.kind, read_table(bytes(intake.data)), intake.columns)


def _tried(stamp: Stamp, intake: FileImport) -> FileImport:
    """Keep what is wrong with a file, the first of it at least."""
    rows, errors = _read(intake)
    if not errors:
        errors = WAYS[intake.kind].errors(stamp, rows)
    if not rows:
        errors = [(1, "", msg("there are no rows below the header"))]
    intake.errors = [list(each) for each in sorted(errors)[:MAX_ERRORS]]
    intake.save()
    return intake


def _each(rows: Rows, check: Callable[[dict[str, Any]], object]) -> list[Error]:
    """Return what a check refuses, row by row."""
    found: list[Error] = []
    for n, row in rows:
        try:
            check(row)
        except Refusal as refusal:
            found.append((n, refusal.field or "", refusal.message))
    return found


def _guest_errors(stamp: Stamp, rows: Rows) -> list[Error]:
    errors = _each(rows, lambda row: check_guest(stamp, **_told(row)))
    seen: dict[tuple[Any, ...], int] = {}
    for n, row in rows:
        person = (row["code_country"], row["personal_code"])
        if row["personal_code"] and (first := seen.setdefault(person, n)) != n:
            errors.append((n, "personal_code", msg("is also in row {first}", first=first)))
    return errors


def _take_guests(stamp: Stamp, intake: FileImport, rows: Rows) -> list[int]:
    return [
        add_player.step(replace(stamp, key=uuid5(stamp.key, f"row {n}")), **_told(row)).pk
        for n, row in rows
    ]


def _undo_guests(stamp: Stamp, intake: FileImport) -> None:
    forget_unused(stamp, player_ids=intake.made)


def _told(row: dict[str, Any]) -> dict[str, Any]:
    return {name: "" if value is None else value for name, value in row.items()} | {
        "birth_date": row["birth_date"],
        "named_in_results": bool(row["named_in_results"]),  # nobody agreed by an empty cell
    }


def _account_errors(stamp: Stamp, rows: Rows) -> list[Error]:
    errors = _each(rows, lambda row: checked(row, from_day=row["from_day"]))
    seen: dict[tuple[Any, ...], int] = {}
    for n, row in rows:
        errors += _not_there(stamp, n, row) if row["ref"] else []
        if (first := seen.setdefault((row["code"], row["ref"], row["from_day"]), n)) != n:
            errors.append((n, "code", msg("is also in row {first}", first=first)))
    return errors


def _take_accounts(stamp: Stamp, intake: FileImport, rows: Rows) -> list[int]:
    said = [checked(row, from_day=row["from_day"]) for _, row in rows]
    return [row.pk for row in record(stamp, said)]


def _undo_accounts(stamp: Stamp, intake: FileImport) -> None:
    """
    Say again what was said before, of each day; where nothing was, that it is not mapped.

    What was said anew since, by hand or by another file, stays.
    """
    undone = FileImport.objects.filter(club=stamp.club_id, state=FileImport.State.UNDONE)
    acts = undone.values_list("taken_act_id", "undone_act_id")
    # What an undone file said, or what its undo said again, is nobody's word any more.
    unsaid = {act for both in acts for act in both if act} | {intake.taken_act_id or 0}
    before = mapping.mapped(stamp.club_id, without=unsaid)
    names = ("number", "name", "department", "cost_center", "project", "tax_code")
    said = []
    again = MappingRow.objects.exclude(act_id__in=unsaid).filter(
        club=stamp.club_id,
        code=OuterRef("code"),
        ref=OuterRef("ref"),
        from_day=OuterRef("from_day"),
        id__gt=OuterRef("pk"),
    )
    for row in MappingRow.objects.filter(~Exists(again), id__in=intake.made):
        old = before.own(row.code, row.ref, row.from_day)
        told = {name: getattr(old, name) for name in names} if old else {}
        said.append(checked({"code": row.code, "ref": row.ref, **told}, from_day=row.from_day))
    record(stamp, said)


def _not_there(stamp: Stamp, n: int, row: dict[str, Any]) -> list[Error]:
    """Return what is wrong with a row of an account that the club has not got."""
    if account_id(stamp.club_id, row["code"], row["ref"] or 0) is not None:
        return []
    wrong = msg("{code} is kept for something that is not there", code=row["code"])
    return [(n, "code", wrong)]


def _opening_errors(stamp: Stamp, rows: Rows) -> list[Error]:
    errors: list[Error] = []
    for n, row in rows:
        if bool(row["debit"]) == bool(row["credit"]):
            errors.append((n, "debit", msg("write a debit or a credit")))
        errors += _not_there(stamp, n, row)
    debit, credit = (sum(row[side] or 0 for _, row in rows) for side in ("debit", "credit"))
    if debit != credit:
        wrong = msg(
            "{debit} and credit {credit} are not the same",
            debit=format_cents(debit),
            credit=format_cents(credit),
        )
        errors.append((1, "debit", wrong))
    return errors


def _take_opening(stamp: Stamp, intake: FileImport, rows: Rows) -> list[int]:
    draft = postings.opening_posted([row for _, row in rows], memo=intake.name)
    return [ledger.post_entry(stamp, draft).entry_id]


def _undo_opening(stamp: Stamp, intake: FileImport) -> None:
    for entry_id in intake.made:
        first = entry(stamp.club_id, entry_id)
        assert first is not None
        ledger.post_entry(stamp, reversal(first.draft, entry_id=entry_id, memo=intake.name))


WAYS = {
    "players": Way(errors=_guest_errors, take=_take_guests, undo=_undo_guests, private=True),
    "accounts": Way(errors=_account_errors, take=_take_accounts, undo=_undo_accounts),
    "opening": Way(errors=_opening_errors, take=_take_opening, undo=_undo_opening, by_two=True),
}
