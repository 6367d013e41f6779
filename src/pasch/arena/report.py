"""A study as one HTML page that needs nothing else: a table and its plots."""

import base64
import io
from collections.abc import Callable, Sequence
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pasch.arena.figures import unit_of
from pasch.arena.intervals import Estimate
from pasch.arena.results import write
from pasch.arena.study import Study, Variant
from pasch.core.errors import PaschError
from pasch.core.registry import load
from pasch.core.words import Words

if TYPE_CHECKING:
    from matplotlib.axes import Axes

COLOURS = ("#2a6f97", "#e07a5f", "#3d9970", "#8d6a9f", "#c9a227", "#5b5b5b")
MOST_BINS = 30
STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; color: #222; background: #fff;
       max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.6rem; margin-bottom: 0; } h2 { font-size: 1.1rem; margin-top: 2rem; }
p { color: #555; margin: .3rem 0; } img { max-width: 100%; }
.wide { overflow-x: auto; } table { border-collapse: collapse; font-size: .85rem; }
th, td { padding: .3rem .7rem; text-align: right; border-bottom: 1px solid #ddd; }
th:first-child, td:first-child { text-align: left; } td { white-space: nowrap; }
"""


def check_report(path: Path) -> None:
    """Before anything is played: the report could be written."""
    load_matplotlib()
    if path.exists():
        raise PaschError("{path} exists already; name another file", path=path)
    if not path.parent.is_dir():
        raise PaschError(
            "{path} can't be written: there is no folder {folder}", path=path, folder=path.parent
        )


def load_matplotlib() -> Any:
    try:
        import matplotlib  # noqa: PLC0415 - an extra
    except ImportError:
        raise PaschError("--html needs Matplotlib: pip install 'pasch[plots]'") from None
    return matplotlib


def write_report(
    path: Path, study: Study, header: Sequence[str], rows: list[list[str]], say: Words
) -> None:
    write(path, page(study, header, rows, say).encode(), append=False)


def page(study: Study, header: Sequence[str], rows: list[list[str]], say: Words) -> str:
    title = escape(say("{title}: a study", title=load(study.game).title))
    plots = "".join(
        f'<h2>{escape(heading)}</h2>\n<img alt="{escape(heading)}"'
        f' src="{picture(draw, study, say)}">\n'
        for heading, draw in plots_of(study, say)
    )
    return (
        f'<!doctype html>\n<html lang="{say.language}">\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{title}</title>\n<style>{STYLE}</style>\n"
        f"<h1>{title}</h1>\n<p>{escape(about(study, say))}</p>\n"
        f"{table(header, rows)}\n{plots}</html>\n"
    )


def about(study: Study, say: Words) -> str:
    seats = say.many("{n} seat", "{n} seats", study.seats)
    names = {"bot": study.bot, "games": study.games}
    if is_alone(study):
        who = say("{bot} plays {games} games a variant, the others the same dice", **names)
    else:
        who = say("{bot} plays {games} games a variant against itself, then the others", **names)
    seed = say("seed {seed}", seed=study.seed)
    bars = say("Bars and brackets: 95 % intervals.")
    return f"{seats}; {who}; {seed}. {bars}"


def is_alone(study: Study) -> bool:
    return study.variants[0].mirror.par is None


def table(header: Sequence[str], rows: list[list[str]]) -> str:
    """A column for each variant."""

    def cells(tag: str, texts: Sequence[str]) -> str:
        return "<tr>" + "".join(f"<{tag}>{escape(text)}</{tag}>" for text in texts) + "</tr>"

    names, *lines = zip(header, *rows, strict=True)
    body = "\n".join(cells("td", line) for line in lines)
    return f'<div class="wide"><table>\n{cells("th", names)}\n{body}\n</table></div>'


Draw = Callable[["Axes", Study, Words], None]


def plots_of(study: Study, say: Words) -> list[tuple[str, Draw]]:
    seats: list[tuple[str, Draw]] = [(say("Who wins, by seat"), draw_seats)]
    return [
        *([] if is_alone(study) else seats),
        (say("Random, quick and the bot"), draw_field),
        (say("How long a game lasts: turns"), draw_turns),
        (say("How games end: {unit}", unit=unit_of_study(study, say)), draw_scores),
        (say("How much there is to decide"), draw_decisions),
    ]


def unit_of_study(study: Study, say: Words) -> str:
    return unit_of(study.variants[0].mirror.plan, say)


def picture(draw: Draw, study: Study, say: Words) -> str:
    """An SVG as an address that holds it whole."""
    matplotlib = load_matplotlib()
    from matplotlib.figure import Figure  # noqa: PLC0415 - an extra

    settings = {"svg.fonttype": "none", "svg.hashsalt": "pasch", "font.size": 10}
    with matplotlib.rc_context(settings):
        figure = Figure(figsize=(8, 3.6), layout="constrained")
        axes = figure.subplots()
        axes.spines[["top", "right"]].set_visible(False)
        draw(axes, study, say)
        axes.yaxis.set_major_formatter(lambda share, _: say.number(f"{share:g}"))
        out = io.BytesIO()
        figure.savefig(out, format="svg", metadata={"Date": None})
    return "data:image/svg+xml;base64," + base64.b64encode(out.getvalue()).decode()


def colour(i: int) -> str:
    return COLOURS[i % len(COLOURS)]


def draw_bars(
    axes: "Axes",
    study: Study,
    groups: Sequence[tuple[str, Sequence[Estimate]]],
    label: str,
    say: Words,
) -> None:
    """Beside each other for each variant: a group's estimate with its interval."""
    width = 0.8 / len(groups)
    for i, (name, estimates) in enumerate(groups):
        at = [n - 0.4 + width * (i + 0.5) for n in range(len(estimates))]
        lows = [each.mean - (each.mean if each.low is None else each.low) for each in estimates]
        highs = [(each.mean if each.high is None else each.high) - each.mean for each in estimates]
        axes.bar(
            at,
            [each.mean for each in estimates],
            width * 0.9,
            color=colour(i),
            label=name,
            yerr=(lows, highs),
            error_kw={"linewidth": 1, "capsize": 2, "ecolor": "#333"},
        )
    names = [each.title(say).replace(", ", "\n") for each in study.variants]
    axes.set_xticks(range(len(names)), names)
    axes.set_ylabel(label)
    legend(axes)


def legend(axes: "Axes") -> None:
    axes.legend(frameon=False, loc="center left", bbox_to_anchor=(1, 0.5))


def draw_seats(axes: "Axes", study: Study, say: Words) -> None:
    seats = [
        (say("seat {n}", n=n + 1), [each.mirror.seats[n].share for each in study.variants])
        for n in range(study.seats)
    ]
    draw_bars(axes, study, seats, say("share of the victory"), say)
    axes.axhline(1 / study.seats, color="#333", linewidth=0.8, linestyle=":")


def draw_field(axes: "Axes", study: Study, say: Words) -> None:
    bots = study.variants[0].field.bots
    groups = [
        (line.bot, [each.field.bots[n].share for each in study.variants])
        for n, line in enumerate(bots)
    ]
    label = say("reached") if is_alone(study) else say("share of the victory")
    draw_bars(axes, study, groups, label, say)


def draw_turns(axes: "Axes", study: Study, say: Words) -> None:
    draw_counts(axes, study, lambda each: each.turns, say("turns"), say)


def draw_scores(axes: "Axes", study: Study, say: Words) -> None:
    draw_counts(axes, study, lambda each: each.scores, unit_of_study(study, say), say)


def draw_counts(
    axes: "Axes",
    study: Study,
    counts_of: Callable[[Variant], dict[int, int]],
    label: str,
    say: Words,
) -> None:
    """Each variant's distribution as a line of steps, over bins that all share."""
    counts = [counts_of(each) for each in study.variants]
    low, high = min(map(min, counts)), max(map(max, counts))
    width = (high - low) // MOST_BINS + 1
    bins = range(low, high + 1, width)
    edges = [value - 0.5 for value in (*bins, bins[-1] + width)]
    for i, (each, count) in enumerate(zip(study.variants, counts, strict=True)):
        total = sum(count.values())
        heights = [sum(count.get(v, 0) for v in range(b, b + width)) / total for b in bins]
        axes.stairs(heights, edges, color=colour(i), linewidth=1.6, label=each.title(say))
    axes.locator_params(axis="x", integer=True)
    axes.set_xlabel(label)
    axes.set_ylabel(say("share"))
    legend(axes)


def draw_decisions(axes: "Axes", study: Study, say: Words) -> None:
    groups = [
        (
            say("decisions that\nleave a choice"),
            [Estimate(each.mirror.real_decisions) for each in study.variants],
        ),
        (
            say("turns with\nsuch a decision"),
            [Estimate(each.mirror.real_turns) for each in study.variants],
        ),
    ]
    draw_bars(axes, study, groups, say("share"), say)
    axes.set_ylim(0, 1)
