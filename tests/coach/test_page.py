"""The page of a review stands alone."""

import re

from pasch.coach.formatting import ShareFormat
from pasch.coach.html import page
from pasch.coach.review import review
from pasch.core.match.match import Match
from tests.coach.played import played

WICKED = "<b>Anna & co</b>"


def named(match: Match) -> Match:
    match.names = (WICKED, *match.names[1:])
    return match


def test_the_page_tells_every_moment_and_needs_nothing_else() -> None:
    match = named(played("so-ein-mist", 3))
    found = review(match, playouts=64)
    text = page(match, found, match.words("en"))
    moments = [each.event for each in found.decisions] + [each.event for each in found.rolls]
    assert sorted(map(int, re.findall(r'id="m(\d+)"', text))) == sorted(moments)
    assert all(f'id="m{link}"' in text for link in re.findall(r'href="#m(\d+)"', text))
    assert not re.findall(r"https?:|<script|<link|<img|url\(|@import", text)
    assert text.count('<path fill="none"') == 3
    assert WICKED not in text
    assert "&lt;b&gt;Anna &amp; co&lt;/b&gt;" in text


def test_the_page_speaks_german() -> None:
    match = played("so-ein-mist", 3)
    text = page(match, review(match, playouts=64, language="de"), match.words("de"))
    assert '<html lang="de">' in text
    assert "Glück und Können" in text
    assert "luck" not in re.sub(r"<style>.*?</style>", "", text, flags=re.S)


def test_shares_are_told_as_chances_or_as_grades() -> None:
    farm = played("so-ein-mist", 3)
    chance = ShareFormat(farm, farm.words("en"))
    assert chance.worth(0.5732) == "57.3 %"
    assert [chance.gain(x) for x in (0.032, -0.032, 0.0001)] == ["+3.2 %", "−3.2 %", "0.0 %"]
    assert chance.interval(0.01) == "± 2.0"
    assert chance.interval(1e-9) == "± 0.1"
    assert chance.surety(0.12) == chance.interval(0.12) == "± 23.6"
    assert chance.surety(0.13) == "a rough guess"
    alone = played("mice-to-meet-you", 1)
    grade = ShareFormat(alone, alone.words("de"))
    assert grade.worth(0.755) == "4,53 von 6"
    assert grade.gain(-0.03) == "−0,18"
    assert grade.plain(0.5) == "3"
