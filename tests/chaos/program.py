"""`python -m tests.chaos.program COMMAND ...`: a process of its own, with Django ready in it."""

import gc
import sys

import django

gc.set_threshold(50_000, 20, 20)  # as manage.py: what is imported is no garbage
django.setup()

from tests.chaos import epochs, lives, quarters, refunds, replicas  # noqa: E402  (their models need Django first)

gc.freeze()

if __name__ == "__main__":
    rooms = (lives, quarters, refunds, epochs, replicas)
    told = next(getattr(room, sys.argv[1]) for room in rooms if hasattr(room, sys.argv[1]))
    sys.exit(told(*sys.argv[2:]))
