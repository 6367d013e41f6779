"""Lays the table for a new game, or for one that was interrupted, and has it played."""

import shlex
from datetime import datetime
from pathlib import Path
from typing import Any

import platformdirs
from rich.console import Console

from pasch.bots import BotFault, check_bot, perfect, read_bot, thinks
from pasch.core.dice import Dice
from pasch.core.errors import BadOption, PaschError
from pasch.core.facts import Game
from pasch.core.log import Log, header_of
from pasch.core.match import new
from pasch.core.position import OVER
from pasch.core.registry import games
from pasch.core.words import Words, words
from pasch.terminal.ask import Quit, Reply, ask
from pasch.terminal.play import Keyboard, prepare
from pasch.terminal.seats import PERSON, check_player, read_seats
from pasch.terminal.solve import solve_for_play
from pasch.terminal.streams import INTERRUPTED, tell


def choose_game(console: Console, say: Words) -> Game:
    found = list(games().values())
    replies = [
        Reply(i, f"{game.title} · {summary}", str(i + 1), (str(i + 1), game.key))
        for i, game in enumerate(found)
        for summary in [words(say.language, game.folder)(game.summary)]
    ]
    try:
        return found[ask(console, say("Which game?"), replies, say)]
    except (Quit, KeyboardInterrupt):
        raise SystemExit(0) from None


def usual_log(game: Game) -> Path:
    now = datetime.now().strftime("%Y-%m-%d-%H%M%S-%f")
    return Path(platformdirs.user_data_dir("pasch")) / "games" / f"{now}-{game.key}.jsonl"


def start_game(
    console: Console,
    game: Game,
    seats: str | None,
    options: dict[str, Any],
    start: int | None,
    seed: str | None,
    real_dice: bool,
    path: Path,
    language: str,
) -> Keyboard:
    if real_dice and seed is not None:
        raise BadOption("--real-dice and --seed exclude each other: real dice have no seed")
    say = words(language)
    sitting = read_seats(seats or ",".join(game.table), say)
    game.check_seats(len(sitting))
    players = [seat.plays for seat in sitting]
    settings = game.read_options(options)
    check_bots(players, game, settings)
    if start is not None and not 1 <= start <= len(sitting):
        raise BadOption(
            "the starting seat is a number from 1 to {last}, not {got}",
            last=len(sitting),
            got=start,
        )
    dice = Dice(seed)
    ready_those_who_think(console, players, game, settings, say)
    match = new(
        game.key,
        seats=len(sitting),
        start=dice.draw_start(len(sitting)) if start is None else start - 1,
        names=[seat.name for seat in sitting],
        **options,
    )
    if real_dice:
        header = header_of(match, players, dice="real")
    else:
        header = header_of(
            match,
            players,
            seed=dice.seed,
            commitment=dice.commitment,
            drawn=start is None,
        )
    log = Log.create(path, header, match)
    return Keyboard(console, log, players, None if real_dice else dice, language)


def resume_game(console: Console, path: Path, real_dice: bool, language: str) -> Keyboard:
    log = Log.open(path)
    if log.match.player == OVER:
        again = shlex.quote(str(path))
        raise PaschError(
            "{path} is finished; pasch replay {again} tells it again", path=path, again=again
        )
    players = log.header.players or [PERSON] * log.match.seats
    if len(players) != log.match.seats:
        raise PaschError(
            "{path}, line 1: expected {seats} players, got {n}",
            path=path,
            seats=log.match.seats,
            n=len(players),
        )
    for plays in players:
        try:
            check_player(plays)
        except BadOption as problem:
            raise PaschError("{path}, line 1: {problem}", path=path, problem=problem) from None
    match = log.match
    check_bots(players, match.game, match.options)
    log.hold()
    ready_those_who_think(console, players, match.game, match.options, words(language))
    return Keyboard(console, log, players, dice_of(log, real_dice), language)


def check_bots(players: list[str], game: Game, options: Any) -> None:
    for plays in players:
        if plays != PERSON:
            check_bot(plays, game, len(players), options)


def ready_those_who_think(
    console: Console, players: list[str], game: Game, options: Any, say: Words
) -> None:
    bots = [read_bot(plays) for plays in players if plays != PERSON]
    if any(thinks(bot) for bot in bots):
        prepare(game, console, say)
    if perfect in bots:
        solve_for_play(console, game, len(players), options, say)


def dice_of(log: Log, real_dice: bool) -> Dice | None:
    """The same dice as before; None stands for real ones."""
    header = log.header
    if real_dice and header.commitment is not None:
        raise BadOption(
            "the dice of {path} are sealed: it goes on without --real-dice", path=log.path
        )
    if real_dice or header.dice == "real":
        return None
    if header.commitment is not None and header.seed is None:
        raise PaschError(
            "{path}, line 1: expected the seed of the sealed dice, got none", path=log.path
        )
    return Dice(header.seed, header.salts)


def play(keyboard: Keyboard) -> None:
    """To the end, or until somebody leaves; then it says how to go on."""
    console, say, path = keyboard.console, keyboard.say, keyboard.log.path
    try:
        keyboard.play()
    except (Quit, KeyboardInterrupt, BotFault) as left:
        console.print()
        console.print(say("The game is kept. Go on with:"))
        tell(console, f"  {resume_command(path)}")
        if isinstance(left, BotFault):
            raise
        raise SystemExit(INTERRUPTED if isinstance(left, KeyboardInterrupt) else 0) from None
    tell(console, say("The log: {path}", path=path))


def resume_command(path: Path) -> str:
    """What to type to go on, whatever the path is called."""
    return f"pasch play --resume {shlex.quote(str(path))}"
