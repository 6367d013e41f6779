"""One writer of a file, one process for a piece of work: by locks that die with their process."""

try:
    import fcntl
except ImportError:  # not on Windows
    fcntl = None  # type: ignore[assignment]

HAS_LOCKS = fcntl is not None


def lock(file: int) -> bool:
    """Whether nobody else has it; where the system has no such locks, one hopes so."""
    if fcntl is None:
        return True
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def claim(file: int, piece: int) -> bool:
    """Whether no other process has this piece of work; given back when the file is closed."""
    if fcntl is None:
        return True
    try:
        fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, piece)
    except OSError:
        return False
    return True
