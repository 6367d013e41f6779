"""So ein Mist, clause by clause."""

import pytest

from pasch.core.errors import IllegalAction
from pasch.core.game.position import CHANCE, OVER, WATCHER
from pasch.core.match.ending import ending_of
from pasch.core.match.match import Match, new
from pasch.core.view.scene import Told
from pasch.games.so_ein_mist import rules
from pasch.games.so_ein_mist.view.things import card_key
from tests.moves import ANIMALS, finish, play, ring_of, stories

# Cow, sheep and pig stand three cards apart.
RING = (
    "cow +2",
    "grey −3 (a)",
    "grey +2 (a)",
    "sheep +4",
    "grey −1 (a)",
    "grey −3 (b)",
    "pig +6",
    "grey −1 (b)",
    "grey +2 (b)",
)
COW, SHEEP, PIG = range(3)


def pile(match: Match, seat: int) -> set[str]:
    mask = match.view(seat).pile[seat]
    return {card_key(card) for card in range(rules.CARDS) if mask & rules.BIT[card]}


def place(match: Match, seat: int) -> int:
    return int(match.view(seat).at[seat])


def queue(match: Match, at: int) -> list[str]:
    pieces = match.scene(WATCHER).pieces
    return [p.key for p in pieces if p.kind == "figure" and p.cell == f"place:{at}"]


@pytest.mark.clause("SEM-1", "SEM-2")
def test_each_animal_has_eight_cards_and_six_starting_cards_are_nobodys() -> None:
    cards = [card_key(card) for card in range(rules.CARDS)]
    values = (-5, -3, -1, 2, 4, 6, 8, 10)
    starting = ["grey -3 a", "grey -3 b", "grey -1 a", "grey -1 b", "grey 2 a", "grey 2 b"]
    assert cards == [f"{animal} {value}" for animal in ANIMALS for value in values] + starting


@pytest.mark.clause("SEM-3")
def test_each_player_gets_a_different_animal_by_lot() -> None:
    match = new("so-ein-mist", seats=3)
    assert [match.text(a) for a in match.possible()] == list(ANIMALS)
    play(match, "pig")
    assert [match.text(a) for a in match.possible()] == [a for a in ANIMALS if a != "pig"]
    play(match, "rabbit", "cow")
    assert [match.text(a) for a in match.possible()][:2] == ["pig −5", "pig −3"]
    assert match.chance == 8


@pytest.mark.clause("SEM-3")
def test_with_six_players_the_last_animal_is_certain_and_no_event() -> None:
    match = play(new("so-ein-mist", seats=6), *reversed(ANIMALS[1:]))
    assert match.text(0) == "rabbit −5"
    assert list(match.view(0).animal) == [5, 4, 3, 2, 1, 0]


@pytest.mark.clause("SEM-4")
def test_a_pile_and_the_cards_passed_on_from_it_are_one_unseen_set() -> None:
    match = ring_of(*RING[:-1], "chicken +8", "horse +10", RING[-1])
    play(match, "1", "move 1")
    assert match.chance == 7
    assert "cow +2" not in [match.text(a) for a in match.possible()]


@pytest.mark.clause("SEM-4")
def test_with_five_players_the_card_left_unseen_went_to_the_left() -> None:
    match = ring_of(*RING[:-1], "chicken +8", "horse +10", RING[-1])
    while match.player != OVER:
        match.apply(match.possible()[-1] if match.view(0).phase == rules.REFILL else 0)
    for seat, animal in enumerate(ANIMALS[:5]):
        assert f"{animal} -5" in pile(match, (seat + 1) % 5)


@pytest.mark.clause("SEM-4")
def test_with_six_players_one_card_went_to_each_side_by_lot() -> None:
    match = ring_of(*RING[:-1], "chicken +8", "horse +10", "rabbit +2", RING[-1])
    while match.view(0).phase != rules.REVEAL:
        match.apply(match.possible()[-1] if match.view(0).phase == rules.REFILL else 0)
    assert [match.text(a) for a in match.possible()] == ["cow −5", "cow −3"]
    told = stories(match, "cow −3")
    assert told == ["Player 1 had passed the cow −3 to Player 2."]
    assert "cow -3" in pile(match, SHEEP)
    assert "cow -5" in pile(match, 5)
    play(match, "sheep −5", "pig −5", "chicken −5", "horse −5", "rabbit −5")
    assert match.player == OVER
    assert "rabbit -5" in pile(match, COW)
    assert "rabbit -3" in pile(match, 4)


