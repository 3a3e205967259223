"""The accountant's pages: gaming days, closings, late entries."""
