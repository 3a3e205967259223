"""The end of a gaming day and of a period: what waits, closes, seals, numbered documents."""
