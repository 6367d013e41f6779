"""Mutants no test could ever notice, each with the reason."""

EQUIVALENT: dict[str, str] = {}
