"""Who is turned away at the door, each with words for a person and a status for a program."""

from pasch.core.errors import PaschError


class TurnedAway(PaschError):
    status = 400
    code = "bad"


class TooMuch(TurnedAway):
    """Too long a message."""

    status, code = 413, "size"


class TooOften(TurnedAway):
    """Too many messages in too short a time, or too much at once."""

    status, code = 429, "often"


class TooSlow(TurnedAway):
    """What was announced did not come."""

    status, code = 408, "slow"


class NoToken(TurnedAway):
    status, code = 401, "token"


class Foreign(TurnedAway):
    """Asked for by a page of somebody else."""

    status, code = 403, "origin"


class Fault(TurnedAway):
    """A fault of the server itself; the log says where."""

    status, code = 500, "fault"

    def __init__(self) -> None:
        super().__init__("something went wrong here; it has been noted")


class Misdirected(TurnedAway):
    """For another server, by its name."""

    status, code = 421, "host"
