"""The jackpots' pages."""
