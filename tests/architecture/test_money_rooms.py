"""What the structure forbids: floats near money, sourceless rules, files and lines too long."""

import ast
import re
from pathlib import Path

TOP = Path(__file__).resolve().parents[2]
CODE = sorted(
    path
    for folder in ("casino", "cashgames", "jackpot", "tournaments", "ranking", "demo")
    for path in (TOP / folder).rglob("*.py")
    if "migrations" not in path.parts
)
MONEY_ROOMS = [
    path
    for path in CODE
    if path.name in {"money.py", "clock.py", "rules.py", "postings.py"} or "rules" in path.parts
]
RULES = [path for path in MONEY_ROOMS if "rules" in path.parts or path.name == "rules.py"]
MAX_LINES = 400
MAX_TEMPLATE_LINE = 300
FRAMEWORKS = {"django", "rest_framework", "celery", "redis", "psycopg"}
# casino/house/rules.py is the shape of the books, casino/cage/rules.py names its invariant.
# What reads the files of others: its source is the format that its module names.
FORMATS = {
    f"casino/bank/rules/{name}.py" for name in ("camt", "formats", "statements", "swift", "table")
}
# What proposes and books nothing has its reasons above each way.
SHAPES = {"casino/house/rules.py", "casino/bank/rules/matching.py", *FORMATS}


def name(path: Path) -> str:
    return str(path.relative_to(TOP))


def offences(path: Path) -> list[str]:
    """Return where a money room uses a float, divides by / or imports a framework."""
    found = []
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Constant) and isinstance(node.value, float):
            found.append(f"line {node.lineno}: the float {node.value}")
        if isinstance(node, ast.Name) and node.id == "float":
            found.append(f"line {node.lineno}: the name float")
        if isinstance(node, ast.BinOp | ast.AugAssign) and isinstance(node.op, ast.Div):
            found.append(f"line {node.lineno}: a division that may lose cents")
        if isinstance(node, ast.Import):
            modules = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            modules = [node.module or ""]
        else:
            continue
        found += [f"imports {m}" for m in modules if m.partition(".")[0] in FRAMEWORKS]
    return found


def sourceless(path: Path) -> list[str]:
    """Return the public functions of a file of rules that name no source."""
    return [
        node.name
        for node in ast.parse(path.read_text()).body
        if isinstance(node, ast.FunctionDef)
        and not node.name.startswith("_")
        and not re.search(r"Source: |invariant|Raises BadInput", ast.get_docstring(node) or "")
    ]


def test_a_money_room_knows_integers_and_no_framework():
    found = {name(path): offences(path) for path in MONEY_ROOMS}
    assert not {room: wrong for room, wrong in found.items() if wrong}


def test_every_public_rule_names_its_source():
    found = {name(path): sourceless(path) for path in RULES if name(path) not in SHAPES}
    assert not {file: functions for file, functions in found.items() if functions}


def test_no_file_outgrows_its_budget():
    files = [*CODE, *(TOP / "tests").rglob("*.py")]
    lines = {name(path): len(path.read_text().splitlines()) for path in files}
    assert not {file: count for file, count in lines.items() if count > MAX_LINES}


def test_each_line_of_a_template_can_be_read():
    """The most are far shorter; a tag that names what its sentence shows cannot be wrapped."""
    for path in (TOP / "templates").rglob("*.html"):
        long = [line for line in path.read_text().splitlines() if len(line) > MAX_TEMPLATE_LINE]
        assert not long, name(path)


def test_the_offences_are_found(tmp_path: Path):
    bad = tmp_path / "rules.py"
    bad.write_text("import django\nx = 1.5\ny = 3 / 2\nz = float('1')\n")
    assert len(offences(bad)) == 4


def test_a_rule_without_a_source_is_found(tmp_path: Path):
    bad = tmp_path / "rules.py"
    bad.write_text('def rake():\n    """Take rake."""\n\ndef cap():\n    """Source: A-1."""\n')
    assert sourceless(bad) == ["rake"]


def test_nothing_asks_for_the_name_of_a_club_or_book():
    names = "olympic|voodoo|img|home|online"
    comparison = re.compile(rf"""[!=]=\s*["']({names})["']|["']({names})["']\s*[!=]=""")
    asking = [name(path) for path in CODE if comparison.search(path.read_text())]
    assert asking == []
