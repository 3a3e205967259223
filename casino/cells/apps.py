from importlib import import_module

from django.apps import AppConfig


class CellsConfig(AppConfig):
    """Installations of one group, and what goes from one to another."""

    name = "casino.cells"

    def ready(self) -> None:
        """Let every process know the acts."""
        import_module("casino.cells.services.holding")
