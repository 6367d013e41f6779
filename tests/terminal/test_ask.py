"""How a person answers."""

import io
from collections.abc import Callable

import pytest
from rich.console import Console

from pasch.core.game.position import WATCHER
from pasch.core.match.match import Match, new
from pasch.core.words import words
from pasch.terminal.screen.keys import Keyring, replies_to_chance
from pasch.terminal.screen.plain import ask
from pasch.terminal.screen.prompt import Quit, Reply, plain, question
from tests.moves import ANIMALS, pantry, play, ring_of

RING = (
    "cow +2",
    "grey −3 (a)",
    "grey +2 (a)",
    "sheep +4",
    "grey −1 (a)",
    "grey −3 (b)",
    "pig +6",
    "grey −1 (b)",
    "grey +2 (b)",
)


class Person:
    """A person who types these lines, then closes the input."""

    def __init__(self, *lines: str) -> None:
        self.lines = list(lines)
        self.file = io.StringIO()
        self.console = Console(file=self.file, width=100)

    def __call__(self, prompt: str = "") -> str:
        assert prompt == ""
        if not self.lines:
            raise EOFError
        return self.lines.pop(0)

    @property
    def saw(self) -> str:
        return self.file.getvalue()


@pytest.fixture
def typing(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Person]:
    def sit_down(*lines: str) -> Person:
        person = Person(*lines)
        monkeypatch.setattr("builtins.input", person)
        return person

    return sit_down


def choose(person: Person, match: Match, language: str = "en") -> str:
    """Return what a person chooses for the seat to move, in words."""
    scene = match.scene(match.player, language)
    a = ask(person.console, question(scene), Keyring().replies(scene), words(language))
    return match.text(a)


def roll(person: Person, match: Match, language: str = "en") -> str:
    """Return what a person says came, in words."""
    prompt = question(match.scene(WATCHER, language))
    a = ask(person.console, prompt, replies_to_chance(match, language), words(language))
    return match.text(a)


@pytest.mark.parametrize(
    ("typed", "chosen"),
    [("m", "move 4"), ("r", "roll on"), (" M ", "move 4"), ("Roll on", "roll on")],
)
def test_a_choice_is_typed_by_its_letter_or_its_words(
    typing: Callable[..., Person], typed: str, chosen: str
) -> None:
    person = typing(typed)
    assert choose(person, play(ring_of(*RING), "4")) == chosen
    assert "  m  move 4: take grey −1\n" in person.saw
    assert "  r  roll on\n" in person.saw
    assert "Player 1: Take the −1, or roll on?\n> " in person.saw


@pytest.mark.parametrize(("typed", "chosen"), [("z", "move 4"), ("W", "roll on")])
def test_the_letters_are_those_of_the_language(
    typing: Callable[..., Person], typed: str, chosen: str
) -> None:
    assert choose(typing(typed), play(ring_of(*RING), "4"), "de") == chosen


@pytest.mark.parametrize("typed", ["a1", "A1", "  a1"])
def test_a_square_is_typed_by_its_name(typing: Callable[..., Person], typed: str) -> None:
    person = typing(typed)
    assert choose(person, play(pantry(), "carrot", "X", "X")) == "carrot on a1"
    squares = [line for line in person.saw.splitlines() if line.startswith("  carrot on ")]
    assert len(squares) == 1
    assert squares[0].split()[2:4] == ["a1", "b1"]


@pytest.mark.parametrize(
    ("typed", "chosen"),
    [("r", "roll again"), ("g", "gather")],
)
def test_what_is_no_square_has_a_letter(
    typing: Callable[..., Person], typed: str, chosen: str
) -> None:
    match = play(pantry(), "carrot", "carrot", "X", "carrot on a1")
    assert choose(typing(typed), match) == chosen


def test_two_choices_that_begin_alike_get_different_letters() -> None:
    scene = play(pantry(), "carrot", "carrot", "X", "carrot on a1").scene(0)
    taken = tuple(c for c in scene.choices if not c.text.startswith("carrot"))
    twins = (*taken, taken[0].__class__(action=99, text="run"))
    replies = Keyring().replies(scene.__class__("", scene.areas, (), (), twins))
    assert [reply.shown for reply in replies] == ["r", "g", "u"]


