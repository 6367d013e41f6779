"""How people in windows come to a table and play there."""

from collections.abc import Callable, Mapping, Sequence

import numpy as np
from playwright.sync_api import TimeoutError as NotShown

from pasch.bots import quick
from pasch.core.game.position import CHANCE, OVER
from pasch.core.match.match import Match
from pasch.core.view.scene import Choice
from pasch.table.model import Choose
from pasch.table.table import Table
from tests.client.browser import Window
from tests.server.serving import Served, go_on, unseen

Options = Mapping[str, str]
NO_OPTIONS: Options = {}


class Play:
    """A table, with the window of each person who sits there."""

    def __init__(self, served: Served, table: Table, windows: dict[int, Window]) -> None:
        self.served = served
        self.table = table
        self.chosen = 0
        self.windows = windows
        self._rng = np.random.default_rng(1)

    @property
    def match(self) -> Match:
        assert self.table.state.match is not None
        return self.table.state.match

    @property
    def is_over(self) -> bool:
        return self.table.state.phase == "over"

    def settle(self) -> None:
        """Wait until a person has to choose or the game is over: bots and dice take their time."""
        try:
            self.served.call(self._settled())
        except TimeoutError as problem:
            raise AssertionError(self.describe()) from problem

    async def _settled(self) -> None:
        while not self.is_over and (
            self.table.state.match is None or self.table.state.match.player not in self.windows
        ):
            await go_on(self.table)

    def on(self, choices: int | None = None) -> None:
        """Play so many choices of people, or to the end."""
        self.settle()
        while not self.is_over and choices != 0:
            self.choose()
            choices = None if choices is None else choices - 1

    def skim(self, leaving: int = 0) -> None:
        """Play on without the windows until people have about `leaving` choices left."""
        self.served.call(self._skim(leaving))

    async def _skim(self, leaving: int) -> None:
        async with unseen(self.table):
            while not self.is_over and (left := self._ahead()) > leaving:
                await self._play(max(1, (left - leaving) // 2))

    async def _play(self, choices: int) -> None:
        await self._settled()
        while not self.is_over and choices:
            holder = self.table.state.seats[self.match.player].holder
            await self.table.do(Choose(holder, self.table.version, self.quick_choice()))
            await self._settled()
            choices -= 1

    def _ahead(self) -> int:
        """Return how many choices people have in one random continuation of the match."""
        match, choices = self.match.copy(), 0
        while match.player != OVER:
            if match.player == CHANCE:
                match.apply(int(self._rng.integers(match.chance)))
            else:
                choices += match.player in self.windows
                match.apply(quick.choose(match, self._rng))
        return choices

    def choose(self) -> None:
        """Make the choice of the quick player on the board, for the seat to move."""
        seat, match, action = self.match.player, self.match.copy(), self.quick_choice()
        window = self.windows[seat]
        self.chosen += 1
        self.act(lambda: press_on_board(window, match, seat, action))

    def quick_choice(self) -> int:
        return quick.choose(self.match.copy(), self._rng)

    def act(self, do: Callable[[], None]) -> None:
        """Do something and wait until the table has taken it and somebody has to choose again."""
        version = self.table.version
        try:
            do()
            self.served.call(self.table.wait(version))
            self.settle()
        except (NotShown, TimeoutError) as problem:
            raise AssertionError(self.describe()) from problem

    def describe(self) -> str:
        """Return the state of the table and its windows, for the message of a failed test."""
        seen = "; ".join(window.describe() for window in self.windows.values())
        return f"{self.table.state.phase}, at version {self.table.version}: {seen}"

    def shown(self) -> None:
        """Wait until every window shows what has happened."""
        for window in self.windows.values():
            try:
                window.page.wait_for_selector(ready_at(self.match))
            except NotShown as problem:
                raise AssertionError(window.describe()) from problem


def ready_at(match: Match) -> str:
    """Return the selector of a page that shows all events and waits for nothing."""
    return f'body[data-event="{len(match.events)}"][data-busy="false"]:not([data-sending])'


def press_on_board(window: Window, match: Match, seat: int, action: int) -> None:
    """Press the place of an action, or its button; a place that asks first shows its buttons."""
    choices = match.scene(seat).choices
    chosen = next(choice for choice in choices if choice.action == action)
    window.page.wait_for_selector(ready_at(match))
    place = window.page.locator(place_of(chosen))
    if chosen.at and place.count():
        window.press(place.first)
        together = [choice for choice in choices if choice.at == chosen.at]
        if len(together) == 1 and not chosen.asks:
            return
    elif chosen.asks:
        window.press(f'#buttons [data-choice="{action}"]')
    window.press(f'#buttons [data-choice="{action}"]')


def place_of(choice: Choice) -> str:
    return f'#table .can:is([data-piece="{choice.at}"], [data-cell="{choice.at}"])'


def press_tool(window: Window, tool: str) -> None:
    """Press a tool of the menu, and open the menu first where it is closed."""
    if window.page.locator("#menu-knob").is_visible():
        window.press("#menu-knob")
    window.press(tool)


def lay_in_lobby(window: Window, game: str, name: str, seats: Sequence[str]) -> str:
    """Create a table that the lobby lists, from the home page, and return its id."""
    window.go("/")
    window.press(f'[data-game="{game}"] a[href="/new/{game}"]')
    window.is_usable("new-table")
    set_seats(window, name, seats)
    window.page.locator('input[name="listed"][value="listed"]').check()
    return set_table(window)


def lay(
    window: Window,
    game: str,
    name: str,
    seats: Sequence[str],
    options: Options = NO_OPTIONS,
    *,
    dice: str = "sealed",
    deal: str = "",
) -> str:
    """Create a table for people who know its link. Return its id."""
    page = window.page
    window.go(f"/new/{game}")
    set_seats(window, name, seats)
    for option, value in options.items():
        page.locator(f"#option-{option}").fill(value)
    page.locator(f'input[name="dice"][value="{dice}"]').check()
    if deal:
        page.locator('input[name="deal"]').fill(deal)
    return set_table(window)


def set_table(window: Window) -> str:
    """Create the table as the page is filled in, and return its id."""
    window.press("#lay-table")
    window.is_usable("table")
    return table_in(window)


def table_in(window: Window) -> str:
    """Return the id of the table this window shows."""
    return window.page.url.split("/t/")[1].split("#")[0]


def set_seats(window: Window, name: str, seats: Sequence[str]) -> None:
    """Fill in the seats on the page that creates a table: me, here, open or bot:KEY."""
    page = window.page
    page.locator(f'input[name="seats"][value="{len(seats)}"]').check(force=True)
    for n, kind in enumerate(seats):
        row = page.locator(f'.seat-row[data-seat="{n}"]')
        row.locator("select").select_option(kind)
        if kind == "me":
            row.locator("input").fill(name)
        elif kind == "here":
            row.locator("input").fill(f"Guest {n}")


def leave(play: Play, *windows: Window) -> None:
    """Leave the match in every window, and wait until bots have played it to the end."""
    for window in windows:
        window.page.wait_for_selector('body[data-phase="playing"]')
        press_tool(window, "#leave")
        window.press("#leave-now")
        window.is_usable("home")
    play.served.call(over(play.table))


async def over(table: Table) -> None:
    while table.state.phase != "over":
        await go_on(table)


def join_from_lobby(window: Window, table: str, name: str, seat: int) -> None:
    window.go("/")
    window.press(f'#lobby [data-table="{table}"] a')
    window.is_usable("table")
    sit(window, name, seat)


def join(window: Window, table: str, name: str, seat: int) -> None:
    """Join a table by the link somebody sent."""
    window.go(f"/t/{table}")
    sit(window, name, seat)


def sit(window: Window, name: str, seat: int) -> None:
    window.press(f'[data-sit="{seat}"]')
    window.page.locator("dialog #name").fill(name)
    window.press('dialog button[value="play"]')
    window.page.wait_for_selector("#gather #fill, #gather #start")
