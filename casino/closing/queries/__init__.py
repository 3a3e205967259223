"""Reads of the numbered documents, and of what may lapse."""
