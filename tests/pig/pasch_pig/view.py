"""Pig as people see it: the die, what everybody has, and what may be done."""

from typing import Any

from pasch.sdk import Area, Choice, Die, Key, Move, Scene, Told, View, cell, message, piece
from pasch_pig import rules

DIE, DICE = Key("die"), Key("dice")


class Roll(Die):
    phases = (rules.ROLL,)
    clause = "PIG-2"
    question = message("Roll the die")


class RollOn(Move):
    phases = (rules.DECIDE,)
    first = rules.ROLL_ON
    clause = "PIG-3"
    name = message("roll on")
    expected = message("expected 0 to roll on or 1 to hold")

    @classmethod
    def prompt(cls, view: View) -> str:
        return view.say("Roll on, or hold with {n}?", n=view.s.total)

    def record(self) -> dict[str, Any]:
        return {"roll": True}

    def choice(self) -> Choice:
        return Choice(self.a, self.text(), at=DICE())


class Hold(Move):
    phases = (rules.DECIDE,)
    first = rules.HOLD
    clause = "PIG-3"
    name = message("hold")

    def record(self) -> dict[str, Any]:
        return {"hold": True}

    def choice(self) -> Choice:
        return Choice(self.a, self.text(), at=DICE())


class PigView(View):
    rules = rules
    open_information = True
    end_clause = "PIG-6"
    unit = message("points")
    moves = (RollOn, Hold)
    chances = (Roll,)

    def scene(self) -> Scene:
        s, say = self.s, self.say
        total = cell(DIE(), note=say("this turn: {n}", n=s.total))
        die = piece(key=DIE(), kind="die", cell=DIE(), text=str(s.die), pips=s.die)
        return Scene(
            prompt=self.prompt(),
            areas=(Area(DICE(), "row", say("The die"), (total,)),),
            pieces=(die,) if s.die else (),
            seats=tuple(self.seat_line(seat, "🎲", self.points(seat)) for seat in range(s.seats)),
        )

    def points(self, seat: int) -> str:
        return self.say("{n} of {goal} points", n=self.s.score[seat], goal=self.s.goal)

    def story(self, before: View, a: int) -> list[Told]:
        seat = before.mover
        name = self.names[seat]
        if before.s.phase == rules.ROLL:
            return self.rolled(name, seat, a + 1)
        if a == rules.ROLL_ON:
            return []
        text = self.say("{name} held with {n}.", name=name, n=before.s.total)
        return [Told(text, kind="score", seat=seat, mood="good")]

    def rolled(self, name: str, seat: int, face: int) -> list[Told]:
        text = self.say("{name} rolled a {face}.", name=name, face=face)
        pieces = (DIE(),) if self.s.die else ()
        told = [Told(text, kind="roll", seat=seat, icon="🎲", pieces=pieces)]
        if not self.s.total:
            text = self.say("The turn was for nothing.")
            told.append(Told(text, kind="bust", seat=seat, mood="bad"))
        return told

    def score(self, seat: int) -> int:
        return self.s.score[seat]
