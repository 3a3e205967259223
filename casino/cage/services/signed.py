"""What the desk has signed by its amount: by somebody in the room, from a limit by the manager."""

from collections.abc import Callable
from datetime import timedelta

from casino.approvals.services import Complete, Consequence, completes
from casino.words import Said

A_NIGHT = timedelta(hours=12)


def completes_by_amount(
    second: str, manager: str, *, titles: tuple[Said, Said], consequence: Consequence
) -> Callable[[Complete], Complete]:
    """
    Register what an approval of the night carries out under two operations: the second person's
    and, for a larger amount, the manager's; titles in the same order.
    """

    def register(function: Complete) -> Complete:
        for operation, title in zip((second, manager), titles, strict=True):
            completes(operation, title=title, lives=A_NIGHT, consequence=consequence)(function)
        return function

    return register
