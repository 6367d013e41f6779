"""The test vectors of docs/dice.md; `python -m tests.vectors` prints both tables."""

import json

from pasch.core.game.dice import Dice

SALT = "00112233445566778899aabbccddeeff"
OTHER_SALT = "f0e1d2c3b4a5968778695a4b3c2d1e0f"
BIG = 2**63 + 1  # with so many outcomes nearly every second attempt is rejected

SEEDS = ("yard", "pasch deal DAILY-2026-11-15", "00" * 32, "Mäuse 🐭")

ROLLS: tuple[tuple[str, tuple[str, ...], int, int, int], ...] = (
    ("yard", (), -1, 0, 4),
    ("yard", (), 0, 0, 6),
    ("yard", (), 0, 1, 6),
    ("yard", (), 1, 0, 6),
    ("yard", ("",), 0, 0, 6),
    ("yard", ("", ""), 0, 0, 6),
    ("yard", (SALT, ""), 0, 0, 6),
    ("yard", (SALT, OTHER_SALT), 0, 0, 6),
    ("yard", (OTHER_SALT, SALT), 0, 0, 6),
    ("00" * 32, (SALT, "", OTHER_SALT), 12, 7, 47),
    ("pasch deal DAILY-2026-11-15", (), 3, 2, 6),
    ("Mäuse 🐭", (), 3, 2, 6),
    ("yard", (), 0, 0, BIG),
    ("yard", (), 0, 1, BIG),
    ("yard", (), 0, 2, BIG),
    ("yard", (), 0, 3, BIG),
)


def commitments() -> list[str]:
    """Return the rows of the table of seeds."""
    return [f"| `{seed}` | `{Dice(seed).commitment}` |" for seed in SEEDS]


def rolls() -> list[str]:
    """Return the rows of the table of rolls."""
    return [
        f"| `{seed}` | `{json.dumps(salts)}` | {turn} | {die} | {outcomes} "
        f"| {Dice(seed, salts).roll(turn, die, outcomes)} |"
        for seed, salts, turn, die, outcomes in ROLLS
    ]


if __name__ == "__main__":
    print("\n".join([*commitments(), "", *rolls()]))
