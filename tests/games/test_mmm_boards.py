"""Boards of Mmm!: ours, an owner's, and every way in which a file can be wrong."""

from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import pasch
from pasch.core.errors import BrokenLog, PaschError
from pasch.core.match import log
from pasch.games.mmm.board_files import FOODS, BadBoard, board_of, load_board, ours, read_board
from tests.moves import play

ROWS = ("UUUKKKP", "LLLVFKP", "LAVVFBB", "GAAAFQM", "GRRRFQM", "GGCRWQH", "CCCWWQH")
ITEMS = {"bread": "ABC", "fish": "FGH", "cucumber": "KLM", "cheese": "PQR", "carrot": "UVW"}
# The rows stand on lines 6 to 12.
FILE = '''# A board of one's own.

title = "my box"

pantry = """
    U U U K K K P
    L L L V F K P
    L A V V F B B
    G A A A F Q M
    G R R R F Q M
    G G C R W Q H
    C C C W W Q H
"""

[foods]
bread = "A B C"
fish = "F G H"
cucumber = "K L M"
cheese = "P Q R"
carrot = "U V W"
'''


def sound(rows: tuple[str, ...]) -> bool:
    """Return whether a board has 7 by 7 squares, and each of ITEMS in one piece of two to five."""
    if [len(row) for row in rows] != [7] * 7:
        return False
    squares = {(r, c): item for r, row in enumerate(rows) for c, item in enumerate(row)}
    if set(squares.values()) != set("".join(ITEMS.values())):
        return False
    return all(
        in_one_piece({at for at in squares if squares[at] == item}) for item in squares.values()
    )


def in_one_piece(squares: set[tuple[int, int]]) -> bool:
    """Return whether the squares form one piece of two to five."""
    heaps: list[set[tuple[int, int]]] = []
    for r, c in squares:
        near = {(r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)}
        touching = [heap for heap in heaps if heap & near]
        heaps = [heap for heap in heaps if not heap & near]
        heaps.append({(r, c)}.union(*touching))
    return len(heaps) == 1 and 2 <= len(squares) <= 5


def saved(folder: Path, text: str) -> Path:
    path = folder / "my-box.toml"
    path.write_text(text, encoding="utf-8")
    return path


def faults(folder: Path, text: str) -> list[str]:
    """Return what is said of a file with this text."""
    with pytest.raises(BadBoard) as bad:
        load_board(saved(folder, text))
    return [str(fault) for fault in bad.value.faults]


def changed(*changes: str) -> str:
    """Return the good file with each first text replaced by the second."""
    text = FILE
    for old, new in zip(changes[::2], changes[1::2], strict=True):
        assert text.count(old) == 1
        text = text.replace(old, new)
    return text


@pytest.mark.clause("MMM-3")
def test_ours_are_two_boards_by_name() -> None:
    assert {name: board.title for name, board in ours().items()} == {
        "one-paw": "one paw",
        "two-paws": "two paws",
    }
    assert read_board("two-paws") == "two-paws"


@pytest.mark.clause("MMM-2", "MMM-3")
@pytest.mark.parametrize("name", ["one-paw", "two-paws"])
def test_every_item_of_our_boards_is_in_one_piece(name: str) -> None:
    for _, squares in board_of(name).items():
        assert in_one_piece({divmod(square, 7) for square in squares})


@pytest.mark.clause("MMM-3")
def test_an_owners_board_is_played_by_the_path_of_its_file(tmp_path: Path) -> None:
    text = changed("bread =", "fish_ =", "fish =", "bread =", "fish_ =", "fish =")
    match = pasch.new("mmm", seats=1, board=str(saved(tmp_path, text)))
    play(match, "bread", "X", "X")
    assert match.scene(0).choices[0].text == "bread on e2"


@pytest.mark.clause("MMM-3")
def test_an_owners_board_goes_into_the_log_which_plays_again_without_the_file(
    tmp_path: Path,
) -> None:
    path = saved(tmp_path, FILE)
    match = pasch.new("mmm", seats=1, board=str(path))
    assert match.options_as_json()["board"] == {
        "title": "my box",
        "pantry": list(ROWS),
        "foods": ITEMS,
    }
    play(match, "bread", "bread", "X", "bread on f3", "bread on g3", "gather")
    text = log.write(match)
    path.unlink()
    again = log.read(text).match
    assert again.events == match.events
    assert again.position() == match.position()
    assert again.scene(0) == match.scene(0)


@pytest.mark.clause("MMM-3")
def test_our_boards_stand_in_the_log_by_name() -> None:
    assert pasch.new("mmm", seats=1, board="two-paws").options_as_json()["board"] == "two-paws"


