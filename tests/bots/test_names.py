"""Names of bots."""

from pasch.bots.names import LEVELS, REGULARS, REGULARS_PER_LEVEL, regular


def test_every_level_has_regulars_of_its_own_and_no_two_share_a_name() -> None:
    assert (
        len({name.casefold() for name in REGULARS})
        == len(REGULARS)
        == REGULARS_PER_LEVEL * len(LEVELS)
    )
    firsts = [regular(level, []) for level in LEVELS]
    assert firsts == list(REGULARS[::REGULARS_PER_LEVEL])


def test_nobody_at_the_table_has_the_name_of_a_new_bot() -> None:
    there = ["greta", "Anna"]
    for _ in range(4):
        there.append(regular("steady", there))
    assert there[2:] == ["Hugo", "Ida", "Linus", "Frieda"]
    assert regular("steady", there) not in there
    assert regular("perfect", REGULARS[-REGULARS_PER_LEVEL:]) == REGULARS[0]
    assert regular("quick", []) == REGULARS[0]
