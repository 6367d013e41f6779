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
from pasch.table.model.names import LONGEST_NAME
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

# Commands
__all__ = ["COMMANDS", "Choose", "Command", "Leave", "OpenSalt", "PlayBot", "Rematch", "Return"]
__all__ += ["Roll", "RunOut", "Seal", "SeatBot", "Sit", "Stand", "StandIn", "Start", "TakeBack"]

# What they are decided by, and lead to
__all__ += ["GRACE_S", "Context", "Decision", "filled_in"]

# Entries
__all__ += ["CHANGE_CLOCK", "Did", "Ended", "Entry", "Late", "Reserved", "Result", "SatBot"]
__all__ += ["Started", "Undid"]

# Errors
__all__ += ["BrokenTable", "Code", "Refused", "Stopped", "StoreTrouble", "Taken"]
__all__ += ["UnknownTable", "refuse_stale", "refuse_stopped"]

# The state
__all__ += ["LONGEST_NAME", "STAND_IN", "DiceKind", "Laid", "Origin", "Phase", "Seat", "SeatKind"]
__all__ += ["Settings", "TableState", "holder_of"]
