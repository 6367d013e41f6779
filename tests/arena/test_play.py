"""One match of an arena."""

from pathlib import Path

import numpy as np
import pytest

from pasch.arena import play as arena
from pasch.arena.plan import Seating, seatings
from pasch.arena.play import play, play_chunk
from pasch.bots import Bot
from pasch.core.errors import PaschError
from pasch.core.game.position import CHANCE
from pasch.core.game.registry import games
from pasch.core.game.spec import Game
from pasch.core.match import log
from pasch.core.match.match import Match
from pasch.core.match.verify import verify
from tests.arena.kit import plan, played, timeless
from tests.checker import name_of


@pytest.mark.parametrize("game", list(games().values()), ids=name_of)
def test_every_game_is_played_to_its_end(game: Game) -> None:
    asked = plan(game.key, "quick", "random", games=1)
    for seating in seatings(asked):
        found = play(asked, seating).result
        assert len(found.returns) == len(found.score) == asked.seats
        assert 0 < sum(found.real) <= sum(found.decisions) < found.events
        assert 0 < found.real_turns <= found.turns
        assert sum(found.ms) > 0


def test_the_same_seed_gives_the_same_match(tmp_path: Path) -> None:
    def results(seed: str) -> object:
        asked = plan("so-ein-mist", "random", "quick", games=6, seed=seed)
        return timeless(played(asked, tmp_path / f"{seed}-{np.random.random()}"))

    assert results("a") == results("a") != results("b")


def test_the_matches_of_a_block_have_the_same_dice() -> None:
    """A bot that thinks the same at every seat plays the same match, whatever its number."""
    asked = plan("so-ein-mist", "quick", "quick", games=1, seats=3)
    one, two = (
        play(asked, Seating(i, 5, sits)).result for i, sits in ((0, (0, 0, 1)), (1, (1, 0, 0)))
    )
    assert (one.returns, one.score, one.events) == (two.returns, two.score, two.events)
    other = play(asked, Seating(0, 6, (0, 0, 1))).result
    assert (one.score, one.events) != (other.score, other.events)


def test_a_bot_draws_from_a_stream_of_its_own_for_every_decision(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    drawn: list[float] = []

    class Noted(Bot):
        def choose(self, match: Match, rng: np.random.Generator) -> int:
            drawn.append(rng.random())
            return match.legal()[0]

    monkeypatch.setattr(arena, "read_bot", lambda _: Noted())
    asked = plan("so-ein-mist", "quick", games=1, seats=3)
    play(asked, Seating(0, 0, (0, 0, 0)))
    assert len(set(drawn)) == len(drawn) > 20


def test_nobody_is_asked_where_there_is_nothing_to_decide(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    choices: list[int] = []

    class Noted(Bot):
        def choose(self, match: Match, rng: np.random.Generator) -> int:  # noqa: ARG002
            choices.append(len(match.legal()))
            return match.legal()[0]

    monkeypatch.setattr(arena, "read_bot", lambda _: Noted())
    found = play(plan("mmm", "quick", games=1, seats=2), Seating(0, 0, (0, 0))).result
    assert min(choices) > 1
    assert sum(found.real) == len(choices) < sum(found.decisions)


def test_the_log_of_a_match_plays_again_and_its_dice_are_the_sealed_ones() -> None:
    asked = plan("so-ein-mist", "random", "quick", games=1, seats=3)
    first = next(seatings(asked))
    found = play(asked, first, with_logs=True)
    held = log.read(found.log)
    assert held.match.returns() == found.result.returns
    assert held.header.players == [asked.bots[bot] for bot in first.sits]
    assert verify(held.header, held.match, held.seed).ok


def test_a_worker_with_other_sources_refuses() -> None:
    import msgspec

    asked = msgspec.structs.replace(plan(), code="elsewhere")
    with pytest.raises(PaschError, match="another bot: expected sources elsewhere, got"):
        play_chunk(asked, [], False)


def test_a_score_is_for_the_end() -> None:
    from pasch.core.errors import IllegalAction
    from pasch.core.match.match import new

    match = new("mmm", seats=1)
    assert match.player == CHANCE
    with pytest.raises(IllegalAction, match="the game is not over"):
        match.score()
