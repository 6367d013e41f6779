"""Words for people: English in the source, other languages from gettext catalogues.

A catalogue is a `de.po` beside the code it speaks for: one in each game's folder, one in `locale`
for everything else. It is read as it stands; there is nothing to compile.
"""

import gettext
import io
import locale
import os
import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

LANGUAGES = ("en", "de")
SHARED = Path(__file__).parents[1] / "locale"
GERMAN = str.maketrans({".": ",", ",": ".", "%": " %"})


class Words:
    """`say("Hello {name}", name=...)`, in one language."""

    def __init__(self, language: str, catalogues: tuple[Path, ...]) -> None:
        self.language = language
        self._said: dict[str, str] = {}
        self._counted: dict[tuple[str, str, int], str] = {}
        self._texts = gettext.NullTranslations()
        for folder in reversed(catalogues):
            texts = read_catalogue(folder / f"{language}.po")
            texts.add_fallback(self._texts)
            self._texts = texts

    def __call__(self, message: str, /, **values: Any) -> str:
        text = self._said.get(message)
        if text is None:
            text = self._said[message] = self._texts.gettext(message)
        return text.format(**values) if values else text

    def many(self, one: str, more: str, n: int, **values: Any) -> str:
        text = self._counted.get((one, more, n))
        if text is None:
            text = self._counted[one, more, n] = self._texts.ngettext(one, more, n)
        return text.format(n=n, **values)

    def number(self, text: str) -> str:
        """Return a number, given as Python writes it, as people write it."""
        return text.translate(GERMAN) if self.language == "de" else text


def message(text: str) -> str:
    """Mark a text for the catalogues where it is declared; `say` translates it where it is said."""
    return text


@cache
def words(language: str, folder: Path = SHARED) -> Words:
    """Return the words of one folder, such as a game's, then those that everybody shares."""
    return Words(language, (folder, SHARED) if folder != SHARED else (SHARED,))


def read_catalogue(path: Path) -> gettext.NullTranslations:
    if not path.exists():
        return gettext.NullTranslations()
    from babel.messages.mofile import write_mo  # noqa: PLC0415 - English needs no Babel
    from babel.messages.pofile import read_po  # noqa: PLC0415

    compiled = io.BytesIO()
    with path.open("rb") as file:
        write_mo(compiled, read_po(file))
    compiled.seek(0)
    return gettext.GNUTranslations(compiled)


def shared_messages(language: str) -> dict[str, str | list[str]]:
    """Return the shared catalogue as plain data, for a browser; a plural has its forms."""
    from babel.messages.pofile import read_po  # noqa: PLC0415

    path = SHARED / f"{language}.po"
    if not path.exists():
        return {}
    with path.open("rb") as file:
        messages = [message for message in read_po(file) if message.id]
    return {first(message.id): forms(message.string) for message in messages}


def first(texts: str | Sequence[str]) -> str:
    return texts if isinstance(texts, str) else texts[0]


def forms(texts: str | Sequence[str] | None) -> str | list[str]:
    return texts if isinstance(texts, str) else list(texts or ())


def system_language() -> str:
    """Return the language as gettext finds it, else as the system has it."""
    named = (os.environ.get(name) for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"))
    spoken = next(filter(None, named), None) or locale.getlocale()[0] or "en"
    code = re.split("[_.:@-]", spoken)[0].lower()
    return code if code in LANGUAGES else "en"
