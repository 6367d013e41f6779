"""The command `play`: begins a game, or continues one from its log, and plays it."""

import shlex
from datetime import datetime
from pathlib import Path
from typing import Any

import platformdirs
from rich.console import Console
from rich.text import Text

from pasch.bots import BotFault, Need, read_bot
from pasch.core.errors import BadOption, PaschError
from pasch.core.game.dice import Draws, draws_of
from pasch.core.game.position import OVER, WATCHER
from pasch.core.game.registry import games
from pasch.core.game.spec import Game
from pasch.core.match.log import Log, header_of
from pasch.core.match.match import new
from pasch.core.words import Words, words
from pasch.terminal.commands.progress import prepare, solve_for_play
from pasch.terminal.commands.seats import PERSON, Sitter, check_player, read_seats, said_again
from pasch.terminal.commands.session import PACE, Session, TakeBack, resume_command
from pasch.terminal.screen.plain import ask
from pasch.terminal.screen.prompt import Frontend, Quit, Reply
from pasch.terminal.screen.streams import INTERRUPTED, has_person, print_line


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
    frontend: Frontend | None = None,
    pace: float = PACE,
) -> Session:
    if real_dice and seed is not None:
        raise BadOption("--real-dice and --seed exclude each other: real dice have no seed")
    sitting = read_seats(seats or ",".join(game.table), words(language))
    dice = draws_of(seed, real=real_dice)
    return sit_down(console, game, sitting, options, start, dice, path, language, frontend, pace)


def sit_down(
    console: Console,
    game: Game,
    sitting: list[Sitter],
    options: dict[str, Any],
    start: int | None,
    dice: Draws,
    path: Path,
    language: str,
    frontend: Frontend | None,
    pace: float,
) -> Session:
    say = words(language)
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
    ready_those_who_think(console, players, game, settings, say)
    match = new(
        game.key,
        seats=len(sitting),
        start=(dice.open or dice.secret).draw_start(len(sitting)) if start is None else start - 1,
        names=[seat.name for seat in sitting],
        **options,
    )
    is_real = dice.open is None
    if is_real and not game.keeps_secrets:
        header = header_of(match, players, dice="real")
    else:
        header = header_of(
            match,
            players,
            seed=dice.secret.seed,
            commitment=dice.secret.commitment,
            drawn=start is None and not is_real,
            dice="real" if is_real else "sealed",
            hidden=is_real,
        )
    log = Log.create(path, header, match)
    return Session(console, log, players, dice, language, frontend, pace)


def resume_game(
    console: Console,
    path: Path,
    real_dice: bool,
    language: str,
    frontend: Frontend | None = None,
    pace: float = PACE,
) -> Session:
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
    match.names = said_again(players, match.names, words(language))
    ready_those_who_think(console, players, match.game, match.options, words(language))
    return Session(console, log, players, dice_of(log, real_dice), language, frontend, pace)


def play_again(before: Session) -> Session:
    """Return a new session of the same people and bots, with other dice."""
    match = before.match
    names = before.log.header.names or match.names
    sitting = [Sitter(*sits) for sits in zip(before.players, names, strict=True)]
    return sit_down(
        before.console,
        match.game,
        sitting,
        match.options_as_json(),
        None,
        draws_of(None, real=before.dice.open is None),
        usual_log(match.game),
        before.language,
        before.frontend,
        before.pace,
    )


def check_bots(players: list[str], game: Game, options: Any) -> None:
    for plays in players:
        if plays != PERSON:
            read_bot(plays).check(game, len(players), options)


def ready_those_who_think(
    console: Console, players: list[str], game: Game, options: Any, say: Words
) -> None:
    bots = [read_bot(plays) for plays in players if plays != PERSON]
    need = max((bot.need(game, len(players), options) for bot in bots), default=Need.NOTHING)
    if need >= Need.COMPILED:
        prepare(game, console, say)
    if need >= Need.SOLVED:
        solve_for_play(console, game, len(players), options, say)


def dice_of(log: Log, real_dice: bool) -> Draws:
    """Return the same dice as before."""
    header = log.header
    is_real = real_dice or header.dice == "real"
    if is_real and header.dice != "real" and header.commitment is not None:
        raise BadOption(
            "the dice of {path} are sealed: it goes on without --real-dice", path=log.path
        )
    if header.commitment is not None and header.seed is None:
        raise PaschError(
            "{path}, line 1: expected the seed of the sealed dice, got none", path=log.path
        )
    return draws_of(header.seed, header.salts, deal=header.deal, real=is_real)


def play_session(session: Session) -> None:
    """Play to the end, or until somebody leaves; then print how to continue."""
    console, say = session.console, session.say
    left: BaseException | None = None
    with session.frontend:
        try:
            while True:
                session.play()
                if not is_wanted_again(session):
                    break
                session = play_again(session)
        except (Quit, KeyboardInterrupt, BotFault) as reason:
            left = reason
    path = session.log.path
    if left and session.match.player != OVER:
        console.print()
        console.print(say("The game is kept. Go on with:"))
        print_line(console, f"  {resume_command(path)}")
        if isinstance(left, BotFault):
            raise left
        raise SystemExit(INTERRUPTED if isinstance(left, KeyboardInterrupt) else 0)
    if session.frontend.paced:
        console.print(Text(session.match.scene(WATCHER, session.language).prompt, "bold"))
    print_line(console, say("The log: {path}", path=path))


AGAIN, REVIEW = range(2)


def is_wanted_again(session: Session) -> bool:
    """Return whether to play another game; show reviews meanwhile."""
    if not can_answer(session):
        session.show_end()
        return False
    say = session.say
    replies = [
        Reply(AGAIN, say("another game"), "a", ("a",)),
        Reply(REVIEW, say("review: what was luck, what was skill"), "r", ("r",)),
    ]
    while True:
        try:
            if session.ask(session.viewer(), replies) == AGAIN:
                return True
            show_review(session)
        except TakeBack:
            session.take_back()
            session.play()


def can_answer(session: Session) -> bool:
    return session.frontend.paced or has_person(session.console)


def show_review(session: Session) -> None:
    from pasch.terminal.commands.coach import show_review_of  # noqa: PLC0415 - brings in the coach

    with session.frontend.away(), session.console.capture() as printed:
        path, language = session.log.path, session.language
        show_review_of(session.console, path, None, None, False, language)
    with session.frontend.page() as console:
        console.print(Text.from_ansi(printed.get()))
