"""The commands of the cash room."""
