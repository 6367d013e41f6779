"""Taking back one's own last choice, while nobody has learnt anything from it."""

from pathlib import Path
from typing import Any

import pytest

from pasch.core.game.position import CHANCE
from pasch.table.model import Refused
from pasch.table.table import Table
from pasch.table.tables import Tables
from pasch.table.views.finished import story_of
from tests.command import Pasch
from tests.table import acts
from tests.table.party import Person, begin, choose_well, draw_chips, play, until
from tests.table.window import as_it_lies

pytestmark = pytest.mark.anyio

STEALING: dict[str, Any] = {
    "game": "mistkaefer",
    "dice": "real",
    "options": {"bonus": "green 1 steal, blue 1 chip, yellow 1 extra, yellow 2 chip"},
}


async def refused(table: Table, person: Person) -> Refused:
    assert not person.may_undo
    with pytest.raises(Refused) as refusal:
        await acts.undo(table, person.token, table.version)
    return refusal.value


async def test_a_choice_is_taken_back_for_everybody(tables: Tables) -> None:
    table, (anna, ben) = await begin(tables, "Anna", "Ben", game="mmm")
    await until(lambda: anna.moment.scene.choices)
    before = anna.moment
    story = ben.told
    await anna.choose_first()
    assert anna.may_undo
    assert not ben.may_undo
    assert ben.told != story
    await acts.undo(table, anna.token, table.version)
    assert ben.moment.kind == "undo"
    assert ben.told == story
    assert anna.moment.event == before.event
    assert as_it_lies(anna.moment.scene) == as_it_lies(before.scene)
    await anna.choose_first()
    assert anna.may_undo


async def test_nothing_is_taken_back_when_the_game_is_over(tables: Tables) -> None:
    settings: dict[str, Any] = {"game": "mmm", "dice": "real", "options": {"cat_steps": 1}}
    table, (anna,) = await begin(tables, "Anna", **settings)
    await play(table, [anna])
    assert table.state.phase == "over"
    assert (await refused(table, anna)).code == "phase"


async def test_several_choices_are_taken_back_one_by_one(tables: Tables) -> None:
    table, (anna,) = await begin(tables, "Anna", game="mmm")
    await until(lambda: anna.moment.scene.choices)
    start = anna.moment.event
    await anna.choose_first()
    while anna.may_undo and anna.moment.event < start + 2:
        await anna.choose_first()
    taken = 0
    while anna.may_undo:
        await acts.undo(table, anna.token, table.version)
        taken += 1
    assert anna.moment.event == start
    assert taken >= 1
    assert (await refused(table, anna)).code == "illegal"


async def test_a_roll_is_never_taken_back(tables: Tables) -> None:
    table, (anna, _) = await begin(tables, "Anna", "Ben", game="mistkaefer")
    await anna.choose("roll 2 blue")
    assert anna.moment.kind == "chance"
    assert (await refused(table, anna)).code == "illegal"


async def test_another_s_choice_is_not_mine_to_take_back(tables: Tables) -> None:
    table, (anna, ben) = await begin(tables, "Anna", "Ben", game="mmm")
    await until(lambda: anna.moment.scene.choices)
    await anna.choose_first()
    assert (await refused(table, ben)).code == "illegal"


async def test_taking_back_what_one_has_not_seen_is_refused(tables: Tables) -> None:
    table, (anna, _) = await begin(tables, "Anna", "Ben", game="mmm")
    await until(lambda: anna.moment.scene.choices)
    version = table.version
    await anna.choose_first()
    with pytest.raises(Refused) as stale:
        await acts.undo(table, anna.token, version)
    assert stale.value.code == "stale"


async def test_a_click_sent_before_an_undo_arrives_is_stale(tables: Tables) -> None:
    table, (anna, _) = await begin(tables, "Anna", "Ben", game="mmm")
    await until(lambda: anna.moment.scene.choices)
    await anna.choose_first()
    seen, action = table.version, table.viewers.actions_of(anna.token)[0].action
    await acts.undo(table, anna.token, seen)
    events = anna.moment.event
    for late in (acts.choose(table, anna.token, seen, action), acts.undo(table, anna.token, seen)):
        with pytest.raises(Refused) as stale:
            await late
        assert stale.value.code == "stale"
    assert anna.moment.event == events


async def test_before_the_first_event_there_is_nothing_to_take_back(tables: Tables) -> None:
    table, (anna, _) = await begin(tables, "Anna", "Ben", **STEALING)
    assert table.state.match is not None
    assert table.state.match.events == []
    assert (await refused(table, anna)).code == "illegal"