def test_rows_may_be_written_without_spaces(tmp_path: Path) -> None:
    text = changed(FILE[FILE.index("    U") : FILE.index('"""\n\n[')], "\n".join(ROWS) + "\n")
    assert load_board(saved(tmp_path, text)) == load_board(saved(tmp_path, FILE))


def test_a_bad_board_is_an_error_for_a_person_and_lists_its_faults(tmp_path: Path) -> None:
    path = saved(tmp_path, changed("title", "name"))
    with pytest.raises(PaschError) as bad:
        pasch.new("mmm", seats=1, board=str(path))
    assert str(bad.value) == (
        f"the board {path} can't be used:\n"
        "  unknown entry 'name'; expected title, pantry, foods\n"
        "  title: expected a text, got None"
    )


@pytest.mark.parametrize("name", ["three-paws", "", "boards/nowhere.toml"])
def test_a_file_that_is_not_there_is_named_with_what_would_do(name: str) -> None:
    with pytest.raises(BadBoard) as bad:
        pasch.new("mmm", seats=1, board=name)
    assert repr(name) in str(bad.value)
    (fault,) = bad.value.faults
    assert str(fault) == "expected one-paw, two-paws or the path of a board file (TOML)"


@pytest.mark.parametrize("value", [None, 7, ["UUUKKKP"], "x" * 1000])
def test_whatever_is_given_as_a_board_is_refused_in_words(value: object) -> None:
    with pytest.raises(PaschError):
        pasch.new("mmm", seats=1, board=value)


@pytest.mark.parametrize(
    ("board", "problem"),
    [('{"title":"a"}', "pantry: expected"), ("7", "expected one-paw"), ("[7]", "expected one-paw")],
)
def test_a_bad_board_in_a_log_breaks_its_first_line(board: str, problem: str) -> None:
    text = log.write(pasch.new("mmm", seats=1)).replace('"one-paw"', board)
    with pytest.raises(BrokenLog, match=problem) as broken:
        log.read(text)
    assert broken.value.line == 1


def test_what_is_not_toml_is_named_by_its_line(tmp_path: Path) -> None:
    (fault,) = faults(tmp_path, changed('fish = "F G H"', "fish = F G H"))
    assert fault.startswith("it can't be read as TOML: ")
    assert "at line 17" in fault


def test_what_is_not_text_is_named(tmp_path: Path) -> None:
    path = tmp_path / "picture.toml"
    path.write_bytes(b"\x89PNG\xff")
    with pytest.raises(BadBoard, match=r"picture\.toml can't be used:\n  it can't be read as TOML"):
        load_board(path)


PANTRY = FILE[FILE.index("pantry =") : FILE.index("[foods]")]
FOOD_TABLE = FILE[FILE.index("[foods]") :]


@pytest.mark.parametrize(
    ("changes", "named"),
    [
        (
            ("title =", "paws = 1\ntitle ="),
            ["unknown entry 'paws'; expected title, pantry, foods"],
        ),
        (('"my box"', "7"), ["title: expected a text, got 7"]),
        (('title = "my box"', ""), ["title: expected a text, got None"]),
        ((PANTRY, ""), ["pantry: expected a text of seven rows, got None"]),
        ((PANTRY, "pantry = 49\n"), ["pantry: expected a text of seven rows, got 49"]),
        ((PANTRY, "pantry = [7]\n"), ["pantry: expected a text of seven rows, got [7]"]),
        (("    U U U K K K P\n", ""), ["pantry: expected 7 rows, got 6"]),
        (
            ("    U U U K K K P\n", "    U U U K K K P\n" * 2),
            ["pantry: expected 7 rows, got 8"],
        ),
        (("U U U K K K P", "U U U K K K"), ["line 6: expected 7 squares, got 6: 'UUUKKK'"]),
        (("C C C W W Q H", "C C C W W Q H H"), ["line 12: expected 7 squares, got 8: 'CCCWWQHH'"]),
        (("L L L V F K P", "L L L . F K P"), ["square d2: item '.' belongs to no food (a hole?)"]),
        (
            ("L A V V F B B", "L A V V A B B"),
            [
                "item F (fish) is split: e4, e5 is apart from the rest",
                "item A (bread) is split: e3 is apart from the rest",
            ],
        ),
        (
            ("L A V V F B B", "L A V V F F B"),
            ["item B (bread) at g3 has 1 squares; expected 2 to 5"],
        ),
        (
            ("G G C R W Q H", "G G R R W Q H", "C C C W W Q H", "C C C R W Q H"),
            ["item R (cheese) at b5 has 6 squares; expected 2 to 5"],
        ),
        (
            ("carrot =", "cake ="),
            [
                f"foods: unknown food 'cake'; expected {', '.join(FOODS)}",
                "foods: carrot is missing",
            ],
        ),
        (('carrot = "U V W"\n', ""), ["foods: carrot is missing"]),
        ((FOOD_TABLE, ""), ["foods: expected a table of the five foods, got None"]),
        (('"U V W"', '" "'), ["foods: carrot has no items; expected their letters as a text"]),
        (('"U V W"', "3"), ["foods: carrot has no items; expected their letters as a text"]),
        (('"U V W"', '"U V W A"'), ["foods: item A is listed as bread and as carrot"]),
        (('"U V W"', '"U V W Z"'), ["foods: item Z (carrot) is nowhere in the pantry"]),
    ],
)
def test_each_fault_of_a_file_is_named(
    tmp_path: Path, changes: tuple[str, ...], named: list[str]
) -> None:
    assert faults(tmp_path, changed(*changes)) == named


