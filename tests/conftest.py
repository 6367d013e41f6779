"""Settings for all tests."""

from hypothesis import HealthCheck, settings

# The first example may have to wait for the compiler.
settings.register_profile("pasch", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("pasch")
