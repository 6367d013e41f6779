"""A disk that forgets what was not synced when the power is cut.

A process that is given `environment` keeps its files in `folder` on such a disk: forgetful.c is
loaded into it, and sees its calls of fsync, fdatasync and unlink.
"""

import random
import shutil
import subprocess
from pathlib import Path

SOURCE = Path(__file__).with_name("forgetful.c")
SECTOR = 512  # bytes that are written as a whole or not at all
SYNC_MS = 10  # long enough that a power cut often falls into a sync
PARTS = ("kept", "unnamed", "named", "fresh")


class NoCompiler(Exception):
    """The disk can't be built."""


class Disk:
    def __init__(self, folder: Path, workshop: Path) -> None:
        self.folder, self._synced = folder.resolve(), (workshop / "synced").resolve()
        self.folder.mkdir()
        for part in PARTS:
            (self._synced / part).mkdir(parents=True)
        self.environment = {
            "LD_PRELOAD": str(build(workshop)),
            "FORGETFUL_FOLDER": str(self.folder),
            "FORGETFUL_SYNCED": str(self._synced),
            "FORGETFUL_MS": str(SYNC_MS),
        }

    def cut_power(self, luck: random.Random) -> None:
        """Leave what was synced, once nobody uses the files any more.

        Every other time some sectors that were not synced are on the disk as well.
        """
        some_were_written = luck.random() < 0.5
        kept = {}
        for file in sorted((self._synced / "kept").iterdir()):
            kept[file.name] = file.read_bytes()
            now = self.folder / file.name
            if some_were_written and (self._synced / "named" / file.name).exists():
                kept[file.name] = mixed(kept[file.name], now.read_bytes(), luck)
        for file in self.folder.iterdir():
            file.unlink()
        for part in PARTS:
            for file in (self._synced / part).iterdir():
                file.unlink()
        for name, content in kept.items():
            (self.folder / name).write_bytes(content)
            (self._synced / "kept" / name).write_bytes(content)
            (self._synced / "named" / name).touch()


def mixed(synced: bytes, written: bytes, luck: random.Random) -> bytes:
    """Return what was synced, with some sectors of what was written since."""
    left = bytearray(synced)
    for at in range(0, len(written), SECTOR):
        sector = written[at : at + SECTOR]
        if sector != synced[at : at + SECTOR] and luck.random() < 0.5:
            left.extend(bytes(max(0, at - len(left))))
            left[at : at + len(sector)] = sector
    return bytes(left)


def build(workshop: Path) -> Path:
    compiler = shutil.which("gcc")
    if compiler is None:
        raise NoCompiler("a power cut is made by a C library that is built first: install gcc")
    library = workshop / "forgetful.so"
    flags = ("-shared", "-fPIC", "-O2", "-Wall", "-Werror", "-Wno-format-truncation")
    subprocess.run([compiler, *flags, "-o", library, SOURCE, "-ldl", "-lpthread"], check=True)
    return library
