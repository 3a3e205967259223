"""The commands of the office."""

from casino.office.services.adoptions import propose_adoption
from casino.office.services.clubs import hire, open_club

__all__ = ["hire", "open_club", "propose_adoption"]
