"""Pictures of emoji: one for each that the sources show, and no other."""

import re

from tests.emoji import ART, emoji_in_sources, picture_name


def test_every_emoji_shown_has_its_picture_and_no_picture_is_unused() -> None:
    shown = {picture_name(emoji): emoji for emoji in emoji_in_sources()}
    drawn = {path.stem for path in ART.glob("*.svg")}
    assert {name: shown[name] for name in shown.keys() - drawn} == {}
    assert drawn - shown.keys() == set()


def test_the_pages_know_which_pictures_there_are() -> None:
    listed = re.findall(r'"([0-9a-f-]+)"', (ART / "pictures.js").read_text("utf-8"))
    assert sorted(listed) == sorted(path.stem for path in ART.glob("*.svg"))


def test_the_pictures_come_with_their_licence() -> None:
    assert "Microsoft" in (ART / "LICENSE").read_text("utf-8")
