"""Every computing rule as a calculator: plain data in, plain data out, no database."""

import casino.calculators.topics  # noqa: F401  (registers all of them)
