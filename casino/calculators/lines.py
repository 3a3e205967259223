"""Questions and answers as lines of JSON; a line that cannot be read gets its error in place."""

import json
from collections.abc import Iterable, Iterator
from typing import Any, NoReturn

from casino.calculators.registry import calculate
from casino.messages import msg
from casino.refusals import BadInput, Refusal


def answers(topic: str, lines: Iterable[bytes]) -> Iterator[dict[str, Any]]:
    """Yield one answer to each line, one at a time."""
    for line in lines:
        yield answer(topic, line)


def answer(topic: str, line: bytes) -> dict[str, Any]:
    """Return the answer to one line, or the refusal as data."""
    try:
        return calculate(topic, parse(line))
    except Refusal as refusal:
        return refusal.as_json()


def parse(line: bytes) -> object:
    """
    Return the data of one line of JSON, strictly: no NaN, no key twice. Raises BadInput.
    """
    try:
        return json.loads(
            line.decode("utf-8"), object_pairs_hook=_object, parse_constant=_no_constant
        )
    except UnicodeDecodeError as why:
        raise BadInput(msg("The line is not UTF-8.")) from why
    except RecursionError as why:
        raise BadInput(msg("The line is nested too deeply.")) from why
    except ValueError as why:
        raise BadInput(msg("The line is not valid JSON: {why}.", why=why)) from why


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise BadInput(msg("{twice}: is given twice in one object.", twice=twice), field=twice)
    return found


def _no_constant(name: str) -> NoReturn:
    raise BadInput(msg("{name} is not a number.", name=name))
