"""What a message is signed with, when it is tried again, where it may go."""

from datetime import timedelta

import pytest

from casino.webhooks.rules import is_public, signature, wait_after


def test_the_signature_of_a_published_example():
    """The example of Standard Webhooks 1.0, of its reference libraries."""
    signed = signature(
        "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
        message_id="msg_p5jXN8AQM9LWM0D4loKWxJek",
        timestamp=1614265330,
        body=b'{"test": 2432232314}',
    )

    assert signed == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="


def test_each_wait_is_longer_than_the_one_before_until_a_message_is_given_up():
    waits = [wait_after(tries) for tries in range(1, 11)]

    assert waits[0] == timedelta(seconds=5)
    assert waits[:-1] == sorted(waits[:-1])
    assert waits[-1] is None


@pytest.mark.parametrize("address", ["93.184.216.34", "2606:2800:220:1:248:1893:25c8:1946"])
def test_an_address_of_the_internet_is_public(address: str):
    assert is_public(address)


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1",
        "10.1.2.3",
        "172.16.0.1",
        "192.168.1.1",
        "169.254.169.254",
        "100.64.0.1",
        "0.0.0.0",
        "224.0.0.1",
        "255.255.255.255",
        "::",
        "::1",
        "fe80::1",
        "fd00::1",
        "::ffff:10.0.0.1",
        "64:ff9b::a00:1",
        "2002:0a00:0001::",
        "ff02::1",
    ],
)
def test_no_address_of_a_private_network_is_public(address: str):
    assert not is_public(address)
