"""Help on anything on the table: what it is and what it is for."""

import re
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from pasch.core.game.position import CHANCE, OVER, WATCHER
from pasch.core.game.registry import games
from pasch.core.game.spec import Game
from pasch.core.match.match import Match, new
from pasch.core.view.scene import Scene
from pasch.games.mice_to_meet_you import rules as mice_rules
from pasch.games.mmm import rules as mmm_rules
from pasch.games.mmm.view.things import SQUARE_AT
from pasch.games.so_ein_mist import rules as mist_rules
from tests.checker import name_of, some_tables, walk
from tests.clauses import ours
from tests.kits.compost import activating, at_turn
from tests.kits.mice_to_meet_you import do, mice, roll
from tests.kits.mice_to_meet_you import give as give_mice
from tests.kits.mistkaefer import beetles, give, lay
from tests.moves import pantry, play, ring_of

LONGEST = 170
EARLY, SELDOM = 6, 37  # each of the first 6 events, then every 37th
HELPED = list(ours())
TABLES = [table for table in some_tables() if table[0] in HELPED]
STRANGERS = [
    *("", ":", "x", "card", "card:", "card:99", "card:x:y", "card:-1:0", "card:0:99", "card:0:0:0"),
    *("cards:9", "cards:-1", "place:12", "place:-1", "place:1.0", "figure:6", "die:0x1", "die:99"),
    *("tableau:4", "row:0:pink", "row:9:green", "die:0:green:9", "clovers:-1", "supply:pink"),
    *("h8", "a0", "A1", "chip:", "chip:z9", "step:-1", "step:100", "grade:7", "grade:-1"),
    *("taker:5", "colour:5", "rolled:7", "card:٣", "die:³", "\0", "🐭", "__class__", "{n}", "%s"),
    *("9" * 5000, "card:" + "9" * 5000, "place:" + "0" * 5000, "cat" * 9999),
]


def help_on(match: Match, key: str, seat: int = WATCHER, language: str = "en") -> str:
    return match.help([key], seat, language)


def chains(scene: Scene) -> Iterator[list[str]]:
    """Yield what a client asks about, from small to large: a piece, its cell, the cell's area."""
    home = {cell.key: area.key for area in scene.areas for cell in area.cells}
    yield from ([piece.key, piece.cell, home[piece.cell]] for piece in scene.pieces)
    yield from ([cell, area] for cell, area in home.items())
    yield from ([area.key] for area in scene.areas)


def keys_of(match: Match) -> set[str]:
    """Return the keys of everything that anybody sees."""
    viewers = (*range(match.seats), WATCHER)
    return {key for seat in viewers for chain in chains(match.scene(seat)) for key in chain}


def moments(match: Match) -> Iterator[Match]:
    """Yield a match of random choices at its beginning, now and then, and at its end."""
    for n, _ in enumerate(walk(match, f"{match.game.key} {match.seats} {match.options}")):
        if n < EARLY or n % SELDOM == 0:
            yield match
    yield match


def first_choice(game: Game, seats: int) -> Match:
    match = new(game.key, seats=seats, start=0)
    while match.player == CHANCE:
        match.apply(match.possible()[-1])
    return match


@pytest.mark.parametrize("key", ["so-ein-mist", "mistkaefer", "mmm", "compost", "mice-to-meet-you"])
def test_our_games_have_help(key: str) -> None:
    assert games()[key] in HELPED


@pytest.mark.parametrize(("game", "seats", "options"), TABLES, ids=name_of)
def test_everything_on_the_table_is_explained_in_both_languages(
    game: Game, seats: int, options: dict[str, Any]
) -> None:
    for match in moments(new(game.key, seats=seats, start=0, **options)):
        for viewer in (0, seats - 1, WATCHER):
            for chain in chains(match.scene(viewer)):
                english, german = (match.help(chain, viewer, words) for words in ("en", "de"))
                for text in (english, german):
                    assert 0 < len(text) <= LONGEST, (chain, text)
                    assert not re.search(r"[{}]|  |[A-Z]-\d", text), text
                    assert re.fullmatch(r"[0-9A-ZÄÖÜ].*[.!]", text), text
                assert english != german, chain


@pytest.mark.parametrize("game", HELPED, ids=name_of)
def test_of_a_stranger_nothing_is_said(game: Game) -> None:
    for seats in game.seats:
        match = first_choice(game, seats)
        for key in STRANGERS:
            assert help_on(match, key, seat=0) == "", key


