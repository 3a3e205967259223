"""`python -m tests.chaos.program COMMAND ...`: a process of its own, with Django ready in it."""

import sys

import django

django.setup()

from tests.chaos import lives, quarters  # noqa: E402  (their models need Django first)

if __name__ == "__main__":
    told = getattr(lives, sys.argv[1], None) or getattr(quarters, sys.argv[1])
    sys.exit(told(*sys.argv[2:]))
