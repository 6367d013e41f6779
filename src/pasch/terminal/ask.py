"""Asks a person to choose, by number, letter, square or words."""

from dataclasses import dataclass

from rich.console import Console
from rich.markup import escape
from rich.text import Text

from pasch.core.match import Match
from pasch.core.scene import Scene
from pasch.core.words import Words


class Left(Exception):
    """The person closed the input or asked to leave."""


@dataclass(frozen=True)
class Offer:
    """A choice and what one may type for it."""

    action: int
    text: str
    keys: tuple[str, ...]
    is_cell: bool = False


def offers_of_scene(scene: Scene) -> list[Offer]:
    """Named squares are typed by name; everything else by number or by a letter of its words."""
    labels = {cell.key: cell.label for area in scene.areas for cell in area.cells if cell.label}
    taken: set[str] = set()
    offers = []
    listed = 0
    for choice in scene.choices:
        if choice.at in labels:
            offers.append(Offer(choice.action, choice.text, (labels[choice.at],), is_cell=True))
            continue
        listed += 1
        letter = next(c for c in choice.text.lower() if c.isalpha() and c not in taken)
        taken.add(letter)
        offers.append(Offer(choice.action, choice.text, (str(listed), letter)))
    return offers


def offers_of_chance(match: Match, language: str) -> list[Offer]:
    """For real dice and cards: outcome i is typed as i + 1 or by its words."""
    return [
        Offer(a, match.text(a, language), (str(a + 1), plain(match.text(a, language))))
        for a in match.possible()
    ]


def plain(text: str) -> str:
    """As a person would type it."""
    return text.casefold().replace("−", "-").replace("+", "").strip()


def show(console: Console, offers: list[Offer], say: Words) -> None:
    cells: dict[str, list[str]] = {}
    for offer in offers:
        if offer.is_cell:
            what = offer.text.removesuffix(offer.keys[0]).strip()
            cells.setdefault(what, []).append(offer.keys[0])
        else:
            line = Text("  ")
            line.append(" ".join(offer.keys[:2]) if not offer_is_plain(offer) else offer.keys[0])
            line.stylize("bold cyan")
            line.append("  " + offer.text)
            console.print(line)
    for what, names in cells.items():
        line = Text(f"  {what} ")
        line.append(" ".join(names), "bold cyan")
        console.print(line)
    console.print(Text("  " + say("q leaves; the game is kept"), "dim"))


def offer_is_plain(offer: Offer) -> bool:
    return len(offer.keys[1]) > 1 or offer.keys[0] == offer.keys[1]


def ask(console: Console, prompt: str, offers: list[Offer], say: Words) -> int:
    """Asks until the answer is one of the offers."""
    show(console, offers, say)
    typed = {key: offer.action for offer in offers for key in offer.keys}
    console.print(f"[bold]{escape(prompt)}[/bold]")
    while True:
        try:
            answer = plain(console.input("> "))
        except EOFError:
            raise Left from None
        if answer in typed:
            return typed[answer]
        if answer == "q":
            raise Left
        expected = ", ".join("/".join(offer.keys) for offer in offers)
        console.print(
            say("Expected one of {expected}; got {answer!r}.", expected=expected, answer=answer),
            style="red",
            markup=False,
        )
