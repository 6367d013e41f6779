"""A sheet of character cells to draw on, turned into rich text when done."""

from itertools import groupby
from operator import itemgetter

from rich.cells import get_character_cell_size
from rich.style import Style
from rich.text import Text

Look = str | Style
Mark = tuple[str, Look]


class Canvas:
    def __init__(self, width: int, height: int) -> None:
        self.width = width
        self._rows: list[list[Mark]] = [[(" ", "")] * width for _ in range(height)]

    def put(self, x: int, y: int, text: str, style: Look = "") -> None:
        """Write from (x, y) to the right; a wide character covers two cells."""
        row = self._rows[y]
        for character in text:
            size = get_character_cell_size(character)
            if x + size > self.width:
                break
            if size:
                self._clear(row, x, size)
                row[x : x + size] = [(character, style), ("", style)][:size]
                x += size

    def _clear(self, row: list[Mark], x: int, size: int) -> None:
        """Clear the other half of a wide character that is half overwritten."""
        if row[x][0] == "":
            row[x - 1] = (" ", "")
        after = x + size
        if after < self.width and row[after][0] == "":
            row[after] = (" ", "")

    def centre(self, x: int, y: int, width: int, text: str, style: str = "") -> None:
        """Write in the middle of so many cells, or as near to it as the sheet allows."""
        size = Text(text).cell_len
        self.put(max(0, min(x + (width - size) // 2, self.width - size)), y, text, style)

    def box(self, x: int, y: int, width: int, height: int, style: str = "") -> None:
        inner = width - 2
        self.put(x, y, f"╭{'─' * inner}╮", style)
        for row in range(y + 1, y + height - 1):
            self.put(x, row, "│", style)
            self.put(x + width - 1, row, "│", style)
        self.put(x, y + height - 1, f"╰{'─' * inner}╯", style)

    def render(self) -> Text:
        text = Text(no_wrap=True)
        for number, row in enumerate(self._rows):
            if number:
                text.append("\n")
            for style, marks in groupby(row, key=itemgetter(1)):
                text.append("".join(character for character, _ in marks), style or None)
        return text
