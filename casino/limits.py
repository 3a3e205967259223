"""How much is too much: the limits of what may be given, alike at every door."""

from casino.money import format_cents
from casino.refusals import Refusal
from casino.words import say

MAXIMUM_CENTS = 10**9  # ten million euro: no single operation is larger
MAXIMUM_ID = 2**63 - 1
MAXIMUM_COUNT = 10**9
MAXIMUM_PIECES = 10**6
MAXIMUM_ROWS = 1000  # of one list that is sent
LONGEST_NAME = 100
LONGEST_LINE = 200


class AboveLimit(Refusal):
    """No single operation is as large as that: a digit slipped in."""

    status = 422
    code = "MONEY-001"
    message = say("The maximum of one operation is {most}.", most=format_cents(MAXIMUM_CENTS))
    next_step = say("Check the amount.")
