"""A review as one HTML page that needs nothing else."""

from collections.abc import Iterable, Sequence
from html import escape
from pathlib import Path

from pasch.coach.findings import Decision, Review, Roll
from pasch.coach.formatting import ShareFormat
from pasch.coach.summary import (
    MARKS,
    Cell,
    about_luck,
    account_header,
    account_row,
    costliest,
    extreme_rolls,
    how_sure,
    name_of_class,
    tally,
    title_of,
)
from pasch.core.game.position import WATCHER
from pasch.core.match.match import Match
from pasch.core.page import COLOURS, html_page
from pasch.core.words import Words

WIDTH, HEIGHT = 640, 260
VISIBLE = 0.0005  # a smaller change is rounded to nothing

STYLE = (Path(__file__).parent / "page.css").read_text(encoding="utf-8")


def page(match: Match, found: Review, say: Words) -> str:
    form = ShareFormat(match, say)
    sure = how_sure(found.exact, say)
    ending = match.scene(WATCHER, say.language).prompt
    seats = "".join(seat_card(found, seat, form, say) for seat in range(match.seats))
    parts = [
        (say("The account"), accounts(found, form, say)),
        (say("What mattered most"), f'<div class="seats">{seats}</div>'),
        (say("Every moment"), f"<ol>{moments(found, form, say)}</ol>"),
    ]
    body = "".join(f"<h2>{escape(heading)}</h2>\n{part}\n" for heading, part in parts)
    return html_page(
        title_of(found, say),
        match.game.icon,
        f"\n{STYLE}",
        f"<p>{escape(ending)} · {escape(sure)}</p>\n"
        f'<div class="wide">{chart(found, form, say)}</div>\n{body}',
        say,
    )


def chart(found: Review, form: ShareFormat, say: Words) -> str:
    """Draw everybody's chances over the match, or one line where all win or lose as one."""
    left, top, right, bottom = 48, 12, WIDTH - 10, HEIGHT - 12
    last = len(found.chances) - 1

    def at(event: int, share: float) -> str:
        x = left + (right - left) * event / max(last, 1)
        return f"{x:.1f},{bottom - (bottom - top) * share:.1f}"

    rules = "".join(
        f'<path class="rule" d="M{at(0, share)} L{at(last, share)}"/>'
        f'<text x="{left - 8}" y="{bottom - (bottom - top) * share + 4:.0f}" '
        f'text-anchor="end">{escape(form.plain(share))}</text>'
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
        f"{name_of(found, seat)}&emsp;"
        for seat in range(1 if found.together else len(found.accounts))
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


def accounts(found: Review, form: ShareFormat, say: Words) -> str:
    header = row("th", map(escape, ["", *account_header(found, say)]))
    body = "\n".join(
        row("td", [name_of(found, seat), *map(cell_html, account_row(found, account, form))])
        for seat, account in enumerate(found.accounts)
    )
    table = f"<table>{header}\n{body}</table>"
    return f'<div class="wide">{table}</div>\n<p class="dim">{escape(about_luck(say))}</p>'


def name_of(found: Review, seat: int) -> str:
    name = escape(found.accounts[seat].name)
    return f'<b class="name" style="--seat:{colour(found, seat)}">{name}</b>'


def cell_html(cell: Cell) -> str:
    text = cell.text if cell.difference is None else signed(cell.text, cell.difference)
    if cell.is_result:
        text = f"<b>{text}</b>"
    return f'{text} <span class="dim">{cell.interval}</span>' if cell.interval else text


def colour(found: Review, seat: int) -> str:
    return COLOURS[0 if found.together else seat]


def signed(text: str, difference: float) -> str:
    kind = "good" if difference > 0 else "bad" if difference < 0 else "dim"
    return f'<span class="{kind}">{text}</span>'


def seat_card(found: Review, seat: int, form: ShareFormat, say: Words) -> str:
    account = found.accounts[seat]
    lines = [
        line(each.event, chosen(each, say), -each.loss, form) for each in costliest(found, seat)
    ] + [
        line(each.roll.event, escape(each.text), each.luck, form)
        for each in extreme_rolls(found, seat, say)
    ]
    return (
        f'<div class="seat">{name_of(found, seat)}'
        f'<div class="dim">{escape(tally(account, say))}</div>'
        f"<ul>{''.join(lines)}</ul><p>{escape(account.tip)}</p></div>"
    )


def line(event: int, words: str, difference: float, form: ShareFormat) -> str:
    change = signed(form.gain(difference), difference)
    return f'<li><a href="#m{event}">{words}</a><span>{change}</span></li>'


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


def moments(found: Review, form: ShareFormat, say: Words) -> str:
    both: Sequence[Decision | Roll] = sorted(
        [*found.decisions, *found.rolls], key=lambda each: each.event
    )
    return "\n".join(moment(each, found, form, say) for each in both)


def moment(each: Decision | Roll, found: Review, form: ShareFormat, say: Words) -> str:
    name = found.accounts[each.seat].name if each.seat >= 0 else say("the deal")
    if isinstance(each, Decision):
        what, at, change = chosen(each, say), each.event, -each.loss
    else:
        seat = max(each.seat, 0)
        what, at, change = f"🎲 {escape(each.text)}", each.first, each.luck[seat]
    told = (
        ""
        if isinstance(each, Roll) and each.seat < 0 and not found.together
        else (signed(form.gain(change), change) if abs(change) >= VISIBLE else "")
    )
    return (
        f'<li id="m{each.event}"><span class="dim">{at}</span>'
        f'<span class="who">{escape(name)}</span><span class="what">{what}</span>'
        f"<span>{told}</span></li>"
    )
