"""All that the package of a game needs of pasch: CONTRIBUTING.md, "Add a game", shows how."""

from pasch.core.errors import BadOption, Faulty, PaschError
from pasch.core.game.contract import Arrays, QuickPlayer, Rules, Size
from pasch.core.game.numbers import (
    Grid,
    count,
    counts,
    each,
    first,
    lookup,
    read_lookups,
    zeros,
)
from pasch.core.game.position import (
    CHANCE,
    OVER,
    WATCHER,
    Layout,
    Numbers,
    Position,
    Random,
    Shares,
    State,
)
from pasch.core.game.rule import Tuning, rule, shares_by_strength
from pasch.core.game.spec import Game, option
from pasch.core.view.keys import Key, Part
from pasch.core.view.moves import Chance, Die, Move, Refusal
from pasch.core.view.scene import (
    Area,
    Cell,
    Choice,
    Colour,
    Finish,
    Mood,
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

# What is known of a game before it is played
__all__ = ["BadOption", "Faulty", "Game", "PaschError", "option"]

# Rules and the quick player
__all__ += ["CHANCE", "OVER", "WATCHER", "QuickPlayer", "Rules"]
__all__ += ["Layout", "Numbers", "Position", "Random", "Shares", "State"]
__all__ += ["Tuning", "rule", "shares_by_strength"]
__all__ += ["Grid", "count", "counts", "each", "first", "lookup", "read_lookups", "zeros"]

# Perfect play
__all__ += ["Arrays", "Size"]

# The view: words, things and what they look like, what may happen
__all__ += ["HelpTable", "View", "Words", "drawn", "message"]
__all__ += ["Area", "Cell", "Colour", "Key", "Part", "Piece", "Progress", "Scene", "SeatLine"]
__all__ += ["Finish", "Mood", "Told", "cell", "percent", "piece"]
__all__ += ["Chance", "Choice", "Die", "Move", "Refusal"]