@pytest.mark.clause("SEM-4", "SEM-15")
@pytest.mark.parametrize(("seats", "turns"), [(3, 7), (4, 7), (5, 6), (6, 5)])
def test_a_game_has_as_many_turns_as_a_draw_pile_has_cards(seats: int, turns: int) -> None:
    match = finish(new("so-ein-mist", seats=seats, start=1))
    assert match.view(0).turn == seats * turns
    assert not any(match.view(0).unseen)


@pytest.mark.clause("SEM-5")
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_the_ring_is_one_card_of_each_player_and_the_starting_cards(seats: int) -> None:
    match = new("so-ein-mist", seats=seats)
    play(match, *ANIMALS[: min(seats, 5)], *(f"{animal} +8" for animal in ANIMALS[:seats]))
    laid = [f"{animal} +8" for animal in ANIMALS[:seats]]
    starting = [f"grey {value} ({which})" for value in ("−3", "−1", "+2") for which in "ab"]
    assert [match.text(a) for a in match.possible()] == laid + starting
    while match.view(0).phase == rules.LAYOUT:
        match.apply(match.chance - 1)
    ring = [card_key(card) for card in match.view(0).ring[: seats + 6]]
    assert ring == [f"grey {v} {w}" for v in (2, -1, -3) for w in "ba"] + [
        f"{animal} 8" for animal in reversed(ANIMALS[:seats])
    ]


@pytest.mark.clause("SEM-6")
def test_each_figure_starts_at_its_own_animals_card() -> None:
    match = ring_of(*RING)
    assert [place(match, seat) for seat in (COW, SHEEP, PIG)] == [0, 3, 6]
    assert queue(match, 3) == ["figure:1"]


@pytest.mark.clause("SEM-7")
def test_one_may_opt_out_or_continue_and_only_the_last_die_counts() -> None:
    match = ring_of(*RING)
    play(match, "6")
    assert [match.text(a) for a in match.legal()] == ["move 6", "roll on"]
    play(match, "roll on", "1")
    assert [match.text(a) for a in match.legal()] == ["move 1", "roll on"]
    play(match, "move 1")
    assert place(match, COW) == 1


@pytest.mark.clause("SEM-7")
def test_dice_put_aside_lie_there_unchanged_until_the_turn_ends() -> None:
    match = play(ring_of(*RING), "6", "roll on", "2", "roll on", "4")
    dice = [(p.pips, p.faint) for p in match.scene(0).pieces if p.kind == "die"]
    assert dice == [(2, True), (6, True), (4, False)]
    play(match, "move 4", "cow +4")
    assert not [p for p in match.scene(0).pieces if p.kind == "die"]


@pytest.mark.clause("SEM-8")
def test_a_face_rolled_again_is_moved_at_once() -> None:
    match = play(ring_of(*RING), "4", "roll on", "2", "roll on")
    told = stories(match, "4")
    assert match.player == CHANCE
    assert place(match, COW) == 4
    assert told == [
        "Player 1 rolled a second 4: it counts.",
        "Player 1 moved 4 and took the grey −1.",
    ]


@pytest.mark.clause("SEM-9")
def test_the_fifth_roll_must_be_accepted() -> None:
    match = ring_of(*RING)
    for face in "1234":
        play(match, face, "roll on")
    told = stories(match, "5")
    assert match.player == CHANCE
    assert place(match, COW) == 5
    assert told[0] == "Player 1 rolled a 5: the fifth roll counts."


@pytest.mark.clause("SEM-10")
@pytest.mark.parametrize("face", range(1, 7))
def test_the_figure_moves_clockwise_by_exactly_that_many_cards(face: int) -> None:
    match = play(ring_of(*RING, start=PIG), str(face), f"move {face}")
    assert place(match, PIG) == (6 + face) % 9


@pytest.mark.clause("SEM-11")
def test_alone_at_a_card_the_mover_takes_it() -> None:
    match = play(ring_of(*RING), "2", "move 2")
    assert pile(match, COW) == {"grey 2 a"}


