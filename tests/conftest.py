"""Imports no Django: the unit tests run with Django's plugin switched off."""

pytest_plugins = ["tests.database", "tests.site"]
