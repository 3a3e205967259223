"""The golden vectors: every case of a topic is asked of its calculator."""

import json
from pathlib import Path
from typing import Any

from casino.calculators.registry import calculate
from casino.refusals import Refusal

FOLDER = Path(__file__).parent.parent / "vectors"


def cases(topic: str) -> list[dict[str, Any]]:
    return json.loads((FOLDER / f"{topic}.json").read_text("utf-8"))["cases"]


def answer(topic: str, given: Any) -> dict[str, Any]:
    try:
        return calculate(topic, given)
    except Refusal as refusal:
        return refusal.as_json()


def asked(topic: str, case: dict[str, Any]) -> dict[str, Any]:
    """Return of the answer what the case expects, and nothing else."""
    answered = answer(topic, case["given"])
    return {key: answered.get(key) for key in case["expect"]} if answered else answered
