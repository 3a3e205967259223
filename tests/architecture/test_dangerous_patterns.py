"""Ways of writing that DESIGN.md forbids: each rule finds its sample, and nothing in our code."""

import ast
import re
from collections.abc import Callable, Iterator
from functools import cache

import pytest

from tests.architecture.test_money_rooms import CODE, TOP, name

TEMPLATES = sorted((TOP / "templates").rglob("*.html"))
Finds = Callable[[ast.AST], bool]
SQL = {"execute", "executemany", "fetch_all", "fetch_one", "raw", "RunSQL", "RawSQL", "extra"}
MADE = (ast.JoinedStr, ast.BinOp)
CLOCKS = {("datetime", "now"), ("datetime", "utcnow"), ("datetime", "today"), ("date", "today")}
CLOCKS |= {("time", "time"), ("timezone", "now")}
ASKED = {"GET", "POST", "META", "headers", "body"}


def dotted(node: ast.AST) -> str:
    """Return the name of what is called or read, as far as it is one."""
    if isinstance(node, ast.Attribute):
        return f"{dotted(node.value)}.{node.attr}"
    return node.id if isinstance(node, ast.Name) else ""


def called(node: ast.AST) -> str:
    return dotted(node.func) if isinstance(node, ast.Call) else ""


def last(node: ast.AST) -> str:
    return called(node).rpartition(".")[2]


def text_in(node: ast.AST, words: str) -> bool:
    text = node.value if isinstance(node, ast.Constant) else None
    return isinstance(text, str) and re.search(words, text) is not None


def is_made_sql(node: ast.AST) -> bool:
    """A statement put together where it is sent."""
    if not isinstance(node, ast.Call) or last(node) not in SQL or not node.args:
        return False
    formats = isinstance(node.args[0], ast.Call) and last(node.args[0]) == "format"
    return isinstance(node.args[0], MADE) or formats


def is_header(node: ast.AST) -> bool:
    """An address or host that a stranger may have written."""
    return text_in(node, r"^(REMOTE_ADDR|REMOTE_HOST|HTTP_X_|HTTP_FORWARDED|X-Forwarded)")


def writes_ledger(node: ast.AST) -> bool:
    return text_in(node, r"(?i)\b(insert into|update|delete from|truncate)\s+\"?ledger_")


def reads_clock(node: ast.AST) -> bool:
    parts = called(node).split(".")
    return len(parts) > 1 and (parts[-2], parts[-1]) in CLOCKS


def follows_stranger(node: ast.AST) -> bool:
    """A redirect to what the request says, without a look at it."""
    if last(node) not in {"redirect", "HttpResponseRedirect"}:
        return False
    inside = [each for argument in node.args for each in ast.walk(argument)]  # type: ignore[attr-defined]
    asks = any(isinstance(each, ast.Attribute) and each.attr in ASKED for each in inside)
    return asks and not any(last(each) == "url_has_allowed_host_and_scheme" for each in inside)


def takes_all_fields(node: ast.AST) -> bool:
    if not isinstance(node, ast.Assign):
        return False
    names = {each.id for each in node.targets if isinstance(each, ast.Name)}
    return ("fields" in names and text_in(node.value, "__all__")) or "exclude" in names


def imports(*modules: str) -> Finds:
    def finds(node: ast.AST) -> bool:
        named = [each.name for each in node.names] if isinstance(node, ast.Import) else []
        if isinstance(node, ast.ImportFrom):
            named = [node.module or ""]
        return any(each.partition(".")[0] in modules for each in named)

    return finds


