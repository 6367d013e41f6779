"""Games over HTTP: their facts, rules and lessons; and the words of the pages."""

import re
from collections.abc import Iterable
from functools import cache
from html import escape
from typing import Any, Literal

import msgspec
from markdown_it import MarkdownIt
from starlette.requests import Request
from starlette.responses import Response

from pasch.bots import describe
from pasch.core.game.registry import games, load
from pasch.core.game.spec import Game, OptionFact
from pasch.core.match.lesson import CLAUSE, Example, lesson, lessons, split_rules
from pasch.core.words import shared_messages, words
from pasch.server.http.assets import board_of
from pasch.server.http.endpoint import (
    JSON,
    LANGUAGE,
    Endpoint,
    Parameter,
    expect_language,
    in_thread,
    language_of,
    tables_of,
)
from pasch.table.model import LONGEST_NAME
from pasch.table.views.encoding import encode_lesson
from pasch.table.views.finished import whole_lesson

CLAUSE_NUMBERS = re.compile(r" \([A-Z]+-\d[^)]*\)")  # left out in forms
SOMEBODY = "\ue000"  # the learner, in a lesson that is cached for everybody
OptionKind = Literal["yes-no", "number", "text", "file"]


class BotFacts(msgspec.Struct, frozen=True):
    key: str
    name: str
    words: str


class OptionFacts(msgspec.Struct, frozen=True):
    name: str
    meaning: str
    default: Any
    kind: OptionKind
    between: tuple[int, int] | None
    choices: tuple[str, ...]


class LessonFacts(msgspec.Struct, frozen=True):
    name: str
    title: str
    minutes: int


class GameFacts(msgspec.Struct, frozen=True):
    key: str
    title: str
    icon: str
    scenery: tuple[str, ...]
    author: str
    year: int
    summary: str
    minutes: int
    age: int
    """0 if the publisher gives none."""
    thinking: str
    seats: tuple[int, int]
    table: tuple[str, ...]
    together: bool
    options: list[OptionFacts]
    bots: list[BotFacts]
    secrets: bool
    """Whether some players may know what others must not see."""
    board: str
    """The address of its board's style sheet; empty if it has none."""
    lessons: list[LessonFacts]


class RulesText(msgspec.Struct, frozen=True):
    html: str


async def list_games(request: Request) -> Response:
    language = language_of(request)
    named = tables_of(request).bots.named
    return Response(facts_in(language, tuple(named)), media_type=JSON)


@cache
def facts_in(language: str, named: tuple[str, ...]) -> bytes:
    return msgspec.json.encode([facts_of(game, language, named) for game in games().values()])


def facts_of(game: Game, language: str, named: Iterable[str] = ()) -> GameFacts:
    say = words(language, game.folder)
    described = describe(words(language), game, named)
    return GameFacts(
        key=game.key,
        title=game.title,
        icon=game.icon,
        scenery=game.scenery,
        author=game.author,
        year=game.year,
        summary=say(game.summary),
        minutes=game.minutes,
        age=game.age,
        thinking=say(game.thinking) if game.thinking else "",
        seats=game.seats,
        table=game.table,
        together=game.together,
        options=[facts_of_option(fact, say(fact.meaning)) for fact in game.option_facts()],
        bots=[BotFacts(key, name, about) for key, (name, about) in described.items()],
        secrets=not game.view.open_information,
        board=board_of(game),
        lessons=[
            LessonFacts(each.name, each.title(language), each.minutes) for each in lessons(game)
        ],
    )


def facts_of_option(fact: OptionFact, meaning: str) -> OptionFacts:
    return OptionFacts(
        name=fact.name,
        meaning=CLAUSE_NUMBERS.sub("", meaning),
        default=fact.default,
        kind=kind_of(fact),
        between=fact.between,
        choices=fact.choices,
    )


def kind_of(fact: OptionFact) -> OptionKind:
    if fact.read_text is not None:
        return "file"
    if isinstance(fact.default, bool):
        return "yes-no"
    return "number" if isinstance(fact.default, int) else "text"


async def show_rules(request: Request) -> RulesText:
    game = load(request.path_params["key"])
    return RulesText(rules_as_html(game.key, language_of(request)))


@cache
def rules_as_html(key: str, language: str) -> str:
    """Return the rules of a game as HTML.

    Clause numbers are small; an example is a figure that the client fills.
    """
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    parts = split_rules(load(key).rules_text(language))
    drawn = (figure(p) if isinstance(p, Example) else markdown.render(p) for p in parts)
    return CLAUSE.sub(r'<small class="clause">\1</small>', "".join(drawn))


def figure(example: Example) -> str:
    caption = f"<figcaption>{escape(example.caption)}</figcaption>"
    return f'<figure data-lesson="{example.lesson}" data-step="{example.step}">{caption}</figure>'


async def show_lesson(request: Request) -> Response:
    key, name = request.path_params["key"], request.path_params["name"]
    language = language_of(request)
    learner = request.query_params.get("learner", "")[:LONGEST_NAME].strip()
    encoded = await in_thread(request, lesson_for_somebody, key, name, language)
    content = encoded.replace(as_json(SOMEBODY), as_json(learner or words(language)("Guest")))
    return Response(content, media_type=JSON)


@cache
def lesson_for_somebody(key: str, name: str, language: str) -> bytes:
    return encode_lesson(whole_lesson(lesson(load(key), name), SOMEBODY, language))


def as_json(name: str) -> bytes:
    """Return the name as it stands between the quotes of a JSON string."""
    return msgspec.json.encode(name)[1:-1]


async def show_words(request: Request) -> Response:
    language = request.path_params["language"]
    expect_language(language)
    return Response(messages_in(language), media_type=JSON)


@cache
def messages_in(language: str) -> bytes:
    return msgspec.json.encode(shared_messages(language))


endpoints = [
    Endpoint(
        "GET",
        "/games",
        list_games,
        "what there is to play",
        query=(LANGUAGE,),
        sends=list[GameFacts],
    ),
    Endpoint("GET", "/games/{key}/rules", show_rules, "the rules as HTML", query=(LANGUAGE,)),
    Endpoint(
        "GET",
        "/games/{key}/lessons/{name}",
        show_lesson,
        "a lesson whole; what is as usual is left out",
        query=(Parameter("learner"), LANGUAGE),
        sends=dict[str, Any],
    ),
    Endpoint(
        "GET", "/words/{language}.json", show_words, "the words of the pages", sends=dict[str, Any]
    ),
]