@pytest.mark.parametrize("game", HELPED, ids=name_of)
def test_what_another_table_has_is_not_explained_at_this_one(game: Game) -> None:
    small, large = (first_choice(game, seats) for seats in game.seats)
    for here, there in ((small, large), (large, small)):
        for key in keys_of(there) - keys_of(here):
            assert help_on(here, key) == "", key


@pytest.mark.parametrize("game", HELPED, ids=name_of)
def test_no_key_that_might_have_been_meant_does_harm(game: Game) -> None:
    for match in moments(new(game.key, start=0)):
        for key in keys_of(match):
            for near in (key[:-1], key[1:], f"{key}:0", f"{key}9", key.replace("0", "7")):
                assert len(help_on(match, near, 0)) <= LONGEST


@pytest.mark.parametrize("game", [*games().values()], ids=name_of)
def test_of_whatever_lies_there_it_can_be_asked_why_it_cannot_be_used(game: Game) -> None:
    for seats in game.seats:
        for match in moments(new(game.key, seats=seats, start=0)):
            if match.player < 0:
                continue
            for chain in chains(match.scene(match.player)):
                for key in chain:
                    reason, clause = match.why_not(key, match.player)
                    assert bool(reason) == bool(clause), key


@pytest.mark.clause("MK-5")
def test_help_does_not_tell_what_is_hidden() -> None:
    rng = np.random.default_rng(1)
    differed = 0
    for match in moments(new("mistkaefer", seats=3, start=0)):
        if match.player == OVER:
            continue
        keys = keys_of(match)
        for viewer in (0, 1, 2, WATCHER):
            other = match.copy()
            other._state = match.guess(viewer, rng)
            differed += other.position() != match.position()
            for key in keys:
                assert help_on(match, key, viewer) == help_on(other, key, viewer), key
    assert differed > 10


# So ein Mist

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


def card_at(match: Match, place: int) -> str:
    return f"card:{match.view(0).ring[place]}"


@pytest.mark.clause("SEM-11", "SEM-12")
def test_a_card_says_what_it_is_worth_and_who_would_get_it() -> None:
    match = ring_of(*RING)
    assert help_on(match, card_at(match, 3)) == (
        "Food: +4 points. If somebody moves here, the card goes to the sheep, the last in line. "
        "A 3 leads here."
    )
    assert help_on(match, card_at(match, 4)) == (
        "Dung: −1 point. Nobody stands here: whoever moves here must take it. A 4 leads here."
    )
    assert help_on(match, "place:4") == help_on(match, card_at(match, 4))
    assert help_on(match, card_at(match, 2), language="de") == (
        "Futter: +2 Punkte. Niemand steht hier: Wer hierher zieht, bekommt die Karte. "
        "Eine 2 führt hierher."
    )


@pytest.mark.clause("SEM-17")
def test_a_card_counts_double_for_its_animal() -> None:
    match = ring_of(*RING, doubling=True)
    assert help_on(match, card_at(match, 6)).startswith("Food: +6 points, for the pig +12. If")
    assert help_on(match, card_at(match, 8)).startswith("Food: +2 points. Nobody")


@pytest.mark.clause("SEM-12")
def test_a_figure_says_how_it_stands_in_line() -> None:
    match = play(ring_of(*RING), "3", "move 3", "cow +8")
    assert help_on(match, "figure:0") == (
        "The last in line here: if another figure comes, the card goes to this one, +8 points."
    )
    play(match, "3")
    assert help_on(match, "figure:1") == (
        "This figure is to move: clockwise, as many cards as the die shows."
    )
    play(match, "move 3", "sheep −5", "6", "move 6", "pig −1", "1", "move 1", "cow +4")
    assert help_on(match, "figure:2", language="de") == (
        "Ganz hinten in der Schlange: Kommt eine andere Figur dazu, bekommt diese hier die Karte, "
        "−1 Punkt."
    )


@pytest.mark.clause("SEM-12")
def test_who_is_not_the_last_in_line_gets_nothing() -> None:
    match = play(ring_of(*RING, start=2), "6", "move 6", "pig −1")
    assert help_on(match, "figure:1") == (
        "Another figure came later and stands behind this one: the card here would go to that one."
    )


@pytest.mark.clause("SEM-7", "SEM-8")
def test_a_die_says_whether_it_counts() -> None:
    match = play(ring_of(*RING), "4")
    assert help_on(match, "die:4") == (
        "The die that counts: move 4, or put it aside and roll on. Then another 4 must be moved."
    )
    play(match, "roll on", "2")
    assert help_on(match, "die:4") == (
        "This die lies aside and counts no more. But another 4 must be moved at once."
    )
    assert help_on(match, "place:4").endswith("must take it. Another 4 forces the figure here.")
    assert help_on(match, "place:2").endswith("gets it. The 2 leads here now.")
    assert help_on(match, "place:7").endswith("must take it.")


