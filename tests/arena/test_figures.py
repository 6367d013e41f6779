"""From results to figures."""

import io

import pytest
from rich.console import Console

from pasch.arena.statistics.figures import Figures, figures
from pasch.core.words import words
from pasch.terminal.commands.arena import show
from tests.arena.kit import plan, result


def shown(found: Figures, language: str = "en") -> str:
    out = io.StringIO()
    show(Console(file=out, width=120), found, words(language))
    return out.getvalue()


def three_seats() -> Figures:
    """Return figures where quick wins at every seat but, in the first block, on seat 3.

    The others share the second block.
    """
    asked = plan("so-ein-mist", "random", "quick", games=6, seats=3)
    return figures(
        asked,
        [
            result(0, 0, [0, 0, 1], [0, 0, 1], score=[1, 2, 30]),
            result(1, 0, [1, 0, 0], [1, 0, 0], score=[30, 1, 2]),
            result(2, 0, [0, 1, 0], [0, 1, 0], score=[2, 30, 1]),
            result(3, 1, [0, 1, 1], [0, 0.5, 0.5], ms=[8.0, 2.0, 2.0]),
            result(4, 1, [1, 0, 1], [0.5, 0, 0.5]),
            result(5, 1, [1, 1, 0], [0.5, 0.5, 0]),
        ],
    )


def test_a_share_is_for_one_seat() -> None:
    random, quick = three_seats().bots
    assert (random.bot, random.games, random.share.mean) == ("random", 6, 0)
    assert (quick.bot, quick.games, quick.share.mean) == ("quick", 6, 6 / 9)


def test_points_and_milliseconds_are_for_one_seat_and_one_decision() -> None:
    random, quick = three_seats().bots
    assert quick.score.mean == pytest.approx(90 / 9)
    assert random.ms == pytest.approx((8 * 2 + 8) / (9 * 4))


def test_a_seat_has_its_share() -> None:
    assert [line.share.mean for line in three_seats().seats] == pytest.approx([1 / 3] * 3)


def test_lengths_and_real_decisions() -> None:
    found = three_seats()
    assert (found.length.turns.mean, found.length.events.high) == (4, 10)
    assert found.length.decisions.mean == 15
    assert (found.real_decisions, found.real_turns) == (0.8, 0.75)


def test_rated_against_each_other() -> None:
    random, quick = three_seats().bots
    assert random.rating is not None
    assert quick.rating is not None
    assert quick.rating.mean == pytest.approx(-random.rating.mean)
    assert quick.rating.mean > 100
    text = shown(three_seats())
    assert "par is 33.3%" in text
    assert "rating" in text
    assert "1, begins" in text
    assert "points" in text


def test_in_german_a_comma_parts_the_decimals() -> None:
    text = shown(three_seats(), "de")
    assert "unter Gleichen wären es 33,3 %" in text
    assert "1, beginnt" in text
    assert "66,7 % [" in text
    assert "Punkte" in text


def test_bots_are_compared_match_by_match() -> None:
    (lead,) = three_seats().leads
    assert (lead.bot, lead.over) == ("quick", "random")
    random, quick = three_seats().bots
    assert lead.share.mean == pytest.approx(quick.share.mean - random.share.mean)
    assert lead.score.mean == pytest.approx(quick.score.mean - random.score.mean)
    assert lead.share.high == pytest.approx(2 / 3)
    assert "quick over random   +66.7% [" in shown(three_seats())
    assert "quick vor random" in shown(three_seats(), "de")


def test_together_bots_are_compared_on_the_same_dice() -> None:
    """The second wins when the first does, and once more."""
    asked = plan("mmm", "random", "quick", games=8, seats=1)
    results = [
        result(2 * block + bot, block, [bot], [float(won)])
        for block, pair in enumerate([(1, 1), (1, 1), (0, 1), (0, 0)])
        for bot, won in enumerate(pair)
    ]
    found = figures(asked, results)
    first, second = found.bots
    assert (first.rating, second.rating, found.par, found.seats) == (None, None, None, [])
    (lead,) = found.leads
    assert lead.share.mean == 0.25
    assert "quick over random" in shown(found)
    assert "won" in shown(found)


def table_of_six(won: list[float]) -> Figures:
    """Return the figures of a bot at all six seats of a table that wins or loses together."""
    asked = plan("mmm", "random", games=len(won), seats=6)
    results = [
        result(i, i, [0] * 6, [each] * 6, score=[int(7 * each)] * 6) for i, each in enumerate(won)
    ]
    return figures(asked, results)


