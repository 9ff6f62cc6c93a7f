"""Taking in a body that may be compressed and may be endless."""

import zlib

_GZIP = 16 + zlib.MAX_WBITS


class BodyTooLarge(Exception):
    """The body is larger, unpacked, than was allowed."""


class BodyBroken(Exception):
    """The body's compression is broken, or is not one that was asked for."""


class Body:
    """Collects the chunks of a body; holds never more than `largest` bytes and one chunk."""

    def __init__(self, encoding: str, largest: int) -> None:
        if encoding.strip().lower() not in {"", "identity", "gzip", "x-gzip"}:
            raise BodyBroken(f"it is compressed as {encoding[:20]!r}, which was not asked for")
        self._unpacker = zlib.decompressobj(_GZIP) if "gzip" in encoding.lower() else None
        self._largest = largest
        self._body = bytearray()
        self._received: bytearray | None = bytearray() if self._unpacker else None

    def add(self, chunk: bytes) -> None:
        """Take in a chunk as it was received. Raises BodyTooLarge, BodyBroken."""
        if self._received is not None:
            self._received += chunk
        if self._unpacker:
            self._unpack(chunk)
        else:
            self._body += chunk
        # A packed body may be long and hold nothing.
        if max(len(self._body), len(self._received or b"")) > self._largest:
            self.release()
            raise BodyTooLarge

    def release(self) -> None:
        """Forget what was collected: an error may live long, and its traceback holds this."""
        self._body, self._received = bytearray(), None

    def close(self) -> bytes:
        """Return the whole body. Raises BodyBroken where the end is missing."""
        if self._unpacker and not self._unpacker.eof:
            raise BodyBroken("its compression ends too early")
        return bytes(self._body)

    @property
    def packed(self) -> bytes | None:
        """The body as one gzip stream, if it was received as one."""
        return None if self._received is None else bytes(self._received)

    def _unpack(self, packed: bytes) -> None:
        while packed and len(self._body) <= self._largest:
            assert self._unpacker
            if self._unpacker.eof:
                # A gzip file may be several, one after the other.
                self._unpacker = zlib.decompressobj(_GZIP)
                self._received = None
            room = self._largest + 1 - len(self._body)
            try:
                self._body += self._unpacker.decompress(packed, room)
            except zlib.error as error:
                raise BodyBroken(f"its compression is broken: {error}") from error
            packed = self._unpacker.unconsumed_tail or self._unpacker.unused_data
