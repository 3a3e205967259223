"""Sentences of the program are said: a literal with named places, which the catalogues hold."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

from tests.architecture.test_money_rooms import CODE, TOP, name

# Commands and starts speak English, like the logs; assertions speak to programmers.
ENGLISH = {"AssertionError", "CommandError", "Fault", "ImproperlyConfigured", "Unbalanced"}
PROGRAMMERS = {
    TOP / "casino" / each
    for each in ("house/stamp.py", "acts/runner.py", "acts/forms.py", "web/worker.py")
}
SENTENCES = {"message", "next_step"}
# {{ one.stack }} or with stack=one.stack, without a filter; an attribute's is for a script.
BARE_CHIPS = re.compile(r"(?<!\")\{\{ [\w.]+\.(stack|in_play) \}\}|=[\w.]+\.(stack|in_play) %\}")


def unsaid(path: Path) -> Iterator[str]:
    """Yield the sentences of a file that nobody can say in another language."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call) and node.exc.args:
            error = ast.unparse(node.exc.func).rpartition(".")[2]
            if is_text(node.exc.args[-1]) and error[0].isupper() and error not in ENGLISH:
                yield f"{node.lineno}: {ast.unparse(node)}"
        for line in node.body if isinstance(node, ast.ClassDef) else ():
            texts = line.targets if isinstance(line, ast.Assign) and is_text(line.value) else ()
            if SENTENCES & {ast.unparse(target) for target in texts}:
                yield f"{line.lineno}: {ast.unparse(line)}"


def is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.JoinedStr) or (
        isinstance(node, ast.Constant) and isinstance(node.value, str)
    )


def sayings(path: Path) -> Iterator[ast.Call]:
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Call) and ast.unparse(node.func) in {"msg", "msg_count"}:
            yield node


def test_no_error_is_raised_in_english_alone():
    found = {name(path): list(unsaid(path)) for path in CODE if path not in PROGRAMMERS}
    assert not {path: texts for path, texts in found.items() if texts}


def test_an_unsaid_sentence_would_be_found(tmp_path: Path):
    file = tmp_path / "wrong.py"
    file.write_text('raise Refusal(f"{a} b")\nclass B(Refusal):\n    message = "Never."\n')
    assert len(list(unsaid(file))) == 2


def badly_said(path: Path) -> Iterator[str]:
    """Yield where a sentence is no literal, or is not given just the values that it names."""
    for call in sayings(path):
        counts = isinstance(call.func, ast.Name) and call.func.id == "msg_count"
        given = {each.arg for each in call.keywords} | ({"number"} if counts else set())
        for template in call.args[: 1 + counts]:
            if not isinstance(template, ast.Constant):
                yield f"{path}:{call.lineno}: no literal"
            elif given and None not in given:
                asked = {place for _, place, _, _ in Formatter().parse(template.value) if place}
                if asked != given:
                    yield f"{path}:{call.lineno}: {asked ^ given}"


def test_what_is_said_is_a_literal_with_all_its_values():
    assert [each for path in CODE for each in badly_said(path)] == []
    assert sum(len(list(sayings(path))) for path in CODE) > 1_000


def test_a_badly_said_sentence_would_be_found(tmp_path: Path):
    file = tmp_path / "wrong.py"
    file.write_text(
        'msg(f"{a} b")\nmsg("{a} b", c=1)\nmsg_count("{number} a", "{number} as {b}", n)\n'
    )
    assert len(list(badly_said(file))) == 3


def test_a_template_says_chips_with_their_thousands_apart():
    assert BARE_CHIPS.search("{{ one.stack }}")
    assert BARE_CHIPS.search("{% blocktranslate with stack=version.stack %}")
    pages = sorted((TOP / "templates").rglob("*.html"))
    assert [name(page) for page in pages if BARE_CHIPS.search(page.read_text())] == []
