"""Cells: installations whose ids never meet, and a club's way from one to the other."""
