"""Render modes: a scene as text for a terminal, and the same text as a picture."""

import io
import unicodedata
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from rich.cells import get_character_cell_size
from rich.console import Console
from rich.style import Style

from pasch.core.errors import BadOption
from pasch.core.optional import need
from pasch.core.view.scene import Scene
from pasch.terminal.screen.draw import draw

WIDTH, HEIGHT = 100, 40
"""The size of a picture in characters; a longer text is cut off."""
CELL = (9, 18)
"""The size of a character in pixels."""
INK, PAPER, TILE = (220, 220, 220), (24, 24, 24), (70, 70, 90)


def ansi(scene: Scene) -> str:
    """Return the text that a terminal shows, with its colours."""
    console = Console(
        file=io.StringIO(), width=WIDTH, force_terminal=True, color_system="truecolor"
    )
    with console.capture() as captured:
        console.print(draw(scene, WIDTH))
    return captured.get()


def rgb_array(scene: Scene) -> npt.NDArray[np.uint8]:
    """Return the same as a picture, always of one size.

    An emoji, for which the font has no glyph, becomes a tile with the first letters of its name.
    """
    need("PIL", "env")
    from PIL import Image, ImageDraw  # noqa: PLC0415 - an extra

    console = Console(width=WIDTH, force_terminal=True, color_system="truecolor")
    image = Image.new("RGB", (WIDTH * CELL[0], HEIGHT * CELL[1]), PAPER)
    pen = ImageDraw.Draw(image)
    for row, line in enumerate(console.render_lines(draw(scene, WIDTH))[:HEIGHT]):
        column = 0
        for segment in line:
            for character in segment.text:
                size = get_character_cell_size(character)
                put(pen, column, row, character, size, colour_of(segment.style))
                column += size
    return np.asarray(image)


def put(pen: Any, column: int, row: int, character: str, size: int, colour: Any) -> None:
    x, y = column * CELL[0], row * CELL[1]
    if size == 2:
        name = unicodedata.name(character, "?")
        pen.rectangle((x + 1, y + 1, x + 2 * CELL[0] - 2, y + CELL[1] - 2), fill=TILE)
        pen.text((x + 2, y + 3), name[:2].lower(), fill=INK, font=font(11))
    elif size == 1 and character != " ":
        pen.text((x, y), character, fill=colour, font=font(14))


def colour_of(style: Style | None) -> tuple[int, ...]:
    if style is None or style.color is None or style.color.is_default:
        return INK
    return tuple(style.color.get_truecolor())


@cache
def font(size: int) -> Any:
    """Return the font that comes with Matplotlib."""
    need("matplotlib", "env")
    import matplotlib as mpl  # noqa: PLC0415 - an extra
    from PIL import ImageFont  # noqa: PLC0415 - likewise

    path = Path(mpl.get_data_path()) / "fonts" / "ttf" / "DejaVuSansMono.ttf"
    return ImageFont.truetype(str(path), size)


def human(scene: Scene) -> None:
    print(ansi(scene))


RENDERERS: dict[str, Callable[[Scene], Any]] = {
    "ansi": ansi,
    "rgb_array": rgb_array,
    "human": human,
}
METADATA = {"render_modes": list(RENDERERS), "render_fps": 2}


def check_mode(mode: str | None) -> str | None:
    """Return a render mode, or raise BadOption."""
    if mode is not None and mode not in RENDERERS:
        raise BadOption(
            "a render mode is one of {known}, not {got!r}", known=", ".join(RENDERERS), got=mode
        )
    return mode
