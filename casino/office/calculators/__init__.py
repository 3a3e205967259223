"""Every computing rule as a calculator: plain data in, plain data out, no database."""

from importlib import import_module
from pkgutil import iter_modules

from casino.office.calculators.registry import CALCULATORS, Answered, answered, calculate

__all__ = ["CALCULATORS", "Answered", "answered", "calculate"]

# Each module of this package registers the topics that it knows.
for _module in iter_modules(__path__):
    import_module(f"{__name__}.{_module.name}")
