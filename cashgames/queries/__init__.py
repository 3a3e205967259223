"""Reading the cash room."""
