"""How static files are kept: compressed, under names that change with their content."""

from functools import cache
from typing import Any

import brotli
from whitenoise.compress import Compressor
from whitenoise.storage import CompressedManifestStaticFilesStorage


class Quick(Compressor):  # type: ignore[misc]
    """A thirtieth of the best quality's time, for files a tenth larger."""

    @staticmethod
    def compress_brotli(data: bytes) -> bytes:
        return bytes(brotli.compress(data, quality=9))


class StaticFiles(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """WhiteNoise's, which doesn't ask for source maps: they are not served."""

    patterns = tuple(
        (extension, tuple(each for each in patterns if "sourceMappingURL" not in str(each)))
        for extension, patterns in CompressedManifestStaticFilesStorage.patterns
    )

    def create_compressor(self, **options: Any) -> Compressor:
        return Quick(**options)

    @cache  # noqa: B019  (one storage, few files, and they change with the program alone)
    def url(self, name: str, *, force: bool = False) -> str:
        """Return the address of a file."""
        return str(super().url(name, force))
