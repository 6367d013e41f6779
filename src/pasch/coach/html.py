"""A review as one HTML page that needs nothing else."""

from collections.abc import Iterable, Sequence
from html import escape
from pathlib import Path

from pasch.coach.findings import Account, Decision, Review, Roll
from pasch.coach.formatting import MARKS, Scale, name_of_class, tally, without_luck
from pasch.core.errors import PaschError
from pasch.core.game.position import WATCHER
from pasch.core.match.match import Match
from pasch.core.words import Words

WIDTH, HEIGHT = 640, 260
COLOURS = ("#2f7ed8", "#e07a2f", "#2f9e57", "#b052c0", "#b8930b", "#1899a8")
SHOWS = 0.0005  # a change that is not rounded to nothing

STYLE = """
:root { color-scheme: light dark; --ink: #23211c; --dim: #6f6a5e; --paper: #faf8f3; --card: #fff;
  --line: #e4dfd2; --good: #1d7a45; --bad: #b3261e; --warn: #8a5a00; }
@media (prefers-color-scheme: dark) { :root { --ink: #ece8df; --dim: #a49d8e; --paper: #1b1a17;
  --card: #25231f; --line: #3a372f; --good: #6fcf97; --bad: #ff8a80; --warn: #f2b84b; } }
* { box-sizing: border-box; }
body { font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper);
  max-width: 60rem; margin: 0 auto; padding: 1.2rem 1rem 3rem; }
h1 { font-size: 1.7rem; margin: 0; } h2 { font-size: 1.15rem; margin: 2rem 0 .6rem; }
p, .dim { color: var(--dim); } p { margin: .2rem 0 1rem; }
.wide { overflow-x: auto; background: var(--card); border: 1px solid var(--line);
  border-radius: .7rem; padding: .4rem .8rem; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { padding: .35rem .5rem; text-align: right; white-space: nowrap; }
th { color: var(--dim); font-weight: 500; font-size: .85rem; }
tr + tr td { border-top: 1px solid var(--line); }
th:first-child, td:first-child { text-align: left; }
.good { color: var(--good); } .bad { color: var(--bad); } .warn { color: var(--warn); }
b.name::before { content: ""; display: inline-block; width: .7em; height: .7em; border-radius: 50%;
  background: var(--seat); margin-right: .45em; }
.seats { display: grid; gap: .8rem; grid-template-columns: repeat(auto-fill, minmax(17rem, 1fr)); }
.seat { background: var(--card); border: 1px solid var(--line); border-radius: .7rem;
  padding: .7rem .9rem; }
.seat ul, ol { list-style: none; margin: .4rem 0 0; padding: 0; }
.seat li { display: flex; justify-content: space-between; gap: .8rem; padding: .15rem 0; }
.seat li span:last-child, ol li > span:last-child { white-space: nowrap; }
ol li { display: grid; grid-template-columns: 2.6rem 7rem 1fr auto; gap: .6rem; padding: .3rem 0;
  border-top: 1px solid var(--line); scroll-margin-top: 1rem; }
ol li:target { background: color-mix(in srgb, var(--warn) 18%, transparent); }
ol .who { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
a { color: inherit; text-decoration: none; } a:hover { text-decoration: underline; }
 svg { display: block; width: 100%; height: auto; }
svg text { fill: var(--dim); font-size: 13px; } svg .rule { stroke: var(--line); }
@media (max-width: 36rem) { ol li { grid-template-columns: 2rem 1fr auto; }
  ol .who { grid-column: 2; } ol .what { grid-column: 2; } ol li > span:last-child {
  grid-column: 3; grid-row: 1; } }
"""


def write_page(path: Path, match: Match, found: Review, say: Words) -> None:
    try:
        path.write_text(page(match, found, say), encoding="utf-8")
    except OSError as problem:
        raise PaschError(
            "{path} can't be written: {why}", path=path, why=problem.strerror
        ) from None


