"""Charts as SVG, drawn by the server."""

from collections.abc import Callable, Iterator, Sequence
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
# Of a picture: the room beside its axis, how wide a letter is, and how many stand below it.
MARGIN, LETTER = 104, 8
LETTERS_ACROSS = (WIDTH - MARGIN) // LETTER


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


@register.inclusion_tag("reports/chart.html")
def picture(drawing: Any) -> dict[str, Any]:
    """
    Draw one series as bars, several as lines: what is below nothing hangs below the line of zero.

    drawing: names of the places, series of a title and a number (or None) for each place, how a
    number is written, the unit of the axis, the least step of the grid, where each number leads.
    """
    known = [each for _, values in drawing.series for each in values if each is not None]
    low, high = min([0, *known]), max([0, *known])
    step = grid_step(high - low, least=drawing.least)
    bottom = low // step
    top = max(-(-high // step), bottom + 1)
    base, across = HEIGHT - BOTTOM, (WIDTH - MARGIN - 12) / max(len(drawing.names), 1)
    wide = min(across * 0.8, WIDEST_BAR)

    def height(value: int) -> float:
        share = (value - bottom * step) / ((top - bottom) * step)
        return float(base - share * (base - 12))

    def place(number: int) -> float:
        return float(MARGIN + (number + 0.5) * across)

    series = []
    for number, ((title, values), leads) in enumerate(
        zip(drawing.series, drawing.leads, strict=True), start=1
    ):
        points = [
            {
                "x": _px(place(i)),
                "left": _px(place(i) - wide / 2),
                "y": _px(height(value)),
                "top": _px(min(height(value), height(0))),
                "height": _px(abs(height(value) - height(0))),
                "below": value < 0,
                "says": f"{name}: {drawing.say(value)}",
                "leads": where,
            }
            for i, (name, value, where) in enumerate(zip(drawing.names, values, leads, strict=True))
            if value is not None
        ]
        line = " ".join(f"{point['x']},{point['y']}" for point in points)
        series.append({"number": number, "title": title, "points": points, "line": line})
    return {
        "width": WIDTH,
        "height": HEIGHT,
        "left": MARGIN,
        "wide": _px(wide),
        "zero": _px(height(0)),
        "unit": drawing.unit,
        "lines": len(series) > 1,
        "series": series,
        "names": list(_names(drawing.names, place)),
        "grid": [
            (round(height(number * step)), drawing.say(number * step))
            for number in range(bottom, top + 1)
        ],
    }


def _px(of: float) -> str:
    """Return a length as SVG reads it, whatever the language writes between its digits."""
    return f"{of:.1f}"


def _names(names: Sequence[str], place: Callable[[int], float]) -> Iterator[tuple[str, str, str]]:
    """Yield place, anchor and name of as many places as fit beside each other."""
    every = -(-len(names) * (max(map(len, names)) + 3) // LETTERS_ACROSS)
    for i, name in enumerate(names):
        if i % every == 0:
            ends = place(i) + len(name) * LETTER / 2 > WIDTH
            yield _px(WIDTH if ends else place(i)), "end" if ends else "middle", name


def grid_step(maximum: int, *, least: int = 100) -> int:
    """Return a round number of cents of which four hold the greatest level."""
    step = least
    while True:
        for factor in STEPS:
            if step * factor * LINES >= maximum:
                return step * factor
        step *= 10


def _height(cents: int, top: int) -> int:
    return round((HEIGHT - BOTTOM) - cents * (HEIGHT - BOTTOM - 12) / top)
