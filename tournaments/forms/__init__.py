"""What is typed about tournaments."""