# Rule -> what finds it, a sample, and the files in which it is right, with their reason.
RULES: dict[str, tuple[Finds, str, dict[str, str]]] = {
    "text that escapes nothing": (
        lambda node: last(node) in {"mark_safe", "SafeString", "SafeText"},
        "mark_safe(name)",
        {
            "casino/web/pages.py": "the drawing of a QR code: no text of anybody stands in it",
        },
    ),
    "a statement put together": (
        is_made_sql,
        'c.execute(f"SELECT {x}")',
        {
            "casino/bookkeeping/queries/journal.py": "columns of a constant",
            "casino/cells/numbers.py": "sequences that the database lists itself",
            "casino/cells/services/moving.py": "tables and columns that the database lists itself",
            "casino/cells/warehouse.py": "tables and columns that the database lists itself",
            "casino/ledger/digests.py": "tables and columns that the program lists itself",
            "casino/ledger/queries/balances.py": "joins of a constant",
            "casino/ledger/queries/guests.py": "a list of kinds, a constant",
            "casino/ledger/queries/lines.py": "conditions of constants, values beside them",
            "casino/ledger/queries/statements.py": "joins of a constant",
            "casino/ledger/services.py": "one of two constants",
        },
    ),
    "an address that a stranger wrote": (
        is_header,
        'request.META["REMOTE_ADDR"]',
        {
            "casino/operations/probes.py": "what ClientAddressMiddleware left, and that none spoke",
            "casino/settings.py": "the proxy's word, believed with HTTPS=1 alone",
            "casino/web/client_address.py": "here it is decided whose word counts",
            "casino/web/lockout.py": "what ClientAddressMiddleware left",
            "casino/web/roles.py": "what ClientAddressMiddleware left",
        },
    ),
    "the journal written beside its door": (
        writes_ledger,
        '"UPDATE ledger_entry SET"',
        {
            "casino/cells/services/moving.py": "a whole club, as the owner of another server",
            "casino/ledger/digests.py": "the ledger's own room",
            "casino/ledger/outbox.py": "the ledger's own room",
        },
    ),
    "a clock of its own": (
        reads_clock,
        "datetime.now(UTC)",
        {
            "casino/operations/queries/machine.py": "ages of backups and certificates",
            "casino/operations/services/told.py": "said of where the database may be away",
            "casino/operations/services/clocks.py": "this machine's clock beside the database's",
            "casino/operations/queries/store.py": "this machine's clock beside the database's",
            "casino/operations/services/beat.py": "what was sent by the clock that says when",
            "casino/web/api.py": "windows of a throttle",
        },
    ),
    "a redirect to anywhere": (follows_stranger, 'redirect(request.GET["next"])', {}),
    "every field of a model": (takes_all_fields, 'fields = "__all__"', {}),
    "code made of text": (
        lambda node: called(node) in {"eval", "exec", "compile", "__import__"},
        "eval(text)",
        {},
    ),
    "objects out of bytes": (
        imports("pickle", "shelve", "marshal", "dill"),
        "import pickle",
        {},
    ),
    "programs started": (imports("subprocess", "pty"), "import subprocess", {}),
    "chance that can be guessed": (
        imports("random"),
        "import random",
        {
            "demo/management/commands/demo.py": "the demo plays the same night again",
            "demo/open_tables.py": "the demo plays the same night again",
            "demo/tournament.py": "the demo plays the same night again",
        },
    ),
    "XML that fetches": (
        imports("xml", "lxml"),
        "import xml.etree.ElementTree",
        {
            "casino/bank/rules/camt.py": "no entity, no document type, no network: tested by bombs",
            "demo/bank_statement.py": "writes a statement, and reads none",
        },
    ),
    "a door without its guard against forged forms": (
        lambda node: isinstance(node, ast.Name) and node.id == "csrf_exempt",
        "csrf_exempt(view)",
        {},
    ),
    "float on money": (
        lambda node: called(node) == "float",
        "float(cents)",
        {
            "casino/celery.py": "seconds between two duties",
            "casino/web/templatetags/charts.py": "places on a drawing",
        },
    ),
    "a hash that is broken": (
        lambda node: last(node) in {"md5", "sha1"},
        "hashlib.md5(text)",
        {},
    ),
}
IN_TEMPLATES = {
    r"\|\s*safe\b|autoescape off|\|\s*safeseq\b": "{{ name|safe }}",
    r"<script(?![^>]*\bsrc=)(?![^>]*type=\"application/json\")": "<script>alert(1)</script>",
    r"<[a-z][^>]*\son[a-z]+=": '<a href="#" onclick="x()">',
    r"<[a-z][^>]*\sstyle=|<style": '<p style="color:red">',
    r"(?i)javascript:": '<a href="javascript:x()">',
    r"\shx-on|hx-vals=.js:|hx-headers=.js:": '<p hx-on:click="x()">',
    r"(?:src|href|action)=\"https?://": '<script src="https://cdn.example/x.js"></script>',
}


# The kinds of nodes that a rule looks at.
LOOKED_AT = (ast.Call, ast.Name, ast.Constant, ast.Assign, ast.Import, ast.ImportFrom)


def looked_at(text: str) -> Iterator[ast.AST]:
    return (node for node in ast.walk(ast.parse(text)) if isinstance(node, LOOKED_AT))


@cache
def caught() -> dict[str, list[str]]:
    """Return what each rule finds in our code, each file being read once."""
    found: dict[str, list[str]] = {rule: [] for rule in RULES}
    for path in CODE:
        for node in looked_at(path.read_text()):
            for rule, (finds, _, _) in RULES.items():
                if finds(node):
                    found[rule].append(f"{name(path)}:{getattr(node, 'lineno', '?')}")
    return found


@pytest.mark.parametrize("rule", RULES)
def test_a_rule_finds_its_sample_and_nothing_in_our_code(rule: str):
    finds, sample, right = RULES[rule]
    assert any(map(finds, looked_at(sample))), "the rule finds nothing"
    found = caught()[rule]
    assert [each for each in found if each.partition(":")[0] not in right] == []
    assert {each.partition(":")[0] for each in found} == set(right), "a reason that holds no more"


@pytest.mark.parametrize("pattern", IN_TEMPLATES)
def test_no_template_holds_what_the_browser_is_told_to_refuse(pattern: str):
    assert re.search(pattern, IN_TEMPLATES[pattern]), "the pattern finds nothing"
    assert [name(path) for path in TEMPLATES if re.search(pattern, path.read_text())] == []
