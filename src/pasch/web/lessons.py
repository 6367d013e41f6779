"""Lessons over HTTP: each of them whole."""

import asyncio
from functools import lru_cache

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from pasch.core.lesson import lesson
from pasch.core.registry import load
from pasch.core.words import words
from pasch.table.lessons import shown
from pasch.table.wire import in_full
from pasch.web.answers import language_of

LONGEST_NAME = 30
KEPT = 64


async def show_lesson(request: Request) -> Response:
    key, name = request.path_params["key"], request.path_params["name"]
    language = language_of(request)
    learner = request.query_params.get("learner", "")[:LONGEST_NAME].strip()
    content = await asyncio.to_thread(lesson_for, key, name, learner, language)
    return Response(content, media_type="application/json")


@lru_cache(KEPT)
def lesson_for(key: str, name: str, learner: str, language: str) -> bytes:
    found = lesson(load(key), name)
    return in_full(shown(found, learner or words(language)("Guest"), language))


routes = [Route("/games/{key}/lessons/{name}", show_lesson)]
