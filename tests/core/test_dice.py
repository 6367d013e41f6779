"""Dice for a table without real ones."""

from collections import Counter

from pasch.core.dice import Dice


def test_an_event_of_a_seed_falls_the_same_way_whenever_it_is_asked() -> None:
    forwards = [Dice("a").roll(n, 6) for n in range(50)]
    dice = Dice("a")
    assert [dice.roll(n, 6) for n in reversed(range(50))] == forwards[::-1]
    assert [Dice("b").roll(n, 6) for n in range(50)] != forwards


def test_without_a_seed_the_dice_are_new_each_time() -> None:
    assert Dice().seed != Dice().seed


def test_every_face_comes_about_as_often() -> None:
    dice = Dice("fair")
    faces = Counter(dice.roll(n, 6) for n in range(6000))
    assert set(faces) == set(range(6))
    assert all(900 < times < 1100 for times in faces.values())
