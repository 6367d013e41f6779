"""A view made of a game's old scene module. To be deleted once every game has a view of its own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from types import ModuleType
from typing import TYPE_CHECKING, Any

from pasch.core.view.moves import Chance, Refusal
from pasch.core.view.scene import Choice, Finish, Reason, Scene, Told
from pasch.core.view.view import View

if TYPE_CHECKING:
    from pasch.core.game.contract import Rules
    from pasch.core.words import Words


class Secret(Chance):
    is_secret = True


def view_of(module: ModuleType, law: Rules) -> type[View]:
    old: Any = module

    class OldView(View):
        rules = law
        open_information = old.ALIKE
        end_clause = ""
        moves = ()
        chances = (Secret,) if hasattr(old, "is_secret") else ()

        def scene(self) -> Scene:
            scene = old.scene(self.s, self.seat, self.say, self.names)
            return replace(scene, choices=()) if scene.choices else scene

        def choices(self) -> tuple[Choice, ...]:
            return old.choices(self.s, self.say, self.names)

        def story(self, before: View, a: int) -> list[Told]:
            return old.story(before.s, a, self.s, self.say, self.names)

        def score(self, seat: int) -> int:
            return old.score(self.s, seat)

        @classmethod
        def score_unit(cls, seats: int, say: Words) -> str:
            return old.score_unit(seats, say)

        def finish(self, seat: int) -> Finish:
            own = getattr(old, "finish", None)
            return own(self.s, seat, self.say) if own else super().finish(seat)

        @classmethod
        def grade_ladder(cls, seats: int, say: Words) -> Sequence[tuple[str, str]]:
            return old.rungs(seats, say) if hasattr(old, "rungs") else ()

        @classmethod
        def top_grade(cls, seats: int) -> int:
            return old.grades(seats) if hasattr(old, "grades") else 0

        def record(self, a: int) -> dict[str, Any]:
            return old.action(self.s, a)

        def text(self, a: int) -> str:
            return old.text(self.s, a, self.say)

        def is_silent(self, a: int) -> bool:
            return hasattr(old, "untold") and old.untold(self.s, a)

        @property
        def is_secret(self) -> bool:
            return hasattr(old, "is_secret") and old.is_secret(self.s)

        def refusal(self, a: int | None) -> Refusal:
            return old.refusal(self.s, a, self.say)

        def intended_action(self, key: str) -> int | None:
            return old.meant(self.s, key)

        def help_for(self, key: str) -> str:
            return old.help(self.s, key, self.say)

        def short_name(self, a: int) -> str:
            if hasattr(old, "called"):
                return old.called(self.s, a, self.say, self.names)
            return next(choice.text for choice in self.choices() if choice.action == a)

        def reason(self, a: int, other: int | None) -> Reason | None:
            return old.why(self.s, a, other, self.say, self.names)

        @classmethod
        def has_habits(cls) -> bool:
            return hasattr(old, "habits")

        def habit(self, a: int) -> str:
            return old.habits(self.say).get(next(iter(self.record(a))), "")

    return OldView
