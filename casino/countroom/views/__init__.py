"""The pages of the count room."""
