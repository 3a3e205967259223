"""
A club's way from this cell to another: held here, copied there in one transaction, then left.

A club is written at one place at most. From the first commit (held) on nobody books here; nobody
can there before the second one (copied), in which all of it arrives or nothing. Killed before that,
the club is held here and stays whole; killed after it, it is there, and the same command again does
the rest. Only where nothing arrived can it be let go again. Who copies and who lets go take one
lock here and one there, so that neither relies on what the other is about to change.

The other cell is asked as an administrator of its server: what guards its books stands still for
this one transaction (session_replication_role), whose result is compared row by row instead.
"""

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import Any
from uuid import UUID, uuid5

import psycopg
from django.core.management import CommandError, call_command
from django.db import connection

from casino.cells.numbers import cell_number
from casino.cells.services.holding import HOLD, hold_club, leave_club, release_club
from casino.cells.ways import OF_PEOPLE, SHARED, Ways, ways
from casino.db import all_or_nothing, fetch_one
from casino.epochs.queries.standing import standing
from casino.house.keys import namespace
from casino.house.models import Club
from casino.house.queries import club_stamp
from casino.ledger.digests import TAKE, digested_tables
from casino.ledger.outbox import deliver_outbox

LOCK, EPOCHS, ORIGIN_SECONDS = 7003, 100_000, 30
# A warehouse that follows both cells has the rows already: what carries an origin is not sent.
# Origins are the server's, which may have several databases, and each is one session's at a time.
ORIGIN = """
WITH own AS (SELECT 'casino_move_' || current_database() AS name)
SELECT CASE WHEN pg_replication_origin_oid(name) IS NULL THEN pg_replication_origin_create(name) END
FROM own
"""
OF_THIS_SESSION = "SELECT pg_replication_origin_session_setup('casino_move_' || current_database())"
UNFINISHED = 1  # of verify: an act waits to be copied outside
# Under the same key the other cell's act is found again.
ARRIVES = namespace("5f3a0c9e-58f6-4b0f-9d0a-0d0c6f0c7a51")
ALIKE = """
SET timezone = 'UTC'; SET datestyle = 'ISO'; SET bytea_output = 'hex'; SET work_mem = '128MB';
SET statement_timeout = 0; SET lock_timeout = 0; SET idle_in_transaction_session_timeout = 0
"""


def move(clubs: list[Club], target: str, *, address: str, at: datetime) -> None:
    """
    Move clubs to the cell whose database an administrator reaches at `target`; again: the rest.

    Raises CommandError with the reason; then the clubs are open.
    """
    with _there(target) as there:
        _check_numbers(there)
        deliver_outbox()
        if not all(club.is_held for club in clubs):
            _check_books(clubs)
        with all_or_nothing():
            for club in clubs:
                _hold(club, _server(there), at)
        deliver_outbox()  # after a restore of this cell its copy outside says that they went
        with _here() as here:
            held = _still_held(clubs, there)
            try:
                _copy(held, here, there)
            except CommandError:  # nothing arrived, and nobody else brings it meanwhile
                for club in clubs:
                    release_club(club_stamp(club, at=at, actor_id=None))
                raise
    for club in clubs:
        if club.moved_to != address:
            leave_club(club_stamp(club, at=at, actor_id=None), address=address)


def release(clubs: list[Club], target: str, *, at: datetime) -> None:
    """Let clubs go on here that did not arrive there. Raises CommandError where they did."""
    with _there(target) as there, _here():
        held = _still_held(clubs, there)
        if any(_arrived(there, club) for club in held):
            raise CommandError(
                "They are in the other cell: move them once more, which does the rest."
            )
        for club in clubs:
            release_club(club_stamp(club, at=at, actor_id=None))


def _still_held(clubs: list[Club], there: Any) -> list[int]:
    """Lock there, too; return the ids of clubs that are held here for that server and no other."""
    _lock(there)
    for club in clubs:
        club.refresh_from_db()
        if not club.is_held:
            raise CommandError(f"{club.slug} is not held.")
        _, server = _held_for(club.pk)
        if server != _server(there):
            raise CommandError(f"{club.slug} is held for {server}, and this is {_server(there)}.")
    return [club.pk for club in clubs]


