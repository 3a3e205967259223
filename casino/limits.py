"""How much is too much: the limits of what may be given, alike at every door."""

from casino.messages import msg
from casino.money import format_cents
from casino.refusals import Refusal

MAX_CENTS = 10**9  # ten million euro: no single operation is larger
MAX_ID = 2**63 - 1
MAX_COUNT = 10**9
MAX_QUANTITY = 10**6
MAX_ROWS = 1000  # of one list that is sent
MAX_NAME_LENGTH = 100
MAX_LINE_LENGTH = 200


class AboveLimit(Refusal):
    """No single operation is as large as that: a digit slipped in."""

    code = "MONEY-001"
    message = msg("The maximum of one operation is {maximum}.", maximum=format_cents(MAX_CENTS))
    next_step = msg("Check the amount.")
