"""So ein Mist: push your luck around a ring of food and dung."""

from dataclasses import dataclass

from pasch.sdk import Game, option


@dataclass(frozen=True)
class Options:
    doubling: bool = option(False, "cards of your own animal count double, good and bad (SEM-17)")
    passing: bool = option(True, "5 or 6 players hand cards on to their neighbours (SEM-4, SEM-18)")
    another_round: bool = option(False, "one more round in which gaps stay open (SEM-19)")
    open_scores: bool = option(False, "everybody's running score is shown (SEM-14)")


GAME = Game(
    key="so-ein-mist",
    title="So ein Mist",
    icon="🐄",
    author="Rüdiger Dorn",
    year=2019,
    summary="push your luck around a ring of food and dung",
    seats=(3, 6),
    table=("me", "steady", "steady", "steady"),
    options=Options,
    version=1,
    package=__name__,
    minutes=8,
    age=6,
    thinking="pushing your luck",
    scenery=("🐖", "💩", "🐔", "🐇"),
)
