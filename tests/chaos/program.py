"""`python -m tests.chaos.program COMMAND ...`: a process of its own, with Django ready in it."""

import sys

import django

django.setup()

from tests.chaos import epochs, lives, quarters, refunds, replicas  # noqa: E402  (their models need Django first)

if __name__ == "__main__":
    rooms = (lives, quarters, refunds, epochs, replicas)
    told = next(getattr(room, sys.argv[1]) for room in rooms if hasattr(room, sys.argv[1]))
    sys.exit(told(*sys.argv[2:]))
