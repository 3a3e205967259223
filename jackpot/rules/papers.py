"""Which files may be kept as evidence: told by their first bytes, not by their name."""

from casino.refusals import Refusal
from casino.words import say

MOST_BYTES = 5_000_000
SIGNATURES = {
    b"%PDF-": "application/pdf",
    b"\xff\xd8\xff": "image/jpeg",
    b"\x89PNG\r\n\x1a\n": "image/png",
}


class NoPaper(Refusal):
    """A file that is no evidence, or too large."""

    status = 422
    code = "JACKPOT-005"
    message = say("Attach a PDF, JPEG or PNG file of at most 5 MB.")


def paper_type(content: bytes) -> str:
    """
    Return the type of a file by its content. Raises NoPaper.

    Source: CATALOGUE 3.7 (what proves a hit), RELIABILITY 3.
    """
    for signature, named in SIGNATURES.items():
        if content.startswith(signature) and len(content) <= MOST_BYTES:
            return named
    raise NoPaper(field="paper")
