"""Files that come in: tried without effect, taken as a whole or not at all, undone likewise."""

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any
from uuid import uuid5

from casino.approvals.models import Proposal
from casino.approvals.services import completes, propose
from casino.bookkeeping import postings
from casino.bookkeeping.models import Intake
from casino.bookkeeping.models import Mapping as MappingRow
from casino.bookkeeping.queries import intakes as queries
from casino.bookkeeping.queries import mapping
from casino.bookkeeping.rules.incoming import KINDS, MOST_ERRORS, Error, guessed, read_table, values
from casino.bookkeeping.services.mapping import checked, record
from casino.db import command
from casino.house.stamp import Stamp
from casino.ledger import queries as ledger_queries
from casino.ledger import services as ledger
from casino.ledger.entries import reversal
from casino.money import format_cents
from casino.names import clean_name
from casino.players.services import add_guest, check_guest, forget_unused
from casino.refusals import BadInput, Refusal
from casino.words import say

OPENING = "bookkeeping.opening"
Rows = list[tuple[int, dict[str, Any]]]


class HasErrors(Refusal):
    """All of it or nothing."""

    status = 422
    code = "BOOKS-020"
    message = say("There are rows that cannot be taken; nothing was taken.")
    next_step = say("Mend the file and bring it again.")


class NotThatFar(Refusal):
    """A file is tried, then taken, then perhaps undone: each once."""

    status = 409
    code = "BOOKS-021"
    message = say("This was done before, or it is too early for it.")


class TakenBefore(Refusal):
    """The same file twice would do everything twice."""

    status = 409
    code = "BOOKS-022"
    message = say("This very file was taken before.")


@dataclass(frozen=True, kw_only=True, slots=True)
class Way:
    """How the rows of a kind are tried, taken and undone; `take` returns what it made."""

    errors: Callable[[Stamp, Rows], list[Error]]
    take: Callable[[Stamp, ledger.Act, Intake, Rows], list[int]]
    undo: Callable[[Stamp, ledger.Act, Intake], None]
    by_two: bool = False


@command
def bring_file(stamp: Stamp, *, kind: str, name: str, data: bytes) -> Intake:
    """
    Keep a file and try it, without any effect on the books.

    Raises BadInput, with the row, for what is no table at all, and TakenBefore.
    """
    name, sha256 = clean_name(name, longest=150), hashlib.sha256(data).hexdigest()
    act = ledger.act(stamp, "bookkeeping.bring_file", kind=kind, name=name, sha256=sha256)
    if act.replayed:
        return Intake.objects.get(act_id=act.id)
    if kind not in KINDS:
        raise BadInput(say("Choose one of {kinds}.", kinds=", ".join(KINDS)), field="kind")
    table = read_table(data)
    taken = Intake.objects.filter(club_id=stamp.club_id, kind=kind, sha256=sha256, state="taken")
    if taken.exists():
        raise TakenBefore(field="file")
    intake = Intake(
        club_id=stamp.club_id,
        kind=kind,
        name=name,
        sha256=sha256,
        data=data,
        rows=len(table.rows),
        columns=guessed(kind, table.heads),
        asked_by_id=stamp.person_id,
        asked_at=stamp.at,
        act_id=act.id,
    )
    return _tried(stamp, intake)


@command
def choose_columns(stamp: Stamp, *, intake_id: int, columns: Mapping[str, str]) -> Intake:
    """Say which column holds what, and try the file again. Raises BadInput, NotThatFar."""
    chosen = {name: head for name, head in columns.items() if head}
    _check_columns(queries.intake(stamp.club_id, intake_id), chosen)
    act = ledger.act(stamp, "bookkeeping.choose_columns", intake_id=intake_id, columns=chosen)
    intake = queries.held_intake(stamp.club_id, intake_id)
    if act.replayed:
        return intake
    if intake.state != Intake.State.CHECKED:
        raise NotThatFar
    intake.columns = chosen
    return _tried(stamp, intake)


