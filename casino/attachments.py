"""
Which files may be attached: told by their first bytes, and their name agrees with them.

What was attached wrongly is taken off: its content goes, all that says what it was stays.
"""

from datetime import datetime
from typing import Any

from casino.messages import msg
from casino.refusals import Refusal

MAX_BYTES = 5_000_000
SIGNATURES = {
    b"%PDF-": "application/pdf",
    b"\xff\xd8\xff": "image/jpeg",
    b"\x89PNG\r\n\x1a\n": "image/png",
}
SUFFIXES = {
    "application/pdf": {"pdf"},
    "image/jpeg": {"jpg", "jpeg"},
    "image/png": {"png"},
}


class NotAttachable(Refusal):
    """A file that is no evidence, or too large."""

    code = "JACKPOT-005"
    message = msg("Attach a PDF, JPEG or PNG file of at most 5 MB.")


def media_type(content: bytes) -> str:
    """
    Return the type of a file by its content. Raises NotAttachable.

    Source: CATALOGUE 3.7 (what proves a hit), RELIABILITY 3.
    """
    for signature, named in SIGNATURES.items():
        if content.startswith(signature) and len(content) <= MAX_BYTES:
            return named
    raise NotAttachable(field="paper")


def media_type_of(name: str, content: bytes) -> str:
    """Return the type of a file whose name says the same. Raises NotAttachable."""
    found = media_type(content)
    if name.rpartition(".")[2].lower() not in SUFFIXES[found]:
        said = msg("{name} is not what it says: its content is {found}.", name=name, found=found)
        raise NotAttachable(said, field="content")
    return found


def take_off(
    paper: Any, *, at: datetime, by_id: int | None, signed_by_id: int | None, reason: str
) -> None:
    """Empty a file that is held; by_id: who took it off, signed_by_id: the second person."""
    paper.content = b""
    paper.off_at, paper.off_by_id = at, by_id
    paper.off_signed_by_id, paper.off_reason = signed_by_id, reason
    paper.save(update_fields=["content", "off_at", "off_by", "off_signed_by", "off_reason"])
