"""Bots of one's own: what they are given, and what becomes of those that go wrong."""

from dataclasses import fields
from pathlib import Path

import numpy as np
import pytest

from pasch.bots import BotFault, ExternalBot, read_bot
from pasch.bots.external import process_of
from pasch.bots.worker import Question, turn_of
from pasch.core.errors import BadOption
from pasch.core.game.registry import games, load
from pasch.core.game.spec import Game
from pasch.core.match.match import Match
from tests.bots.test_search import a_choice
from tests.checker import name_of
from tests.own import own_bots
from tests.solving import SMALL, board

__all__ = ["own_bots"]


def asked(match: Match) -> Question:
    """Return what is sent to the process of a bot."""
    sent: list[Question] = []

    class Listens:
        def choose(self, question: Question) -> int:
            sent.append(question)
            return question.legal[0]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("pasch.bots.external.process_of", lambda _: Listens())
        ExternalBot("some:bot").choose(match, np.random.default_rng(1))
    return sent[0]


@pytest.mark.parametrize("game", list(games().values()), ids=name_of)
def test_a_bot_is_given_what_its_seat_may_know_and_nothing_else(game: Game) -> None:
    match = a_choice(game)
    turn = turn_of(asked(match))
    assert turn.view == match.view(match.player)
    assert (turn.seat, turn.seats, turn.legal) == (match.player, match.seats, match.legal())
    assert turn.options == match.options
    assert [turn.text(a, "de") for a in turn.legal] == [match.text(a, "de") for a in match.legal()]
    guessed = turn.guess()
    game.rules.hide(guessed, turn.seat)
    assert guessed == turn.view
    names = {field.name for field in fields(Question)}
    assert names == {
        "game",
        "options",
        "seat",
        "legal",
        "view",
        "seed",
    }


def test_what_is_hidden_does_not_reach_the_bot() -> None:
    """In Mistkäfer chips lie face down."""
    match, rng = a_choice(load("mistkaefer")), np.random.default_rng(1)
    while len(guessed := guesses(match)) < 2:
        match.apply(int(rng.choice(match.possible())))
    sent, whole = asked(match), match.position()
    assert sent.view not in (whole.layout.pack(whole), *guessed)
    again = [turn_of(sent).guess() for _ in range(2)]
    assert again[0] == again[1]  # the request holds the random numbers


def guesses(match: Match) -> set[bytes]:
    """Return what the seat to choose may think is hidden."""
    rng, seat = np.random.default_rng(2), match.player
    if seat < 0:
        return set()
    made = (match.guess(seat, rng) for _ in range(20))
    return {position.layout.pack(position) for position in made}


def test_the_bot_of_the_documents_chooses_and_the_same_random_numbers_choose_the_same(
    own_bots: Path,  # noqa: ARG001 - there it lies
) -> None:
    bot, match = read_bot("mymodule:MyBot"), a_choice(load("so-ein-mist"))
    chosen = [bot.choose(match, np.random.default_rng(4)) for _ in range(2)]
    assert chosen[0] == chosen[1]
    assert chosen[0] in match.legal()


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("raises", r"raised ZeroDivisionError: .* by zero \(wrong.py, line 7\)"),
        ("hangs", r"took more than 0.2 s"),
        ("cheats", r"answered \d+, expected one of \d+, \d+"),
        ("talks", r"answered '[a-z ]+ \d', expected one of"),
        ("leaves", r"raised SystemExit"),
        ("dies", r"ended its process"),
    ],
)
def test_a_bot_that_goes_wrong_is_named_each_time(
    own_bots: Path,  # noqa: ARG001
    capfd: pytest.CaptureFixture[str],
    name: str,
    problem: str,
) -> None:
    bot, match = read_bot(f"wrong:{name}"), a_choice(load("so-ein-mist"))
    for _ in range(2):
        with pytest.raises(BotFault, match=f"^wrong:{name} {problem}"):
            bot.choose(match, np.random.default_rng(1))
    printed = capfd.readouterr()
    assert printed.out == ""
    assert printed.err == ("I think\n" * 2 if name == "talks" else "")


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("nowhere:Bot", "ModuleNotFoundError: No module named 'nowhere'"),
        ("wrong:nobody", "AttributeError: module 'wrong' has no attribute 'nobody'"),
        ("wrong:number", "TypeError: number is no function and no class with a __call__"),
        ("wrong:Unmade", "TypeError: .*missing 1 required positional argument"),
        ("broken:Bot", r"SyntaxError: .* \(broken.py, line 2\)"),
    ],
)
def test_a_bot_that_cannot_be_loaded_is_refused_before_anything_is_played(
    own_bots: Path, text: str, problem: str
) -> None:
    (own_bots / "broken.py").write_text("\nclass Bot(:\n", encoding="utf-8")
    game = load("mmm")
    with pytest.raises(BadOption, match=f"^{text} can't play: {problem}"):
        read_bot(text).check(game, 1, game.read_options({}))


def test_who_stops_waiting_gets_no_answer_to_another_question(
    own_bots: Path,  # noqa: ARG001
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Ctrl-C in a notebook, for example, stops the waiting."""

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    bot, match = ExternalBot("mymodule:MyBot"), a_choice(load("so-ein-mist"))
    expected = bot.choose(match, np.random.default_rng(1))
    first = process_of(bot.text)._child
    with monkeypatch.context() as patch:
        patch.setattr("pasch.bots.external.receive", interrupted)
        with pytest.raises(KeyboardInterrupt):
            bot.choose(match, np.random.default_rng(2))
    assert bot.choose(match, np.random.default_rng(1)) == expected
    assert process_of(bot.text)._child is not first


def test_a_bot_that_was_changed_is_loaded_anew(own_bots: Path) -> None:
    bot, match = ExternalBot("mymodule:MyBot"), a_choice(load("so-ein-mist"))
    before = bot.sources()
    assert bot.sources() == before
    changed = "def MyBot(turn):\n    return turn.legal[-1]\n"
    (own_bots / "mymodule.py").write_text(changed, encoding="utf-8")
    assert bot.sources() != before
    assert bot.choose(match, np.random.default_rng(1)) == match.legal()[-1]


def test_of_a_package_every_file_counts(own_bots: Path) -> None:
    package = own_bots / "mybots"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "first.py").write_text("def bot(turn):\n    return turn.legal[0]\n")
    bot = ExternalBot("mybots.first:bot")
    before = bot.sources()
    (package / "helps.py").write_text("LUCK = 7\n")
    process_of(bot.text).end()
    assert bot.sources() != before
    process_of(bot.text).end()


def test_options_travel_as_they_are() -> None:
    options = load("mmm").read_options({"board": board(SMALL), "cat_steps": "4", "line": "yes"})
    match = Match(load("mmm"), 2, 0, options)
    while match.player < 0 or len(match.legal()) < 2:
        match.apply(0)
    assert turn_of(asked(match)).options == options