@pytest.mark.parametrize(
    ("changes", "named"),
    [
        (
            ('"my box"', "7", "pantry =", "larder =", "carrot =", "cake ="),
            [
                "unknown entry 'larder'; expected title, pantry, foods",
                "title: expected a text, got 7",
                "pantry: expected a text of seven rows, got None",
                f"foods: unknown food 'cake'; expected {', '.join(FOODS)}",
                "foods: carrot is missing",
            ],
        ),
        (
            ("    U U U K K K P\n", "", "L A V V F B B", "L A V V F B", "C C C W", "C C C C W"),
            [
                "pantry: expected 7 rows, got 6",
                "line 7: expected 7 squares, got 6: 'LAVVFB'",
                "line 11: expected 7 squares, got 8: 'CCCCWWQH'",
            ],
        ),
        (
            ('"U V W"', '"U V W A Z"', "U U U K K K P", "U U ? K K K P", "L A V V", "L A V F"),
            [
                "foods: item A is listed as bread and as carrot",
                "square c1: item '?' belongs to no food (a hole?)",
                "foods: item Z (carrot) is nowhere in the pantry",
                "item V (carrot) is split: c3 is apart from the rest",
            ],
        ),
    ],
)
def test_all_faults_are_named_at_once(
    tmp_path: Path, changes: tuple[str, ...], named: list[str]
) -> None:
    assert faults(tmp_path, changed(*changes)) == named


@pytest.mark.parametrize(
    ("changes", "line"),
    [
        (("    L L L V F K P", "\n    L L L V F K P"), 13),
        (('pantry = """\n', 'pantry = """'), 11),
        (("# A board", "# pantry\n# A board"), 13),
    ],
)
def test_a_short_row_is_named_by_its_own_line_however_the_rows_stand(
    tmp_path: Path, changes: tuple[str, ...], line: int
) -> None:
    found = faults(tmp_path, changed(*changes, "C C C W W Q H", "C C C W W Q"))
    assert f"line {line}: expected 7 squares, got 6: 'CCCWWQ'" in found


def loaded(path: Path) -> tuple[str, ...] | None:
    """Return the pantry of a file, or nothing where it is refused as a bad board."""
    try:
        return load_board(path).pantry
    except BadBoard:
        return None


@pytest.mark.clause("MMM-2", "MMM-3")
@settings(deadline=None, max_examples=300)
@given(
    square=st.integers(0, 48),
    letter=st.sampled_from("".join(ROWS)) | st.characters(codec="utf-8"),
)
@example(square=3, letter="U")
@example(square=0, letter="K")
@example(square=6, letter="\\")
@example(square=48, letter=" ")
def test_a_board_with_one_square_changed_loads_if_and_only_if_it_is_sound(
    tmp_path_factory: pytest.TempPathFactory, square: int, letter: str
) -> None:
    squares = "".join(ROWS)
    squares = squares[:square] + letter + squares[square + 1 :]
    rows = tuple(squares[start : start + 7] for start in range(0, 49, 7))
    text = "\n".join(["title = 'one changed'", 'pantry = """', *rows, '"""', FOOD_TABLE])
    path = saved(tmp_path_factory.getbasetemp(), text)
    assert loaded(path) == (rows if sound(rows) else None)


def test_the_check_of_the_change_knows_sound_boards_from_others() -> None:
    assert sound(ROWS)
    assert sound(("UUUUKKP", *ROWS[1:]))
    assert not sound(("KUUKKKP", *ROWS[1:]))
    assert not sound((*ROWS[:6], "CCCWWQQ"))
