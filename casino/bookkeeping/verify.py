"""The bytes of kept files against the hash that each of them was made with."""

import hashlib
import zlib
from collections.abc import Iterator

from casino.bookkeeping.models import Chunk, File
from casino.ledger.verify import Finding


def verify_files(club_id: int) -> Iterator[Finding]:
    """Yield each file whose bytes are not those that were hashed; one that was emptied has none."""
    for file in File.objects.filter(club_id=club_id).order_by("id"):
        chunks = Chunk.objects.filter(file=file).order_by("n")
        if chunks.filter(data=b"").exists() and file.batch_id is None:
            continue
        digest, size = hashlib.sha256(), 0
        for data in chunks.values_list("data", flat=True).iterator(chunk_size=1):
            try:
                content = zlib.decompress(data)
            except zlib.error:
                content = b""
            digest.update(content)
            size += len(content)
        if (digest.hexdigest(), size) != (file.sha256, file.bytes):
            yield Finding(what=f"file {file.pk}", says=f"{file.name} is not what was made")