@pytest.mark.clause("SEM-12")
def test_the_last_of_the_queue_takes_the_card_even_at_its_starting_card() -> None:
    match = ring_of(*RING)
    told = stories(match, "3", "move 3", "cow −5")
    assert "Player 1 moved 3: the sheep +4 went to Player 2." in told
    assert pile(match, SHEEP) == {"sheep 4"}
    assert pile(match, COW) == set()
    assert queue(match, 3) == ["figure:1", "figure:0"]


def test_a_card_given_is_told_with_who_gets_it() -> None:
    match = play(ring_of(*RING), "3", "move 3")
    text = "Player 1 moved 3: the sheep +4 went to Player 2."
    assert match.story(SHEEP) == [Told(text, "give", COW, "🐑", ("figure:0",), "good", SHEEP)]


@pytest.mark.clause("SEM-12")
def test_the_third_in_a_queue_gives_the_card_to_the_second() -> None:
    match = play(ring_of(*RING), "3", "move 3", "cow −5")
    play(match, "6", "move 6", "sheep +8", "6", "move 6")
    assert pile(match, COW) == {"cow -5"}
    assert queue(match, 3) == ["figure:0", "figure:2"]


@pytest.mark.clause("SEM-12")
def test_who_leaves_a_queue_leaves_the_order_of_the_others_as_it_was() -> None:
    ring = ("cow +2", "sheep +4", "pig +6", "chicken +8", *RING[1:3], *RING[4:6], *RING[7:])
    match = ring_of(*ring)
    play(match, "3", "move 3", "cow +4", "2", "move 2", "sheep +2", "1", "move 1", "pig +2")
    assert queue(match, 3) == ["figure:3", "figure:0", "figure:1", "figure:2"]
    play(match, "5", "move 5", "chicken +2", "1", "move 1", "cow +6")
    assert queue(match, 3) == ["figure:1", "figure:2"]


@pytest.mark.clause("SEM-13")
def test_the_mover_refills_the_gap_from_the_own_pile_whoever_took_the_card() -> None:
    match = play(ring_of(*RING), "3", "move 3")
    assert [match.text(a) for a in match.possible()] == [
        f"cow {value}" for value in ("−5", "−3", "−1", "+4", "+6", "+8", "+10")
    ]
    play(match, "cow +10")
    assert card_key(match.view(0).ring[3]) == "cow 10"
    assert match.view(0).to_move == SHEEP


@pytest.mark.clause("SEM-13")
def test_the_last_card_of_a_pile_is_certain_and_no_event() -> None:
    match = ring_of(*RING)
    while match.view(0).turn < 18:
        match.apply(match.possible()[0])
    told = stories(match, "1", "move 1")
    assert match.view(0).turn == 19
    assert told[-1] == "Player 1 filled the gap: cow +10."


@pytest.mark.clause("SEM-14")
@pytest.mark.parametrize("open_scores", [False, True])
def test_running_scores_are_shown_only_where_the_table_wants_it(open_scores: bool) -> None:
    match = play(ring_of(*RING, open_scores=open_scores, doubling=True), "3", "move 3", "cow −5")
    sheep = match.scene(SHEEP).seats[SHEEP]
    shown = ("+8", "points · 1 card") if open_scores else ("1", "card")
    assert (sheep.count, sheep.text) == shown


@pytest.mark.clause("SEM-14")
def test_a_running_score_leaves_out_the_cards_passed_on() -> None:
    match = ring_of(*RING[:-1], "chicken +8", "horse +10", RING[-1], open_scores=True)
    seats = match.scene(0).seats
    assert [(seat.count, seat.text) for seat in seats] == [("0", "points · 0 cards, 1 unseen")] * 5


@pytest.mark.clause("SEM-15")
def test_the_game_ends_after_the_seat_to_the_right_of_the_starting_player() -> None:
    match = ring_of(*RING, start=PIG)
    last = -1
    while match.player != OVER:
        last = int(match.view(0).to_move)
        match.apply(match.possible()[0])
    assert last == SHEEP


def scored(*piles: set[str], doubling: bool = False) -> Match:
    """Return a finished game with these scoring piles."""
    match = finish(ring_of(*RING, doubling=doubling))
    numbers = {card_key(card): card for card in range(rules.CARDS)}
    for seat, cards in enumerate(piles):
        match._state.pile[seat] = sum(int(rules.BIT[numbers[card]]) for card in cards)
    return match


