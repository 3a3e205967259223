"""How much is too much: the limits of what may be given, alike at every door."""

from casino.messages import msg
from casino.money import format_cents
from casino.refusals import Refusal

MAXIMUM_CENTS = 10**9  # ten million euro: no single operation is larger
MAXIMUM_ID = 2**63 - 1
MAXIMUM_COUNT = 10**9
MAXIMUM_PIECES = 10**6
MAXIMUM_ROWS = 1000  # of one list that is sent
MAX_NAME_LENGTH = 100
MAX_LINE_LENGTH = 200


class AboveLimit(Refusal):
    """No single operation is as large as that: a digit slipped in."""

    status = 422
    code = "MONEY-001"
    message = msg("The maximum of one operation is {maximum}.", maximum=format_cents(MAXIMUM_CENTS))
    next_step = msg("Check the amount.")
