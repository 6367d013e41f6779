"""A match: the boundary to the rules."""

import random
import re
from threading import Thread
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import pasch
from pasch.core.errors import BadOption, IllegalAction
from pasch.core.game.dice import Dice, deal_seed, draws_of
from pasch.core.game.position import OVER, WATCHER, Layout, Numbers, State
from pasch.core.match.match import EVERY, LATEST, Match
from pasch.core.view.view import View
from pasch.engine.record import record
from tests.moves import finish, pantry, play


def test_a_new_match_needs_only_a_game() -> None:
    match = pasch.new("so-ein-mist")
    assert match.seats == 4
    assert 0 <= match.start < 4
    assert match.names == ("Player 1", "Player 2", "Player 3", "Player 4")


def test_the_starting_seat_may_be_named_and_must_exist() -> None:
    assert pasch.new("mmm", seats=3, start=2).start == 2
    with pytest.raises(BadOption, match="a number from 0 to 2, not 3"):
        pasch.new("mmm", seats=3, start=3)


def test_the_starting_seat_is_drawn_if_nobody_names_one() -> None:
    assert {pasch.new("mmm", seats=2).start for _ in range(100)} == {0, 1}


def test_there_are_as_many_names_as_seats() -> None:
    with pytest.raises(BadOption, match="expected 2 names, got 1"):
        pasch.new("mmm", seats=2, names=["Anna"])


def test_chance_and_choice_take_turns() -> None:
    match = pantry()
    assert (match.player, match.chance, match.legal()) == (pasch.CHANCE, 6, [])
    play(match, "bread", "X", "X")
    assert (match.player, match.chance) == (0, 0)
    assert match.legal() == match.possible()


@pytest.mark.parametrize("number", [np.int64(3), np.int8(3), np.uint16(3), np.array(3)])
def test_an_action_is_a_whole_number_of_any_type(number: Any) -> None:
    match = pantry()
    match.apply(number)
    assert match.events == [3]
    assert type(match.events[0]) is int


@pytest.mark.parametrize("wrong", [3.0, "3", None, True, np.float64(3), np.True_, np.array([3, 4])])
def test_what_is_no_whole_number_is_refused_in_a_sentence(wrong: Any) -> None:
    match = pantry()
    expected = f"{wrong!r} is not possible: a die is rolled: expected an outcome from 0 to 5"
    with pytest.raises(IllegalAction, match=re.escape(expected)):
        match.apply(wrong)
    assert match.events == []


def test_a_refusal_names_the_number_not_its_type() -> None:
    with pytest.raises(IllegalAction, match=r"^9 is not possible"):
        pantry().apply(np.int64(9))


def test_undo_takes_back_one_event_and_then_the_next() -> None:
    match = play(pantry(), "bread", "X", "X")
    assert match.undo() == 5
    assert match.undo() == 5
    assert match.events == [0]
    assert match.position() == play(pantry(), "bread").position()


def test_a_match_can_be_had_as_it_was_after_any_of_its_events() -> None:
    events = ("bread", "X", "X", "bread on f3", "roll again", "fish")
    match = play(pantry(), *events)
    told = [match.story(0, "en", n) for n in range(len(events))]
    for n in range(len(events) + 1):
        then, again = match.at(n), play(pantry(), *events[:n])
        assert then.events == again.events
        assert then.position() == again.position()
        assert (then.turn, then.die) == (again.turn, again.die)
        assert [then.story(0, "en", i) for i in range(n)] == told[:n]
        then.apply(then.possible()[-1])
        then.undo()
        assert then.position() == again.position()
    assert match.position() == play(pantry(), *events).position()
    assert match.story(0) == told[-1]


def test_nothing_can_be_taken_back_from_an_empty_match() -> None:
    with pytest.raises(IllegalAction, match="nothing has happened yet"):
        pantry().undo()


def test_a_copy_goes_its_own_way() -> None:
    match = play(pantry(), "bread")
    twin = match.copy()
    play(twin, "fish")
    assert match.events == [0]
    assert match.position() != twin.position()


def test_what_is_written_into_a_copy_stays_there() -> None:
    layout = Layout("grids", [("row", "i1", 2), ("grid", "i1", (2, 2)), ("deep", "i1", (2, 2, 2))])
    position = layout.blank()
    twin = position.copy()
    twin.row[0] = twin.grid[0, 1] = twin.deep[1, 0, 1] = 7
    assert position == layout.blank()
    assert (twin.row, twin.grid) == ([7, 0], [(0, 7), (0, 0)])
    assert twin.deep == [((0, 0), (0, 0)), ((0, 7), (0, 0))]
    assert layout.unpack(layout.pack(twin)) == twin
    with pytest.raises(TypeError, match=r"expected one number .* as in grid\[i, j\], got 0"):
        twin.grid[0] = [1, 1]


