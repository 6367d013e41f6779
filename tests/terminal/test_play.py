"""A table at one session, with scripted answers."""

import io
import itertools
import json
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest
from rich.cells import cell_len
from rich.console import Console

from pasch.bots import BotFault, name_of
from pasch.core.errors import BadOption, PaschError
from pasch.core.game.dice import Dice, draws_of
from pasch.core.game.position import OVER, WATCHER
from pasch.core.game.registry import load
from pasch.core.match.log import Log, header_of
from pasch.core.match.match import new
from pasch.core.words import words
from pasch.terminal.commands.play import play_session, resume_game, start_game
from pasch.terminal.commands.progress import prepare
from pasch.terminal.commands.seats import read_seats
from pasch.terminal.commands.session import LONG, Session, shortened
from pasch.terminal.screen.prompt import Quit
from tests.own import own_bots

__all__ = ["own_bots"]

# A turn of Mmm! in which nothing fits.
BUST = ("x", "x", "x")
# So ein Mist up to the first roll: cow +2, sheep +2 and pig +2 stand three cards apart.
LAID_OUT = (
    *("cow", "sheep", "pig"),
    *("cow 2", "sheep 2", "pig 2"),
    *("cow 2", "grey -3 (a)", "grey 2 (a)", "sheep 2", "grey -1 (a)", "grey -3 (b)", "pig 2"),
    "grey -1 (b)",
)


