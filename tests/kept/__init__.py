"""Files that must stay as they are, because programs, stores and people hold earlier versions.

A file that is missing is written by its test, which fails once; read it before you commit it.
"""

from pathlib import Path

import pytest

FOLDER = Path(__file__).parent


def expect_kept(name: str, text: str) -> None:
    """Fail unless the file of this name holds this text; write the file if there is none."""
    path = FOLDER / name
    if not path.exists():
        path.write_text(text, encoding="utf-8")
        pytest.fail(f"{path.name} was missing; it is written now, read it")
    found, kept = text.splitlines(), path.read_text(encoding="utf-8").splitlines()
    differ = ((n, *each) for n, each in enumerate(zip(found, kept, strict=False), 1))
    changed = next((each for each in differ if each[1] != each[2]), None)
    assert found == kept, f"line {changed[0]}: {changed[1:]}" if changed else "other lines"
