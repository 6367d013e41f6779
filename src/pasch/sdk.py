"""All that the package of a game needs of pasch: CONTRIBUTING.md, "Add a game", shows how."""

from pasch.core.errors import BadOption
from pasch.core.game.contract import QuickPlayer, Rules
from pasch.core.game.numbers import count, counts, each, first, lookup, zeros
from pasch.core.game.position import (
    CHANCE,
    OVER,
    WATCHER,
    Layout,
    Numbers,
    Random,
    Shares,
    State,
)
from pasch.core.game.rule import Tuning, rule, shares_by_strength
from pasch.core.game.spec import Game, option
from pasch.core.view.keys import Key
from pasch.core.view.moves import Chance, Die, Move, Refusal
from pasch.core.view.scene import (
    Area,
    Cell,
    Choice,
    Finish,
    Piece,
    Progress,
    Scene,
    SeatLine,
    Told,
    cell,
    percent,
    piece,
)
from pasch.core.view.view import HelpTable, View, drawn
from pasch.core.words import Words, message

__all__ = [
    "CHANCE",
    "OVER",
    "WATCHER",
    "Area",
    "BadOption",
    "Cell",
    "Chance",
    "Choice",
    "Die",
    "Finish",
    "Game",
    "HelpTable",
    "Key",
    "Layout",
    "Move",
    "Numbers",
    "Piece",
    "Progress",
    "QuickPlayer",
    "Random",
    "Refusal",
    "Rules",
    "Scene",
    "SeatLine",
    "Shares",
    "State",
    "Told",
    "Tuning",
    "View",
    "Words",
    "cell",
    "count",
    "counts",
    "drawn",
    "each",
    "first",
    "lookup",
    "message",
    "option",
    "percent",
    "piece",
    "rule",
    "shares_by_strength",
    "zeros",
]
