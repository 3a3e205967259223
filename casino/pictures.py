"""Pictures that people send: known by their content, drawn anew, so that nothing else is kept."""

import io
import warnings
from dataclasses import dataclass

from PIL import Image, ImageOps, UnidentifiedImageError

from casino.messages import msg
from casino.refusals import BadInput

MEBIBYTE = 1024 * 1024
MAX_BYTES = 8 * MEBIBYTE
# Decoded, a picture takes so many pixels of memory, whatever its file weighs.
MAX_PIXELS = 40_000_000
KINDS = ("JPEG", "PNG", "WEBP")
QUALITY = 85


@dataclass(frozen=True, kw_only=True, slots=True)
class Picture:
    """A JPEG without anything but the picture: no place, no camera, no comment."""

    content: bytes
    width: int
    height: int


def cleaned(content: bytes, *, side: int) -> Picture:
    """
    Return a sent picture as a JPEG, neither side longer than `side` pixels.

    Raises BadInput for what is no JPEG, PNG or WebP by its content, is damaged or too large.
    """
    if len(content) > MAX_BYTES:
        said = msg("The picture is larger than {most} MB.", most=MAX_BYTES // MEBIBYTE)
        raise BadInput(said, field="content")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", Image.DecompressionBombWarning)
            with Image.open(io.BytesIO(content), formats=KINDS) as sent:
                if sent.width * sent.height > MAX_PIXELS:
                    raise BadInput(msg("The picture has too many pixels."), field="content")
                drawn = ImageOps.exif_transpose(sent).convert("RGBA")
    except (UnidentifiedImageError, OSError, ValueError, SyntaxError, Warning) as error:
        said = msg("This is not a JPEG, PNG or WebP picture, or it is damaged.")
        raise BadInput(said, field="content") from error
    drawn.thumbnail((side, side))
    flat = Image.new("RGB", drawn.size, "white")
    flat.paste(drawn, mask=drawn.getchannel("A"))
    out = io.BytesIO()
    flat.save(out, "JPEG", quality=QUALITY, optimize=True)
    return Picture(content=out.getvalue(), width=flat.width, height=flat.height)