def page(match: Match, found: Review, say: Words) -> str:
    scale = Scale(match, say)
    title = say("{title}: luck and skill", title=found.title)
    sure = say("exact") if found.exact else say("estimated; off by ± at most in 95 of 100 cases")
    ending = match.scene(WATCHER, say.language).prompt
    seats = "".join(seat_card(found, seat, scale, say) for seat in range(match.seats))
    parts = [
        (say("The account"), accounts(found, scale, say)),
        (say("What mattered most"), f'<div class="seats">{seats}</div>'),
        (say("Every moment"), f"<ol>{moments(found, scale, say)}</ol>"),
    ]
    body = "".join(f"<h2>{escape(heading)}</h2>\n{part}\n" for heading, part in parts)
    return (
        f'<!doctype html>\n<html lang="{say.language}">\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>{STYLE}</style>\n"
        f"<h1>{match.game.icon} {escape(title)}</h1>\n"
        f"<p>{escape(ending)} · {escape(sure)}</p>\n"
        f'<div class="wide">{chart(found, scale, say)}</div>\n{body}</html>\n'
    )


def chart(found: Review, scale: Scale, say: Words) -> str:
    """Everybody's chances over the match; one line where all win or lose as one."""
    left, top, right, bottom = 48, 12, WIDTH - 10, HEIGHT - 12
    last = len(found.chances) - 1

    def at(event: int, share: float) -> str:
        x = left + (right - left) * event / max(last, 1)
        return f"{x:.1f},{bottom - (bottom - top) * share:.1f}"

    rules = "".join(
        f'<path class="rule" d="M{at(0, share)} L{at(last, share)}"/>'
        f'<text x="{left - 8}" y="{bottom - (bottom - top) * share + 4:.0f}" '
        f'text-anchor="end">{escape(scale.plain(share))}</text>'
        for share in (0, 0.25, 0.5, 0.75, 1)
    )
    lines = "".join(
        f'<path fill="none" stroke="{COLOURS[seat]}" stroke-width="2" stroke-linejoin="round" '
        f'd="M{" ".join(at(event, each[seat]) for event, each in enumerate(found.chances))}"/>'
        for seat in reversed(range(1 if found.together else len(found.accounts)))
    )
    marks = "".join(
        f'<a href="#m{each.event}"><circle cx="{x}" cy="{y}" r="5" fill="{COLOURS[line]}" '
        f'stroke="var(--card)" stroke-width="1.5"><title>{escape(each.chosen.text)} '
        f"{MARKS[each.judged]}</title></circle></a>"
        for each in found.decisions
        if each.judged in {"error", "blunder"}
        for line in [0 if found.together else each.seat]
        for x, y in [at(each.event, found.chances[each.event][line]).split(",")]
    )
    names = " ".join(
        f'<b class="name" style="--seat:{COLOURS[seat]}">{escape(each.name)}</b>&emsp;'
        for seat, each in enumerate(found.accounts[: 1 if found.together else None])
    )
    if found.together and len(found.accounts) > 1:
        names = f'<b class="name" style="--seat:{COLOURS[0]}">{escape(say("all together"))}</b>'
    label = escape(say("Everybody's chances over the match"))
    return (
        f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{label}">'
        f"{rules}{lines}{marks}</svg>{names}"
    )


def row(tag: str, cells: Iterable[str]) -> str:
    return "<tr>" + "".join(f"<{tag}>{cell}</{tag}>" for cell in cells) + "</tr>"


