"""Everybody's chances over a match, as wide as the terminal."""

from collections.abc import Sequence

from rich.text import Text

COLOURS = ("dodger_blue1", "orange3", "green3", "magenta", "yellow3", "cyan")
EIGHTHS = " ▁▂▃▄▅▆▇█"
HEIGHT = 2  # lines for each seat


def chart(names: Sequence[str], chances: Sequence[Sequence[float]], width: int) -> Text:
    """Return a band for each seat: its height is the seat's chance, from the start to the end."""
    margin = max(map(len, names)) + 2
    room = max(16, min(width - margin - 4, len(chances)))
    text = Text(no_wrap=True)
    for seat, name in enumerate(names):
        values = sampled([each[seat] for each in chances], room)
        for line in range(HEIGHT - 1, -1, -1):
            last = line == 0
            text.append(f"  {name if last else '':<{margin}}")
            text.append("".join(block(value, line) for value in values), COLOURS[seat])
            text.append("\n")
    text.right_crop(1)
    return text


def block(value: float, line: int) -> str:
    """Return the part of a column that stands in this line, counted from below."""
    eighths = round(value * HEIGHT * 8) - 8 * line
    if line == 0:
        eighths = max(eighths, 1)
    return EIGHTHS[max(0, min(eighths, 8))]


def sampled(values: Sequence[float], room: int) -> list[float]:
    """Return so many of the values, evenly spread, including the last."""
    return [values[round(i * (len(values) - 1) / (room - 1))] for i in range(room)]