def test_two_copies_tell_what_is_legal_in_two_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    match = play(pantry(), "bread")
    bread, fish = play(match.copy(), "X", "X"), play(match.copy(), "fish", "X")
    of_bread, rules = bread.legal(), bread.game.rules
    legal = rules.legal

    def interrupted(state: State, out: Numbers) -> int:
        n = int(legal(state, out))
        if state is bread._state:
            other = Thread(target=fish.legal)
            other.start()
            other.join()
        return n

    monkeypatch.setattr(rules, "legal", interrupted)
    assert bread.legal() == of_bread
    assert fish.legal() != of_bread


def test_a_guess_fills_what_a_view_hides() -> None:
    match = play(pasch.new("mistkaefer", seats=2, start=0), "roll 1 green", "3")
    view, guess = match.view(0), match.guess(0, np.random.default_rng())
    assert sum(view.heap) == 0
    assert sum(guess.heap) == view.heaped


def test_a_field_is_not_called_like_a_part_of_every_record() -> None:
    with pytest.raises(ValueError, match=r"does not use itself, got \['item', 'size'\]"):
        record([("item", "i8"), ("seats", "i8"), ("size", "i8")])


def test_choices_are_for_who_is_to_choose() -> None:
    match = play(pantry(), "bread", "fish", "carrot")
    assert [choice.action for choice in match.scene(0).choices] == match.legal()
    assert match.scene(1).choices == ()
    assert match.scene(1) is match.scene(WATCHER), "made once for all who see the same"


def test_what_all_saw_is_told_to_all() -> None:
    match = play(pantry(), "bread", "fish", "carrot")
    assert match.story(0) == match.story(1) == match.story(WATCHER)
    assert match.story(0, "de") != match.story(0)
    match.story(0).clear()
    assert match.story(0) == match.story(1), "what one does with it is nobody else's"


def test_whoever_knows_more_is_told_more_however_long_one_looks_back() -> None:
    match = pasch.new("mistkaefer", seats=2, start=0, bonus="green 1 chip")
    play(match, "roll 1 green", "3", "put down: 3", "clover 1")
    finish(match)
    for _ in range(3):
        for n in range(len(match.events)):
            for seat in (0, 1, WATCHER):
                assert match.story(seat, n=n) == match.at(n + 1).story(seat)
    assert match.story(0, n=3) != match.story(1, n=3)


def test_of_what_is_untold_there_is_nothing_to_tell() -> None:
    match = pasch.new("mistkaefer", seats=3, start=0)
    chooser, untold = random.Random(3), 0
    while match.player != OVER:
        before, a = match.copy(), chooser.choice(match.possible())
        match.apply(a)
        if seen(before, WATCHER, whole=True).is_silent(a):
            untold += 1
            for seat in (0, 1, 2, WATCHER):
                assert list(seen(match, seat).story(seen(before, seat), a)) == []
    assert 0 < untold < len(match.events)


def seen(match: Match, seat: int, whole: bool = False) -> View:
    position = match.position() if whole else match.view(seat)
    return match.game.view(position, seat, match.words(), match.names)


def test_a_copy_looks_at_its_own_position() -> None:
    match = play(pantry(), "bread")
    assert match.scene(0).pieces
    twin = match.copy()
    play(match, "fish")
    play(twin, "carrot")
    for each, die in ((match, "fish"), (twin, "carrot")):
        assert each.scene(0) == play(pantry(), "bread", die).scene(0)


def test_it_can_be_looked_back_at_every_event() -> None:
    match = finish(pasch.new("mistkaefer", seats=2, start=0, clovers=1, balls=3))
    for _ in range(2):
        for n in range(len(match.events) + 1):
            then = match.at(n)
            assert match.player_at(n) == then.player
            assert match.scene(0, n=n) == then.scene(0)
    assert len(match.events) > 40


def test_every_position_on_the_way_can_be_had_again_and_stays_as_it_was() -> None:
    match = pasch.new("mmm", seats=2, start=0)
    before = [match.position()]
    while match.player != pasch.OVER:
        match.apply(match.possible()[0])
        before.append(match.position())
    assert len(match.events) > 3 * EVERY
    assert [match.at(n).position() for n in range(len(before))] == before
    while match.events:
        assert match.position() == before.pop()
        match.undo()
    assert match.position() == before[0]


def test_a_chip_drawn_came_to_light() -> None:
    match = pasch.new("mistkaefer", seats=2, start=0, bonus="green 1 chip")
    play(match, "roll 1 green", "3")
    assert not match.revealed
    play(match, "put down: 3", "one ball 1")
    assert match.revealed


def test_a_view_is_a_copy() -> None:
    match = pantry()
    match.view(0).cat = 7
    assert match.view(0).cat == 0


def test_returns_wait_for_the_end() -> None:
    with pytest.raises(IllegalAction, match="the game is not over"):
        pantry().returns()