@pytest.mark.clause("SEM-16")
def test_the_highest_sum_wins() -> None:
    match = scored({"cow 10", "pig -5"}, {"sheep 6"}, {"pig 2"})
    assert match.returns() == [0, 1, 0]
    cow = match.scene(0).seats[COW]
    assert (cow.count, cow.text) == ("+5", "+10 food, −5 dung")
    assert match.scene(0).prompt == "The game is over; the winner: Player 2!"


@pytest.mark.clause("SEM-16")
def test_a_tie_goes_to_the_larger_sum_of_positive_cards() -> None:
    assert scored({"cow 10", "pig -5"}, {"sheep 6", "pig -1"}, {"pig 2"}).returns() == [1, 0, 0]


@pytest.mark.clause("SEM-16")
def test_still_tied_the_victory_is_shared() -> None:
    match = scored({"cow 10", "pig -5"}, {"sheep 10", "cow -5"}, {"pig 2"})
    assert match.returns() == [0.5, 0.5, 0]
    assert match.scene(0).prompt == "The game is over; a shared victory: Player 1, Player 2!"


@pytest.mark.clause("SEM-17")
def test_with_doubling_cards_of_the_own_animal_count_double_good_and_bad() -> None:
    match = scored({"cow 10", "cow -3", "pig 4"}, {"sheep -5", "cow 8"}, set(), doubling=True)
    view = match.view(0)
    assert [rules.tally(view, seat) for seat in range(3)] == [(18, 24), (-2, 8), (0, 0)]


@pytest.mark.clause("SEM-17")
@pytest.mark.parametrize(("doubling", "own"), [(False, -5), (True, -10)])
def test_a_card_is_worth_double_only_to_its_own_animal(doubling: bool, own: int) -> None:
    view = ring_of(*RING, doubling=doubling).view(0)
    cards = [card_key(card) for card in range(rules.CARDS)]
    assert rules.worth(view, COW, cards.index("cow -5")) == own
    assert rules.worth(view, SHEEP, cards.index("cow -5")) == -5


@pytest.mark.clause("SEM-17")
def test_doubled_values_count_in_the_tie_break() -> None:
    match = scored({"cow 4", "pig -1"}, {"cow 10", "pig -3"}, set(), doubling=True)
    assert rules.tally(match.view(0), COW) == (7, 8)
    assert rules.tally(match.view(0), SHEEP) == (7, 10)
    assert match.returns() == [0, 1, 0]


@pytest.mark.clause("SEM-18")
@pytest.mark.parametrize(("seats", "turns"), [(3, 7), (4, 7), (5, 7), (6, 7)])
def test_without_passing_on_everybody_has_seven_turns(seats: int, turns: int) -> None:
    match = finish(new("so-ein-mist", seats=seats, passing=False))
    assert match.view(0).turn == seats * turns


@pytest.mark.clause("SEM-18")
def test_without_passing_on_scoring_piles_hold_only_what_was_taken() -> None:
    match = finish(new("so-ein-mist", seats=6, passing=False))
    taken = sum(bin(cards).count("1") for cards in match.view(0).pile)
    assert taken == 42


@pytest.mark.clause("SEM-19")
@pytest.mark.parametrize(
    ("seats", "passing", "turns"),
    [(3, True, 8), (4, True, 8), (5, True, 7), (6, True, 6), (5, False, 8), (6, False, 8)],
)
def test_another_round_gives_every_seat_one_more_turn(
    seats: int, passing: bool, turns: int
) -> None:
    match = finish(new("so-ein-mist", seats=seats, passing=passing, another_round=True))
    assert match.view(0).turn == seats * turns


def last_round(*at: int) -> Match:
    """Return a match with the cow to move in the additional round, the figures at these places."""
    match = ring_of(*RING, another_round=True)
    while match.view(0).turn < 21:
        match.apply(match.possible()[0])
    match._state.at[:3] = at
    return match


@pytest.mark.clause("SEM-19")
def test_in_the_additional_round_gaps_are_not_refilled() -> None:
    match = play(last_round(0, 3, 6), "1", "move 1")
    assert match.view(0).ring[1] == rules.GAP
    assert match.view(0).to_move == SHEEP
    assert match.scene(0).pieces[1].cell == "place:2"


@pytest.mark.clause("SEM-19")
def test_a_gap_is_skipped_when_counting() -> None:
    match = play(last_round(0, 8, 6), "1", "move 1", "2", "move 2")
    assert place(match, SHEEP) == 2


