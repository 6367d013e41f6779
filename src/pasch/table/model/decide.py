"""Who may do what at a table: a command becomes entries, or is refused. Nothing happens here."""

from collections.abc import Callable
from typing import Any

from pasch.table.model import commands, playing, seating
from pasch.table.model.context import Decision, Known

DECIDES: dict[type[Any], Callable[[Any, Known], Decision]] = {
    commands.Sit: seating.sit,
    commands.Seal: seating.seal,
    commands.OpenSalt: seating.open_salt,
    commands.SeatBot: seating.seat_bot,
    commands.Stand: seating.stand,
    commands.Start: seating.start,
    commands.Choose: playing.choose,
    commands.TakeBack: playing.take_back,
    commands.Leave: playing.leave,
    commands.Return: playing.come_back,
    commands.StandIn: playing.stand_in,
    commands.Rematch: playing.rematch,
    commands.Roll: playing.roll,
    commands.PlayBot: playing.play_bot,
    commands.RunOut: playing.run_out,
}


def decide(command: commands.Command, known: Known) -> Decision:
    return DECIDES[type(command)](command, known)
