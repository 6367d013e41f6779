"""Mice to Meet You: catch mice with bacon and cheese, and leave little for the others."""

from dataclasses import dataclass

from pasch.games.mice_to_meet_you.cards import DICE_CARDS, read_dice_cards
from pasch.sdk import Game, option


@dataclass(frozen=True)
class Options:
    dice_cards: str = option(
        DICE_CARDS,
        f"the dice each dice card shows, like {DICE_CARDS!r} (MTY-2)",
        read=read_dice_cards,
    )
    nuts: int = option(3, "nuts for each player (MTY-3, MTY-17)", between=(0, 9))
    level: int = option(
        0, "solo: how many of the nuts begin in the middle (MTY-17)", between=(0, 3)
    )
    threshold: int = option(
        15, "solo: what unused yellow dice must show to earn a nut (MTY-20)", between=(1, 19)
    )


GAME = Game(
    key="mice-to-meet-you",
    title="Mice to Meet You",
    icon="🐱",
    author="Daniel Bernsen",
    year=2019,
    summary="catch mice with dice sums, and leave little for the others",
    seats=(1, 5),
    table=("me", "steady", "steady"),
    options=Options,
    version=1,
    package=__name__,
    minutes=11,
    thinking="sums and good timing",
    scenery=("🐭", "🧀", "🥓", "🐭"),
)
