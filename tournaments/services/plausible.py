"""What looks mistyped is asked about once: of what is announced, and of what becomes of it."""

from collections.abc import Collection, Sequence
from dataclasses import fields
from datetime import datetime
from typing import Annotated

from casino.acts.kinds import Flag
from casino.messages import Message, join, msg
from casino.money import format_cents
from tournaments.models import Announced, Tournament
from tournaments.queries.structures import mistyped
from tournaments.rules.plausible import (
    Doubt,
    Figures,
    doubtful,
    doubtful_times,
)
from tournaments.services.shared import LooksMistyped

# Whether what looks mistyped is meant.
Meant = Annotated[bool, Flag(added=True)]
OF_LEVELS = {"stack", "big_blind"}
WORDS: dict[Doubt, Message] = {
    "fee": msg("The fee is above the buy-in."),
    "rebuy_fee": msg("The fee of a rebuy is above its price."),
    "addon_fee": msg("The fee of an add-on is above its price."),
    "surcharge": msg("The tournament jackpot is above the buy-in."),
    "rebuy": msg("A rebuy costs more than ten times the buy-in."),
    "addon": msg("An add-on costs more than ten times the buy-in."),
    "rebuy_stack": msg("The chips of a rebuy are far from the starting stack."),
    "addon_stack": msg("The chips of an add-on are far from the starting stack."),
    "starts_at": msg("The start is more than a year ahead."),
    "late_until": msg("Late registration closes more than a week after the start."),
}


def doubts_of(
    terms: Announced, *, stack: int = 0, levels: Sequence[Sequence[int]] = ()
) -> list[Message]:
    """Return what looks mistyped in an announcement and its structure, in words."""
    named = {each.name for each in fields(Figures)} - OF_LEVELS
    figures = Figures(
        **{name: getattr(terms, name) for name in named},
        stack=stack,
        big_blind=levels[0][1] if levels else 0,
    )
    words = WORDS | {
        "guarantee": msg(
            "A full house with three re-entries each brings less than the guarantee, {guarantee}.",
            guarantee=format_cents(terms.guarantee_cents),
        ),
        "stack": msg(
            "The starting stack is {stack} and the first big blind {big_blind}.",
            stack=stack,
            big_blind=figures.big_blind,
        ),
    }
    return [*(words[each] for each in doubtful(figures)), *mistyped(levels)]


def doubts_of_times(at: datetime, terms: Tournament) -> list[Message]:
    """Return which instants look mistyped, in words."""
    return [WORDS[each] for each in doubtful_times(at, terms.starts_at, terms.late_until)]


def check_meant(
    doubts: Collection[Message], *, meant: bool, before: Collection[Message] = ()
) -> None:
    """Raise LooksMistyped for what nobody said is meant; before: what stood so already."""
    new = [each for each in doubts if each not in before]
    if new and not meant:
        raise LooksMistyped(join(new, " "), field="figures_meant")