class Evening:
    """A session with scripted answers, a log in a folder, and a console to read."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
        self.monkeypatch = monkeypatch
        self.path = folder / "game.jsonl"
        self.file = io.StringIO()
        self.console = Console(file=self.file, width=100, height=40)

    def start(self, key: str, seats: str | None = None, **more: Any) -> Session:
        given: dict[str, Any] = {"options": {}, "start": 1, "seed": None, "real_dice": True}
        given |= {"language": "en", "path": self.path} | more
        return start_game(self.console, load(key), seats, **given)

    def resume(self, *, real_dice: bool = True, language: str = "en") -> Session:
        return resume_game(self.console, self.path, real_dice, language)

    def types(self, answers: Iterable[str]) -> None:
        rest = iter(answers)

        def answer(_: str = "") -> str:
            for line in rest:
                return line
            raise EOFError

        self.monkeypatch.setattr("builtins.input", answer)

    def play(self, table: Session, *answers: str) -> str:
        """Play until the answers are used up, and return what was shown meanwhile."""
        self.file.seek(0)
        self.file.truncate()
        self.types(answers)
        with pytest.raises(Quit):
            table.play()
        return self.file.getvalue()

    def logged(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.path.read_text("utf-8").splitlines()]


@pytest.fixture
def evening(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Evening:
    return Evening(monkeypatch, tmp_path)


@pytest.mark.parametrize(
    ("seats", "language", "names"),
    [
        ("me", "en", ["Guest"]),
        ("me", "de", ["Gast"]),
        ("me,quick,quick", "en", ["Guest", "Quick 1", "Quick 2"]),
        ("quick, me ,random", "en", ["Quick", "Guest", "Random"]),
        ("me,me,quick", "en", ["Player 1", "Player 2", "Quick"]),
        ("me,me", "de", ["Spieler 1", "Spieler 2"]),
        ("me:Anna,me:Ben,quick", "en", ["Anna", "Ben", "Quick"]),
        ("me:Anna,me,random,random", "en", ["Anna", "Player 2", "Random 1", "Random 2"]),
        ("quick:Tick,quick", "en", ["Tick", "Quick 2"]),
        ("me,clever,clever", "de", ["Gast", "Schlau 1", "Schlau 2"]),
        ("me:A:B", "en", ["A:B"]),
    ],
)
def test_seats_are_read_and_named(seats: str, language: str, names: list[str]) -> None:
    sitting = read_seats(seats, words(language))
    assert [seat.name for seat in sitting] == names
    assert [seat.plays for seat in sitting] == [
        part.strip().partition(":")[0] for part in seats.split(",")
    ]


@pytest.mark.parametrize(
    ("bot", "language", "name"),
    [
        ("search:5000", "en", "Search 5000"),
        ("search:50ms", "de", "Suche 50ms"),
        ("level:6", "de", "Perfekt"),
        ("my.module:MyBot", "en", "MyBot"),
        ("quick", "de", "Flink"),
    ],
)
def test_any_bot_of_an_arena_takes_a_seat(bot: str, language: str, name: str) -> None:
    _, sitter = read_seats(f"me,{bot}", words(language))
    assert (sitter.plays, sitter.name) == (bot, name)


def test_a_bot_that_a_log_names_has_a_name_even_if_nobody_knows_it() -> None:
    assert [name_of(bot, words("en")) for bot in ("person", "level:9", "")] == ["Person", "9", ""]


@pytest.mark.parametrize("seats", ["bot", "me,,me", "", "Me", "me;quick", ":Anna"])
def test_a_seat_nobody_can_play_is_refused(seats: str) -> None:
    expected = r"a seat is me \(or me:NAME\) or a bot: a bot is one of newcomer, .*, not '"
    with pytest.raises(BadOption, match=expected):
        read_seats(seats, words("en"))


def test_two_people_at_one_keyboard_take_turns(evening: Evening) -> None:
    table = evening.start("mmm", "me:Anna,me:Ben")
    saw = evening.play(table, "carrot", "x", "x", "a1", "g", *BUST, "fish", "x", "x")
    prompts = [line for line in saw.splitlines() if line.startswith(("Anna:", "Ben:"))]
    assert prompts == [
        *(f"Anna: Roll die {n} of 3" for n in (1, 2, 3)),
        "Anna: Place at least one die",
        "Anna: Roll again or gather?",
        *(f"Ben: Roll die {n} of 3" for n in (1, 2, 3)),
        *(f"Anna: Roll die {n} of 3" for n in (1, 2, 3)),
        "Anna: Place at least one die",
    ]
    assert table.viewer() == WATCHER


def test_real_dice_are_typed_and_logged(evening: Evening) -> None:
    table = evening.start("mmm")
    evening.play(table, "carrot", "x", "2", "b1", "r", "cheese", "x", "q")
    header, *events = evening.logged()
    assert header["dice"] == "real"
    assert not {"seed", "commitment", "drawn"} & header.keys()
    assert [event["do"] for event in events] == [
        {"die": "carrot"},
        {"die": "x"},
        {"die": "fish"},
        {"place": "b1"},
        {"roll": "again"},
        {"die": "cheese"},
        {"die": "x"},
    ]
    assert table.match.events == Log.open(evening.path).match.events


def test_a_game_in_one_window_is_not_resumed_in_another(evening: Evening) -> None:
    table = evening.start("mmm")
    with pytest.raises(PaschError, match="is being played in another window"):
        evening.resume()
    evening.play(table, "carrot", "q")
    assert evening.resume().match.events == table.match.events


def test_a_mistyped_die_is_taken_back_out_of_the_log_too(evening: Evening) -> None:
    table = evening.start("mmm", "me,quick")
    evening.play(table, "carrot", "fish", "u", "x", "u", "u", "bread", "x", "x", "c6", "u", "b3")
    _, *events = evening.logged()
    assert [event["do"] for event in events] == [
        {"die": "bread"},
        {"die": "x"},
        {"die": "x"},
        {"place": "b3"},
    ]
    assert Log.open(evening.path).match.events == table.match.events


def test_with_real_dice_a_bots_answer_is_taken_back_with_what_it_answered(
    evening: Evening,
) -> None:
    table = evening.start("mmm", "quick,me")
    evening.play(table, "carrot", "x", "x")
    asked = len(table.match.events)
    assert table.match.player_at(asked - 1) == 0
    evening.play(evening.resume(), "u")
    assert [event["do"] for event in evening.logged()[1:]] == [{"die": "carrot"}, {"die": "x"}]


def test_of_sealed_dice_only_what_showed_nothing_is_taken_back(evening: Evening) -> None:
    table = evening.start("mmm", "me", real_dice=False, seed="yard")
    evening.play(table)
    placed = table.match.text(table.match.legal()[0])
    saw = evening.play(evening.resume(real_dice=False), placed, "u", placed)
    undo = [("u undo" in each) for each in saw.split("> ")[:-1]]
    assert undo == [False, True, False, True]


@pytest.mark.parametrize("real_dice", [True, False])
def test_the_end_is_taken_back_only_with_real_dice(evening: Evening, real_dice: bool) -> None:
    table = evening.start("mmm", "me", real_dice=real_dice, options={"cat_steps": "1"})
    table.log.apply(0)
    while table.match.player != OVER:
        table.log.apply(table.match.possible()[-1])
    assert table.match.player_at(len(table.match.events) - 1) == 0
    assert (table.last_typed() is not None) is real_dice


def test_a_curtain_hangs_between_two_people_with_secrets(evening: Evening) -> None:
    evening.console = Console(file=evening.file, width=100, height=40, force_terminal=True)
    turn = ("1b", "", "1", "1")
    saws = {}
    for key, first in (("mistkaefer", "1b"), ("mmm", "carrot")):
        evening.path = evening.path.with_name(f"{key}.jsonl")
        table = evening.start(key, "me:Anna,me:Ben")
        saws[key] = evening.play(table, "", first, *turn[1:])
    assert "Anna: Enter shows the table" in saws["mistkaefer"]
    assert "Enter shows" not in saws["mmm"]


def test_names_that_nobody_chose_are_said_in_the_language_of_today(evening: Evening) -> None:
    table = evening.start("mmm", "me,clever,clever,me:You,steady:Schlau 2")
    assert table.match.names == ("Player 1", "Clever 1", "Clever 2", "You", "Schlau 2")
    table.log.close()
    again = evening.resume(language="de")
    assert again.match.names == ("Spieler 1", "Schlau 1", "Schlau 2", "You", "Schlau 2")


def test_long_names_are_shortened_where_they_stand_beside_a_board() -> None:
    assert shortened("Anna") == "Anna"
    assert shortened("Konstantinopolitanerin") == "Konstantinopoli…"
    assert cell_len(shortened("あ" * 30)) <= LONG


@pytest.mark.parametrize(
    ("pace", "key", "then"),
    [(0.3, "+", 0.0), (0.0, "+", 0.0), (0.3, "-", 0.8), (2.0, "-", 2.0), (0.5, "-", 0.8)],
)
def test_the_pace_of_the_bots_goes_step_by_step(
    evening: Evening, pace: float, key: str, then: float
) -> None:
    table = evening.start("mmm", "me,quick")
    table.pace = pace
    table.change_pace(key)
    assert table.pace == then


def test_real_cards_are_typed_by_their_words(evening: Evening) -> None:
    table = evening.start("so-ein-mist", "me:Anna,me:Ben,me:Cem")
    saw = evening.play(table, *LAID_OUT, "3", "m", "cow 10")
    assert "  Anna moved 3: the sheep +2 went to Ben.\n" in saw
    assert "  Anna filled the gap: cow +10.\n" in saw
    assert saw.endswith("Ben: Roll 1 of 5\n> ")


def test_with_real_dice_the_table_draws_what_lies_hidden(evening: Evening) -> None:
    """MK-5 nobody is asked which chip it is, nor learns by asking which kinds there are."""
    options = {"bonus": "green 1 steal, blue 1 chips"}
    table = evening.start("mistkaefer", "me:Anna,me:Ben", options=options)
    stolen = ("roll 1 green", "1", "1", "steal from Anna")
    saw = evening.play(table, "roll 1 blue", "1", "1", *stolen, "u", "q")
    header, *events = evening.logged()
    assert (header["dice"], header["hidden"]) == ("real", True)
    secret = [event for event in events if event.get("hidden")]
    assert [event["outcome"] for event in secret] == [
        Dice(header["seed"]).roll(event["turn"], event["die"], event["chance"]) for event in secret
    ]
    assert len(secret) == 3
    assert events[-1] == secret[-1], "what was drawn since can't be taken back"
    assert "two balls, clover" not in saw
    again = evening.resume()
    assert again.dice.secret.seed == header["seed"]
    assert again.match.events == table.match.events


@pytest.mark.parametrize("seats", ["me,quick,random", "random,me,quick"])
def test_bots_act_between_the_turns_of_a_person(evening: Evening, seats: str) -> None:
    table = evening.start("so-ein-mist", seats, real_dice=False)
    evening.types(itertools.repeat("m"))
    table.play()
    assert table.match.player == OVER
    _, *events, end = evening.logged()
    assert {event.get("seat") for event in events} == {None, 0, 1, 2}
    assert end["events"] == len(events)


def test_the_same_seed_and_the_same_choices_give_the_same_game(evening: Evening) -> None:
    """It holds for every bot that thinks or guesses, also after a pause."""

    def events(seed: str, pause: int | None = None) -> list[int]:
        evening.path.unlink(missing_ok=True)
        table = evening.start(
            "so-ein-mist", "me,search:40,newcomer", real_dice=False, seed=seed, start=None
        )
        if pause is not None:
            evening.play(table, *["m"] * pause)
            table = evening.resume(real_dice=False)
        evening.types(itertools.repeat("m"))
        table.play()
        return table.match.events

    assert events("yard") == events("yard", pause=3) != events("barn")


def test_a_bot_of_ones_own_sits_down_and_one_that_fails_leaves_a_game_to_go_on_with(
    evening: Evening, own_bots: Path
) -> None:
    table = evening.start("so-ein-mist", "me,mymodule:MyBot,quick", real_dice=False)
    assert table.match.names[1:] == ("MyBot", "Quick")
    evening.types(itertools.repeat("m"))
    table.play()
    assert table.match.player == OVER
    evening.path = own_bots / "other.jsonl"
    table = evening.start("so-ein-mist", "quick,quick,wrong:raises", real_dice=False)
    with pytest.raises(BotFault, match="wrong:raises raised ZeroDivisionError"):
        play_session(table)
    assert "The game is kept. Go on with:\n  pasch play --resume" in evening.file.getvalue()
    assert evening.resume(real_dice=False).match.events == table.match.events


def test_bots_alone_play_to_the_end_and_nobody_is_asked(evening: Evening) -> None:
    table = evening.start("mmm", "quick,random", real_dice=False, options={"cat_steps": "2"})
    evening.types([])
    table.play()
    table.show_end()
    assert table.viewer() == WATCHER
    assert table.match.scene(WATCHER).prompt in evening.file.getvalue()
    assert "> " not in evening.file.getvalue()


def test_what_happened_since_the_last_look_is_told_once(evening: Evening) -> None:
    table = evening.start("mmm", "me:Anna,me:Ben")
    saw = evening.play(table, "carrot", "x", "x", "a1", "g", *BUST)
    assert saw.count("  Anna rolled: carrot, X, X.\n") == 1
    assert saw.count("  Anna placed a carrot.\n") == 1
    assert saw.count("  Anna gathered 1 bite.\n") == 1
    assert saw.count("  Ben rolled: X, X, X.\n") == 1
    assert saw.index("Anna gathered") < saw.index("Ben rolled")


def test_the_story_is_told_in_the_language_of_the_table(evening: Evening) -> None:
    table = evening.start("mmm", language="de")
    saw = evening.play(table, "Möhre", "X", "X", "a1")
    assert "  Gast: gewürfelt Möhre, X, X.\n" in saw
    assert saw.endswith("Du: Nochmal würfeln oder einsammeln?\n> ")


def test_a_question_mark_explains_the_choices_with_their_odds(evening: Evening) -> None:
    table = evening.start("mmm")
    saw = " ".join(evening.play(table, "carrot", "x", "x", "a1", "?").split())
    told = saw[saw.rindex("> ", 0, saw.rindex(" r roll again")) :]
    assert "%" in told
    assert " g gather " in told
    assert "The cat's way" in told
    assert told.endswith("You: Roll again or gather? >")


def test_a_question_mark_shows_the_rules_too(evening: Evening) -> None:
    saw = evening.play(evening.start("mmm", language="de"), "Möhre", "X", "X", "?")
    assert "Die Kammer gehört uns" in saw
    assert "MMM-13" not in saw
    assert saw.endswith("> ")


def test_a_long_story_is_cut_to_its_end(evening: Evening) -> None:
    evening.console = Console(file=evening.file, width=100, height=24)
    table = evening.start("so-ein-mist", "quick,quick,quick", real_dice=False)
    table.play()
    table.show_end()
    saw = evening.file.getvalue()
    told = saw[saw.index("  …\n") :].splitlines()
    assert len(told) == 1 + 4 + 1
    assert told[-1].startswith("The game is over; ")


def test_plain_lines_are_plain(evening: Evening) -> None:
    assert "\x1b" not in evening.play(evening.start("mmm"), "x")


@pytest.mark.parametrize(
    ("players", "viewer"),
    [
        (["quick", "me", "quick"], 1),
        (["me", "quick", "random"], 0),
        (["me", "quick", "me"], WATCHER),
        (["quick", "quick", "quick"], WATCHER),
    ],
)
def test_the_story_is_told_for_the_only_person_or_else_for_everybody(
    evening: Evening, players: list[str], viewer: int
) -> None:
    match = new("so-ein-mist", seats=3, start=0)
    log = Log.create(evening.path, header_of(match, players), match)
    assert Session(evening.console, log, players, draws_of(None), "en").viewer() == viewer


@pytest.mark.parametrize("real_dice", [True, False])
def test_a_resumed_table_stands_as_it_was_left(evening: Evening, real_dice: bool) -> None:
    table = evening.start("so-ein-mist", "me:Anna,quick,random")
    evening.play(table, *LAID_OUT, "4")
    again = evening.resume(real_dice=real_dice)
    assert again.match.position() == table.match.position()
    assert again.match.events == table.match.events
    assert again.match.names == ("Anna", "Quick", "Random")
    assert again.players == ["me", "quick", "random"]
    saw = evening.play(again)
    assert saw.endswith("You: Take the −1, or roll on?\n> ")


def test_a_seed_goes_on_where_it_was(evening: Evening, tmp_path: Path) -> None:
    logs = []
    for name, stops in (("whole", [40]), ("halves", [1, 3, 40])):
        evening.path = tmp_path / f"{name}.jsonl"
        table = evening.start("so-ein-mist", "me,quick,quick", real_dice=False, seed="yard")
        for answers in stops[:-1]:
            evening.play(table, *(["m"] * answers))
            table = evening.resume(real_dice=False)
        evening.types(["m"] * stops[-1])
        table.play()
        logs.append(evening.path.read_bytes())
    assert logs[0] == logs[1]


@pytest.mark.parametrize("seed", [None, "yard"])
@pytest.mark.parametrize("start", [None, 2])
def test_sealed_dice_stand_in_the_log(
    evening: Evening, seed: str | None, start: int | None
) -> None:
    table = evening.start("mmm", "quick,quick", real_dice=False, seed=seed, start=start)
    dice = table.dice.open
    assert dice is table.dice.secret
    header = Log.open(evening.path).header
    assert header.seed == dice.seed
    assert header.seed == (seed or header.seed)
    assert header.commitment == dice.commitment
    assert (header.drawn, header.dice, header.hidden) == (start is None, "sealed", False)
    assert header.start == (dice.draw_start(2) if start is None else 1)


def test_sealed_dice_go_on_sealed_and_real_ones_real(evening: Evening, tmp_path: Path) -> None:
    evening.start("mmm")
    assert evening.resume(real_dice=False).dice.open is None
    evening.path = tmp_path / "sealed.jsonl"
    table = evening.start("mmm", "me", real_dice=False)
    table.log.close()
    again = evening.resume(real_dice=False)
    again.log.close()
    assert again.dice.open is not None
    assert again.dice.secret.seed == table.dice.secret.seed
    with pytest.raises(BadOption, match="are sealed: it goes on without --real-dice"):
        evening.resume(real_dice=True)


def test_sealed_dice_whose_seed_is_kept_elsewhere_cannot_go_on_here(evening: Evening) -> None:
    match = new("mmm", seats=1, start=0)
    Log.create(evening.path, header_of(match, ["me"], commitment="ab" * 32), match)
    with pytest.raises(PaschError, match="line 1: expected the seed of the sealed dice, got none"):
        evening.resume(real_dice=False)


def test_a_log_from_before_the_dice_were_sealed_goes_on_either_way(evening: Evening) -> None:
    match = new("mmm", seats=1, start=0)
    Log.create(evening.path, header_of(match, ["me"], seed="yard"), match)
    assert evening.resume(real_dice=True).dice.open is None
    dice = evening.resume(real_dice=False).dice.open
    assert dice is not None
    assert dice.seed == "yard"


def test_a_log_that_does_not_say_who_plays_is_resumed_by_people(evening: Evening) -> None:
    match = new("mmm", seats=2, start=1, names=["Anna", "Ben"])
    Log.create(evening.path, header_of(match), match)
    table = evening.resume()
    assert table.players == ["me", "me"]
    assert evening.play(table).endswith("Ben: Roll die 1 of 3\n> ")


@pytest.mark.parametrize("players", ['["smart"]', '["me","me"]'])
def test_players_a_log_cannot_have_are_refused(evening: Evening, players: str) -> None:
    evening.start("mmm")
    text = evening.path.read_text("utf-8").replace('"players":["me"]', f'"players":{players}')
    evening.path.write_text(text, "utf-8")
    with pytest.raises(PaschError, match="line 1: "):
        evening.resume()


def test_a_log_that_lost_only_its_last_line_end_goes_on(evening: Evening) -> None:
    evening.play(evening.start("mmm"), "x")
    evening.path.write_bytes(evening.path.read_bytes().removesuffix(b"\n"))
    evening.play(evening.resume(), "x")
    assert [event["n"] for event in evening.logged()[1:]] == [1, 2]


def test_a_finished_game_is_not_resumed(evening: Evening) -> None:
    evening.start("mmm", "quick", real_dice=False, options={"cat_steps": "1"}).play()
    with pytest.raises(PaschError, match=r"is finished; pasch replay .* tells it again"):
        evening.resume()


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ({"seed": "a"}, "--real-dice and --seed exclude each other"),
        ({"start": 0}, "the starting seat is a number from 1 to 1, not 0"),
        ({"start": 2}, "the starting seat is a number from 1 to 1, not 2"),
        ({"seats": "me,me,me,me,me,me,me"}, "1 to 6 seats, not 7"),
        ({"options": {"cat_steps": "many"}}, "a whole number from 1 to 99, not 'many'"),
    ],
)
def test_a_table_that_cannot_be_laid_leaves_no_log(
    evening: Evening, more: dict[str, Any], message: str
) -> None:
    with pytest.raises(BadOption) as refused:
        evening.start("mmm", **more)
    assert message in str(refused.value)
    assert not evening.path.exists()


def test_nobody_named_the_game_says_who_sits_down(evening: Evening) -> None:
    assert evening.start("so-ein-mist").players == ["me", "steady", "steady", "steady"]


def test_the_starting_seat_is_drawn_if_nobody_says_it(evening: Evening, tmp_path: Path) -> None:
    starts = set()
    for i in range(60):
        path = tmp_path / f"{i}.jsonl"
        starts.add(evening.start("mmm", "me,me,me", start=None, path=path).match.start)
    assert starts == {0, 1, 2}


@pytest.fixture
def compiling(monkeypatch: pytest.MonkeyPatch) -> Callable[[bool], list[str]]:
    """Return a function that pretends a game is compiled or not, and returns what was compiled."""

    def pretend(ready: bool) -> list[str]:
        compiled: list[str] = []

        def make_ready(game: Any) -> Iterator[tuple[int, int]]:
            compiled.append(game.key)
            yield from ((0, 2), (1, 2), (2, 2))

        monkeypatch.setattr("pasch.engine.cache.is_ready", lambda _: ready)
        monkeypatch.setattr("pasch.bots.compile_game.make_ready", make_ready)
        return compiled

    return pretend


def test_rules_are_compiled_once_with_a_bar_to_watch(
    compiling: Callable[[bool], list[str]], evening: Evening
) -> None:
    compiled = compiling(False)
    evening.console = Console(file=evening.file, width=100, force_terminal=True)
    prepare(load("mmm"), evening.console, words("en"))
    assert compiled == ["mmm"]
    assert "Preparing Mmm!, this once" in evening.file.getvalue()
    assert "100%" in evening.file.getvalue()


def test_a_pipe_sees_no_bar(compiling: Callable[[bool], list[str]], evening: Evening) -> None:
    compiled = compiling(False)
    prepare(load("mmm"), evening.console, words("en"))
    assert compiled == ["mmm"]
    assert evening.file.getvalue() == ""


def test_compiled_rules_are_not_compiled_again(
    compiling: Callable[[bool], list[str]], evening: Evening
) -> None:
    compiled = compiling(True)
    prepare(load("mmm"), evening.console, words("en"))
    assert compiled == []
    assert evening.file.getvalue() == ""
