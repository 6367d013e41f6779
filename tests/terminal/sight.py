"""Looks on a screen for what has to be in sight whenever somebody is asked."""

import re
from collections.abc import Iterator, Sequence

from pasch.core.match.match import Match
from pasch.core.view.scene import Area, Scene
from pasch.terminal.commands.session import shortened
from pasch.terminal.screen.draw import draw_area, sight_of
from pasch.terminal.screen.prompt import Reply

ASKS = "\n>"
WAYS = "(?:ways|Möglichkeiten)"


def squeezed(text: str) -> str:
    """Return a text without blanks, since words may be broken and numbers have hard blanks."""
    return "".join(text.split())


def missing(screen: str, match: Match, seat: int, replies: Sequence[Reply], say: str) -> list[str]:
    """Return what a person on this seat would look for in vain."""
    scene = match.scene(seat, say)
    found = [*missing_choices(screen, replies), *missing_position(screen, scene, seat)]
    if squeezed(scene.prompt) not in squeezed(screen):
        found.append(f"the question {scene.prompt!r}")
    lately = range(max(0, len(match.events) - 9), len(match.events))
    told = [told.text for n in lately for told in match.story(seat, say, n)]
    if told and squeezed(told[-1].split()[-1]) not in squeezed(screen):
        found.append(f"the last event {told[-1]!r}")
    return found if screen.endswith(ASKS) else [*found, "the place to type"]


def missing_choices(screen: str, replies: Sequence[Reply]) -> Iterator[str]:
    names = set(screen.split())
    for reply in replies:
        if reply.is_cell:
            is_counted = re.search(r"\(\d+ •\)", screen) is not None
            if reply.shown not in names and not is_counted:
                yield f"the square {reply.shown}"
            continue
        shown, text = re.escape(reply.shown), re.escape(reply.text[:16])
        folded = rf"  {re.escape(reply.shown[:-1])}  \d+ {WAYS}"
        if not re.search(rf"  {shown}  {text}", screen) and not re.search(folded, screen):
            yield f"the choice {reply.shown}  {reply.text}"


def missing_position(screen: str, scene: Scene, seat: int) -> Iterator[str]:
    """Yield what is missing of the board, in either size, and of what lies before the person."""
    for area in scene.areas:
        is_board = area is scene.areas[0] and area.seat in (None, seat)
        if (is_board or area.seat == seat) and not is_shown(screen, scene, area):
            yield f"the area {area.title!r}"


def is_shown(screen: str, scene: Scene, area: Area) -> bool:
    if len(area.cells) == 1 and area.seat is not None:
        return is_shown_in_lines(screen, scene, area)
    lines = [squeezed(line) for line in screen.splitlines()]
    return any(
        all(any(part in line for line in lines) for part in map(squeezed, drawn.splitlines()))
        for drawn in (
            draw_area(area, sight_of(scene, small=small)).plain for small in (False, True)
        )
    )


def is_shown_in_lines(screen: str, scene: Scene, area: Area) -> bool:
    """Return whether an area is shown in lines, which may be wrapped at any piece."""
    drawn = squeezed(draw_area(area, sight_of(scene)).plain)
    return squeezed(shortened(area.title)) + drawn in squeezed(screen)
