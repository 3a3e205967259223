"""docs/variables.md names every variable that settings and scripts read, with its default."""

import ast
import re
from pathlib import Path

TOP = Path(__file__).resolve().parents[2]
SETTINGS = [TOP / "casino/settings.py", TOP / "casino/gunicorn.py"]
PYTHON = [*SETTINGS, *sorted((TOP / "script").glob("*.py"))]
SHELL = [path for path in sorted((TOP / "script").iterdir()) if path.is_file() and not path.suffix]
# Every system has it; the scripts put PostgreSQL's programs in front.
OF_THE_SYSTEM = {"PATH"}
ROW = re.compile(r"^\| `(\w+)` \| (.+?) \| .+ \|$", re.MULTILINE)
IN_SHELL = re.compile(r"\$\{([A-Z_]+)[:}]")


def read_in_python(path: Path) -> dict[str, ast.expr | None]:
    """Return each variable that a module reads, with the default that stands beside it."""
    found: dict[str, ast.expr | None] = {}
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Call) and re.match(
            r"((os\.)?environ(ment)?\.get|_?env\.\w+|embedded|switch|whole|place)$",
            ast.unparse(node.func),
        ):
            name, default = node.args[0], node.args[1] if len(node.args) > 1 else None
        elif isinstance(node, ast.Subscript) and ast.unparse(node.value) == "os.environ":
            name, default = node.slice, None
        else:
            continue
        if isinstance(name, ast.Constant):
            found[str(name.value)] = default or found.get(str(name.value))
    return found


def as_written(default: ast.expr | None) -> str | None:
    """Return how the page writes a default that is a plain value, None for any other."""
    try:
        value = ast.literal_eval(default) if default else ""
    except ValueError:
        return None
    if isinstance(value, bool):
        return f"`{value:d}`"
    text = ",".join(value) if isinstance(value, list) else value
    return f"`{text}`" if text else None


def test_the_page_names_what_is_read_and_nothing_else():
    read = {name for path in PYTHON for name in read_in_python(path)}
    read |= {name for path in SHELL for name in IN_SHELL.findall(path.read_text())}
    named = ROW.findall((TOP / "docs/variables.md").read_text())
    assert {name for name, _ in named} == read - OF_THE_SYSTEM
    assert len(named) == len(dict(named))


def test_the_page_gives_the_defaults_of_the_settings():
    named = dict(ROW.findall((TOP / "docs/variables.md").read_text()))
    settings = read_in_python(TOP / "casino/settings.py")
    defaults = {name: as_written(default) for name, default in settings.items()}
    plain = {name: text for name, text in defaults.items() if text and "://" not in text}
    assert len(plain) > 5
    assert {name: named[name] for name in plain} == plain