def test_a_score_waits_for_the_end() -> None:
    with pytest.raises(IllegalAction, match="the game is not over"):
        pantry().score()
    assert finish(pantry(cat_steps=1)).score() == [0, 0]


def test_words_and_json_of_what_is_not_possible_lead_nowhere() -> None:
    match = play(pantry(), "bread", "X", "X")
    with pytest.raises(IllegalAction, match="gather"):
        match.read("gather")
    with pytest.raises(IllegalAction, match="MMM-6"):
        match.number({"place": "z9"})


def test_words_are_read_in_any_case_and_language() -> None:
    match = play(pantry(), "Bread", " x ", "X")
    assert match.read("brot auf F3", "de") == match.read("bread on f3")


ANYTHING = st.one_of(
    st.integers(-(2**70), 2**70), st.booleans(), st.none(), st.text(max_size=3), st.floats()
)


@settings(max_examples=60)
@given(events=st.lists(st.integers(0, 60), max_size=30), wrong=ANYTHING)
@pytest.mark.parametrize("key", list(pasch.games()))
def test_an_illegal_action_is_refused_and_changes_nothing(
    key: str, events: list[int], wrong: Any
) -> None:
    match = pasch.new(key, start=0)
    for choice in events:
        possible = match.possible()
        match.apply(possible[choice % len(possible)])
    if type(wrong) is int and wrong in match.possible():
        return
    before = match.position()
    with pytest.raises(IllegalAction) as refused:
        match.apply(wrong)
    assert match.position() == before
    assert len(match.events) == len(events)
    assert repr(wrong) in str(refused.value)
    assert re.match(r"[A-Z]+-\d+", refused.value.clause)
    assert refused.value.reason


def test_the_package_brings_a_match_only_when_asked() -> None:
    assert pasch.Match is type(pantry())
    with pytest.raises(AttributeError, match="no attribute 'dice'"):
        pasch.__getattr__("dice")


def test_a_thing_that_can_not_be_used_says_why_and_any_other_nothing() -> None:
    match = play(pantry(), "bread", "X", "X")
    assert match.why_not("a1", 0) == ("no die in hand shows carrot", "MMM-6")
    assert match.why_not("a1", 0, "de")[0] == "kein Würfel in der Hand zeigt Möhre"
    assert match.why_not("b3", 0) == match.why_not("the pantry's door", 0) == ("", "")
    assert play(pasch.new("pig", start=0), "6").why_not("die", 0) == ("", "")


def test_the_first_thing_is_explained_of_which_there_is_something_to_say() -> None:
    match = pantry()
    assert match.help(["the pantry's door", "cat", "a1"], 0).startswith("The cat: 11 more steps")
    assert match.help(["the pantry's door"], 0) == ""
    assert pasch.new("pig").help(["die"], 0) == ""


def test_what_not_everybody_may_see_is_drawn_in_secret() -> None:
    match = pasch.new("mistkaefer", seats=2, start=0, bonus="green 1 chip")
    assert not match.is_secret
    play(match, "roll 1 green")
    assert not match.is_secret
    play(match, "3", "put down: 3")
    assert match.is_secret
    assert match.action(0) == {"chip": "one ball 1"}
    assert match.action(0, 0) == match.action(0, WATCHER) == {"chip": "hidden"}
    assert not pantry().is_secret


def test_a_roll_and_what_is_drawn_in_secret_follow_from_dice_of_their_own() -> None:
    deal, real = draws_of("yard", deal="ANNA"), draws_of("yard", real=True)
    match = pasch.new("mistkaefer", seats=2, start=0, bonus="green 1 chip")
    assert match.due(deal) is match.due(real) is None
    play(match, "roll 1 green")
    assert match.due(deal) == Dice(deal_seed("ANNA")).roll(0, 0, 6)
    assert match.due(real) is None
    play(match, "3", "put down: 3")
    assert match.due(deal) == match.due(real) == Dice("yard").roll(0, 1, match.chance)


def test_the_latest_positions_are_kept_and_of_those_before_them_some() -> None:
    match = finish(pantry())
    kept = [n for n, (position, *_) in enumerate(match._past) if position is not None]
    latest = len(match.events) - LATEST + 1
    assert kept == [*range(0, latest, EVERY), *range(latest, len(match.events))]


def test_what_was_looked_at_is_not_looked_at_again() -> None:
    """Viewers who see the same share it, and so does the match that goes on from there."""
    match = finish(pasch.new("so-ein-mist", seats=3, start=0))
    assert match._known(1, 0) is match._known(1, 0) is match._known(1, 2)
    seen, _ = match.sight(0, "en", 1)
    after = match.copy()
    after.looks_on_from(match)
    assert after.sight(2, "en", 1)[0] is seen
    assert match.copy().sight(2, "en", 1)[0] is not seen
    secret = pasch.new("mistkaefer", seats=2, start=0)
    assert secret._known(0, 0) is secret._known(0, 0) is not secret._known(0, 1)
