"""`python -m tests.chaos.program COMMAND ...`: a process of its own, with Django ready in it."""

import sys

import django

django.setup()

from tests.chaos import lives  # noqa: E402  (its models need Django first)

if __name__ == "__main__":
    sys.exit(getattr(lives, sys.argv[1])(*sys.argv[2:]))
