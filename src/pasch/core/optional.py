"""Packages that only some of pasch needs: they come with an extra."""

from importlib.util import find_spec

from pasch.core.errors import PaschError


def need(package: str, extra: str) -> None:
    """Raise PaschError if the package is not installed."""
    if find_spec(package) is None:
        raise PaschError(
            "{package} is not installed; pip install 'pasch[{extra}]' brings it",
            package=package,
            extra=extra,
        )
