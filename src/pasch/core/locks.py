"""One writer of a file, one process for a piece of work: by locks that die with their process."""

try:
    import fcntl
except ImportError:  # not on Windows
    fcntl = None  # type: ignore[assignment]

HAS_LOCKS = fcntl is not None


def lock(file: int) -> bool:
    """Lock a file; return whether nobody else has it. Without such locks, the answer is yes."""
    if fcntl is None:
        return True
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def claim(file: int, piece: int) -> bool:
    """Claim a piece of work until the file is closed; return whether no other process has it."""
    if fcntl is None:
        return True
    try:
        fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, piece)
    except OSError:
        return False
    return True
