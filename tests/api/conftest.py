"""What all tests of the API share."""

from tests.quiet import refusals_unlogged

__all__ = ["refusals_unlogged"]
