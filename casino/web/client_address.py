"""Whose request it is: the address behind the proxies that the house itself runs."""

from collections.abc import Callable
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.http import HttpRequest, HttpResponse

GetResponse = Callable[[HttpRequest], HttpResponse]
# What a proxy says of the request; from anybody else it is worth nothing.
TOLD_BY_PROXIES = (
    "HTTP_X_FORWARDED_FOR",
    "HTTP_X_FORWARDED_PROTO",
    "HTTP_X_FORWARDED_HOST",
    "HTTP_FORWARDED",
)


class ClientAddressMiddleware:
    """
    Put the caller's address in the place of our proxies', for locks, throttles and the audit trail.

    TRUSTED_PROXIES: how many stand in front of this program, or their networks. The last of them
    appended whom it had heard from; what stands further left in X-Forwarded-For anybody may write.
    """

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response
        self.count, self.networks = trusted(settings.TRUSTED_PROXIES)

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Pass the request on, without what nobody trustworthy said."""
        peer = request.META.get("REMOTE_ADDR", "")
        if self.count or self._is_ours(peer):
            said = request.META.get("HTTP_X_FORWARDED_FOR", "")
            request.META["REMOTE_ADDR"] = self.caller([*said.split(","), peer] if said else [peer])
        else:
            for name in TOLD_BY_PROXIES:
                request.META.pop(name, None)
        return self.get_response(request)

    def caller(self, hops: list[str]) -> str:
        """Return the first of the hops from the right that is no proxy of ours."""
        found = hops[-1]
        for passed, hop in enumerate(reversed(hops)):
            address = without_port(hop)
            if passed and not is_address(address):
                break  # nobody of ours wrote this
            found = address
            ours = passed < self.count if self.count else self._is_ours(address)
            if not ours:
                break
        return found

    def _is_ours(self, address: str) -> bool:
        return is_address(address) and any(ip_address(address) in net for net in self.networks)


def trusted(said: str) -> tuple[int, list[IPv4Network | IPv6Network]]:
    """Return the number of our proxies, or their networks. Raises ImproperlyConfigured."""
    if said.isdecimal():
        return int(said), []
    try:
        return 0, [ip_network(each.strip()) for each in said.split(",")]
    except ValueError as error:
        raise ImproperlyConfigured(
            "give the number of your proxies, such as 1, or their networks, such as "
            "10.0.0.0/8,::1/128."
        ) from error


def without_port(hop: str) -> str:
    """Return the address of a hop: some proxies write `10.1.2.3:55000` or `[::1]:55000`."""
    hop = hop.strip()
    if hop.startswith("["):
        return hop[1:].partition("]")[0]
    return hop.partition(":")[0] if hop.count(":") == 1 else hop


def is_address(text: str) -> bool:
    """Return whether a text is an IP address."""
    try:
        ip_address(text)
    except ValueError:
        return False
    return True
