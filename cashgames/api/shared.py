"""What the endpoints of the cash room share."""

from casino.staff.models import Role

FLOOR = (Role.SUPERVISOR, Role.MANAGER)
DESK_AND_FLOOR = (*FLOOR, Role.CASHIER)
MOST_SEATS = 23