@pytest.mark.clause("SEM-19")
def test_from_a_gap_the_next_card_is_the_first_step() -> None:
    match = play(last_round(0, 3, 1), "1", "move 1", "1", "move 1")
    assert match.view(0).ring[1] == rules.GAP
    play(match, "1", "move 1")
    assert place(match, PIG) == 2
    assert match.player == OVER


@pytest.mark.clause("SEM-7")
def test_an_illegal_action_is_refused_with_reason_and_clause() -> None:
    match = play(ring_of(*RING), "4")
    with pytest.raises(IllegalAction) as refused:
        match.apply(7)
    assert str(refused.value) == (
        "7 is not possible: expected to move 4 (0) or to roll on (1) (SEM-7)"
    )


def test_what_is_refused_is_refused_in_german_too() -> None:
    dealing = new("so-ein-mist", seats=3)
    reason = "ein Tier wird ausgeteilt: Erwartet ist ein Ergebnis von 0 bis 5"
    assert dealing.refusal(9, "de") == (reason, "SEM-3")
    deciding = play(ring_of(*RING), "4")
    reason = "erwartet ist: 4 ziehen (0) oder weiter würfeln (1)"
    assert deciding.refusal(7, "de") == (reason, "SEM-7")


@pytest.mark.parametrize(
    ("events", "clause"),
    [
        ((), "SEM-3"),
        (("cow", "sheep", "pig"), "SEM-5"),
        (("cow", "sheep", "pig", "cow +2", "sheep +2", "pig +2"), "SEM-5"),
    ],
)
def test_an_impossible_outcome_of_the_set_up_names_its_clause(
    events: tuple[str, ...], clause: str
) -> None:
    match = play(new("so-ein-mist", seats=3), *events)
    with pytest.raises(IllegalAction) as refused:
        match.apply(99)
    assert refused.value.clause == clause


def badges(match: Match) -> dict[int, tuple[str, str]]:
    """Return how far each place is and how it looks, by place."""
    cells = enumerate(match.scene(WATCHER).areas[0].cells)
    return {place: (cell.badge, cell.look) for place, cell in cells if cell.badge}


@pytest.mark.clause("SEM-8", "SEM-10")
def test_the_next_six_cards_say_how_far_they_are_and_which_must_be_moved_to() -> None:
    match = play(ring_of(*RING, start=PIG), "2", "roll on", "4")
    assert badges(match) == {
        7: ("1", ""),
        8: ("2", "must"),
        0: ("3", ""),
        1: ("4", "now"),
        2: ("5", ""),
        3: ("6", ""),
    }
    assert badges(play(match, "move 4")) == {}


@pytest.mark.clause("SEM-19")
def test_a_gap_has_no_step() -> None:
    match = play(last_round(0, 8, 6), "1", "move 1")
    assert [place for place, _ in badges(match).items()] == [0, 2, 3, 4, 5, 6]


@pytest.mark.clause("SEM-12")
def test_the_figure_that_would_get_a_card_is_marked() -> None:
    match = play(ring_of(*RING), "3", "move 3", "cow −5", "1", "move 1", "sheep +8")
    figures = {p.key: p.look for p in match.scene(WATCHER).pieces if p.kind == "figure"}
    assert figures == {"figure:0": "taker", "figure:1": "", "figure:2": "mover"}


@pytest.mark.clause("SEM-1", "SEM-17")
@pytest.mark.parametrize("doubling", [False, True])
def test_a_card_looks_like_what_it_is_worth(doubling: bool) -> None:
    looks = [p.look for p in ring_of(*RING, doubling=doubling).scene(0).pieces[:4]]
    double = " double" if doubling else ""
    assert looks == [
        f"food of-1 cow{double}",
        "dung of-3 grey",
        "food of-1 grey",
        f"food of-2 sheep{double}",
    ]


@pytest.mark.clause("SEM-8", "SEM-9")
def test_rolling_on_says_what_would_count_at_once() -> None:
    match = ring_of(*RING)
    said = []
    for face in "2514":
        play(match, face)
        said.append(match.scene(COW).choices[1].small)
        play(match, "roll on")
    assert said == [
        "another 2 would count at once",
        "another 2 or 5 would count at once",
        "another 1, 2 or 5 would count at once",
        "the last die counts, whatever it shows",
    ]


