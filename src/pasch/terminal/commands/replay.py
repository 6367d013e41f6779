"""The commands `replay` and `verify`: a logged game told again, and its dice checked."""

from pathlib import Path

from rich.console import Console
from rich.table import Table
from rich.text import Text

from pasch.core.errors import BadOption, PaschError
from pasch.core.game.position import OVER, WATCHER
from pasch.core.game.registry import load
from pasch.core.match.journal import Chain
from pasch.core.match.log import Header, Log, Read, repair
from pasch.core.match.match import Match
from pasch.core.match.tally import Group, tally
from pasch.core.match.verify import Check, CheckedRoll, Verdict, taken_back, verify
from pasch.core.words import Words, words
from pasch.terminal.commands.seats import open_told
from pasch.terminal.commands.session import resume_command
from pasch.terminal.screen.draw import draw
from pasch.terminal.screen.prompt import question


def repair_log(console: Console, path: Path, language: str) -> None:
    """Cut a log before its first wrong line; keep the original beside it."""
    say = words(language)
    repaired = repair(path)
    if repaired is None:
        console.print(say("Every line holds; nothing was changed."))
        return
    broken = repaired.broken
    told = say(
        "Kept up to line {n}; line {next} doesn't hold: {why}",
        n=broken.line - 1,
        next=broken.line,
        why=broken.problem,
    )
    console.print(Text(told), soft_wrap=True)
    console.print(Text(say("As it was: {path}", path=repaired.kept)), soft_wrap=True)


def show_replay(console: Console, path: Path, at: int | None, language: str) -> None:
    say = words(language)
    log = open_told(path, say)
    events = log.match.events
    tell_known(console, log.header, say)
    if at is not None and not 0 <= at <= len(events):
        raise BadOption("--at is a number from 0 to {last}, not {at}", last=len(events), at=at)
    match = log.match.at(len(events) if at is None else at)
    journal = log.held.end.journal if log.held.end else ()
    regrets = taken_back(journal)
    for n in range(len(match.events)):
        for each in regrets:
            if each.at == n:
                console.print(Text(f"{'–':>4}  {each.told(match.names, say)}"))
        for told in match.story(WATCHER, language, n):
            console.print(Text(f"{n + 1:>4}  {told.text}"))
    scene = match.scene(WATCHER, language)
    console.rule(Text(match.game.title, "bold"))
    console.print(draw(scene, console.width))
    console.print(Text(question(scene), "bold"))
    if log.match.player != OVER:
        console.print(
            say("Unfinished after event {n}. Go on with:", n=len(events)),
        )
        console.print(f"  {resume_command(path)}", soft_wrap=True, markup=False)


def check_dice(console: Console, path: Path, language: str) -> bool:
    """Print a line for each check and what was rolled; return whether all of it holds."""
    say = words(language)
    held = Log.open(path).held
    tell_known(console, held.header, say)
    try:
        verdict = verify(held.header, held.match, held.seed, *journal_of(held))
    except PaschError as problem:
        raise PaschError("{path}: {problem}", path=path, problem=problem) from None
    for check in verdict.checks:
        if check.part == "journal":
            print_check(console, check.ok, tell_journal(check, verdict.chain, say))
        else:
            print_check(console, check.ok, tell_check(check, held, say))
    print_check(console, not verdict.wrong_rolls, tell_rolls(verdict, held.match, language))
    if not held.header.drawn:
        console.print(Text("  " + say("The starting seat was named, not drawn.")))
    console.print(Text(tell_verdict(verdict, say), "bold"))
    for group in tally(held.match, language):
        console.print()
        show_group(console, group, say)
    return verdict.ok


def journal_of(held: Read) -> tuple[str, list[str]]:
    return (held.end.key, held.end.journal) if held.end else ("", [])


def print_check(console: Console, ok: bool, line: str) -> None:
    mark = Text("✓ ", "green") if ok else Text("✗ ", "bold red")
    console.print(mark + Text(line), soft_wrap=True)


