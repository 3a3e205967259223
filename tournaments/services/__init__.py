"""What somebody does about a tournament."""