@pytest.fixture
def clovers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make every chip that is drawn a clover."""
    draw_chips(monkeypatch, lambda _: "clover")


async def ben_may_steal(tables: Tables) -> tuple[Table, Person, Person]:
    """Return a table where Anna has one chip, a clover, and Ben may steal it with a green 1."""
    table, (anna, ben) = await begin(tables, "Anna", "Ben", **STEALING)
    for text in ("roll 1 blue", "1", "put down: 1"):
        await anna.choose(text)
    for text in ("roll 1 green", "1", "put down: 1"):
        await ben.choose(text)
    return table, anna, ben


@pytest.mark.usefixtures("clovers")
async def test_a_choice_beside_hidden_chips_is_taken_back(tables: Tables) -> None:
    table, anna, ben = await ben_may_steal(tables)
    assert ben.may_undo
    await acts.undo(table, ben.token, table.version)
    (choice,) = ben.moment.scene.choices
    assert choice.text.startswith("put down: 1")
    assert not anna.may_undo


@pytest.mark.usefixtures("clovers")
async def test_what_came_to_light_is_never_taken_back(tables: Tables) -> None:
    table, anna, ben = await ben_may_steal(tables)
    await ben.choose("steal from Anna")
    assert "1 🍀" in ben.moment.scene.seats[1].text
    assert "🍀" not in anna.moment.scene.seats[1].text
    assert (await refused(table, ben)).code == "illegal"
    assert (await refused(table, anna)).code == "illegal"


async def test_a_slip_of_the_finger_on_real_dice_is_taken_back(tables: Tables) -> None:
    table, (anna, ben) = await begin(tables, "Anna", "Ben", **STEALING)
    await anna.choose("roll 1 blue")
    await anna.choose("6")
    assert anna.may_undo
    assert not ben.may_undo
    await acts.undo(table, anna.token, table.version)
    assert table.state.match is not None
    assert table.state.match.player == CHANCE
    await anna.choose("5")
    assert [told.text for told in anna.moment.told] == ["Anna rolled blue: 5."]


async def test_everybody_reads_for_good_what_was_typed_and_taken_back(
    tables: Tables, pasch: Pasch, tmp_path: Path
) -> None:
    """A second roll hidden behind an undo would be a lie.

    It is told also when the choice before it is taken back too, for those who come later, after a
    restart, in German, and in the log.
    """
    table, (anna, ben) = await begin(tables, "Anna", "Ben", **{**STEALING, "options": {"balls": 2}})
    watcher, german = await Person(table).look(), await Person(table, language="de").look()
    everybody = [anna, ben, watcher]
    regret = "Anna took back what was typed: 6"
    await anna.choose("roll 2 blue")
    await anna.choose("6")
    await acts.undo(table, anna.token, table.version)
    for person in everybody:
        assert [told.text for told in person.told] == [regret]
    assert [told.text for told in german.told] == ["Anna hat das Eingetippte zurückgenommen: 6"]
    await anna.choose("6")
    await acts.undo(table, anna.token, table.version)
    await acts.undo(table, anna.token, table.version)
    assert table.state.match is not None
    assert table.state.match.events == []
    await anna.choose("roll 1 blue")
    await anna.choose("5")
    lines = [regret, regret, "Anna rolled blue: 5."]
    late = await Person(table).look()
    for person in (*everybody, late):
        assert [told.text for told in person.told] == lines
    again = await Tables(tables.store).find(table.id)
    assert [told.text for told in (await again.viewers.snapshot()).told] == lines
    await again.close()
    await play(table, [anna, ben], choose=choose_well)
    story = [
        told.text
        for told_of_event in await table.look_back(story_of, "en")
        for told in told_of_event
    ]
    assert story[:3] == lines
    log = tmp_path / "kept.jsonl"
    log.write_text(await table.finished_log())
    told = pasch("replay", log).out.splitlines()
    assert told[1:3] == [f"   –  {regret}"] * 2
    assert told[3].endswith("  Anna rolled blue: 5.")


async def test_a_choice_may_be_taken_back_after_a_restart(tables: Tables) -> None:
    table, (anna, _) = await begin(tables, "Anna", "Ben", game="mmm")
    await until(lambda: anna.moment.scene.choices)
    await anna.choose_first()
    again = await Tables(tables.store).find(table.id)
    await acts.undo(again, anna.token, again.version)
    assert again.state.match is not None
    await again.close()
    with pytest.raises(Refused) as stale:
        await anna.choose_first()
    assert stale.value.code == "stale"
    assert anna.moment.kind == "undo"
    await play(table, [anna], events=4)
