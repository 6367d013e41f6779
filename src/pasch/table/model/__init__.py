"""What happens at a table: commands, the entries they lead to, and the state that these make.

Everything outside this folder imports from here.
"""

from pasch.table.model.context import GRACE_S, Command, Context, Decision, filled_in
from pasch.table.model.entries import (
    CHANGE_CLOCK,
    Did,
    Ended,
    Entry,
    Late,
    Reserved,
    Result,
    SatBot,
    Started,
    Undid,
)
from pasch.table.model.errors import (
    BrokenTable,
    Code,
    Refused,
    Stopped,
    StoreTrouble,
    Taken,
    UnknownTable,
    refuse_stale,
    refuse_stopped,
)
from pasch.table.model.playing import (
    COMMANDS,
    Choose,
    Leave,
    PlayBot,
    Rematch,
    Return,
    Roll,
    RunOut,
    StandIn,
    TakeBack,
)
from pasch.table.model.seating import OpenSalt, Seal, SeatBot, Sit, Stand, Start
from pasch.table.model.state import (
    STAND_IN,
    DiceKind,
    Laid,
    Origin,
    Phase,
    Seat,
    SeatKind,
    Settings,
    TableState,
    holder_of,
)

__all__ = [
    "CHANGE_CLOCK", "COMMANDS", "GRACE_S", "STAND_IN", "BrokenTable", "Choose", "Code", "Command",
    "Context", "Decision", "DiceKind", "Did", "Ended", "Entry", "Laid", "Late", "Leave",
    "OpenSalt", "Origin", "Phase", "PlayBot", "Refused", "Rematch", "Reserved", "Result",
    "Return", "Roll", "RunOut", "SatBot", "Seal", "Seat", "SeatBot", "SeatKind", "Settings",
    "Sit", "Stand", "StandIn", "Start", "Started", "Stopped", "StoreTrouble", "TableState",
    "TakeBack", "Taken", "Undid", "UnknownTable", "filled_in", "holder_of", "refuse_stale",
    "refuse_stopped",
]  # fmt: skip
