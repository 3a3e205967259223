"""Charts as SVG, drawn by the server."""

from collections.abc import Sequence
from datetime import date
from typing import Any

from django import template

from casino.money import format_cents

register = template.Library()
WIDTH, HEIGHT, LEFT, BOTTOM = 900, 220, 76, 24
LINES = 4
WIDEST_BAR = 48
STEPS = (1, 2, 5, 10)
LETTERS, NAMES = 13, 150


@register.inclusion_tag("jackpot/chart.html")
def level_chart(levels: Sequence[Any]) -> dict[str, Any]:
    """Draw the levels of a jackpot, given latest first, as a line from the oldest on."""
    ordered = list(reversed(levels))
    step_cents = grid_step(max([level.level_cents for level in ordered], default=0))
    top = step_cents * LINES
    wide = (WIDTH - LEFT - 12) / max(len(ordered) - 1, 1)
    points = [
        {"x": round(LEFT + number * wide), "y": _height(level.level_cents, top), "level": level}
        for number, level in enumerate(ordered)
    ]
    return {
        "width": WIDTH,
        "height": HEIGHT,
        "left": LEFT,
        "base": HEIGHT - BOTTOM,
        "points": points,
        "line": " ".join(f"{point['x']},{point['y']}" for point in points),
        "grid": [
            (_height(step_cents * number, top), format_cents(step_cents * number))
            for number in range(LINES + 1)
        ],
    }


@register.inclusion_tag("whatif/chart.html")
def pair_chart(rows: Sequence[Any], name: str) -> dict[str, Any]:
    """Draw two bars a row: what was taken, and what would have been; rake and jackpot money."""
    pairs = [
        (row["rake_cents"] + row["drop_cents"], row["other_rake_cents"] + row["other_drop_cents"])
        for row in rows
    ]
    step_cents = grid_step(max(map(max, pairs), default=0))
    top, base = step_cents * LINES, HEIGHT - BOTTOM
    wide = (WIDTH - LEFT - 12) // max(len(pairs), 1)
    bar = min(wide * 3 // 8, WIDEST_BAR)
    bars = [
        {
            "name": row[name],
            "middle": LEFT + number * wide + wide // 2,
            "sides": [
                {
                    "side": side,
                    "x": LEFT + number * wide + wide // 2 + (place - 1) * bar,
                    "y": _height(cents, top),
                    "height": base - _height(cents, top),
                    "cents": cents,
                }
                for place, (side, cents) in enumerate(zip(("was", "would"), pair, strict=True))
            ],
        }
        for number, (row, pair) in enumerate(zip(rows, pairs, strict=True))
    ]
    return {
        "width": WIDTH,
        "height": HEIGHT,
        "left": LEFT,
        "bar": bar,
        "bars": bars,
        "grid": [
            (_height(step_cents * number, top), format_cents(step_cents * number))
            for number in range(LINES + 1)
        ],
    }


@register.inclusion_tag("ranking/chart.html")
def course_chart(courses: Sequence[Any], first: date, last: date) -> dict[str, Any]:
    """Draw how the points of some players grew from one day to another, in steps."""
    step = grid_step(max([x100 for each in courses for _, x100 in each.steps], default=0))
    top, right = step * LINES, WIDTH - NAMES
    wide, days = right - LEFT, max((last - first).days, 1)
    lines = []
    for number, each in enumerate(courses, start=1):
        points = [
            (LEFT + wide * min((day - first).days, days) // days, _height(max(0, x100), top))
            for day, x100 in each.steps
        ]
        rising = " ".join(
            f"{x},{before} {x},{y}" for (x, y), before in zip(points, _before(points), strict=True)
        )
        end = points[-1][1] if points else HEIGHT - BOTTOM
        line = f"{LEFT},{HEIGHT - BOTTOM} {rising} {right},{end}"
        lines.append({"number": number, "player": each.player, "line": line, "end": end})
    return {
        "width": WIDTH,
        "height": HEIGHT,
        "left": LEFT,
        "right": right,
        "lines": _apart(lines),
        "days": [(LEFT, "start", first), (right, "end", last)],
        "grid": [
            (_height(step * number, top), format_cents(step * number))
            for number in range(LINES + 1)
        ],
    }


def _before(points: Sequence[tuple[int, int]]) -> list[int]:
    """Return the height from which each step rises."""
    return [HEIGHT - BOTTOM, *(y for _, y in points[:-1])] if points else []


def _apart(lines: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Keep the names at the ends of the lines from lying on each other."""
    lowest = -LETTERS
    for each in sorted(lines, key=lambda one: one["end"]):
        each["label"] = lowest = max(each["end"] + 4, lowest + LETTERS)
    return lines


def grid_step(maximum: int) -> int:
    """Return a round number of cents of which four hold the greatest level."""
    step = 100
    while True:
        for factor in STEPS:
            if step * factor * LINES >= maximum:
                return step * factor
        step *= 10


def _height(cents: int, top: int) -> int:
    return round((HEIGHT - BOTTOM) - cents * (HEIGHT - BOTTOM - 12) / top)
