"""The commands of the jackpots."""

from jackpot.services.pools import open_jackpot, take_snapshots

__all__ = ["open_jackpot", "take_snapshots"]
