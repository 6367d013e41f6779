"""Words in two languages: complete, and with the same blanks to fill."""

import re
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from pasch.core.errors import BadOption, Faulty, PaschError
from pasch.core.game.registry import games
from pasch.core.words import LANGUAGES, SHARED, system_language, words
from tests.catalogues import Message, facts_in_words, messages_in

SOURCES = SHARED.parent
MMM = SOURCES / "games" / "mmm"


FOLDERS = [*(game.folder for game in games().values()), SHARED]


def said_in(folder: Path) -> set[Message]:
    """Return what the catalogue of a folder has to hold."""
    for game in games().values():
        if game.folder == folder:
            return messages_in(folder.rglob("*.py")) | set(facts_in_words(game))
    sources = [*SOURCES.rglob("*.py"), *SOURCES.rglob("*.js")]
    return messages_in(p for p in sources if SOURCES / "games" not in p.parents)


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
@pytest.mark.parametrize("language", [code for code in LANGUAGES if code != "en"])
def test_a_catalogue_holds_exactly_what_its_sources_say(folder: Path, language: str) -> None:
    with (folder / f"{language}.po").open("rb") as file:
        catalogue = {message.id: message for message in read_po(file) if message.id}
    assert set(catalogue) == said_in(folder)
    for identity, message in catalogue.items():
        assert not message.fuzzy
        texts = [message.string] if isinstance(message.string, str) else message.string or []
        originals = [identity] if isinstance(identity, str) else identity
        for text, original in zip(texts, originals, strict=True):
            assert text
            assert blanks(text) == blanks(original)


def blanks(text: str) -> set[str]:
    return set(re.findall(r"\{(\w+)", text))


def test_one_and_many_are_told_apart() -> None:
    say = words("de", MMM)
    assert say.many("{n} step", "{n} steps", 1) == "1 Schritt"
    assert say.many("{n} step", "{n} steps", 3) == "3 Schritte"


def test_a_game_falls_back_to_the_words_everybody_shares() -> None:
    assert words("de", MMM)("Which game?") == "Welches Spiel?"


def test_an_error_is_said_in_a_language_with_every_error_it_quotes() -> None:
    why = BadOption("{title} has no exact solution", title="Compost")
    error = PaschError("the perfect player can't play here: {reason}", reason=why)
    assert str(error) == "the perfect player can't play here: Compost has no exact solution"
    said = "der perfekte Spieler kann hier nicht spielen: Compost hat keine exakte Lösung"
    assert error.said("de") == said


def test_several_faults_are_said_line_by_line() -> None:
    faults = [PaschError("seat {seat} is taken", seat=n) for n in (1, 2)]
    error = Faulty("the game has begun", faults)
    assert str(error) == "the game has begun\n  seat 1 is taken\n  seat 2 is taken"
    assert error.said("de").splitlines()[1:] == ["  Platz 1 ist besetzt", "  Platz 2 ist besetzt"]


def test_an_error_nobody_translated_stays_as_it_is() -> None:
    assert PaschError("expected {t, id}, got {").said("de") == "expected {t, id}, got {"


def test_english_needs_no_catalogue() -> None:
    assert words("en")("Which game?") == "Which game?"


@pytest.mark.parametrize(
    ("spoken", "language"),
    [("de_AT.UTF-8", "de"), ("en_GB.UTF-8", "en"), ("fr_FR.UTF-8", "en"), ("C.UTF-8", "en")],
)
def test_the_systems_language_is_spoken_where_we_can(
    spoken: str, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("LANGUAGE", "LC_ALL", "LC_CTYPE", "LANG"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LC_MESSAGES", spoken)
    assert system_language() == language