@pytest.mark.clause("SEM-13", "SEM-19")
def test_a_gap_is_filled_or_stays() -> None:
    match = play(ring_of(*RING, another_round=True), "2", "move 2")
    assert help_on(match, "place:2") == "An empty place in the ring: a card will be laid here."
    while match.view(0).turn <= match.view(0).refills:
        match.apply(match.possible()[0])
    gap = list(match.view(0).ring).index(mist_rules.GAP)
    assert help_on(match, f"place:{gap}") == (
        "A gap: in the last round it stays open and is not counted as a step."
    )


# Mistkäfer


@pytest.mark.clause("MK-7", "MK-8", "MK-12")
def test_a_row_says_what_fits_and_what_comes_next() -> None:
    match = lay(beetles(), 0, green="23", yellow="46", blue="111222")
    assert help_on(match, "row:0:green") == (
        "The green row ends in a 3: only higher numbers fit. 2 more dice bring a bonus: extra turn."
    )
    assert help_on(match, "row:0:yellow") == (
        "The yellow row ends in a 6: nothing is higher, rolling for it is bad luck for sure."
    )
    assert help_on(match, "row:0:blue") == (
        "The blue row is full: its colour cannot be rolled until dice come off. "
        "Below stands what scoring brings."
    )
    assert help_on(match, "supply:blue") == (
        "Blue dice: who is to move has this row full and cannot roll the colour."
    )
    assert help_on(match, "row:1:green", language="de") == (
        "Die grüne Reihe ist leer: Jede Zahl passt. Noch 4 Würfel bis zum Bonus: Extrazug."
    )


@pytest.mark.clause("MK-9", "MK-10", "MK-11", "MK-15")
def test_a_die_says_what_it_is_worth_and_whether_it_can_be_stolen() -> None:
    left = "Left of the white line: it stays if bad luck comes in another colour."
    right = "Right of the white line: a chip if it is scored, but lost with any bad luck."
    stolen = "The last of its row: who puts down a 5 of this colour may steal it."
    match = lay(beetles(), 0, green="235", yellow="5")
    assert help_on(match, "die:0:green:2") == left
    assert help_on(match, "die:0:green:3") == f"{right} {stolen}"
    assert help_on(match, "die:0:yellow:1") == f"{left} {stolen}"
    early = lay(beetles(later=False), 0, yellow="5")
    assert help_on(early, "die:0:yellow:1") == f"{left} In the first round nobody can steal it."


@pytest.mark.clause("MK-15")
def test_a_tableau_says_what_it_would_bring() -> None:
    match = lay(beetles(), 1, green="2345", yellow="5", blue="1")
    assert help_on(match, "tableau:1") == (
        "Scored now, this tableau brings 3 chips: one for each full column left of the white line, "
        "one for each die right of it. Then it is empty."
    )


@pytest.mark.clause("MK-5", "MK-17")
def test_chips_are_counted_for_all_and_told_to_their_owner_alone() -> None:
    match = give(give(beetles(), 0, one=1, two=2), 1, clover=2)
    assert help_on(match, "beetle:1", seat=0) == (
        "2 chips, face down: dung or clover, only their owner knows. Some bonuses steal one unseen."
    )
    own = "Clovers won: 2. With 4 of them the game is won at once."
    assert help_on(match, "clovers:1", seat=1) == own
    for other in (0, 2, WATCHER):
        assert help_on(match, "clovers:1", seat=other) == (
            "Clovers won: with 4 of them the game is won at once."
        )
    assert help_on(match, "balls:0", seat=0) == (
        "Dung balls won: 5. With 16 the game is won at once. A chip may count two."
    )


@pytest.mark.clause("MK-7", "MK-8")
def test_a_number_rolled_says_what_choosing_it_does() -> None:
    match = lay(beetles(), 0, green="33344")
    play(match, "roll 3 green", "4", "5", "5")
    assert help_on(match, "rolled:5") == (
        "Choose the 5, and 1 die goes into the row. The next ones must be higher. "
        "The rest goes back to the supply."
    )
    assert help_on(match, "rolled:4") == (
        "Too low: the row ends in a 4, and only higher numbers fit."
    )
    assert help_on(match, "rolled:6") == ""
    high = play(beetles(), "roll 2 blue", "6", "6")
    assert help_on(high, "rolled:6", language="de") == (
        "Mit der 6 kommen 2 Würfel in die Reihe. Höher geht es nicht, danach passt dort nichts "
        "mehr. Der Rest geht zurück in den Vorrat."
    )


