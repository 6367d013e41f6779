"""`python -m tests.faults.skewed FILE serve …`: pasch, its clock as far off as FILE says."""

import mmap
import struct
import sys
import time
from pathlib import Path


def skew(file: Path) -> None:
    """From now on the time of day is that far off, and follows when the file changes."""
    with file.open("rb") as kept:
        offset = mmap.mmap(kept.fileno(), struct.calcsize("d"), access=mmap.ACCESS_READ)
    true_time = time.time
    time.time = lambda: true_time() + struct.unpack("d", offset[:])[0]


if __name__ == "__main__":
    skew(Path(sys.argv.pop(1)))
    from pasch.cli import main

    main()