def tell_check(check: Check, held: Read, say: Words) -> str:
    match, salts = held.match, held.header.salts
    differ = say("expected {expected}, got {got}", expected=check.expected, got=check.got)
    if check.part == "envelope":
        if check.ok:
            return say("Envelope: the seed in it has the hash {hash}.", hash=check.got)
        return say("Envelope: the seed is not the one that was sealed: {differ}.", differ=differ)
    if check.part == "deal":
        if check.ok and held.header.hidden:
            return say(
                "Deal: all that was drawn in the open follows from the code {code}, "
                "what was drawn in secret does not.",
                code=held.header.deal,
            )
        if check.ok:
            return say("Deal: the seed follows from the code.")
        return say("Deal: the seed doesn't follow from the code: {differ}.", differ=differ)
    if check.part == "salts":
        if check.ok:
            mixed = sum(salt != "" for salt in salts)
            return say("Salts: {n} of {seats} seats mixed one in.", n=mixed, seats=match.seats)
        return say("Salts: {differ}.", differ=differ)
    return tell_start(check, match, say)


def tell_journal(check: Check, chain: Chain, say: Words) -> str:
    if check.ok:
        return say(
            "Journal: its {n} entries come to this match; the running hash after them is {hash}.",
            n=chain.n,
            hash=chain.hash or "–",
        )
    return say("Journal: its entries come to another match: {got}.", got=check.got)


def tell_start(check: Check, match: Match, say: Words) -> str:
    expected, got = match.names[int(check.expected)], match.names[int(check.got)]
    if check.ok:
        return say("Starting seat: {name}, as drawn.", name=got)
    return say(
        "Starting seat: the seed draws {expected}, the log says {got}.", expected=expected, got=got
    )


def tell_rolls(verdict: Verdict, match: Match, language: str) -> str:
    say = words(language)
    if not verdict.wrong_rolls:
        return say("Rolls: all {n} fell as the seed says.", n=len(verdict.rolls))
    first = verdict.wrong_rolls[0]
    expected, got = texts_of(first, match, language)
    return say(
        "Rolls: {wrong} of {n} are not the seed's. The first is event {event} "
        "(turn {turn}, die {die}, {outcomes} outcomes): the seed says {expected}, "
        "the log says {got}.",
        wrong=len(verdict.wrong_rolls),
        n=len(verdict.rolls),
        event=first.n,
        turn=first.turn,
        die=first.die,
        outcomes=first.outcomes,
        expected=expected,
        got=got,
    )


def texts_of(roll: CheckedRoll, match: Match, language: str) -> tuple[str, str]:
    """Return the expected outcome and the logged one, in words."""
    again = match.at(0)
    for a in match.events[: roll.n - 1]:
        again.apply(a)
    return again.text(roll.expected, language), again.text(roll.got, language)


def tell_verdict(verdict: Verdict, say: Words) -> str:
    if verdict.ok:
        return say("Every roll is the one in the envelope. Is its hash the one you were shown?")
    return say("These are not the dice in the envelope.")


def tell_known(console: Console, header: Header, say: Words) -> None:
    """Print why the dice of this match are not secret, if they are not."""
    told = []
    if header.after is not None:
        told.append(
            say(
                "These dice are not secret: they go on from event {n} of another match.",
                n=header.after,
            )
        )
    elif header.deal is not None:
        told.append(
            say("These dice are not secret: they follow from the code {code}.", code=header.deal)
        )
        if load(header.game).keeps_secrets and not header.hidden:
            told.append(say("What was drawn in secret follows from the code too."))
    if header.dice == "real" and header.hidden:
        told.append(
            say("Real dice: what people rolled can't be checked, only what was drawn in secret.")
        )
    for line in told:
        console.print(Text("  " + line), soft_wrap=True)


def show_group(console: Console, group: Group, say: Words) -> None:
    console.print(Text.assemble((group.label, "bold"), f" · {group.rolls}"))
    if not group.faces:
        return
    table = Table.grid(padding=(0, 2))
    for column in range(4):
        table.add_column(justify="left" if column == 1 else "right")
    table.add_row("", "", say("rolled"), say("expected"), style="dim")
    for face in group.faces:
        table.add_row("", face.text, str(face.rolled), f"{face.expected:.1f}")
    console.print(table)
    if group.p is not None:
        percent = f"{100 * group.p:.0f}"
        line = say("Fair dice stray as far as this in {percent} of 100 games.", percent=percent)
        console.print(Text("  " + line))