def test_together_the_unit_is_the_match_not_the_seat() -> None:
    """The interval of no victory in 40 games, by Wilson, however many seats the table has."""
    (bot,) = table_of_six([0.0] * 40).bots
    assert (bot.share.mean, bot.share.low) == (0, 0)
    assert bot.share.high == pytest.approx(1.96**2 / (40 + 1.96**2), abs=1e-4)
    assert bot.share.high == pytest.approx(0.088, abs=5e-4)


def test_together_six_seats_have_the_intervals_of_one() -> None:
    won = [1.0, 0.0, 0.0, 1.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0]
    (six,) = table_of_six(won).bots
    alone = [result(i, i, [0], [each], score=[int(7 * each)]) for i, each in enumerate(won)]
    (one,) = figures(plan("mmm", "random", games=len(won), seats=1), alone).bots
    for found, expected in ((six.share, one.share), (six.score, one.score)):
        assert (found.mean, found.low, found.high) == pytest.approx(
            (expected.mean, expected.low, expected.high)
        )


def test_two_seats_of_a_bot_can_win_half_each_at_most() -> None:
    """A bot that sits twice at a table of four and never loses cannot get more than a half."""
    asked = plan("so-ein-mist", "random", "quick", games=40, seats=4)
    found = figures(asked, [result(i, i // 4, [0, 0, 1, 1], [0, 0, 1, 0]) for i in range(40)])
    random, quick = (line.share for line in found.bots)
    assert random.low == 0
    assert quick.low == pytest.approx(0.5 - (random.high or 0))
    assert quick.high == pytest.approx(0.5)


def test_a_bot_at_every_seat_wins_its_part_and_nothing_is_left_to_chance() -> None:
    asked = plan("so-ein-mist", "quick", games=2, seats=3)
    found = figures(asked, [result(i, i, [0, 0, 0], [0, 1, 0]) for i in range(2)])
    (share,) = (line.share for line in found.bots)
    assert (share.mean, share.low, share.high) == pytest.approx((1 / 3, 1 / 3, 1 / 3))


def test_who_never_met_is_not_compared() -> None:
    asked = plan("so-ein-mist", "random", "quick", "level:1", "level:2", games=1, seats=3)
    found = figures(asked, [result(0, 0, [0, 1, 3], [0, 0, 1])])
    assert [(lead.bot, lead.over) for lead in found.leads] == [
        ("quick", "random"),
        ("level:2", "random"),
        ("level:2", "quick"),
    ]


def test_alone_it_is_what_was_reached() -> None:
    found = figures(
        plan("mice-to-meet-you", "quick", games=2, seats=1),
        [result(0, 0, [0], [0.5], score=[3]), result(1, 1, [0], [1.0], score=[6])],
    )
    assert found.bots[0].score.mean == 4.5
    text = shown(found)
    assert "reached" in text
    assert "grade, 0 to 6" in text
    assert "over" not in text


def test_who_never_had_a_choice_has_no_milliseconds() -> None:
    asked = plan("mmm", "quick", games=1, seats=1)
    found = figures(asked, [result(0, 0, [0], [1.0], real=[0], decisions=[0], ms=[0.0])])
    assert found.bots[0].ms is None
    assert found.real_decisions == 0
    assert "–" in shown(found)


def test_who_has_not_sat_down_yet_is_left_out() -> None:
    asked = plan("so-ein-mist", "random", "quick", "level:1", "level:2", games=1, seats=3)
    found = figures(asked, [result(0, 0, [0, 1, 3], [0, 0, 1])])
    assert [line.bot for line in found.bots] == ["random", "quick", "level:2"]


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("width", [40, 60, 80])
def test_nothing_is_lost_in_a_narrow_terminal(language: str, width: int) -> None:
    found, out = three_seats(), io.StringIO()
    found.bots[0].bot = "a.module.of.my.own:TheBotWithTheLongestName"
    show(Console(file=out, width=width), found, words(language))
    text = out.getvalue()
    assert "…" not in text
    assert max(map(len, text.splitlines())) <= width
    words_wide, words_narrow = (
        sorted("".join(each.split())) for each in (shown(found, language), text)
    )
    for number in set(words_wide) - set("[,;]"):
        assert words_narrow.count(number) >= words_wide.count(number)


def test_what_does_not_fit_folds_below_under_its_name_again() -> None:
    out = io.StringIO()
    show(Console(file=out, width=80), three_seats(), words("en"))
    lines = out.getvalue().splitlines()
    assert sum(line.startswith("quick  ") for line in lines) == 2
    assert sum(line.startswith("bot ") for line in lines) == 3