@command
def take(stamp: Stamp, *, intake_id: int) -> Intake:
    """
    Take a file as a whole; opening balances wait for a second person.

    Raises HasErrors (then nothing was taken), NotThatFar, and what the rows themselves refuse.
    """
    act = ledger.act(stamp, "bookkeeping.take", intake_id=intake_id)
    intake = queries.held_intake(stamp.club_id, intake_id)
    if act.replayed:
        return intake
    if intake.state != Intake.State.CHECKED:
        raise NotThatFar
    if _tried(stamp, intake).errors:
        row, column, wrong = intake.errors[0]
        raise HasErrors(
            say(
                "{count} mistakes, the first in row {row}: {column} {wrong}.",
                count=len(intake.errors),
                row=row,
                column=column,
                wrong=wrong,
            )
        )
    if WAYS[intake.kind].by_two:
        return _asked(stamp, act, intake, undo=False)
    return _taken(stamp, act, intake)


@command
def undo(stamp: Stamp, *, intake_id: int) -> Intake:
    """Undo all that a file brought. Raises NotThatFar, and what is in use by now."""
    act = ledger.act(stamp, "bookkeeping.undo", intake_id=intake_id)
    intake = queries.held_intake(stamp.club_id, intake_id)
    if act.replayed:
        return intake
    if intake.state != Intake.State.TAKEN:
        raise NotThatFar
    if WAYS[intake.kind].by_two:
        return _asked(stamp, act, intake, undo=True)
    return _undone(stamp, act, intake)


