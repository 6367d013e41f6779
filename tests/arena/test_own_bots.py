"""Bots of one's own in an arena: on all cores, and when one goes wrong."""

from pathlib import Path

import pytest

from pasch.arena.plan import seatings
from pasch.arena.play import play_chunk
from pasch.arena.results import Results
from pasch.arena.run import here, on_cores, run
from pasch.bots import BotFault
from pasch.core.errors import BadOption, PaschError
from tests.arena.kit import plan, played, timeless
from tests.command import Pasch
from tests.own import own_bots

__all__ = ["own_bots"]

OWN = "mymodule:MyBot"


def test_a_bot_of_ones_own_plays_the_same_on_one_core_and_two(own_bots: Path) -> None:
    asked = plan("so-ein-mist", OWN, "quick", games=3, seats=3)
    one = played(asked, own_bots / "one")
    assert timeless(one) == timeless(played(asked, own_bots / "two", on_cores(2)))
    assert sum(sum(each.real) for each in one) > 60


def test_who_changes_a_bot_begins_a_run_of_its_own(own_bots: Path) -> None:
    asked = plan("so-ein-mist", OWN, games=3)
    Results.open(own_bots / "results", asked)
    source = own_bots / "mymodule.py"
    source.write_text(source.read_text(encoding="utf-8") + "# better\n", encoding="utf-8")
    changed = plan("so-ein-mist", OWN, games=3)
    with pytest.raises(PaschError, match=f"another run.*code: expected '{changed.code[:9]}"):
        Results.open(own_bots / "results", changed)
    with pytest.raises(PaschError, match="or another bot: expected sources"):
        play_chunk(asked, [], False)


def test_a_bot_that_goes_wrong_is_named_and_what_was_played_before_is_kept(own_bots: Path) -> None:
    asked = plan("so-ein-mist", "wrong:seldom", games=60, seats=3)
    sits = list(seatings(asked))
    done = play_chunk(asked, sits, False)
    assert 0 < len(done.played) < len(sits)
    assert isinstance(done.problem, BotFault)
    results = Results.open(own_bots / "results", asked)
    with pytest.raises(BotFault, match=told(len(done.played))):
        run([(asked, results)], here)
    kept = Results.open(own_bots / "results", asked).held.values()
    assert timeless(list(kept)) == timeless([each.result for each in done.played])


def told(game: int) -> str:
    return (
        rf"^wrong:seldom raised ZeroDivisionError: .*\(wrong.py, line \d+\) "
        rf"\(game {game}, after event \d+\); what was played before is kept$"
    )


def test_one_that_hangs_in_another_process_ends_the_run_in_the_same_words(own_bots: Path) -> None:
    asked = plan("so-ein-mist", "wrong:hangs", games=4, seats=3)
    expected = r"^wrong:hangs took more than 0.2 s \(game \d, after event \d+\)"
    with pytest.raises(BotFault, match=expected) as found:
        played(asked, own_bots / "results", on_cores(2))
    assert found.value.said("de").startswith("wrong:hangs hat länger als 0.2 s gebraucht (Partie")


def test_one_that_cannot_be_loaded_is_refused_before_a_file_is_begun(
    own_bots: Path, pasch: Pasch
) -> None:
    with pytest.raises(BadOption, match=r"^nowhere:Bot can't play: ModuleNotFoundError"):
        plan("mmm", "nowhere:Bot")
    before = set(own_bots.iterdir())
    answer = pasch("arena", "mmm", "wrong:nobody", "--out", "results.jsonl")
    assert answer.code == 2
    assert answer.err == (
        "pasch: wrong:nobody can't play: AttributeError: module 'wrong' has no attribute 'nobody'\n"
    )
    assert set(own_bots.iterdir()) - before <= {own_bots / "__pycache__"}
