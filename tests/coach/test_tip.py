"""The tip for the next time: the kind of choice that cost most, in words."""

import pytest

import pasch
from pasch.coach.findings import Decision, RatedChoice
from pasch.coach.reasons import habit_tip, habits_in
from pasch.core.game.spec import Game
from pasch.core.match.match import Match
from pasch.core.words import LANGUAGES
from tests.checker import name_of
from tests.clauses import ours

BREAD, X = 0, 5


@pytest.fixture
def match() -> Match:
    """Return a match of Mmm! after the first roll: bread, and twice nothing."""
    match = pasch.new("mmm", seats=1, start=0)
    for event in (BREAD, X, X):
        match.apply(event)
    return match


def placed(match: Match) -> Match:
    match.apply(match.read("bread on f3"))
    return match


def decided(match: Match, chosen: str, best: str, loss: float) -> Decision:
    def weigh(words: str) -> RatedChoice:
        return RatedChoice(match.read(words), words, 0.5, 0.0, words)

    event = len(match.events)
    return Decision(event, 0, 0, weigh(chosen), weigh(best), loss, 0.0, "fine", [-loss])


def test_another_kind_of_choice_is_named_with_what_it_would_have_been_worth(match: Match) -> None:
    placed(match)
    three = [decided(match, "gather", "roll again", 0.02) for _ in range(3)]
    assert habit_tip(match, three, "en") == (
        "Next time try rolling again more often than gathering: "
        "3 times that would have been worth 6.0 % in all."
    )
    assert habit_tip(match, three[:1], "de") == (
        "Versuch beim nächsten Mal öfter noch einmal zu würfeln statt einzusammeln: "
        "Einmal wäre das 2,0 % wert gewesen."
    )


def test_another_of_the_same_kind_is_told_as_such(match: Match) -> None:
    worse = decided(match, "bread on b3", "bread on f3", 0.05)
    assert habit_tip(match, [worse], "en") == (
        "What cost most was placing dice: once there was a better way, worth 5.0 %."
    )


def test_who_gave_nothing_away_is_told_so(match: Match) -> None:
    fine = decided(match, "bread on f3", "bread on f3", 0.0)
    assert (
        habit_tip(match, [fine], "en")
        == "Hardly a choice of yours cost anything: play on like that."
    )


def test_what_costs_most_together_counts(match: Match) -> None:
    once = decided(match, "bread on b3", "bread on f3", 0.03)
    placed(match)
    twice = [decided(match, "roll again", "gather", 0.02) for _ in range(2)]
    found = habits_in(match, [once, *twice], "en")
    assert [(h.did, h.better, h.times) for h in found] == [
        ("place", "place", 1),
        ("roll", "gather", 2),
    ]
    assert habit_tip(match, [once, *twice], "en").startswith("Next time try gathering more often")


@pytest.mark.parametrize("game", list(ours()), ids=name_of)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_kind_of_choice_has_a_name(game: Game, language: str) -> None:
    match = pasch.new(game.key, start=0)
    words: dict[str, str] = {}
    for step in range(300):
        possible = match.possible()
        if not possible:
            break
        if match.player >= 0:
            view = match.shown_to(match.player, language)
            words |= {next(iter(view.record(a))): view.habit(a) for a in possible}
        match.apply(possible[step * 7 % len(possible)])
    assert all(words.values())
    assert len(set(words.values())) == len(words)