# Mmm!


def chips_on(match: Match, *squares: str) -> Match:
    match._state.chips = sum(int(mmm_rules.BIT[SQUARE_AT[name]]) for name in squares)
    return match


@pytest.mark.clause("MMM-2", "MMM-10")
def test_a_square_says_how_much_of_its_item_is_left() -> None:
    match = chips_on(pantry(), "a1", "b1", "g1", "g2")
    assert help_on(match, "c1") == (
        "Carrot: an item of 3 squares, 1 still free. Gather the last one, and the cat stays."
    )
    assert help_on(match, "chip:a1") == (
        "A mouse chip: this bite is gathered. The item (carrot) lacks 1 more bite."
    )
    assert (
        help_on(match, "g1", language="de") == "Käse: ein Stück aus 2 Feldern, ganz eingesammelt."
    )
    assert help_on(match, "chip:g1") == (
        "A mouse chip: this bite is gathered, and with it the whole item."
    )
    assert help_on(match, "chip:c1") == ""


@pytest.mark.clause("MMM-6", "MMM-9")
def test_a_die_says_where_it_fits() -> None:
    match = play(pantry(), "bread", "bread", "X", "bread on f3")
    placed, kept = (
        "Bread, placed in this turn: gathering makes it a mouse chip; if another roll fits "
        "nowhere, it comes off again.",
        "Bread: it fits 9 free squares. It may also be kept back and rolled again.",
    )
    assert [help_on(match, f"die:{die}") for die in range(3)] == [
        placed,
        kept,
        "A red X: it fits nowhere. It can only be rolled again.",
    ]
    play(match, "bread on g3")
    assert help_on(match, "g3") == (
        "Bread: an item of 2 squares, full now. Gather, and the cat stays."
    )


@pytest.mark.clause("MMM-14")
def test_with_the_line_rule_a_die_fits_fewer_squares() -> None:
    match = play(pantry(line=True), "bread", "bread", "X", "bread on f3")
    assert help_on(match, "die:1").startswith("Bread: it fits 2 free squares.")
    assert help_on(match, "pantry").endswith("must lie in one row or one column.")


@pytest.mark.clause("MMM-4", "MMM-10", "MMM-12")
def test_the_cat_says_how_far_she_is() -> None:
    match = play(pantry(cat_steps=2), "X", "X", "X")
    assert match.help(["cat", "step:1", "cat"], WATCHER) == (
        "The cat: 1 more step, and she is in the pantry. She takes one after every turn that "
        "finishes no item."
    )
    assert help_on(match, "step:2") == "The pantry: once the cat is here, the game is lost."
    play(match, "X", "X", "X")
    assert help_on(match, "cat") == "The cat is in the pantry: the game is lost."


# Compost

STOVED = {"stove": "red 1"}


@pytest.mark.clause("CO-1", "CO-9", "CO-10", "CO-11")
def test_a_card_says_what_fits_what_it_does_and_what_is_behind() -> None:
    match = at_turn({"run": "red 2", "control": "", "stove": "red 1"}, STOVED)
    assert help_on(match, "card:0:0") == (
        "A Run: different numbers, ready with 2 to 6 in a row. Activated, they go round: the first "
        "to the Compost, the next to the left. On its back: Different."
    )
    assert help_on(match, "card:0:1").endswith("On its back: All of a Kind.")
    assert help_on(match, "card:1:1").endswith("On its back: Control.")
    assert help_on(match, "card:1:2", language="de") == (
        "Paare: Platz für zwei Paare, fertig mit einem oder beiden. Aktiviert gehen sie "
        "reihum weg: der erste in den Kompost, der nächste nach links. Rückseite: Ziel."
    )


def test_a_die_on_a_card_leaves_it_to_the_card() -> None:
    match = at_turn({"run": "red 2", "stove": "red 1"}, STOVED)
    chain = ["card:0:3:red-1:0", "card:0:3", "cards:0"]
    assert match.help(chain, WATCHER) == (
        "Stove: any dice fit, and as many as you like, but it is never ready. "
        "What lies here waits to be rolled again."
    )


@pytest.mark.clause("CO-4")
def test_a_colour_says_how_many_dice_it_rolls_again() -> None:
    match = at_turn({"run": "red 2, blue 3", "stove": "red 1"}, STOVED)
    assert help_on(match, "colour:0") == "This rolls 2 red dice again, from all cards."
    assert help_on(match, "colour:1") == "This rolls 1 blue die again, whatever card it lies on."
    assert help_on(match, "colour:2") == ""


