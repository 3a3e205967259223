"""A money event is one posting, and says there what its entries are called."""

import ast
from pathlib import Path

TOP = Path(__file__).resolve().parents[2]
APPS = ("casino", "cashgames", "jackpot", "ranking", "tournaments")
POSTINGS = sorted(path for app in APPS for path in (TOP / app).rglob("postings.py"))


def drafts(path: Path) -> list[ast.FunctionDef]:
    """Return the functions that draft an entry."""
    found = [node for node in ast.parse(path.read_text()).body if isinstance(node, ast.FunctionDef)]
    return [node for node in found if isinstance(node.returns, ast.Name)]


def declares(function: ast.FunctionDef) -> bool:
    """Return whether a posting says its kind, with a title or one for each word."""
    return any(
        isinstance(each, ast.Call)
        and isinstance(each.func, ast.Name)
        and each.func.id == "posting"
        and len(each.args) + len(each.keywords) > 1
        for each in function.decorator_list
    )


def test_every_posting_says_its_kind_and_title():
    assert len(POSTINGS) > 5
    silent = [
        f"{path.relative_to(TOP)}: {each.name}"
        for path in POSTINGS
        for each in drafts(path)
        if each.returns.id == "Draft" and not declares(each)
    ]
    assert silent == []


def test_a_posting_without_a_title_is_found():
    silent = ast.parse('@posting("cage.sold")\ndef sold() -> Draft: ...').body[0]
    assert not declares(silent)


def test_no_entry_gets_its_kind_anywhere_else():
    elsewhere = [
        f"{path.relative_to(TOP)}:{node.lineno}"
        for app in APPS
        for path in (TOP / app).rglob("*.py")
        if path.parent != TOP / "casino/ledger" and path.parent != TOP / "casino/ledger/queries"
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id == "Draft"
        and any(each.arg == "kind" for each in node.keywords)
    ]
    assert elsewhere == []


def test_what_is_due_is_called_as_a_posting_says():
    kinds = [
        each.value
        for app in APPS
        for path in (TOP / app).rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Due"
        for each in node.keywords
        if each.arg == "kind"
    ]
    assert len(kinds) > 5
    # What is owed to another guest is called as it was.
    said = {ast.unparse(each) for each in kinds} - {"owed.kind"}
    assert {each.partition(".")[0] for each in said} == {"postings"}
