"""Second factors of the tests, laid without a browser."""

from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP
from cryptography.hazmat.primitives.asymmetric import ec
from fido2.cose import ES256
from fido2.utils import websafe_encode
from fido2.webauthn import (
    Aaguid,
    AttestationObject,
    AttestedCredentialData,
    AuthenticatorData,
    CollectedClientData,
)

from casino.staff.models import User


def second_factors(user: User, *, name: str) -> None:
    """Give somebody one of each: an app, codes on paper, a key of which nothing is secret."""
    TOTP.activate(user, "JBSWY3DPEHPK3PXP")
    RecoveryCodes.activate(user)
    public = ES256.from_cryptography_key(ec.derive_private_key(1, ec.SECP256R1()).public_key())
    data = AttestedCredentialData.create(Aaguid(bytes(16)), bytes(16), public)
    flags = AuthenticatorData.FLAG.UP | AuthenticatorData.FLAG.AT
    made = AuthenticatorData.create(bytes(32), flags, 0, data)
    client_data = CollectedClientData.create("webauthn.create", bytes(16), "http://localhost")
    credential = {
        "id": websafe_encode(bytes(16)),
        "rawId": websafe_encode(bytes(16)),
        "type": "public-key",
        "response": {
            "clientDataJSON": websafe_encode(client_data),
            "attestationObject": websafe_encode(AttestationObject.create("none", made, {})),
        },
        "clientExtensionResults": {},
    }
    key = {"name": name, "credential": credential}
    Authenticator.objects.create(user=user, type=Authenticator.Type.WEBAUTHN, data=key)