def _hold(club: Club, server: str, at: datetime) -> None:
    if not club.is_held:
        if not standing(club.pk).is_open:
            raise CommandError(f"{club.slug}: what a restore lost is not settled.")
        hold_club(club_stamp(club, at=at, actor_id=None), server=server)


def _held_for(club_id: int) -> tuple[UUID, str]:
    """Return the key of the act that holds a club, and for which server it does."""
    key, server = fetch_one(
        "SELECT key, arguments ->> 'server' FROM ledger_act"
        " WHERE club_id = %s AND operation = %s ORDER BY id DESC LIMIT 1",
        [club_id, HOLD],
    )
    return key, server


def _server(there: Any) -> str:
    """Return who the other cell is, wherever it runs by now."""
    there.execute("SELECT system_identifier, current_database() FROM pg_control_system()")
    system, database = there.fetchone()
    return f"cell {cell_number(there)} ({system}/{database})"


@contextmanager
def _there(target: str) -> Iterator[Any]:
    """Work in the other cell's database in one transaction, as its administrator."""
    with psycopg.connect(target, connect_timeout=30, client_encoding="utf8") as other:
        cursor = other.cursor()
        cursor.execute(ALIKE)
        try:
            _lock(cursor)  # who moves into this cell waits for who does already
            cursor.execute(ORIGIN)
            _take_origin(other)
            cursor.execute("SET LOCAL session_replication_role = replica")
        except psycopg.errors.InsufficientPrivilege:
            raise CommandError(
                "The other cell's address names a role that may not copy a club past its guards: "
                "name an administrator of its server."
            ) from None
        yield cursor


def _take_origin(there: Any) -> None:
    """Take the origin; a server lets go of it some moments after a session's end."""
    give_up = time.monotonic() + ORIGIN_SECONDS
    while True:
        try:
            with there.transaction():
                there.execute(OF_THIS_SESSION)
            return
        except psycopg.errors.ObjectInUse:
            if time.monotonic() > give_up:
                raise
            time.sleep(0.1)


