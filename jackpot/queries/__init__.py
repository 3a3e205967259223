"""The reading door of the jackpots. Cents."""
