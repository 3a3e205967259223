"""
What the addresses of the settings say.

DATABASE_URL: one server, or a server and its standby, of which one leads. EMAIL_URL: who carries
mail, and whether encrypted. PUBLIC_URL and those that are called: pages of the web. ALARM_MAIL and
its like: who gets mail. BACKUP_DIR and its like: folders.
"""

from email.headerregistry import Address
from email.utils import parseaddr
from pathlib import Path
from typing import Any
from urllib.parse import SplitResult, parse_qsl, unquote, urlsplit

from psycopg.conninfo import conninfo_to_dict

LEADS = {"target_session_attrs": "read-write"}
FOLLOWS = {"target_session_attrs": "standby"}
BACKENDS = "django.core.mail.backends"
CLEAR, STARTTLS, TLS_FIRST = "", "EMAIL_USE_TLS", "EMAIL_USE_SSL"
# How a mail server is spoken to, and at which port unless the address names one.
MAIL = {
    "smtp": (CLEAR, 25),
    "smtp+tls": (STARTTLS, 587),
    "submission": (STARTTLS, 587),
    "smtp+ssl": (TLS_FIRST, 465),
    "smtps": (TLS_FIRST, 465),
}
ASKED = {"tls": STARTTLS, "ssl": TLS_FIRST}
SAID = {"true": True, "1": True, "false": False, "0": False}


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


def web_of(url: str) -> SplitResult:
    """Return the parts of an address that a browser could open; raise ValueError of any other."""
    parts = urlsplit(url)
    if parts.scheme not in {"http", "https"} or not parts.hostname or parts.port == 0:
        raise ValueError(url)
    return parts


def host_of(text: str) -> str:
    """Return a name under which the office answers; raise ValueError of an address or a port."""
    if "/" in text or (":" in text and not text.endswith("]")):
        raise ValueError(text)
    return text


def broker_of(url: str) -> SplitResult:
    """Return the parts of an address of Redis; raise ValueError of any other."""
    parts = urlsplit(url)
    if parts.scheme not in {"redis", "rediss", "unix"}:
        raise ValueError(url)
    return parts


def mailbox_of(text: str) -> Address:
    """Return who gets mail, a name before the address or not; raise an error of any other text."""
    found = Address(addr_spec=parseaddr(text)[1])
    if not found.domain:
        raise ValueError(text)
    return found


def folder_of(text: str) -> Path:
    """Return a folder, which may still have to be made; raise ValueError where a file lies."""
    path = Path(text).absolute()
    if not next(each for each in (path, *path.parents) if each.exists()).is_dir():
        raise ValueError(text)
    return path


def mail_of(url: str) -> dict[str, Any]:
    """
    Return Django's settings of a mail server; what would go another way than it says is refused.

    Raises ValueError with what an address may look like.
    """
    if url in {"", "console://"}:
        return {"EMAIL_BACKEND": f"{BACKENDS}.console.EmailBackend"}
    wrong = ValueError(
        "give smtp+tls://user:password@mail.example:587, smtp+ssl://user:password@mail.example:465,"
        " smtp:// of a server that takes mail unencrypted, or console://."
    )
    try:
        parts = urlsplit(url)
        port = parts.port
        by, usual_port = MAIL[parts.scheme]
        said = parse_qsl(parts.query, keep_blank_values=True)
        asked = {ASKED[name]: SAID[value.lower()] for name, value in said}
    except (ValueError, KeyError):
        raise wrong from None
    if not parts.hostname or asked.get(by) is False or sum(asked.values()) > 1:
        raise wrong
    if port == MAIL["smtp+tls"][1] and by == TLS_FIRST:
        by = STARTTLS  # what that port speaks
    by = next((each for each, wanted in asked.items() if wanted), by)
    return {
        "EMAIL_BACKEND": f"{BACKENDS}.smtp.EmailBackend",
        "EMAIL_HOST": parts.hostname,
        "EMAIL_PORT": port or usual_port,
        "EMAIL_HOST_USER": unquote(parts.username or ""),
        "EMAIL_HOST_PASSWORD": unquote(parts.password or ""),
        STARTTLS: by == STARTTLS,
        TLS_FIRST: by == TLS_FIRST,
    }
