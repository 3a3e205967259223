"""Names that people type: any script, stored in NFC, nothing invisible."""

import re
import unicodedata

from casino.messages import msg, msg_count
from casino.refusals import BadInput

# What somebody signs in with: capitals, accents and other scripts would be two names that look one.
SIGN_IN_NAME = r"[a-z0-9][a-z0-9._@-]{0,49}"
LOOKS_LIKE = str.maketrans("01", "ol")
# Control, surrogate, private use and unassigned; format characters hide text or turn it round.
REFUSED = {"Cc", "Cs", "Co", "Cn", "Cf"}
JOINERS = {"\u200c", "\u200d"}  # needed inside words of some scripts and in emoji


def clean_text(text: object, *, field: str = "name", max_length: int = 100) -> str:
    """
    Return a name in NFC, outer spaces removed.

    Raises BadInput for something else than text, nothing visible, more than `max_length`
    characters, control characters or characters that turn the reading direction round.
    """
    if not isinstance(text, str):
        raise BadInput(msg("Write text."), field=field)
    name = unicodedata.normalize("NFC", text).strip()
    if any(unicodedata.category(c) in REFUSED and c not in JOINERS for c in name):
        raise BadInput(msg("There is a character in it that cannot be shown."), field=field)
    if not any(unicodedata.category(c)[0] not in "ZC" for c in name):
        raise BadInput(msg("Write a name."), field=field)
    if len(name) > max_length:
        said = msg_count(
            "Write at most {number} character.", "Write at most {number} characters.", max_length
        )
        raise BadInput(said, field=field)
    return name


def look_of(sign_in_name: str) -> str:
    """Return what names that are mistaken for each other have in common: b0ris and boris."""
    return sign_in_name.casefold().translate(LOOKS_LIKE)


def natural(name: str) -> list[tuple[bool, int, str]]:
    """Return by what names are sorted as people do: "Table 2" stands before "Table 10"."""
    parts = re.findall(r"([0-9]+)|([^0-9]+)", name)
    return [(not digits, int(digits or 0), words.casefold()) for digits, words in parts]


def initials(name: str) -> str:
    """Return the first letters of the first and the last word of a name."""
    words = name.split()
    return " ".join(f"{word[0].upper()}." for word in (words[:1] + words[1:][-1:]))
