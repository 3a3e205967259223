"""`manage.py what_if`: recorded hands under another rule book, on the command line."""

import json
import sys
import time
from argparse import ArgumentParser, ArgumentTypeError
from datetime import date
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from casino.house import rulebook_format
from casino.house.models import Club
from casino.house.rulebook import NAMES, RuleBook, load_book
from casino.messages import msg
from casino.money import format_cents
from casino.refusals import BadInput, Refusal
from casino.whatif import queries, services
from casino.whatif.exports import answer_csv, band_name

WIDTH = 40
HEADS = ("hands", "rake", "would be", "jackpot", "would be", "player-hour", "would be")


class Command(BaseCommand):
    """Print both sides; the books are only read."""

    help = "What would the recorded hands of a period have paid under other rules?"
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the club, the period, the rules, and how to print."""
        parser.add_argument("--club", required=True)
        parser.add_argument("--from", dest="first_day", required=True, type=_day)
        parser.add_argument("--to", dest="last_day", required=True, type=_day)
        parser.add_argument("--book", required=True, choices=NAMES)
        parser.add_argument(
            "--set",
            dest="changes",
            action="append",
            default=[],
            metavar="KEY=VALUE",
            help="a changed setting in people's units: rake.cap_cents=15,00",
        )
        form = parser.add_mutually_exclusive_group()
        form.add_argument("--json", action="store_true")
        form.add_argument("--csv", action="store_true")
        parser.add_argument("-o", dest="output", type=Path)

    def handle(self, *_args: Any, **options: Any) -> None:
        """Answer, with a progress bar where somebody looks."""
        club = Club.objects.filter(slug=options["club"]).first()
        if club is None:
            raise CommandError(f"There is no club {options['club']}.", returncode=2)
        days = options["first_day"], options["last_day"]
        if days[0] > days[1]:
            raise CommandError("--to: the last day is before the first.", returncode=2)
        try:
            rules = _rules(options["book"], options["changes"])
            total = queries.count_hands(club.pk, *days)
            if not total:
                raise services.NoHands
            bar = _Bar(total)
            result = services.answered(club, *days, rules, bar.show)
        except Refusal as refusal:
            raise CommandError(refusal.message, returncode=2) from refusal
        assert result is not None
        said = _text(result)
        if options["json"]:
            said = json.dumps(result)
        elif options["csv"]:
            said = answer_csv(result).decode()
        if options["output"]:
            options["output"].write_text(said, "utf-8", newline="")
        else:
            self.stdout.write(said)


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError as error:
        said = f"{text!r} is no day; write it like 2026-02-27"
        raise ArgumentTypeError(said) from error


def _rules(book: str, settings: list[str]) -> RuleBook:
    """Return the book with what --set changes. Raises BadInput."""
    changed = {}
    for each in settings:
        key, equals, typed = each.partition("=")
        if not equals or key not in load_book(book).sources:
            raise BadInput(
                msg(
                    "--set {each}: {book} has no setting “{key}”; write KEY=VALUE.",
                    each=each,
                    book=book,
                    key=key,
                )
            )
        changed[key] = _typed(key, typed)
    return load_book(book).with_overrides(changed)


def _typed(key: str, typed: str) -> Any:
    try:
        return rulebook_format.value(key, typed)
    except BadInput as error:
        raise BadInput(
            msg("--set {key}: {message}", key=key, message=error.message), field=key
        ) from error


class _Bar:
    """A line on a terminal that says how far it is; silent in a file."""

    def __init__(self, total: int) -> None:
        self.total, self.began = total, time.monotonic()
        self.seen = sys.stderr.isatty()

    def show(self, done: int) -> bool:
        """Draw, and go on."""
        if self.seen:
            filled = done * WIDTH // self.total
            rate = int(done / max(time.monotonic() - self.began, 0.001))
            end = "\n" if done == self.total else ""
            line = f"\r[{'#' * filled:<{WIDTH}}] {done} of {self.total} hands, {rate}/s"
            print(line, end=end, file=sys.stderr, flush=True)
        return True


def _text(result: dict[str, Any]) -> str:
    rows = [("all", result["total"])]
    rows += [(f"table {each['table']}", each) for each in result["tables"]]
    rows += [(each["game"].replace("_", " "), each) for each in result["games"]]
    rows += [(f"pots {band_name(each)}", each) for each in result["pots"]]
    lines = [f"{'':34}" + "".join(f"{head:>14}" for head in HEADS)]
    lines += [f"{name[:34]:34}" + "".join(f"{x:>14}" for x in _figures(row)) for name, row in rows]
    taken = result["total"]["rake_cents"] + result["total"]["drop_cents"]
    again = result["total"]["again_cents"]
    lines += [
        f"{each['day']}, table {each['table']}, hand {each['hand']}: taken"
        f" {format_cents(each['taken_cents'])}, its day's rules give"
        f" {format_cents(each['again_cents'])}"
        for each in result["differing"]
    ]
    lines.append(f"Taken {format_cents(taken)}; the rules of each day give {format_cents(again)}.")
    return "\n".join(lines)


def _figures(row: dict[str, Any]) -> tuple[str, ...]:
    amounts = ("rake_cents", "other_rake_cents", "drop_cents", "other_drop_cents")
    hours = (row.get("hour_cents"), row.get("other_hour_cents"))
    return (
        str(row["hands"]),
        *(format_cents(row[name]) for name in amounts),
        *("" if cents is None else format_cents(cents) for cents in hours),
    )