@pytest.mark.clause("SEM-12")
def test_the_card_to_move_to_shows_who_gets_it_and_who_will_stand_there() -> None:
    move = play(ring_of(*RING), "3").scene(COW).choices[0]
    assert (move.at, move.lights) == ("place:3", ("figure:1",))
    assert [(ghost.key, ghost.cell) for ghost in move.ghosts] == [("figure:0", "place:3")]
    assert move.text == "move 3: Player 2 must take sheep +4"


@pytest.mark.clause("SEM-7", "SEM-10")
def test_a_tap_on_what_is_not_open_says_why() -> None:
    match = play(ring_of(*RING), "2", "roll on", "3")
    exactly = ("the die shows 3: your animal moves exactly that far", "SEM-10")
    sheep_card = next(p.key for p in match.scene(COW).pieces if p.cell == "place:3")
    for elsewhere in ("place:4", "figure:2", "figure:0"):
        assert match.why_not(elsewhere, COW) == exactly
    aside = ("this die lies aside: only the latest one counts", "SEM-7")
    assert match.why_not("die:2", COW) == aside
    for fine in ("place:3", sheep_card, "figure:1", "die:3", "roll:2", "ring", "card:99", "die:x"):
        assert match.why_not(fine, COW) == ("", "")


@pytest.mark.clause("SEM-15", "SEM-19")
def test_progress_is_told_in_rounds() -> None:
    match = play(ring_of(*RING, another_round=True), "1", "move 1", "cow +4")
    progress = match.scene(0).progress
    assert progress is not None
    assert (progress.text, progress.done, progress.of) == ("Round 1 of 8", 0, 8)
    told = last_round(0, 3, 6).scene(0).progress
    assert told is not None
    assert (told.text, told.done, told.of) == ("Last round: gaps stay open", 7, 8)
    over = finish(match).scene(0).progress
    assert over is not None
    assert (over.text, over.done, over.of) == ("Round 8 of 8", 8, 8)


@pytest.mark.clause("SEM-16", "SEM-17")
def test_at_the_end_all_scoring_piles_are_opened_the_best_first() -> None:
    match = scored({"cow 2", "pig -5"}, {"sheep 6"}, {"pig 2", "sheep 4"}, doubling=True)
    places = ending_of(match).places
    assert [(place.seat, place.result, place.facts) for place in places] == [
        (SHEEP, "+12", "+12 food, 0 dung"),
        (PIG, "+8", "+8 food, 0 dung"),
        (COW, "−1", "+4 food, −5 dung"),
    ]
    opened = [[(card.text, "double" in card.look) for card in place.pieces] for place in places]
    assert opened == [
        [("+6", True)],
        [("+4", False), ("+2", True)],
        [("+2", True), ("−5", False)],
    ]


def test_what_did_not_change_is_the_very_same_thing() -> None:
    match = play(ring_of(*RING), "2")
    before = match.scene(WATCHER)
    after = play(match, "roll on").scene(WATCHER)
    assert after.areas[1] is before.areas[1]
    assert all(one is other for one, other in zip(before.seats, after.seats, strict=True))
    kept = [piece for piece in after.pieces if piece.kind != "die"]
    assert all(any(piece is other for other in before.pieces) for piece in kept)


def quick_after(face: str, *ring: str) -> str:
    """Return the quick player's answer to this first roll of the cow, in a ring of these values."""
    match = ring_of(*RING)
    match._state.ring[:9] = [
        next(card for card in range(rules.CARDS) if card_key(card) == name) for name in ring
    ]
    play(match, face)
    return match.text(match.game.quick_player.quick(match.view(COW)))


DUNG = ("pig -5",) * 9
FOOD = ("pig 4",) * 9


def test_the_quick_player_keeps_a_ten_and_rolls_on_from_dung() -> None:
    assert quick_after("1", FOOD[0], "pig 10", *FOOD[2:]) == "move 1"
    assert quick_after("1", FOOD[0], "pig -5", *FOOD[2:]) == "roll on"


def test_the_quick_player_sends_dung_to_a_rival_and_keeps_food_from_one() -> None:
    assert quick_after("3", *DUNG) == "move 3"
    assert quick_after("3", *FOOD) == "roll on"


def test_the_quick_player_sees_that_a_face_put_aside_would_come_back() -> None:
    """A 1 now is a little food; rolling on risks five kinds of dung."""
    assert quick_after("1", "pig -5", "pig 2", *DUNG[2:]) == "move 1"
