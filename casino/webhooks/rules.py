"""How a message is signed, when it is tried again, which addresses it may go to. No Django here."""

import base64
import hashlib
import hmac
from datetime import timedelta
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address

PREFIX = "whsec_"
# After the first try; the last one comes three days later.
WAITS = tuple(
    timedelta(seconds=seconds)
    for seconds in (5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400)
)
# Of the address families that carry another address inside.
TRANSLATED = (IPv6Network("64:ff9b::/96"), IPv6Network("64:ff9b:1::/48"))


def signature(secret: str, *, message_id: str, timestamp: int, body: bytes) -> str:
    """
    Return the signature of a message: "v1," and the HMAC SHA-256 of id, timestamp and body.

    secret: "whsec_" and base64; timestamp: seconds since 1970. Source: Standard Webhooks 1.0.
    """
    key = base64.b64decode(secret.removeprefix(PREFIX), validate=True)
    signed = b"%s.%d.%s" % (message_id.encode(), timestamp, body)
    return "v1," + base64.b64encode(hmac.digest(key, signed, hashlib.sha256)).decode()


def wait_after(tries: int) -> timedelta | None:
    """
    Return how long a message waits after so many tries in vain; None: it is given up.

    Source: Standard Webhooks 1.0.
    """
    return WAITS[tries - 1] if tries <= len(WAITS) else None


def is_public(address: str) -> bool:
    """
    Return whether an IP address lies in the public internet; what hides another one does not.

    Source: RFC 6890.
    """
    ip = ip_address(address)
    if isinstance(ip, IPv6Address):
        if ip.ipv4_mapped:
            return _is_public(ip.ipv4_mapped)
        if ip.sixtofour or ip.teredo or any(ip in network for network in TRANSLATED):
            return False
    return _is_public(ip)


def _is_public(ip: IPv4Address | IPv6Address) -> bool:
    return ip.is_global and not (ip.is_multicast or ip.is_reserved or ip.is_loopback)
