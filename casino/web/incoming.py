"""
How much of a request has arrived: where its head and body end (RFC 9112). No Django here.

What cannot be read is called whole: the server's own parser then says what is wrong with it.
"""

MAX_HEAD, MAX_BODY, MAX_LINE = 64_000, 16_000_000, 1_000
END = b"\r\n\r\n"


class Incoming:
    """
    The bytes of one request, as they come.

    whole: head and body are here; begun: the head is; too_large: the status that refuses it, or 0;
    expects: the client waits to be told to send the body; length: of the body, where it was said.
    """

    def __init__(self) -> None:
        self.data = bytearray()
        self.begun = self.whole = self.expects = False
        self.too_large = self.length = 0
        self._seen = 0  # up to here it was looked at
        self._is_chunked = self._is_ending = False

    def feed(self, more: bytes) -> None:
        """Take what has arrived."""
        self.data += more
        if not self.begun:
            self._look_for_head()
        if self.begun and not self.whole and not self.too_large:
            self._look_for_end()

    def _look_for_head(self) -> None:
        end = self.data.find(END, max(0, self._seen - len(END)))
        self._seen = len(self.data)
        if end > MAX_HEAD or (end < 0 and self._seen > MAX_HEAD):
            self.too_large = 431
        elif end >= 0:
            self.begun, self._seen = True, end + len(END)
            self._read_head(bytes(self.data[:end]))

    def _read_head(self, head: bytes) -> None:
        lines = [line.partition(b":") for line in head.split(b"\r\n")[1:]]
        fields = [(name.strip().lower(), value.strip().lower()) for name, _, value in lines]
        lengths = [value for name, value in fields if name == b"content-length"]
        codings = [value for name, value in fields if name == b"transfer-encoding"]
        self.expects = (b"expect", b"100-continue") in fields
        if codings:
            self._is_chunked = codings == [b"chunked"] and not lengths
            self.whole = not self._is_chunked
        elif len(lengths) == 1 and lengths[0].isdigit() and len(lengths[0]) < MAX_LINE:
            self.length = int(lengths[0])
            self.too_large = 413 if self.length > MAX_BODY else 0
        else:
            self.whole = True

    def _look_for_end(self) -> None:
        if not self._is_chunked:
            self.whole = len(self.data) >= self._seen + self.length
        elif len(self.data) > self._seen + MAX_BODY or self._seen > MAX_HEAD + MAX_BODY:
            self.too_large = 413
        else:
            while not self.whole and self._passes_chunk():
                pass

    def _passes_chunk(self) -> bool:
        """Go on behind the next chunk or line of the trailer; return whether it was all here."""
        end = self.data.find(b"\r\n", self._seen, self._seen + MAX_LINE)
        if end < 0:
            self.whole = len(self.data) > self._seen + MAX_LINE
            return False
        line = bytes(self.data[self._seen : end])
        line, after = bytes(self.data[self._seen : end]), end + 2
        if self._is_ending:
            self.whole = not line
        else:
            size = _size(line)
            self.whole, self._is_ending = size is None, size == 0
            self.too_large = 413 if size and size > MAX_BODY else 0
            after += size + 2 if size else 0
        is_here = not self.too_large and len(self.data) >= after
        if is_here:
            self._seen = after
        return is_here


def _size(line: bytes) -> int | None:
    """Return the size that the line above a chunk says, None where it says none."""
    try:
        size = int(line.partition(b";")[0].strip(), 16)
    except ValueError:
        return None
    return size if size >= 0 else None
