"""Reviews of finished matches: one at a time, with progress, kept for a second look."""

import asyncio
import threading
from collections.abc import Callable
from typing import Any

import pytest

from pasch.coach import review as coach
from pasch.coach.findings import Review
from pasch.core.match.match import Match
from pasch.core.match.match import new as new_match
from pasch.table.model import Refused
from pasch.table.storage.sql import SqlStore
from pasch.table.tables import Tables
from pasch.table.thinking import reviews
from pasch.table.thinking.preparation import Preparation
from pasch.table.thinking.reviews import Reviews
from pasch.table.views.messages import ProgressInfo
from tests.patience import PATIENCE
from tests.table.party import begin, play, until

pytestmark = pytest.mark.anyio


class Reviewer:
    """A coach that goes on, step by step, as the test lets it."""

    def __init__(self) -> None:
        self.began: list[str] = []
        self.steps = threading.Semaphore(0)
        self.fails = False

    def __call__(self, match: Match, *, language: str, tell: Callable[[int, int], None]) -> Review:
        self.began.append(language)
        for done in range(1, 3):
            assert self.steps.acquire(timeout=PATIENCE)
            tell(done, 2)
        if self.fails:
            raise RuntimeError("no idea")
        title = f"{match.game.title} {language}"
        return Review(match.game.key, title, True, False, [], [], [], [])


@pytest.fixture
def reviewer(monkeypatch: pytest.MonkeyPatch) -> Reviewer:
    reviewer = Reviewer()
    monkeypatch.setattr(coach, "review", reviewer)
    return reviewer


@pytest.fixture
def match() -> Match:
    return new_match("mmm", seats=1)


async def made(kept: Reviews, id: str, match: Match, language: str = "en") -> Review:
    found: Any = None

    def is_made() -> bool:
        nonlocal found
        found = kept.look(id, match, language)
        return isinstance(found, Review)

    await until(is_made)
    assert isinstance(found, Review)
    return found


async def test_a_review_tells_how_far_it_has_come_and_is_kept(
    reviewer: Reviewer, match: Match
) -> None:
    kept = Reviews(Preparation())
    assert kept.look("a", match, "en") == ProgressInfo(0, 1)
    reviewer.steps.release()
    await until(lambda: kept.look("a", match, "en") == ProgressInfo(1, 2))
    reviewer.steps.release()
    review = await made(kept, "a", match)
    assert review.title == "Mmm! en"
    assert kept.look("a", match, "en") is review
    assert reviewer.began == ["en"]
    await kept.close()


async def test_one_review_is_made_at_a_time(reviewer: Reviewer, match: Match) -> None:
    kept = Reviews(Preparation())
    kept.look("a", match, "en")
    kept.look("a", match, "de")
    await until(lambda: reviewer.began)
    await until(lambda: kept.look("a", match, "de") == ProgressInfo(0, 1, before=1))
    reviewer.steps.release(2)
    await made(kept, "a", match)
    await until(lambda: reviewer.began == ["en", "de"])
    assert kept.look("a", match, "de") == ProgressInfo(0, 1)
    reviewer.steps.release(2)
    assert (await made(kept, "a", match, "de")).title == "Mmm! de"
    await kept.close()


async def test_a_review_that_failed_is_tried_again(reviewer: Reviewer, match: Match) -> None:
    kept = Reviews(Preparation())
    reviewer.fails = True
    reviewer.steps.release(4)
    with pytest.raises(RuntimeError, match="no idea"):
        await made(kept, "a", match)
    reviewer.fails = False
    assert (await made(kept, "a", match)).game == "mmm"
    await kept.close()


async def test_the_review_looked_at_longest_ago_is_forgotten(
    reviewer: Reviewer, match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reviews, "REVIEWS_KEPT", 2)
    kept = Reviews(Preparation())
    reviewer.steps.release(100)
    a, _ = [await made(kept, id, match) for id in "ab"]
    assert kept.look("a", match, "en") is a
    for id in "cd":
        await made(kept, id, match)
    assert kept.look("a", match, "en") is a
    assert kept.look("b", match, "en") == ProgressInfo(0, 1)
    await kept.close()


async def test_too_many_at_once_are_refused(
    reviewer: Reviewer, match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reviews, "REVIEWS_WAITING", 1)
    kept = Reviews(Preparation())
    for id in "ab":
        kept.look(id, match, "en")
    await until(lambda: kept.look("b", match, "en") == ProgressInfo(0, 1, before=1))
    with pytest.raises(Refused, match="too many ask for this now; 2 are before you"):
        kept.look("c", match, "en")
    closing = asyncio.create_task(kept.close())
    reviewer.steps.release(2)
    await closing


async def test_a_review_ends_with_the_server(
    reviewer: Reviewer, match: Match, store: SqlStore
) -> None:
    tables = Tables(store)
    tables._reviews.look("a", match, "en")
    await until(lambda: reviewer.began)
    (job,) = tables._reviews._jobs.values()
    await tables.close()
    assert job.task.cancelled()
    reviewer.steps.release(2)


async def test_a_finished_match_is_reviewed_and_no_other(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = coach.review
    monkeypatch.setattr(coach, "review", lambda match, **how: real(match, playouts=64, **how))
    table, people = await begin(tables, "Anna", bots=1, game="mmm")
    with pytest.raises(Refused, match="the game is not over"):
        await tables.review(table.id)
    await play(table, people)
    while not isinstance(review := await tables.review(table.id), Review):
        await asyncio.sleep(0.01)
    assert table.state.match is not None
    assert len(review.chances) == len(table.state.match.events) + 1
    assert [account.name for account in review.accounts] == ["Anna", "Pip"]
