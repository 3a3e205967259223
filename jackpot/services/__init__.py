"""The acts of the jackpots."""
