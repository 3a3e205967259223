"""The ranking's pages."""
