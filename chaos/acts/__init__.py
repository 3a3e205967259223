"""What crews do. Each act returns whether it could be done now; it says what it must move."""
