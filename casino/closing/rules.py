"""What makes a numbered document the one that was written. No Django here."""

import hashlib
import json
from collections.abc import Mapping
from typing import Any


def document_digest(number: int, content: Mapping[str, Any], previous: str) -> str:
    """
    Return the SHA-256 of a document and its place in the chain, in hexadecimal digits.

    previous: the digest of the document before, "" for the first. Source: RELIABILITY 7.3.
    """
    whole = {"closing": 1, "number": number, "content": content, "previous": previous}
    text = json.dumps(whole, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()
