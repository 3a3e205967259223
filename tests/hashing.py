"""Argon2 is slow on purpose, which no test needs; each hash says what it was made with."""

from django.contrib.auth.hashers import Argon2PasswordHasher


def hash_quickly() -> None:
    """Let this process hash passwords with the least that Argon2 takes."""
    Argon2PasswordHasher.time_cost, Argon2PasswordHasher.memory_cost = 1, 64
