"""`gunicorn tests.served_wsgi`: the site as it is, but for the time that a password takes."""

from casino.wsgi import application
from tests.hashing import hash_quickly

hash_quickly()

__all__ = ["application"]
