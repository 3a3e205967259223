"""Telling other programs what happened: who is told, what, and until it arrived."""
