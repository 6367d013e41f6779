"""The commands around the coach: hint, review, what-if."""

import shlex
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, ProgressColumn, TextColumn, TimeRemainingColumn
from rich.text import Text

from pasch import solutions
from pasch.bots import ExternalBot, read_bot
from pasch.coach import solved
from pasch.coach.findings import Advice, Standing
from pasch.coach.formatting import is_rough
from pasch.coach.html import page
from pasch.coach.judge import PLAYOUTS, advise, chances
from pasch.coach.review import review
from pasch.coach.what_if import dice_of, place, what_if
from pasch.core.errors import BadOption, IllegalAction, PaschError
from pasch.core.game.position import OVER, WATCHER
from pasch.core.match.log import Header, Log, Read, header_of, write
from pasch.core.match.match import Match
from pasch.core.page import write_page
from pasch.core.words import Words, words
from pasch.terminal.commands.coach_view import show_advice, show_chances, show_review, surety
from pasch.terminal.commands.progress import prepare, progress
from pasch.terminal.commands.replay import tell_known
from pasch.terminal.commands.seats import open_told
from pasch.terminal.screen.plain import ask
from pasch.terminal.screen.prompt import Quit, Reply
from pasch.terminal.screen.streams import aside, has_person, print_json


def columns() -> tuple[ProgressColumn, ...]:
    return TextColumn("{task.description}"), BarColumn(), TimeRemainingColumn()


def show_hint(
    console: Console, path: Path, at: int | None, playouts: int | None, as_json: bool, language: str
) -> None:
    """Print what each choice is worth, at the end of a log or after one of its events."""
    say = words(language)
    log = open_log(path, say)
    match = place(log.match, len(log.match.events) if at is None else at)
    if match.player == OVER:
        raise PaschError(
            "{path}: the match is over after event {n}; --at takes a moment before that",
            path=path,
            n=len(match.events),
        )
    know_exactly(match, say)
    found: Advice | Standing
    if match.player < 0:
        found = chances(match, playouts=playouts or PLAYOUTS)
    else:
        found = advise(match, playouts=playouts or PLAYOUTS, language=language)
    if as_json:
        print_json(found)
    elif isinstance(found, Advice):
        show_advice(console, match, found, say)
    else:
        due = say("Chance comes next; nobody has to choose.")
        rough = all(map(is_rough, found.errors))
        console.print(Text.assemble((due, "bold"), " · ", surety(found.exact, say, rough=rough)))
        show_chances(console, match, found, say)


def show_review_of(
    console: Console,
    path: Path,
    playouts: int | None,
    html: Path | None,
    as_json: bool,
    language: str,
) -> None:
    say = words(language)
    log = open_log(path, say)
    match = log.match
    if match.player != OVER:
        raise PaschError(
            "{path}: the match is not over after event {n}; a review takes a finished one",
            path=path,
            n=len(match.events),
        )
    if html is not None and html.exists():
        raise PaschError("{path} exists already; name another file", path=html)
    know_exactly(match, say)
    with progress(say("Looking at every moment"), *columns()) as tell:
        found = review(match, playouts=playouts or PLAYOUTS, language=language, tell=tell)
    if html is not None:
        write_page(html, page(match, found, say))
    if as_json:
        print_json(found)
        return
    show_review(console, match, found, say)
    console.print()
    if html is not None:
        console.print(say("The page: {path}", path=html), soft_wrap=True, markup=False)
    file = shlex.quote(str(path))
    moments = say("Each line begins with its moment. To see it, or to try another choice:")
    console.print(Text(moments, "dim"))
    console.print(Text(f"  pasch replay {file} --at N", "dim"), soft_wrap=True)
    console.print(Text(f"  pasch whatif {file} --at N --choose …", "dim"), soft_wrap=True)


