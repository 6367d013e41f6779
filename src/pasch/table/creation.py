"""New tables: their settings, their dice and their first entries."""

from dataclasses import asdict, replace

from pasch.core.errors import BadOption
from pasch.core.game.dice import Dice, deal_code, deal_seed
from pasch.core.game.registry import load
from pasch.table.model import Entry, Laid, Origin, Reserved, SatBot, Settings, TableState

CLOCK = (5, 600)


def check_settings(settings: Settings) -> Settings:
    """Return the settings with every option as the game writes it; refuse what can't be."""
    game = load(settings.game)
    seats = game.check_seats(settings.seats)
    options = asdict(game.read_options(settings.options, remote=True))
    if settings.starter is not None and not 0 <= settings.starter < seats:
        raise BadOption(
            "the starting seat is a number from 0 to {last}, not {got!r}",
            last=seats - 1,
            got=settings.starter,
        )
    low, high = CLOCK
    if settings.clock and not low <= settings.clock <= high:
        raise BadOption(
            "the clock is 0 or {low} to {high} seconds, not {got}",
            low=low,
            high=high,
            got=settings.clock,
        )
    if settings.deal and settings.dice == "real":
        raise BadOption("a deal and real dice exclude each other: a deal has its own dice")
    deal = deal_code(settings.deal) if settings.deal else ""
    return replace(settings, options=options, deal=deal)


def first_entry(settings: Settings, dice: Dice | None, at: float, key: str) -> Laid:
    """Return the first entry of a new table; `key` is that of its running hash."""
    return Laid(
        settings=settings,
        seed=dice.seed if dice else "",
        commitment=dice.commitment if dice else "",
        rules=load(settings.game).version,
        at=at,
        key=key,
    )


def first_entry_to_continue(id: str, before: TableState, events: int, at: float, key: str) -> Laid:
    """Return the first entry of a table that goes on after so many events of a finished match."""
    if not 0 <= events < len(before.events):
        raise BadOption(
            "a match is played on from event 0 to {last}, not {got}",
            last=len(before.events) - 1,
            got=events,
        )
    assert before.start is not None
    happened = before.events[:events]
    origin = Origin(id, before.start, before.drawn, before.salts, happened, before.deal)
    settings = replace(before.settings, deal="", listed=False)
    return replace(before.laid, settings=settings, at=at, origin=origin, key=key)


def same_players(before: TableState, holder: str | None = None) -> list[Entry]:
    """Return the entries that seat the bots of a match again, and reserve the seats of its people.

    Seats of people other than this holder, if one is given, stay open.
    """
    entries: list[Entry] = []
    for n, seat in enumerate(before.seats):
        if seat.kind == "bot":
            entries.append(SatBot(n, seat.bot, seat.name))
        elif holder is None or seat.holder == holder:
            entries.append(Reserved(n, seat.name, seat.holder))
    return entries


def dice_of(settings: Settings, seed: str) -> Dice | None:
    """Return the dice of a new table; None if people roll real ones.

    The dice of a deal follow from its code, but never what is drawn in secret.
    """
    if load(settings.game).keeps_secrets:
        return Dice(seed)
    if settings.dice == "real":
        return None
    return Dice(deal_seed(settings.deal) if settings.deal else seed)
