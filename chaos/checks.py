"""What must be true whenever nothing is under way."""

import time

from chaos.client import Client, Person
from chaos.office import Office
from script.children import Unable

BOOKED = """
SELECT a.key::text, count(DISTINCT a.id) FROM ledger_act a WHERE a.key = ANY(%s::uuid[])
GROUP BY a.key
"""


def everything(office: Office, client: Client, accountant: Person) -> None:
    """Say each thing that is not as it must be."""
    compare(client, accountant)
    acts(office, client)
    deadlocks(office, client)
    verify(office, client)


def compare(client: Client, accountant: Person) -> None:
    """Compare the books with the model, to the cent."""
    said = client.get(accountant, "trial-balance/")
    if not said:
        return
    for account, (model, books) in client.books.differences(said["accounts"]).items():
        client.watch.say(f"{account} is {books} by the books, {model} by the model")
    if said["total_cents"]:
        client.watch.say(f"The trial balance comes to {said['total_cents']}")


def acts(office: Office, client: Client) -> None:
    """What was acknowledged is there once, what was refused is not there."""
    history = client.history
    with office.connect() as connection:
        keys = [*history.acknowledged, *history.refused]
        found: dict[str, int] = dict(connection.execute(BOOKED, [keys]).fetchall())
    lost = [key for key in history.acknowledged - history.commands if not found.get(key)]
    doubled = [key for key, times in found.items() if times > 1]
    kept = [key for key in history.refused if key in found]
    for what, which in (("lost", lost), ("doubled", doubled), ("refused and kept", kept)):
        if which:
            client.watch.say(f"{len(which)} acts {what}: {which[:3]}")


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
