"""A sheet of character cells to draw on, turned into rich text when done."""

from rich.cells import get_character_cell_size
from rich.text import Text

Mark = tuple[str, str]


class Canvas:
    def __init__(self, width: int, height: int) -> None:
        self.width = width
        self._rows: list[list[Mark]] = [[(" ", "")] * width for _ in range(height)]

    def put(self, x: int, y: int, text: str, style: str = "") -> None:
        """Writes from (x, y) to the right; a wide character covers two cells."""
        row = self._rows[y]
        for character in text:
            size = get_character_cell_size(character)
            if size == 0 or x + size > self.width:
                continue
            row[x] = (character, style)
            if size == 2:
                row[x + 1] = ("", style)
            x += size

    def centre(self, x: int, y: int, width: int, text: str, style: str = "") -> None:
        self.put(x + max(0, width - Text(text).cell_len) // 2, y, text, style)

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
            for character, style in row:
                text.append(character, style or None)
        return text
