"""What happens at the cage."""
