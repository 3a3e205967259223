"""pgledger itself, loaded from its own scripts where they can be reached."""

import os
from hashlib import sha256
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

REPOSITORY = "https://raw.githubusercontent.com/pgr0ss/pgledger"
COMMIT = "c18c7d267d46ab396641d5e44f1ce3166aeb9a6d"
# script, digest; in the order in which its justfile loads them
SCRIPTS = {
    "vendor/scoville-pgsql-ulid/ulid-to-uuid.sql": "6a4e559c956d1548ad6ab0c4d99755bf"
    "5e870a781ae15e0ff178f5d66f8deb90",
    "vendor/scoville-pgsql-ulid/uuid-to-ulid.sql": "507cc0cf4890fc51f2dd900b52e5f5ee"
    "fb38f6c5150cdb9a32a886c3817ad04e",
    "pgledger.sql": "fc41721e718630c5d98e39788045c4e75cba5db922ef6bf00c63973933960720",
}
# A thousand accounts under ids that pgbench can write, as long as its own are.
ACCOUNTS = """
    INSERT INTO pgledger_accounts SELECT 'pgla_' || lpad(n::text, 26, '0'), 'Account ' || n, 'EUR',
        0, 0, true, true, NULL, now(), now() FROM generate_series(1, 1000) n;
    GRANT USAGE ON SCHEMA pgledger TO casino_app;
    GRANT SELECT, INSERT, UPDATE ON ALL TABLES IN SCHEMA pgledger TO casino_app;
"""


def scripts() -> str | None:
    """
    Return what makes pgledger in a schema of its own, or None where it can't be reached.

    PGLEDGER: a folder with a copy of the repository; otherwise it is asked for in the network.
    """
    said = []
    for name, digest in SCRIPTS.items():
        try:
            script = read(name)
        except (URLError, TimeoutError) as error:
            print(f"pgledger can't be reached: {error}", flush=True)
            return None
        if sha256(script).hexdigest() != digest:
            raise ValueError(f"{name} is not what pgledger has at {COMMIT}.")
        said.append(script.decode())
    head = "CREATE SCHEMA pgledger; SET search_path = pgledger;"
    return "\n".join([head, *said, ACCOUNTS, "RESET search_path;"])


def read(name: str) -> bytes:
    """Return one of its scripts."""
    if folder := os.environ.get("PGLEDGER"):
        return Path(folder, name).read_bytes()
    with urlopen(f"{REPOSITORY}/{COMMIT}/{name}", timeout=10) as answer:
        return bytes(answer.read())
