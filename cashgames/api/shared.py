"""What the endpoints of the cash room share."""

MOST_SEATS = 23
# What is paid out or for time: at a drawer in cash, or in chips.
DESK_MEANS = [("cash", "Cash"), ("chips", "Chips")]