@pytest.mark.parametrize(
    ("typed", "came"),
    [
        ("1", "cow"),
        ("6", "rabbit"),
        ("rabbit", "rabbit"),
        ("Horse", "horse"),
        ("CHICKEN ", "chicken"),
    ],
)
def test_an_outcome_is_typed_by_its_number_or_its_words(
    typing: Callable[..., Person], typed: str, came: str
) -> None:
    person = typing(typed)
    assert roll(person, new("so-ein-mist", seats=3, start=0)) == came
    assert "  1  cow\n" in person.saw
    assert "Player 1: Deal an animal\n> " in person.saw


@pytest.mark.parametrize("typed", ["MÖHRE", "möhre", "5"])
def test_an_outcome_is_typed_in_the_language_of_the_table(
    typing: Callable[..., Person], typed: str
) -> None:
    assert roll(typing(typed), pantry(), "de") == "carrot"


@pytest.mark.parametrize(
    ("typed", "came"),
    [
        ("cow −3", "cow −3"),
        ("cow -3", "cow −3"),
        ("cow +4", "cow +4"),
        ("cow 4", "cow +4"),
        ("COW -3", "cow −3"),
        ("8", "cow +10"),
    ],
)
def test_a_typographic_sign_may_be_typed_plainly(
    typing: Callable[..., Person], typed: str, came: str
) -> None:
    match = play(new("so-ein-mist", seats=3, start=0), *ANIMALS[:3])
    assert roll(typing(typed), match) == came


@pytest.mark.parametrize("language", ["en", "de"])
def test_every_outcome_of_chance_can_be_typed_as_it_is_shown(
    typing: Callable[..., Person], language: str
) -> None:
    match = play(new("so-ein-mist", seats=3, start=0), *ANIMALS[:3])
    play(match, "cow +2", "sheep +2", "pig +2")
    for a in match.possible():
        assert roll(typing(match.text(a, language)), match, language) == match.text(a)
        assert roll(typing(str(a + 1)), match, language) == match.text(a)


@pytest.mark.parametrize("face", range(1, 7))
def test_a_die_is_typed_as_it_lies(typing: Callable[..., Person], face: int) -> None:
    person = typing(str(face))
    assert roll(person, ring_of(*RING)) == str(face)
    assert f"  {face}\n" in person.saw


@pytest.mark.parametrize("wrong", ["", "x", "3", "mm", "a1", "[bold]", "\udcff", "ümlaut"])
def test_a_wrong_answer_names_what_was_expected_and_is_asked_again(
    typing: Callable[..., Person], wrong: str
) -> None:
    person = typing(wrong, "m")
    assert choose(person, play(ring_of(*RING), "4")) == "move 4"
    assert person.saw.endswith(f"> Expected one of m, r; got {wrong!r}.\n> ")


def test_a_wrong_answer_is_explained_in_german_too(typing: Callable[..., Person]) -> None:
    person = typing("m", "z")
    choose(person, play(ring_of(*RING), "4"), "de")
    assert "Erwartet: z, w; getippt: 'm'." in person.saw


def test_a_square_that_is_not_open_is_a_wrong_answer(typing: Callable[..., Person]) -> None:
    person = typing("g7", "a1")
    assert choose(person, play(pantry(), "carrot", "X", "X")) == "carrot on a1"
    assert "Expected one of a1, b1, " in person.saw
    assert "got 'g7'." in person.saw


@pytest.mark.parametrize("typed", ["q", "Q", " q "])
def test_q_leaves(typing: Callable[..., Person], typed: str) -> None:
    person = typing(typed)
    with pytest.raises(Quit):
        choose(person, play(ring_of(*RING), "4"))
    assert "q leaves" in person.saw


@pytest.mark.parametrize("before", [(), ("nonsense",)])
def test_the_end_of_input_leaves(typing: Callable[..., Person], before: tuple[str, ...]) -> None:
    with pytest.raises(Quit):
        choose(typing(*before), play(ring_of(*RING), "4"))


def test_a_prompt_is_shown_as_it_is(typing: Callable[..., Person]) -> None:
    person = typing("y")
    replies = [Reply(7, "[red]yes[/red]", "y", ("y",))]
    assert ask(person.console, "[link]Anna[/link]: sure?", replies, words("en")) == 7
    assert "[link]Anna[/link]: sure?" in person.saw
    assert "  y  [red]yes[/red]" in person.saw


def test_plain_is_what_a_keyboard_can_type() -> None:
    assert plain(" Kuh −3 ") == "kuh -3"
    assert plain("Kuh +10") == "kuh 10"
