"""Lessons over HTTP: each of them whole."""

from functools import cache

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from pasch.core.game.registry import load
from pasch.core.match.lesson import lesson
from pasch.core.words import words
from pasch.server.http.responses import language_of
from pasch.table.pools import Pool
from pasch.table.views.encoding import encode_lesson
from pasch.table.views.finished import whole_lesson

LONGEST_NAME = 30
SOMEBODY = "\ue000"  # the learner, in a lesson that is kept for everybody


async def show_lesson(request: Request) -> Response:
    key, name = request.path_params["key"], request.path_params["name"]
    language = language_of(request)
    learner = request.query_params.get("learner", "")[:LONGEST_NAME].strip()
    pool: Pool = request.app.state.pool
    told = await pool.do(told_to_somebody, key, name, language)
    content = told.replace(as_json(SOMEBODY), as_json(learner or words(language)("Guest")))
    return Response(content, media_type="application/json")


@cache
def told_to_somebody(key: str, name: str, language: str) -> bytes:
    return encode_lesson(whole_lesson(lesson(load(key), name), SOMEBODY, language))


def as_json(name: str) -> bytes:
    """Return the name as it stands between the quotes of a JSON string."""
    return msgspec.json.encode(name)[1:-1]


routes = [Route("/games/{key}/lessons/{name}", show_lesson)]