def accounts(found: Review, scale: Scale, say: Words) -> str:
    several = len(found.accounts) > 1
    header = [
        "",
        say("start"),
        say("luck"),
        say("skill"),
        *([say("others'")] if several else []),
        say("result"),
        say("without luck"),
    ]
    lines = [
        row(
            "td",
            [
                f'<b class="name" style="--seat:{colour(found, seat)}">{escape(each.name)}</b>',
                scale.worth(each.start),
                signed(each.luck, scale) + interval(found, each, scale),
                signed(each.own, scale),
                *([scale.gain(each.others)] if several else []),
                f"<b>{scale.worth(each.result)}</b>",
                scale.worth(each.adjusted),
            ],
        )
        for seat, each in enumerate(found.accounts)
    ]
    body = "\n".join(lines)
    table = f"<table>{row('th', map(escape, header))}\n{body}</table>"
    return f'<div class="wide">{table}</div>\n<p class="dim">{escape(without_luck(say))}</p>'


def colour(found: Review, seat: int) -> str:
    return COLOURS[0 if found.together else seat]


def interval(found: Review, account: Account, scale: Scale) -> str:
    if found.exact:
        return ""
    return f' <span class="dim">{scale.interval(account.luck_error)}</span>'


def signed(difference: float, scale: Scale) -> str:
    kind = "good" if difference > 0 else "bad" if difference < 0 else "dim"
    return f'<span class="{kind}">{scale.gain(difference)}</span>'


def seat_card(found: Review, seat: int, scale: Scale, say: Words) -> str:
    account = found.accounts[seat]
    decisions = {each.event: each for each in found.decisions}
    rolls = {each.event: each for each in found.rolls}
    lines = [
        line(event, chosen(decisions[event], say), -decisions[event].loss, scale)
        for event in account.costliest
    ]
    if account.luckiest is not None:
        roll = rolls[account.luckiest]
        words = escape(say("luckiest roll: {roll}", roll=roll.text))
        lines.append(line(roll.event, words, roll.luck[seat], scale))
    if account.unluckiest is not None:
        roll = rolls[account.unluckiest]
        words = escape(say("unluckiest roll: {roll}", roll=roll.text))
        lines.append(line(roll.event, words, roll.luck[seat], scale))
    return (
        f'<div class="seat"><b class="name" style="--seat:{colour(found, seat)}">'
        f'{escape(account.name)}</b><div class="dim">{escape(tally(account, say))}</div>'
        f"<ul>{''.join(lines)}</ul><p>{escape(account.tip)}</p></div>"
    )


def line(event: int, words: str, difference: float, scale: Scale) -> str:
    return f'<li><a href="#m{event}">{words}</a><span>{signed(difference, scale)}</span></li>'


def chosen(decision: Decision, say: Words) -> str:
    words = escape(decision.chosen.text)
    if decision.judged != "fine":
        kind = "warn" if decision.judged == "inaccuracy" else "bad"
        name = escape(name_of_class(decision.judged, say))
        words += f' <b class="{kind}" title="{name}">{MARKS[decision.judged]}</b>'
    if decision.best.action != decision.chosen.action:
        better = escape(say("better: {best}", best=decision.best.text))
        words += f' <span class="dim">· {better}</span>'
    if decision.why:
        words += f'<br><span class="dim">{escape(decision.why.text)}</span>'
    return words


def moments(found: Review, scale: Scale, say: Words) -> str:
    both: Sequence[Decision | Roll] = sorted(
        [*found.decisions, *found.rolls], key=lambda each: each.event
    )
    return "\n".join(moment(each, found, scale, say) for each in both)


def moment(each: Decision | Roll, found: Review, scale: Scale, say: Words) -> str:
    name = found.accounts[each.seat].name if each.seat >= 0 else say("the deal")
    if isinstance(each, Decision):
        what, at, change = chosen(each, say), each.event, -each.loss
    else:
        seat = max(each.seat, 0)
        what, at, change = f"🎲 {escape(each.text)}", each.first, each.luck[seat]
    told = (
        ""
        if isinstance(each, Roll) and each.seat < 0 and not found.together
        else (signed(change, scale) if abs(change) >= SHOWS else "")
    )
    return (
        f'<li id="m{each.event}"><span class="dim">{at}</span>'
        f'<span class="who">{escape(name)}</span><span class="what">{what}</span>'
        f"<span>{told}</span></li>"
    )