@pytest.mark.clause("CO-12")
def test_who_gets_both_dice_is_told() -> None:
    match = activating({"target": "red 2, blue 3", "stove": "red 1"}, STOVED, card="Target")
    assert help_on(match, "taker:1") == (
        "Both dice go to blue, who lays them; dice in the colour blue go to the Compost."
    )
    assert help_on(match, "tray") == "The dice of Target: another player of your choice gets both."


# Mice to Meet You


@pytest.mark.clause("MTY-2", "MTY-7", "MTY-15")
def test_a_dice_card_says_which_dice_it_brings_and_what_turns_it() -> None:
    match = give_mice(mice(), 0, up=(6, 9, 15))
    assert help_on(match, "card:0:12") == (
        "Dice card 12, face down: 1 yellow die less in each roll. All four down end the game; a "
        "miss may turn one up."
    )
    assert help_on(match, "card:1:12") == (
        "Dice card 12: 1 yellow die in each roll. A sum of 12 turns it down; all four down end the "
        "game."
    )
    assert help_on(match, "card:0:6") == (
        "Dice card 6: 1 red die + 1 yellow die in each roll. A sum of 6 turns it down, but only as "
        "the last of the four."
    )
    last = give_mice(mice(), 0, up=(6,))
    assert "only as the last" not in help_on(last, "card:0:6")


@pytest.mark.clause("MTY-7", "MTY-9", "MTY-16")
def test_a_mouse_is_free_or_caught() -> None:
    match = give_mice(mice(), 0, hand=(7, 18), cage=(4,))
    assert help_on(match, "card:0:7") == (
        "Mouse 7, still free: a sum of 7 cages it. Left, it counts 7 in the end, and the lowest "
        "total wins."
    )
    assert help_on(match, "card:0:4") == (
        "Mouse 4, on top of the cage. After a miss its owner may have to take it back."
    )
    assert help_on(match, "card:0:5") == ""
    assert match.help(["hand:0", "cards:0"], WATCHER) == (
        "2 mice are still free, 25 together, and the lowest total wins. Nuts: 0. An empty place is "
        "a mouse caught."
    )


@pytest.mark.clause("MTY-5", "MTY-10", "MTY-12")
def test_dice_are_part_of_the_sum_used_or_left() -> None:
    match = roll(mice(3), "4 2 5 3 1")
    assert help_on(match, "die:0") == "A red bacon die: it is always part of the sum."
    assert help_on(match, "die:2") == (
        "A yellow cheese die: add it to the sum, or leave it over. The others may use what is left."
    )
    do(match, play=7, yellow=1)
    assert match.view(0).phase == mice_rules.REACT
    assert match.help(["die:0", "used", "tray"], WATCHER) == (
        "These dice made the sum for the card that was played: they are used up."
    )
    assert match.help(["die:2", "roll", "tray"], WATCHER) == (
        "Left over: 8. In turn the others may each play a card for the whole sum; the active "
        "player gets a nut each time."
    )


@pytest.mark.clause("MTY-6", "MTY-12", "MTY-13")
def test_nuts_say_what_they_do_and_who_pays() -> None:
    assert nuts_of(mice(2)) == (
        "Nuts in the middle: 6. Each one spent changes a sum by one. Whoever's roll another player "
        "uses gets one from here."
    )
    assert nuts_of(give_mice(mice(2, nuts=1), 0, nuts=2)) == (
        "No nut in the middle: who uses the roll of another player pays with an own one. Each one "
        "spent changes a sum by one and comes here."
    )


def nuts_of(match: Match) -> str:
    return match.help(["supply", "nuts"], WATCHER)


@pytest.mark.clause("MTY-18", "MTY-19", "MTY-20", "MTY-22")
def test_alone_cards_nuts_and_grades_are_told_otherwise() -> None:
    match = give_mice(mice(1, threshold=12, level=1), 0, up=(6, 9, 15))
    assert help_on(match, "card:0:12") == (
        "Dice card 12, down for good: 1 yellow die less in each roll."
    )
    assert help_on(match, "card:0:9").startswith("Dice card 9: 1 yellow die in each roll. A miss")
    assert nuts_of(match) == (
        "Nuts in the middle: 1. A nut changes your sum by one or buys a second card. With 12 or "
        "more left over you take one from here."
    )
    assert help_on(match, "grade:4") == (
        "Grade 4, “Caught with a steady paw”: all caught, 2 dice cards open."
    )
    assert help_on(mice(2), "grade:4") == help_on(mice(2), "grades") == ""