def opening_ahead(stamp: Stamp, content: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return what approving books. Raises what stands in the way by now."""
    intake = queries.intake(stamp.club_id, content["intake_id"])
    rows, _ = _read(intake)
    return {
        f"{row['code']} {row['ref'] or ''}".strip(): (
            f"{format_cents(row['debit'] or 0)} debit, {format_cents(row['credit'] or 0)} credit"
        )
        for _, row in rows
    }


@completes(
    OPENING,
    title=say("Opening balances"),
    lives=timedelta(days=7),
    consequence=opening_ahead,
)
def book_opening(stamp: Stamp, act: ledger.Act, proposal: Proposal) -> Intake:
    """Book the opening balances of a file, or take them back."""
    intake = queries.held_intake(stamp.club_id, proposal.content["intake_id"])
    wanted = Intake.State.TAKEN if proposal.content["undo"] else Intake.State.CHECKED
    if intake.state != wanted:
        raise NotThatFar
    return (_undone if proposal.content["undo"] else _taken)(stamp, act, intake)


def _check_columns(intake: Intake, chosen: Mapping[str, str]) -> None:
    heads = read_table(bytes(intake.data)).heads
    known = {field.name for field in KINDS[intake.kind]}
    for name, head in chosen.items():
        if name not in known or head not in heads:
            raise BadInput(say("There is no such column."), field="columns")


def _asked(stamp: Stamp, act: ledger.Act, intake: Intake, *, undo: bool) -> Intake:
    content = {"intake_id": intake.pk, "file": intake.name, "sha256": intake.sha256, "undo": undo}
    propose(stamp, act, operation=OPENING, content=content, reason=intake.name)
    return intake


def _taken(stamp: Stamp, act: ledger.Act, intake: Intake) -> Intake:
    intake.made = WAYS[intake.kind].take(stamp, act, intake, _read(intake)[0])
    intake.state, intake.taken_act_id = Intake.State.TAKEN, act.id
    intake.save(update_fields=["made", "state", "taken_act_id"])
    return intake


def _undone(stamp: Stamp, act: ledger.Act, intake: Intake) -> Intake:
    WAYS[intake.kind].undo(stamp, act, intake)
    intake.state, intake.undone_act_id = Intake.State.UNDONE, act.id
    intake.save(update_fields=["state", "undone_act_id"])
    return intake


def _read(intake: Intake) -> tuple[Rows, list[Error]]:
    return values(intake.kind, read_table(bytes(intake.data)), intake.columns)


def _tried(stamp: Stamp, intake: Intake) -> Intake:
    """Keep what is wrong with a file, the first of it at least."""
    rows, errors = _read(intake)
    if not errors:
        errors = WAYS[intake.kind].errors(stamp, rows)
    if not rows:
        errors = [(1, "", say("there is no row below the headings"))]
    intake.errors = [list(each) for each in sorted(errors)[:MOST_ERRORS]]
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
            errors.append((n, "personal_code", say("stands in row {first} too", first=first)))
    return errors


def _take_guests(stamp: Stamp, act: ledger.Act, intake: Intake, rows: Rows) -> list[int]:
    return [
        add_guest(replace(stamp, key=uuid5(stamp.key, f"row {n}")), **_told(row)).pk
        for n, row in rows
    ]


def _undo_guests(stamp: Stamp, act: ledger.Act, intake: Intake) -> None:
    forget_unused(stamp, player_ids=intake.made)


def _told(row: dict[str, Any]) -> dict[str, Any]:
    return {name: "" if value is None else value for name, value in row.items()} | {
        "birth_date": row["birth_date"]
    }


def _account_errors(stamp: Stamp, rows: Rows) -> list[Error]:
    errors = _each(rows, lambda row: checked(row, from_day=row["from_day"]))
    seen: dict[tuple[Any, ...], int] = {}
    for n, row in rows:
        if (first := seen.setdefault((row["code"], row["from_day"]), n)) != n:
            errors.append((n, "code", say("stands in row {first} too", first=first)))
    return errors


def _take_accounts(stamp: Stamp, act: ledger.Act, intake: Intake, rows: Rows) -> list[int]:
    said = [checked(row, from_day=row["from_day"]) for _, row in rows]
    return [row.pk for row in record(stamp, act, said)]


def _undo_accounts(stamp: Stamp, act: ledger.Act, intake: Intake) -> None:
    """Say again what was said before, of each day; where nothing was, that it is not mapped."""
    before = mapping.mapped(stamp.club_id, known=min(intake.made) - 1)
    names = ("number", "name", "department", "cost_center", "project", "tax_code")
    said = []
    for row in MappingRow.objects.filter(id__in=intake.made):
        old = mapping.on(before.get(row.code, []), row.from_day)
        told = {name: getattr(old, name) for name in names} if old else {}
        said.append(checked({"code": row.code, **told}, from_day=row.from_day))
    record(stamp, act, said)


def _opening_errors(stamp: Stamp, rows: Rows) -> list[Error]:
    errors: list[Error] = []
    for n, row in rows:
        if bool(row["debit"]) == bool(row["credit"]):
            errors.append((n, "debit", say("write a debit or a credit")))
        if ledger_queries.account_id(stamp.club_id, row["code"], row["ref"] or 0) is None:
            errors.append(
                (n, "code", say("{code} is kept for something that is not there", code=row["code"]))
            )
    debit, credit = (sum(row[side] or 0 for _, row in rows) for side in ("debit", "credit"))
    if debit != credit:
        wrong = say(
            "{debit} and credit {credit} are not the same",
            debit=format_cents(debit),
            credit=format_cents(credit),
        )
        errors.append((1, "debit", wrong))
    return errors


def _take_opening(stamp: Stamp, act: ledger.Act, intake: Intake, rows: Rows) -> list[int]:
    draft = postings.opening_posted([row for _, row in rows], memo=intake.name)
    return [ledger.post(stamp, act, draft).entry_id]


def _undo_opening(stamp: Stamp, act: ledger.Act, intake: Intake) -> None:
    for entry_id in intake.made:
        first = ledger_queries.entry(stamp.club_id, entry_id)
        assert first is not None
        ledger.post(stamp, act, reversal(first.draft, entry_id=entry_id, memo=intake.name))


WAYS = {
    "players": Way(errors=_guest_errors, take=_take_guests, undo=_undo_guests),
    "accounts": Way(errors=_account_errors, take=_take_accounts, undo=_undo_accounts),
    "opening": Way(errors=_opening_errors, take=_take_opening, undo=_undo_opening, by_two=True),
}
