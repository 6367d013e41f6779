"""What there is to play: facts, rules in HTML, and the words of the pages."""

from functools import cache
from typing import Any

from markdown_it import MarkdownIt
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from pasch.bots import describe
from pasch.core.errors import BadOption
from pasch.core.facts import Game, OptionFact
from pasch.core.registry import games, load
from pasch.core.words import LANGUAGES, shared_messages, words
from pasch.web.answers import answer, language_of


async def list_games(request: Request) -> Response:
    language = language_of(request)
    return answer([facts_of(game, language) for game in games().values()])


def facts_of(game: Game, language: str) -> dict[str, Any]:
    say = words(language, game.folder)
    return {
        "key": game.key,
        "title": game.title,
        "icon": game.icon,
        "author": game.author,
        "year": game.year,
        "summary": say(game.summary),
        "seats": game.seats,
        "table": game.table,
        "together": game.together,
        "options": [option_of(fact, say(fact.meaning)) for fact in game.option_facts()],
        "bots": [
            {"key": key, "name": name, "words": about}
            for key, (name, about) in describe(words(language), game).items()
        ],
    }


def option_of(fact: OptionFact, meaning: str) -> dict[str, Any]:
    return {
        "name": fact.name,
        "meaning": meaning,
        "default": fact.default,
        "kind": kind_of(fact),
        "between": fact.between,
        "choices": fact.choices,
    }


def kind_of(fact: OptionFact) -> str:
    if fact.read_text is not None:
        return "file"
    if isinstance(fact.default, bool):
        return "yes-no"
    return "number" if isinstance(fact.default, int) else "text"


async def show_rules(request: Request) -> Response:
    game = load(request.path_params["key"])
    return answer({"html": rules_as_html(game.key, language_of(request))})


@cache
def rules_as_html(key: str, language: str) -> str:
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    html: str = markdown.render(load(key).rules_text(language))
    return html


async def show_words(request: Request) -> Response:
    language = request.path_params["language"]
    if language not in LANGUAGES:
        raise BadOption(
            "the language is one of {known}, not {got!r}", known=", ".join(LANGUAGES), got=language
        )
    return answer(shared_messages(language))


routes = [
    Route("/games", list_games),
    Route("/games/{key}/rules", show_rules),
    Route("/words/{language}.json", show_words),
]
