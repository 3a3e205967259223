"""What must be true whenever nothing is under way."""

import time

from chaos.books import BESIDE, CLUB
from chaos.client import Client, Person, address
from chaos.office import Office
from script.children import Unable

BOOKED = """
SELECT a.key::text, count(DISTINCT a.id) FROM ledger_act a WHERE a.key = ANY(%s::uuid[])
GROUP BY a.key
"""
# What was counted first is asked for under its key where another person has to sign it.
ASKED = """
SELECT a.key::text FROM ledger_act a JOIN approvals_proposal p ON p.act_id = a.id
WHERE a.key = ANY(%s::uuid[])
AND a.operation IN ('countroom.ask_confirm_fill', 'cage.ask_take_over')
"""
# A hand of a file is known by a name of its own there; those entered at a table have numbers.
BY_FILE = "SELECT count(*), count(DISTINCT name) FROM cashgames_hand WHERE length(name) = 36"


def everything(office: Office, client: Client, people: dict[str, list[Person]]) -> None:
    """Say each thing that is not as it must be."""
    compare(client, people["accountant"][0])
    acts(office, client)
    hands(office, client)
    deadlocks(office, client)
    verify(office, client)
    for club in (CLUB, BESIDE):
        terms(client, people["manager"][0], club)
        ranking(client, people["manager"][0], club)


def compare(client: Client, accountant: Person) -> None:
    """Compare the books of both clubs with the model, to the cent."""
    for club in (CLUB, BESIDE):
        said = client.get(accountant, address(club, "trial-balance/"))
        if not said:
            continue
        found = client.books.differences(said["accounts"], club=club)
        for account, (model, books) in found.items():
            client.watch.say(f"{account} is {books} by the books, {model} by the model")
        if said["total_cents"]:
            client.watch.say(f"The trial balance of {club} comes to {said['total_cents']}")


def terms(client: Client, manager: Person, club: str) -> None:
    """Guests are admitted from the age that was signed last."""
    said = client.get(manager, address(club, "players/terms/"))
    if said and said["minimum_age"] != client.ages[club]:
        client.watch.say(f"{club} admits from {said['minimum_age']} on, not {client.ages[club]}")


def ranking(client: Client, manager: Person, club: str) -> None:
    """The points are the model's; a job counts a tournament within minutes of its prizes."""
    due, give_up = client.books.points(club=club), time.monotonic() + 150
    if not due:
        return
    day = client.get(manager, address(club, "days/"))[0]["day"]
    quarter = f"{day[:4]}Q{(int(day[5:7]) + 2) // 3}"
    while True:
        (kept,) = client.get(manager, address(club, "rankings/"))
        path = f"rankings/{kept['id']}/standing/?quarter={quarter}"
        said = client.get(manager, address(club, path))
        found = {row["player_id"]: row["points_x100"] for row in said["rows"]}
        if found == due:
            return
        if time.monotonic() > give_up:
            wrong = {who: (due.get(who), found.get(who)) for who in due | found}
            wrong = {who: both for who, both in wrong.items() if len(set(both)) > 1}
            client.watch.say(f"Points at {club} (by the model, by the ranking): {wrong}")
            return
        time.sleep(3)


def acts(office: Office, client: Client) -> None:
    """What was acknowledged is there once, what was refused is not there."""
    history = client.history
    with office.connect() as connection:
        keys = [*history.acknowledged, *history.refused]
        found: dict[str, int] = dict(connection.execute(BOOKED, [keys]).fetchall())
        asked = {key for (key,) in connection.execute(ASKED, [keys])}
    lost = [key for key in history.acknowledged - history.commands if not found.get(key)]
    doubled = [key for key, times in found.items() if times > 1]
    kept = [key for key in history.refused - asked if key in found]
    for what, which in (("lost", lost), ("doubled", doubled), ("refused and kept", kept)):
        if which:
            client.watch.say(f"{len(which)} acts {what}: {which[:3]}")


def hands(office: Office, client: Client) -> None:
    """Each hand of the files was taken once, however often its import was cut off."""
    with office.connect() as connection:
        found = connection.execute(BY_FILE).fetchone()
    due = client.books.hands()
    if found != (due, due):
        client.watch.say(f"Hands by file, and their names: {found}, not {due}")


def deadlocks(office: Office, client: Client) -> None:
    """No two acts were ever in each other's way for good."""
    with office.connect() as connection:
        found = connection.execute("SELECT sum(deadlocks) FROM pg_stat_database").fetchone()
    if found and found[0]:
        client.watch.say(f"{found[0]} deadlocks")
    log = office.folder / "log" / "postgres.log"
    if "deadlock detected" in log.read_text(errors="replace"):
        client.watch.say("The database's log names a deadlock")


def verify(office: Office, client: Client) -> None:
    """Let the product recompute its own books; what is not finished gets a minute for it."""
    give_up = time.monotonic() + 90
    while True:
        try:
            office.run("manage.py", "verify")
        except Unable as error:
            said = str(error)
            if "unfinished" in said and "BROKEN" not in said and time.monotonic() < give_up:
                time.sleep(3)
                continue
            client.watch.say(f"verify: {said[-600:]}")
        return
