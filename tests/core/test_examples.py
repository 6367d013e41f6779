"""Examples in the rules: steps of lessons, the same in both languages, for every game of ours."""

import pytest

from pasch.core.game.registry import games
from pasch.core.match.lesson import CLAUSE, Example, lesson, split_rules
from pasch.core.words import LANGUAGES

OURS = [game for game in games().values() if game.package.startswith("pasch.games.")]
FEWEST = 3


def examples_of(text: str) -> list[Example]:
    return [part for part in split_rules(text) if isinstance(part, Example)]


def test_rules_are_split_at_their_examples() -> None:
    text = "One.\n\n<!-- example: 1-first 4: Look: here. -->\n\nTwo. <!-- example: no 1: x -->\n"
    one, example, two = split_rules(text)
    assert example == Example("1-first", 4, "Look: here.")
    assert (one, two) == ("One.\n\n", "\n\nTwo. <!-- example: no 1: x -->\n")


@pytest.mark.parametrize("text", ["[MMM-1]", "[SEM-12]", "[CO-1, CO-2]", "[MK-3–5]"])
def test_clause_numbers_are_known(text: str) -> None:
    assert CLAUSE.fullmatch(text)
    assert not CLAUSE.search("[link](there) [a-1]")


@pytest.mark.parametrize("game", OURS, ids=lambda game: game.key)
def test_the_rules_show_examples_that_lessons_bear_out(game) -> None:  # type: ignore[no-untyped-def]
    found = {code: examples_of(game.rules_text(code)) for code in LANGUAGES}
    steps = [[(each.lesson, each.step) for each in some] for some in found.values()]
    assert steps[0] == steps[1]
    assert len(steps[0]) >= FEWEST
    for code, some in found.items():
        for each in some:
            assert 1 <= each.step <= len(lesson(game, each.lesson).steps)
            assert each.scene(game, "Anna", code).seats[0].name == "Anna"
            assert "<!-- example" not in each.caption
    assert all(
        text.count("<!-- example") == len(found[code])
        for code, text in ((code, game.rules_text(code)) for code in LANGUAGES)
    )
