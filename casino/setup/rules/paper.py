"""A plan's plain data written as the file that says the same."""

import json
from collections.abc import Mapping
from typing import Any


def as_file(given: Mapping[str, Any]) -> str:
    """
    Return plain data of text, lists and tables as a file; reading it gives the same data.

    Source: TOML 1.0.
    """
    lines: list[str] = []
    for key, part in given.items():
        if isinstance(part, list):
            for item in part:
                lines += ["", f"[[{key}]]", *_values(item)]
        else:
            lines += ["", f"[{key}]", *_values(part)]
            for inner, table in part.items():
                if isinstance(table, Mapping):
                    lines += ["", f"[{key}.{inner}]", *_values(table)]
    return "\n".join([*lines[1:], ""])


def _values(table: Mapping[str, Any]) -> list[str]:
    return [
        f"{_text(key)} = {_value(value)}"
        if not key.isidentifier() or not key.isascii()
        else f"{key} = {_value(value)}"
        for key, value in table.items()
        if not isinstance(value, Mapping)
    ]


def _value(value: Any) -> str:
    if isinstance(value, list):
        return f"[{', '.join(map(_value, value))}]"
    return _text(value)


def _text(text: str) -> str:
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
