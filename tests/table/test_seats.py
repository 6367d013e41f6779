"""Sitting down, standing up, starting, and who is refused."""

import pytest

from pasch.core.errors import PaschError, UnknownGame
from pasch.table.model import Refused, Settings, UnknownTable
from pasch.table.storage.sql import SqlStore
from pasch.table.tables import Tables
from pasch.table.views.finished import dice_tally, snapshot_at
from tests.table import acts
from tests.table.party import Person, begin, gather, salt, sit

pytestmark = pytest.mark.anyio

SO_EIN_MIST = Settings("so-ein-mist", 3)


async def test_seats_are_taken_in_order_or_as_asked(tables: Tables) -> None:
    table = await tables.create_table(SO_EIN_MIST)
    assert await table.sit(2, "Anna", "a", salt()) == 2
    assert await table.sit(None, "Ben", "b", salt()) == 0
    assert [seat.kind for seat in table.state.seats] == ["person", "open", "person"]
    assert table.viewers.seats_of("b") == [0]
    assert table.viewers.seats_of("") == []


async def test_a_taken_seat_and_a_full_table_are_refused(tables: Tables) -> None:
    table, _ = await gather(tables, "Anna", bots=2)
    with pytest.raises(Refused, match="seat 1 is taken") as taken:
        await table.sit(0, "Ben", "b", salt())
    with pytest.raises(Refused, match="every seat is taken") as full:
        await table.sit(None, "Ben", "b", salt())
    assert taken.value.code == full.value.code == "full"


@pytest.mark.parametrize("seat", [-1, 3, 10**12])
async def test_a_seat_that_is_not_there_is_refused(tables: Tables, seat: int) -> None:
    table = await tables.create_table(SO_EIN_MIST)
    with pytest.raises(Refused, match="expected a seat from 1 to 3") as refused:
        await table.sit(seat, "Anna", "a", salt())
    assert refused.value.code == "seat"


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("  Anna \t Maria\n", "Anna Maria"),
        ("<b>Ben</b>", "<b>Ben</b>"),
        ("A\u202enna\x00", "A nna"),
        ("👨‍👩‍👧 Müller", "👨‍👩‍👧 Müller"),
        ("x" * 30, "x" * 30),
        ("Ａｎｎａ\u2800\u3164", "Anna"),
        ("Zoe\u0308", "Zoë"),
        ("An\u200dna\ufe0f", "An na"),
        ("❤️ Anna", "❤️ Anna"),
        ("Анна", "Анна"),
    ],
)
async def test_names_are_tidied(tables: Tables, given: str, kept: str) -> None:
    table = await tables.create_table(SO_EIN_MIST)
    await table.sit(0, given, "a", salt())
    assert table.state.seats[0].name == kept


@pytest.mark.parametrize(
    "name", ["", " \n\u200b", "x" * 31, "x" + " " * 120, "x" * 10_000, " " * 10_000 + "x"]
)
async def test_names_that_are_none_are_refused(tables: Tables, name: str) -> None:
    table = await tables.create_table(SO_EIN_MIST)
    with pytest.raises(Refused, match="expected a name of 1 to 30 characters") as refused:
        await table.sit(0, name, "a", salt())
    assert refused.value.code == "name"
    assert len(str(refused.value)) < 200
    assert table.version == 1


