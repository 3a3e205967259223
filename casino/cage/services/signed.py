"""What the desk has signed by its amount: by somebody in the room, from a limit by the manager."""

from collections.abc import Callable
from datetime import timedelta

from casino.approvals.services import Complete, Consequence, completes
from casino.staff.models import Role
from casino.words import Said

A_NIGHT = timedelta(hours=12)
IN_THE_ROOM = (Role.SUPERVISOR, Role.MANAGER)


def completes_by_amount(
    second: str,
    manager: str,
    *,
    titles: tuple[Said, Said],
    consequence: Consequence,
    approvers: tuple[Role, ...] = IN_THE_ROOM,
) -> Callable[[Complete], Complete]:
    """
    Register what an approval of the night carries out under two operations: `approvers` sign the
    second person's, the manager alone the larger one; titles in the same order.
    """

    def register(function: Complete) -> Complete:
        signers = (approvers, (Role.MANAGER,))
        for operation, title, roles in zip((second, manager), titles, signers, strict=True):
            completes(
                operation, title=title, approvers=roles, lives=A_NIGHT, consequence=consequence
            )(function)
        return function

    return register
