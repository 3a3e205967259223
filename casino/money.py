"""Money is integer cents; this is the only place where it is divided, read and written out."""

import re
from collections.abc import Sequence

from casino.messages import Message, msg, msg_count

NO_BREAK_SPACE = "\u00a0"
MINUS = "\u2212"
MAX_DIGITS = 12
WHOLE_BP = 10_000

_SPACES = str.maketrans({NO_BREAK_SPACE: " ", "\u202f": " "})
_WHOLE = r"(?P<whole>[0-9]+|[0-9]{1,3}(?: [0-9]{3})+)"
_AMOUNT = re.compile(rf"{_WHOLE}(?:[.,](?P<part>[0-9]{{1,2}}))?", re.ASCII)
_LONG_PART = re.compile(rf"{_WHOLE}[.,](?P<part>[0-9]{{3,}})", re.ASCII)


class MoneyError(ValueError):
    """An amount that cannot be read or divided; `message` is a sentence for a cashier."""

    def __init__(self, message: Message) -> None:
        self.message = message
        super().__init__(message)


def whole(number: int) -> str:
    """Return a whole number, of chips say, with a no-break space between thousands."""
    return f"{number:,}".replace(",", NO_BREAK_SPACE).replace("-", MINUS)


def part(amount: int, bp: int) -> int:
    """
    Return the part of an amount that `bp` basis points are, rounded down.

    Source: CATALOGUE 1, the "a part of" rule.
    """
    return amount * bp // WHOLE_BP


def allocate(total: int, weights: Sequence[int], unit: int = 1) -> list[int]:
    """
    Return `total` divided by `weights` in whole units, summing to the total exactly.

    Units left over go one each to the largest cut-off fractions, the earlier of equal ones first;
    a rest below one unit goes to the first positive weight. Descending weights give descending
    parts. Raises MoneyError on a negative number or when nobody can take what is there.

    Source: CATALOGUE 1, the one splitting rule.
    """
    whole = _checked_sum(total, weights, unit)
    if whole == 0:
        return [0] * len(weights)
    units, rest = divmod(total, unit)
    parts = [units * weight // whole for weight in weights]
    left = units - sum(parts)
    if left:
        by_fraction = sorted(range(len(weights)), key=lambda i: -(units * weights[i] % whole))
        for i in by_fraction[:left]:
            parts[i] += 1
    parts = [one * unit for one in parts]
    if rest:
        parts[next(i for i, weight in enumerate(weights) if weight)] += rest
    return parts


def equally(total: int, people: int, unit: int = 1) -> list[int]:
    """
    Return `total` divided among a number of people, odd units to the first of them.

    Source: CATALOGUE 1, the one splitting rule with weights 1.
    """
    return allocate(total, [1] * people, unit)


def _checked_sum(total: int, weights: Sequence[int], unit: int) -> int:
    if unit < 1:
        raise MoneyError(msg("The unit of a split must be 1 or more."))
    if total < 0 or any(weight < 0 for weight in weights):
        raise MoneyError(msg("A split has no negative amounts or shares."))
    whole = sum(weights)
    if total and not whole:
        raise MoneyError(msg("There is money to split but no share to receive it."))
    return whole


def parse_cents(text: str) -> int:
    """
    Return the cents that a person typed: 1234 or 1234,5 or 1234.50 or 1 234,50.

    Never guesses: what could be thousands or decimals is refused with both readings. Raises
    MoneyError.
    """
    plain = text.translate(_SPACES).strip(" ")
    if sum(letter.isdigit() for letter in plain) > MAX_DIGITS:
        raise MoneyError(
            msg_count(
                "The amount has more than {number} digit.",
                "The amount has more than {number} digits.",
                MAX_DIGITS,
            )
        )
    found = _AMOUNT.fullmatch(plain)
    if found is None:
        raise MoneyError(_why_unreadable(plain))
    cents = (found["part"] or "").ljust(2, "0")
    return int(found["whole"].replace(" ", "") + cents)


def _why_unreadable(plain: str) -> Message:
    if not plain:
        return msg("Write an amount, for example 1500 or 1,50.")
    if plain[0] in "+-" + MINUS:
        return msg("Write the amount without a sign.")
    if found := _LONG_PART.fullmatch(plain):
        whole, decimals = found["whole"].replace(" ", ""), found["part"]
        large, small = f"{whole}{decimals}", f"{whole},{decimals[:2]}"
        return msg(
            "Write {large} or {small}; {typed} could be either.",
            large=large,
            small=small,
            typed=plain,
        )
    return msg("“{typed}” is not an amount. Write for example 1500 or 1,50.", typed=plain[:30])


def format_cents(
    cents: int, *, decimal: str = ",", thousands: str = NO_BREAK_SPACE, minus: str = MINUS
) -> str:
    """
    Return an amount as it is printed: 1 234,50 with no-break spaces and a true minus.

    A file has other marks (`casino.sheets.dialects`), always two decimals.
    """
    units, rest = divmod(abs(cents), 100)
    whole = f"{units:,}".replace(",", thousands)
    return f"{minus if cents < 0 else ''}{whole}{decimal}{rest:02}"