async def test_nobody_is_called_like_somebody_else(tables: Tables) -> None:
    table = await tables.create_table(Settings("so-ein-mist", 4))
    for token in ("a", "b", "c"):
        await table.sit(None, "Greta", token, salt())
    await acts.sit_bot(table, "a", 3, "steady")
    assert [seat.name for seat in table.state.seats] == ["Greta", "Greta 2", "Greta 3", "Hugo"]
    long = await tables.create_table(SO_EIN_MIST)
    for token in ("a", "b"):
        await long.sit(None, "x" * 30, token, salt())
    assert [seat.name for seat in long.state.seats[:2]] == ["x" * 30, "x" * 28 + " 2"]


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("Anna", "anna"),
        ("Anna", "Аnna"),  # a Cyrillic A
        ("Anna", "АΝΝА"),  # Cyrillic and Greek
        ("Мама", "Mama"),
        ("Ian", "lan"),
        ("Bob", "B0b"),
        ("Bill", "BiII"),
        ("Arno", "Amo"),
        ("Zoë", "Zоë"),  # a Cyrillic o
        ("O’Hara", "O'Hara"),
        ("🐭", "🐭\u200d"),
    ],
)
async def test_two_names_that_look_the_same_are_refused(
    tables: Tables, name: str, other: str
) -> None:
    for first, second in ((name, other), (other, name)):
        table = await tables.create_table(SO_EIN_MIST)
        await table.sit(None, first, "a", salt())
        with pytest.raises(Refused, match="this name looks like that of") as refused:
            await table.sit(None, second, "b", salt())
        assert refused.value.code == "name"
        assert refused.value.said("de").startswith(
            f"dieser Name sieht aus wie der von {table.state.seats[0].name}: "
        )


@pytest.mark.parametrize("other", ["Ann", "Anne", "Änna", "Hanna", "Nana", "Lan", "Анна Б"])
async def test_names_that_differ_to_the_eye_are_taken(tables: Tables, other: str) -> None:
    table = await tables.create_table(SO_EIN_MIST)
    await table.sit(None, "Anna", "a", salt())
    await table.sit(None, other, "b", salt())
    await table.sit(None, "Ian", "c", salt())
    assert [seat.name for seat in table.state.seats] == ["Anna", other, "Ian"]


async def test_a_bot_that_would_be_called_almost_like_somebody_has_a_number(tables: Tables) -> None:
    table = await tables.create_table(SO_EIN_MIST)
    await table.sit(None, "\u0420ip", "a", salt())  # a Cyrillic R
    await acts.sit_bot(table, "a", 1, "quick")
    assert table.state.seats[1].name == "Pip 2"


@pytest.mark.parametrize("given", ["", "0" * 31, "0" * 33, "G" * 32, "A" * 32, "0" * 32 + "\n"])
async def test_a_salt_is_32_hex_digits(tables: Tables, given: str) -> None:
    table = await tables.create_table(SO_EIN_MIST)
    with pytest.raises(Refused, match="expected a salt of 32 hex digits"):
        await table.sit(0, "Anna", "a", given)
    with pytest.raises(Refused, match=f"got '{'x' * 40}'$"):
        await table.sit(0, "Anna", "a", "x" * 50)


async def test_a_seat_needs_a_secret(tables: Tables) -> None:
    table = await tables.create_table(SO_EIN_MIST)
    with pytest.raises(Refused, match="expected the secret of the seat"):
        await table.sit(0, "Anna", "", salt())


async def test_who_sits_there_sets_bots_and_opens_their_seats_again(tables: Tables) -> None:
    table = await tables.create_table(SO_EIN_MIST)
    anna = await sit(table, "Anna")
    await acts.sit_bot(table, anna.token, 1, "quick")
    await acts.sit_bot(table, anna.token, 1, "random")
    assert [(s.kind, s.bot, s.name) for s in anna.info.seats][1] == ("bot", "random", "Pip")
    await acts.stand(table, anna.token, 1)
    assert anna.info.seats[1].kind == "open"
    with pytest.raises(Refused, match="seat 2 is open already"):
        await acts.stand(table, anna.token, 1)
    with pytest.raises(Refused, match=r"expected one of newcomer, .* perfect, got 'genius'"):
        await acts.sit_bot(table, anna.token, 1, "genius")
    with pytest.raises(Refused, match="seat 1 is taken"):
        await acts.sit_bot(table, anna.token, 0, "quick")


