"""Hypothesis looks for what is wrong, not for what is slow: the machine may be either."""

from hypothesis import HealthCheck, settings

settings.register_profile(
    "any machine", deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("any machine")
