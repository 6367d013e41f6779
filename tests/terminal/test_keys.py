"""The key of a choice stays the same for a whole game."""

from collections.abc import Iterator

import pytest

from pasch.core.game.registry import games
from pasch.core.words import LANGUAGES
from pasch.terminal.commands.session import RESERVED
from pasch.terminal.screen.keys import Keyring
from pasch.terminal.screen.prompt import Reply
from tests.moves import pantry, play
from tests.terminal.test_frame import evening


def offers(key: str, seats: int, language: str) -> Iterator[list[Reply]]:
    """Yield the replies that one keyring gives at every choice of a game."""
    keyring = Keyring(RESERVED)
    for match in evening(key, seats, "yard"):
        if match.player >= 0:
            yield keyring.replies(match.scene(match.player, language))


@pytest.mark.parametrize("key", games())
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_choice_has_the_same_key_whatever_else_is_offered(key: str, language: str) -> None:
    """A place has its name, a button belongs to its action; several of one place have letters."""
    given: dict[tuple[int, str], str] = {}
    for replies in offers(key, games()[key].seats[1], language):
        keys = [reply.keys[0] for reply in replies]
        assert len({*keys}) == len(keys)
        assert not {*keys} & {*RESERVED, "q"}
        for reply in replies:
            at = sum(other.at == reply.at for other in replies)
            name = reply.shown[:-1] if reply.at and at > 1 else reply.shown
            owner = (0, reply.at) if reply.at else (reply.action, "")
            assert given.setdefault(owner, name) == name


def shown(replies: list[Reply]) -> dict[str, str]:
    return {reply.text: reply.shown for reply in replies}


def test_letters_stay_when_fewer_choices_are_offered() -> None:
    keyring = Keyring(RESERVED)
    match = play(pantry(), "carrot", "carrot", "X", "carrot on a1")
    assert shown(keyring.replies(match.scene(0)))["gather"] == "g"
    play(match, "gather")
    play(match, "carrot", "carrot", "carrot", "carrot on b1", "carrot on c1")
    assert shown(keyring.replies(match.scene(1)))["gather"] == "g"


def test_choices_that_begin_alike_are_told_apart_by_what_differs() -> None:
    first = next(offers("mistkaefer", 2, "de"))
    keys = shown(first)
    assert keys["2 × blau würfeln"] == "2b"
    assert keys["2 × grün würfeln"] == "2gr"
    assert keys["2 × gelb würfeln"] == "2ge"


def test_cards_go_by_their_numbers_and_their_ways_by_letters() -> None:
    several = next(replies for replies in offers("mice-to-meet-you", 1, "en") if len(replies) > 20)
    keys = [reply.shown for reply in several if reply.at.endswith(":5")]
    assert keys == [f"5{letter}" for letter in "abcdefghij"[: len(keys)]]
