"""Every refusal has a code of its own, by which programs tell it from every other."""

import ast
from collections import defaultdict

from tests.architecture.test_money_rooms import CODE


def test_no_code_stands_for_two_reasons():
    reasons: dict[str, set[str]] = defaultdict(set)
    for path in CODE:
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.ClassDef):
                said = {
                    line.targets[0].id: ast.unparse(line.value)
                    for line in node.body
                    if isinstance(line, ast.Assign) and isinstance(line.targets[0], ast.Name)
                }
                # The codes of calculators are words, each topic's own.
                if "-" in said.get("code", "") and "message" in said:
                    reasons[said["code"]].add(said["message"])
    assert len(reasons) > 100
    assert {code: texts for code, texts in reasons.items() if len(texts) > 1} == {}
