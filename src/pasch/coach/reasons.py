"""Why the coach would choose something, in the words of the game: what its folder counts."""

from pasch.coach.findings import Reason, Weighed
from pasch.core.match.match import Match

TELLABLE = 0.005
"""What a choice must be worth less, as a share of the victory, to be told beside the best."""


def called(match: Match, language: str) -> dict[int, str]:
    """By choice: how the coach calls it. What a game means by a coordinate, it lights instead."""
    scenes, view, say = match.game.scene, match.view(match.player), match.words(language)
    own = getattr(scenes, "called", None)
    if own:
        return {a: own(view, a, say, match.names) for a in match.legal()}
    return {choice.action: choice.text for choice in scenes.choices(view, say, match.names)}


def reason(match: Match, a: int, other: int | None, language: str) -> Reason | None:
    """What speaks for one choice and against another; the place of the first is lit too."""
    scenes, view, say = match.game.scene, match.view(match.player), match.words(language)
    why = getattr(scenes, "why", None)
    found = why(view, a, other, say, match.names) if why else None
    if found is None:
        return None
    places = {choice.action: choice.at for choice in scenes.choices(view, say, match.names)}
    return Reason(found.text, [*dict.fromkeys([places[a], *found.lights])])


def rival(choices: list[Weighed]) -> int | None:
    """The first that is clearly worse than the best, and not called the same."""
    best, *others = choices
    return next(
        (
            each.action
            for each in others
            if each.value < best.value - TELLABLE and each.called != best.called
        ),
        None,
    )