def show_what_if(
    console: Console,
    path: Path,
    at: int,
    choose: str,
    bots: str | None,
    out: Path | None,
    reveal: bool,
    language: str,
) -> None:
    say = words(language)
    if out is not None and out.exists():
        raise PaschError("{path} exists already; name another file", path=out)
    log = open_log(path, say)
    held = log.held
    try:
        dice_of(held)
    except PaschError as problem:
        raise PaschError("{path}: {problem}", path=path, problem=problem) from None
    before = place(held.match, at)
    action = read_choice(before, at, choose, language)
    players = bot_names(bots, held.header.players, before.seats)
    bots_of_seats = [read_bot(name) for name in players]
    if held.match.player != OVER:
        expect_revealed(console, log, reveal, say)
    played = what_if(held, at, action, bots_of_seats)
    name, text = before.names[before.player], before.text(action, language)
    console.print(
        Text(say("{name}: {choice}; then the same dice.", name=name, choice=text), "bold")
    )
    header = header_of_branch(played, held, players, at)
    tell_known(console, header, say)
    tell_branch(console, played, at, language)
    console.print(Text(played.scene(WATCHER, language).prompt, "bold"))
    if held.match.player == OVER:
        ending = held.match.scene(WATCHER, language).prompt
        console.print(Text(say("As it was: {ending}", ending=ending), "dim"))
    if out is not None:
        keep(out, played, header)
        console.print(say("The log: {path}", path=out), soft_wrap=True, markup=False)


SHOW, KEEP = range(2)


def expect_revealed(console: Console, log: Log, reveal: bool, say: Words) -> None:
    """Warn that dice to come will be shown, and continue only if the user wants that."""
    warning = say("This game is not finished: what follows shows the dice that are still to come.")
    if reveal:
        console.print(Text(warning, "bold"), soft_wrap=True)
        return
    if any(log.header.salts) or log.is_held:
        raise PaschError(
            "{path} is the log of a table where people still play; "
            "--reveal shows its dice to come all the same",
            path=log.path,
        )
    if not has_person(console):
        raise PaschError(
            "{path} is not finished; --reveal shows its dice to come all the same", path=log.path
        )
    replies = [
        Reply(SHOW, say("show them"), "y", ("y", "j")),
        Reply(KEEP, say("stop here"), "n", ("n",)),
    ]
    try:
        answer = ask(console, warning, replies, say)
    except Quit:
        answer = KEEP
    if answer == KEEP:
        raise SystemExit(1)


def open_log(path: Path, say: Words) -> Log:
    log = open_told(path, say)
    prepare(log.match.game, aside(), say)
    return log


def know_exactly(match: Match, say: Words) -> None:
    """Solve the game first, if that takes no longer than the coach's own thinking."""
    if solved.can_be_solved_soon(match):
        with progress(
            say("Solving {title}, this once", title=match.game.title), *columns()
        ) as tell:
            solutions.obtain(match.game, match.seats, match.options, tell=tell)


def read_choice(match: Match, at: int, text: str, language: str) -> int:
    """Read a choice by its words or its number."""
    if match.player < 0:
        raise BadOption(
            "after event {at} nobody has to choose; --at takes a moment of a choice", at=at
        )
    try:
        return match.read(text, language)
    except IllegalAction:
        if text.isdecimal() and int(text) in match.legal():
            return int(text)
        possible = "; ".join(match.text(a, language) for a in match.legal())
        raise BadOption(
            "after event {at} {name} may choose: {possible}. Not {text!r}",
            at=at,
            name=match.names[match.player],
            possible=possible,
            text=text,
        ) from None


def bot_names(given: str | None, players: Sequence[str], seats: int) -> list[str]:
    """Return one bot for all seats, or one for each.

    The default is those who sat there, people as champions.
    """
    if given is None:
        return [who_sat(name) for name in players] or ["champion"] * seats
    names = [name.strip() for name in given.split(",")]
    if len(names) == 1:
        names *= seats
    if len(names) != seats:
        raise BadOption(
            "--bots is one bot, or {seats} with commas, not {given!r}", seats=seats, given=given
        )
    return names


def who_sat(player: str) -> str:
    """Return the bot of a log, or a champion: a log must not decide what is imported."""
    try:
        return "champion" if isinstance(read_bot(player), ExternalBot) else player
    except BadOption:
        return "champion"


def tell_branch(console: Console, played: Match, at: int, language: str) -> None:
    for n in range(at, len(played.events)):
        for told in played.story(WATCHER, language, n):
            console.print(Text(f"{n + 1:>4}  {told.text}"))


def header_of_branch(played: Match, held: Read, players: Sequence[str], at: int) -> Header:
    return header_of(
        played,
        players,
        seed=held.seed,
        commitment=held.header.commitment,
        salts=held.header.salts,
        deal=held.header.deal,
        drawn=held.header.drawn,
        hidden=held.header.hidden,
        after=at,
    )


def keep(path: Path, played: Match, header: Header) -> None:
    try:
        path.write_text(write(played, header=header), encoding="utf-8")
    except OSError as problem:
        raise PaschError(
            "{path} can't be written: {why}", path=path, why=problem.strerror
        ) from None
