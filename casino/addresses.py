"""What DATABASE_URL says: one server, or a server and its standby, of which one leads."""

from typing import Any

from psycopg.conninfo import conninfo_to_dict

LEADS = {"target_session_attrs": "read-write"}
FOLLOWS = {"target_session_attrs": "standby"}


def database_of(url: str) -> dict[str, Any]:
    """
    Return Django's settings of a database, as libpq itself reads its address.

    Where it names several servers, the one is meant that lets us write.
    """
    parts = {name: str(value) for name, value in conninfo_to_dict(url).items()}
    names = {"NAME": "dbname", "USER": "user", "PASSWORD": "password", "HOST": "host"}
    found: dict[str, Any] = {name: parts.pop(part, "") for name, part in names.items()}
    port = parts.pop("port", "")
    found["PORT"] = port if port.strip(",") else ""
    found["OPTIONS"] = (LEADS if "," in found["HOST"] else {}) | parts
    return {"ENGINE": "django.db.backends.postgresql", **found}


def each_server(params: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the parameters of a connection to each of the servers that it could go to."""
    hosts, ports = str(params.get("host", "")).split(","), str(params.get("port", "")).split(",")
    if len(ports) != len(hosts):
        ports = ports[:1] * len(hosts)
    alone = {name: value for name, value in params.items() if name not in {*LEADS, "host", "port"}}
    places = ({"host": host, "port": port} for host, port in zip(hosts, ports, strict=True))
    return [{**alone, **{key: said for key, said in each.items() if said}} for each in places]
