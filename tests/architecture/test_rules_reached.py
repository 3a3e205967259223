"""Each rule is asked by what happens in the club; what only a calculator asks says why."""

import ast
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

TOP = Path(__file__).resolve().parents[2]
APPS = ("casino", "cashgames", "tournaments", "jackpot", "ranking")
# Rules and what they ask themselves, which only the calculators ask.
FOR_CALCULATORS = {
    "cashgames.rules.games ranked_rules": "ranks hands that are typed; claims rank theirs alike",
    "cashgames.rules.chips played_with": "each door of cage and floor knows one kind of chips",
    "cashgames.rules.pots settle": "a pot is dealt and paid at the table, in no book's chips",
    "cashgames.rules.pots showdown": "the hands of such a pot",
    "cashgames.rules.time_rake periods": "an evening at once; tables begin one after the other",
    "jackpot.rules.ledger run_pool": "a whole pool at once; the ledger keeps it entry by entry",
    "jackpot.rules.payouts paid_from": "what a hand would pay; claims are paid by its two parts",
    "ranking.rules.quarter ranking_quarter": "a quarter at once; tournaments score one by one",
    "tournaments.rules.waiting_list run_registration": "a registration at once; desks sell singly",
}
Name = tuple[str, str]


@cache
def modules() -> dict[str, ast.Module]:
    """Return every module of the product by its name."""
    return {
        ".".join(path.relative_to(TOP).with_suffix("").parts).removesuffix(".__init__"): ast.parse(
            path.read_text()
        )
        for app in APPS
        for path in (TOP / app).rglob("*.py")
        if "migrations" not in path.parts
    }


def is_rule(module: str) -> bool:
    return ".rules" in module


@cache
def imports(tree: ast.Module) -> list[tuple[str, str, str]]:
    """Return (called, module, name) of what a module imports from others."""
    return [
        (alias.asname or alias.name, each.module, alias.name)
        for each in ast.walk(tree)
        if isinstance(each, ast.ImportFrom) and each.module
        for alias in each.names
    ]


def named(trees: Mapping[str, ast.Module], module: str, node: ast.AST) -> Iterator[Name]:
    """Yield what a piece of a module names: its own things, what it imported, parts of modules."""
    own: dict[str, Name] = {}
    whole: dict[str, str] = {}
    for called, source, name in imports(trees[module]):
        own[called] = (source, name)
        if f"{source}.{name}" in trees:
            whole[called] = f"{source}.{name}"
    for each in ast.walk(node):
        if isinstance(each, ast.Name):
            yield own.get(each.id, (module, each.id))
            yield module, each.id
        elif isinstance(each, ast.Attribute) and isinstance(each.value, ast.Name):
            yield whole.get(each.value.id, ""), each.attr


def unreached(trees: Mapping[str, ast.Module], *, without: str) -> set[str]:
    """Return the functions of rules that nothing asks, beginning outside rules and `without`."""
    functions = {
        (module, node.name): node
        for module, tree in trees.items()
        if is_rule(module)
        for node in tree.body
        if isinstance(node, ast.FunctionDef | ast.ClassDef)
    }
    kept = (ast.FunctionDef, ast.ClassDef, ast.Import, ast.ImportFrom)
    todo = [
        name
        for module, tree in trees.items()
        if not module.startswith(without)
        for node in tree.body
        if not (is_rule(module) and isinstance(node, kept))
        for name in named(trees, module, node)
    ]
    reached: set[Name] = set()
    while todo:
        name = todo.pop()
        if name in functions and name not in reached:
            reached.add(name)
            todo += named(trees, name[0], functions[name])
    return {
        " ".join(name)
        for name, node in functions.items()
        if isinstance(node, ast.FunctionDef) and name not in reached
    }


@cache
def alone() -> set[str]:
    return unreached(modules(), without="casino.calculators")


def test_no_rule_is_asked_by_calculators_and_tests_alone():
    # What a listed rule asks itself needs no reason of its own.
    begun = {f"{module} {name}" for module, name in _below(modules())}
    assert alone() - begun == set()


def test_each_reason_is_of_a_rule_that_nothing_else_asks():
    assert set(FOR_CALCULATORS) <= alone()


def test_a_rule_without_a_caller_is_found():
    lonely = {"app.rules": ast.parse("def alone(): ...\ndef called(): ..."),
              "app.views": ast.parse("from app.rules import called\ncalled()")}  # fmt: skip
    assert unreached(lonely, without="casino.calculators") == {"app.rules alone"}


def _below(trees: Mapping[str, ast.Module]) -> set[Name]:
    """Return the listed rules with all that they ask."""
    functions = {
        (module, node.name): node
        for module, tree in trees.items()
        if is_rule(module)
        for node in tree.body
        if isinstance(node, ast.FunctionDef | ast.ClassDef)
    }
    todo = [(one.split()[0], one.split()[1]) for one in FOR_CALCULATORS]
    found: set[Name] = set()
    while todo:
        name = todo.pop()
        if name in functions and name not in found:
            found.add(name)
            todo += named(trees, name[0], functions[name])
    return found
