"""What a club that opens has, as a plan: read from text, checked, written as text."""