@contextmanager
def _here() -> Iterator[Any]:
    """
    Read this cell as of one instant, while nobody else moves a club or lets one go.

    The lock is the session's: what is read begins after it was taken.
    """
    apart = connection.copy()
    try:
        with apart.cursor() as opened:
            opened.execute(ALIKE)
            opened.execute("SELECT pg_advisory_lock(%s)", [LOCK])
            opened.execute("BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        yield apart.connection.cursor()
    finally:
        apart.close()


def _lock(there: Any) -> None:
    there.execute("SELECT pg_advisory_xact_lock(%s)", [LOCK])


def _check_numbers(there: Any) -> None:
    """Ids count upwards in a club's history, so it goes upwards."""
    with connection.cursor() as here:
        own, other = cell_number(here), cell_number(there)
    if other <= own:
        raise CommandError(
            f"A club moves to a cell of a higher number: this one is {own}, that one {other}."
        )


def _check_books(clubs: list[Club]) -> None:
    """No club leaves whose books are broken: the copy would say the same."""
    for club in clubs:
        try:
            call_command("verify", club=club.slug, first=1)
        except CommandError as error:
            if error.returncode != UNFINISHED:
                raise CommandError(f"script/manage verify says first: {error}") from error


def _arrived(there: Any, club_id: int) -> bool:
    there.execute("SELECT EXISTS (SELECT FROM house_club WHERE id = %s)", [club_id])
    return bool(there.fetchone()[0])


def _copy(clubs: list[int], here: Any, there: Any) -> None:
    """Copy all rows of clubs, compare them, let an act there say so; commit it."""
    if all(_arrived(there, club) for club in clubs):
        return
    known = ways(here)
    _check_alike(known, ways(there))
    _check_ties(known, clubs, here)
    inside = _inside(known, clubs, here, there)
    for table, condition in inside.items():
        _copy_rows(table, known.columns[table], condition, here, there)
    _settle_in(clubs, there)
    _compare(known, inside, here, there)
    _check_keys(known, inside, there)
    act = _receive(clubs, here, there)
    _digest(inside, act, there)
    there.connection.commit()


def _check_alike(here: Ways, there: Ways) -> None:
    if other := [each for each in here.moved if here.types[each] != there.types.get(each)]:
        raise CommandError(
            f"The two cells run different versions ({other[0]} differs): update first."
        )


def _check_ties(known: Ways, clubs: list[int], here: Any) -> None:
    """Refuse to tear apart what clubs have in common: a jackpot, a ranking, a merged guest."""
    for key in known.ties():
        mine, theirs = known.inside(key.table, clubs), known.inside(key.parent, clubs)
        of_one, of_other = known.club(key.table, "t"), known.club(key.parent, "p")
        there = f"FROM {key.parent} p WHERE p.{key.parent_column} = t.{key.column}"
        here.execute(
            f"SELECT (SELECT slug FROM house_club WHERE id = {of_one}),"
            f" (SELECT slug FROM house_club WHERE id = (SELECT {of_other} {there}))"
            f" FROM {key.table} t WHERE {key.column} IS NOT NULL AND ({mine}) <> ({key.column} IN"
            f" (SELECT {key.parent_column} FROM {key.parent} WHERE {theirs})) LIMIT 1"
        )
        if found := here.fetchone():
            what = key.table.replace("_", " ")
            raise CommandError(
                f"{found[0]} and {found[1]} have something in common ({what}): move them together."
            )


def _inside(known: Ways, clubs: list[int], here: Any, there: Any) -> dict[str, str]:
    """Return the condition of what goes of each table; who is there already stays as they are."""
    inside = {table: known.inside(table, clubs) for table in known.moved}
    for table in SHARED:
        here.execute(f"SELECT id FROM {table} WHERE {inside[table]}")
        wanted = [each for (each,) in here.fetchall()]
        there.execute(f"SELECT id FROM {table} WHERE id = ANY (%s)", [wanted])
        new = sorted({*wanted} - {each for (each,) in there.fetchall()})
        inside[table] = f"id = ANY ('{{{','.join(map(str, new))}}}'::bigint[])"
    for table in OF_PEOPLE:
        people = inside["staff_user"].replace("id =", "user_id =", 1)
        inside[table] = f"{people} AND {inside[table]}"
    _check_names("staff_user", "lower(username)", inside, here, there)
    _check_names("house_club", "slug", inside, here, there)
    return inside


def _check_names(table: str, name: str, inside: dict[str, str], here: Any, there: Any) -> None:
    here.execute(f"SELECT {name} FROM {table} WHERE {inside[table]}")
    names = [each for (each,) in here.fetchall()]
    there.execute(f"SELECT {name} FROM {table} WHERE {name} = ANY (%s)", [names])
    if taken := there.fetchone():
        raise CommandError(
            f"{taken[0]} is somebody else in the other cell: rename one of them first."
        )


def _copy_rows(table: str, columns: list[str], condition: str, here: Any, there: Any) -> None:
    named = ", ".join(f'"{column}"' for column in columns)
    read = named
    if table == "epochs_epoch":  # no epoch of that server, but what slips and restores refer to
        former = f"-({cell_number(here)} * {EPOCHS} + number)"
        read = named.replace('"number"', f"CASE WHEN number < 0 THEN number ELSE {former} END")
    with (
        here.copy(f"COPY (SELECT {read} FROM {table} WHERE {condition}) TO STDOUT") as rows,
        there.copy(f"COPY {table} ({named}) FROM STDIN") as copied,
    ):
        for part in rows:
            copied.write(part)


def _settle_in(clubs: list[int], there: Any) -> None:
    """Let the club be at home there, and its acts be copied outside from there."""
    there.execute("UPDATE house_club SET is_held = false WHERE id = ANY (%s)", [clubs])
    there.execute(
        "UPDATE staff_user u SET sign_in_club_id = NULL WHERE sign_in_club_id IS NOT NULL"
        " AND NOT EXISTS (SELECT FROM house_club c WHERE c.id = u.sign_in_club_id)"
    )
    there.execute(
        "INSERT INTO ledger_outbox (act_id) SELECT id FROM ledger_act WHERE club_id = ANY (%s)",
        [clubs],
    )


def _compare(known: Ways, inside: dict[str, str], here: Any, there: Any) -> None:
    """Compare the rows of each table by number and content. Raises AssertionError."""
    for table in inside.keys() - {*SHARED, "house_club"}:
        row = ", ".join(f'"{column}"' for column in known.columns[table])
        asked = (
            "SELECT count(*), sum(('x' || left(md5(r::text), 15))::bit(60)::bigint)"
            f" FROM (SELECT {row} FROM {table} WHERE {inside[table]}) r"
        )
        for cursor in (here, there):
            cursor.execute(asked)
        assert here.fetchone() == there.fetchone(), f"{table} did not arrive as it was"


def _check_keys(known: Ways, inside: dict[str, str], there: Any) -> None:
    """Look for what each row names: no trigger did. Raises AssertionError."""
    for key in known.keys:
        if key.table in inside:
            there.execute(
                f"SELECT count(*) FROM {key.table} t WHERE ({inside[key.table]})"
                f" AND {key.column} IS NOT NULL AND NOT EXISTS (SELECT FROM {key.parent} p"
                f" WHERE p.{key.parent_column} = t.{key.column})"
            )
            assert there.fetchone()[0] == 0, f"{key.table}.{key.column} names what is not there"


def _receive(clubs: list[int], here: Any, there: Any) -> int:
    """Begin an act there that says where the club came from, for each; return the first one's."""
    there.execute("SET LOCAL session_replication_role = origin")
    acts = []
    for club in clubs:
        there.execute(
            "SELECT act FROM ledger_begin(%s, %s, NULL, 'cells.receive_club', %s, house_now(), '')",
            [
                uuid5(ARRIVES, str(_held_for(club)[0])),
                club,
                json.dumps({"cell": cell_number(here)}),
            ],
        )
        acts.append(there.fetchone()[0])
    there.execute("SET LOCAL session_replication_role = replica")
    return int(acts[0])


DIFFERING = """
INSERT INTO pg_temp.taken_over (relation, row_id, content, is_first)
SELECT '{table}', n.row_id, t.content, false FROM (
    SELECT {key} AS row_id FROM {table} WHERE {inside}
    UNION SELECT row_id FROM pg_temp.digested WHERE relation = '{table}'
) n
LEFT JOIN (SELECT {key} AS row_id, {content} AS content FROM {table} t) t USING (row_id)
LEFT JOIN LATERAL (
    SELECT digest, salt FROM ledger_rowdigest
    WHERE relation = '{table}' AND row_id = n.row_id ORDER BY id DESC LIMIT 1
) d ON true
WHERE d.digest IS DISTINCT FROM
    CASE WHEN t.content IS NOT NULL THEN ledger_row_digest('{table}', t.content, d.salt) END
"""


def _digest(inside: dict[str, str], act: int, there: Any) -> None:
    """
    Let the act there answer for what none that came along says as it is.

    A person's row that another club's act wrote, the club's own row, and rows of other clubs that
    an act of this one wrote once, which stayed.
    """
    there.execute(
        "CREATE TEMP TABLE taken_over (relation text, row_id bigint, content jsonb,"
        " is_first boolean) ON COMMIT DROP"
    )
    # Once, and not for each of more than a hundred tables: all acts of the club are read for it.
    there.execute(
        "CREATE TEMP TABLE digested ON COMMIT DROP AS SELECT DISTINCT relation, row_id"
        f" FROM ledger_rowdigest WHERE {inside['ledger_rowdigest']}"
    )
    for each in digested_tables(there):
        there.execute(
            DIFFERING.format(
                table=each.name,
                key=each.key,
                content=each.content,
                inside=inside.get(each.name, "false"),
            )
        )
    there.execute(TAKE, [act])