async def test_only_who_sits_there_may_arrange_the_table(tables: Tables) -> None:
    table, _ = await gather(tables, "Anna", bots=2)
    for attempt in (
        acts.sit_bot(table, "stranger", 1, "quick"),
        acts.stand(table, "stranger", 1),
        acts.start(table, "stranger"),
        acts.leave(table, ""),
    ):
        with pytest.raises(Refused, match="only somebody who sits at the table") as refused:
            await attempt
        assert refused.value.code == "seat"


async def test_one_sends_away_only_who_is_gone_for_a_while(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, (anna, ben) = await gather(tables, "Anna", "Ben", bots=1)
    with pytest.raises(Refused, match="Ben sits there"):
        await acts.stand(table, anna.token, 1)
    ben.go()
    assert not anna.info.seats[1].here
    with pytest.raises(Refused, match="Ben was here just now; ask again in 20 seconds"):
        await acts.stand(table, anna.token, 1)
    monkeypatch.setattr("pasch.table.model.context.GRACE_S", 0)
    await acts.stand(table, anna.token, 1)
    assert anna.info.seats[1].kind == "open"


async def test_who_has_sat_down_and_is_still_connecting_is_not_sent_away(
    tables: Tables, store: SqlStore
) -> None:
    """No process has seen them yet: the store knows when they sat down."""
    table = await tables.create_table(Settings("mmm", 2))
    anna = await sit(table, "Anna")
    await table.sit(1, "Ben", "the secret of Ben", salt())
    another = Tables(store)
    for there in (table, await another.find(table.id)):
        with pytest.raises(Refused, match="Ben was here just now; ask again in 20 seconds"):
            await acts.stand(there, anna.token, 1)
    await another.close()


async def test_a_bot_is_sent_away_at_once_and_so_is_oneself(tables: Tables) -> None:
    table, (anna,) = await gather(tables, "Anna", bots=2)
    await acts.stand(table, anna.token, 1)
    await acts.stand(table, anna.token, 0)
    assert [seat.kind for seat in table.state.seats] == ["open", "open", "bot"]


async def test_leaving_before_the_start_opens_the_seats(tables: Tables) -> None:
    table = await tables.create_table(SO_EIN_MIST)
    anna = await sit(table, "Anna")
    await sit(table, "Ben", anna.token)
    await acts.leave(table, anna.token)
    assert [seat.kind for seat in table.state.seats] == ["open"] * 3


async def test_a_game_starts_when_no_seat_is_open(tables: Tables) -> None:
    table = await tables.create_table(SO_EIN_MIST)
    anna = await sit(table, "Anna")
    with pytest.raises(Refused, match="seat 2 is still open") as refused:
        await acts.start(table, anna.token)
    assert refused.value.code == "phase"
    for attempt in (acts.choose(table, anna.token, table.version, 0), table.viewers.snapshot()):
        with pytest.raises(Refused, match="the game has not begun"):
            await attempt
    assert table.viewers.actions_of(anna.token) == []
    assert table.state.match is None


async def test_once_begun_nobody_sits_down_or_starts_again(tables: Tables) -> None:
    table, (anna,) = await begin(tables, "Anna", bots=2)
    for attempt in (
        table.sit(None, "Ben", "b", salt()),
        acts.sit_bot(table, anna.token, 1, "random"),
        acts.stand(table, anna.token, 1),
        acts.start(table, anna.token),
    ):
        with pytest.raises(Refused, match="the game has begun") as refused:
            await attempt
        assert refused.value.code == "phase"
    for unfinished in (
        table.finished_log(),
        table.look_back(snapshot_at, 1, "en"),
        table.look_back(dice_tally, "en"),
    ):
        with pytest.raises(Refused, match="the game is not over"):
            await unfinished


async def test_everybody_sees_who_is_here(tables: Tables) -> None:
    table, (anna, ben) = await gather(tables, "Anna", "Ben", bots=1)
    assert [seat.here for seat in anna.info.seats] == [True, True, False]
    assert (anna.window.own.seats, ben.window.own.seats) == ([0], [1])
    watcher = await Person(table).look()
    assert (anna.info.watchers, watcher.info.watchers) == (1, 1)
    twin = await Person(table, ben.token).look()
    ben.go()
    assert anna.info.seats[1].here
    twin.go()
    twin.go()
    assert not anna.info.seats[1].here


@pytest.mark.parametrize(
    ("settings", "problem"),
    [
        (Settings("so-ein-mist", 2), "3 to 6 seats, not 2"),
        (Settings("so-ein-mist", 3, {"shoes": 1}), "no option 'shoes'"),
        (Settings("so-ein-mist", 3, starter=3), "from 0 to 2, not 3"),
        (Settings("so-ein-mist", 3, clock=4), "0 or 5 to 600 seconds, not 4"),
        (Settings("so-ein-mist", 3, clock=601), "0 or 5 to 600 seconds, not 601"),
        (Settings("so-ein-mist", 3, deal="a b"), "1 to 40 letters"),
        (Settings("so-ein-mist", 3, deal="A", dice="real"), "exclude each other"),
        (Settings("mmm", 1, {"board": "/etc/passwd"}), "TOML"),
    ],
)
async def test_a_table_that_can_not_be_is_not_laid(
    tables: Tables, settings: Settings, problem: str
) -> None:
    with pytest.raises(PaschError, match=problem):
        await tables.create_table(settings)


async def test_a_game_nobody_knows_is_not_laid(tables: Tables) -> None:
    with pytest.raises(UnknownGame):
        await tables.create_table(Settings("chess", 2))


@pytest.mark.parametrize("id", ["AAAAAAAAAA", "", "x" * 10_000, "../../etc/", "a\x00aaaaaaaa"])
async def test_a_table_nobody_laid_is_unknown(tables: Tables, id: str) -> None:
    with pytest.raises(UnknownTable, match="there is no table"):
        await tables.find(id)


async def test_the_lobby_shows_tables_where_somebody_waits(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    private, empty, full, begun, open_ = [
        await tables.create_table(Settings("so-ein-mist", 3, listed=n > 0)) for n in range(5)
    ]
    for table in (private, full, begun, open_):
        anna = await sit(table, "Anna")
    for table in (full, begun):
        for seat in (1, 2):
            await acts.sit_bot(table, anna.token, seat, "quick")
    await acts.start(begun, anna.token)
    assert [table.id for table in await tables.lobby()] == [open_.id]
    assert empty.state.settings.listed
    monkeypatch.setattr("pasch.table.tables.LISTED_S", 0)
    assert await tables.lobby() == []


async def test_the_perfect_player_sits_only_where_the_game_is_solved(tables: Tables) -> None:
    table, (anna,) = await gather(tables, "Anna", bots=2)
    with pytest.raises(Refused, match="the perfect player can't play here: So ein Mist has no"):
        await acts.sit_bot(table, anna.token, 1, "perfect")
    assert table.state.seats[1].bot == "quick"


async def test_who_asks_twice_for_the_same_seat_has_it_once(tables: Tables) -> None:
    table = await tables.create_table(Settings("mmm", 3))
    spice = salt()
    assert await table.sit(None, "Anna", "anna", spice) == 0
    assert await table.sit(None, "Anna", "anna", spice) == 0
    assert [seat.kind for seat in table.state.seats] == ["person", "open", "open"]
    assert await table.sit(None, "Anna’s sister", "anna", salt()) == 1


async def test_grades_are_told_once_the_game_has_begun(tables: Tables) -> None:
    table, (anna,) = await gather(tables, "Anna", settings={"game": "mice-to-meet-you"})
    assert anna.info.grades == 0
    await acts.start(table, anna.token)
    assert anna.info.grades == 6
