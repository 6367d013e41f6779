"""The description of the HTTP interface in OpenAPI, made from its endpoints."""

import re
from collections.abc import Iterable
from typing import Any

import msgspec

import pasch
from pasch.server.errors import Problem
from pasch.server.http.endpoint import JSON, LANGUAGE, Endpoint, Number, Parameter, Schema

SCHEMAS = "#/components/schemas/{name}"
IN_PATH = re.compile(r"{(\w+)(:\w+)?}")


def describe(endpoints: Iterable[Endpoint]) -> Schema:
    """Return the description of these endpoints."""
    described = [each for each in endpoints if each.summary]
    types = [kind for each in described for kind in types_of(each)]
    _, schemas = msgspec.json.schema_components([*types, Problem], ref_template=SCHEMAS)
    paths: dict[str, Schema] = {}
    for each in described:
        paths.setdefault(path_of(each), {})[each.method.lower()] = operation(each)
    return {
        "openapi": "3.1.0",
        "info": {"title": "pasch", "version": pasch.__version__},
        "paths": paths,
        "components": {
            "schemas": schemas,
            "securitySchemes": {"seat": {"type": "http", "scheme": "bearer"}},
        },
    }


def path_of(endpoint: Endpoint) -> str:
    return IN_PATH.sub(r"{\1}", endpoint.path)


def types_of(endpoint: Endpoint) -> list[Any]:
    """Return the types of JSON that are sent and read."""
    sent = [endpoint.sent_type] if endpoint.media == JSON else []
    read = [endpoint.reads] if endpoint.reads else []
    return [*sent, *read, *endpoint.also_sends.values()]


def operation(endpoint: Endpoint) -> Schema:
    """Return the description of one endpoint."""
    found: Schema = {
        "summary": endpoint.summary,
        "parameters": [
            *(parameter(each, "path") for each in path_parameters(endpoint)),
            *(parameter(each, "query") for each in endpoint.query),
        ],
        "responses": {
            str(endpoint.status): response(endpoint, sent_schema(endpoint), endpoint.media),
            **{
                str(status): response(endpoint, schema_of(kind))
                for status, kind in endpoint.also_sends.items()
            },
            "4XX": FAILED,
            "503": FAILED,
        },
    }
    if endpoint.reads is not None:
        content = {JSON: {"schema": schema_of(endpoint.reads)}}
        found["requestBody"] = {"required": True, "content": content}
    if endpoint.needs_token:
        found["security"] = [{"seat": []}]
    return found


def path_parameters(endpoint: Endpoint) -> list[Parameter]:
    return [path_parameter(name, kind) for name, kind in IN_PATH.findall(endpoint.path)]


def path_parameter(name: str, kind: str) -> Parameter:
    if kind == ":int":
        return Parameter(name, {"type": "integer", "minimum": 0})
    return LANGUAGE if name == LANGUAGE.name else Parameter(name)


def parameter(each: Parameter | Number, where: str) -> Schema:
    return {"name": each.name, "in": where, "required": where == "path", "schema": each.schema}


def response(endpoint: Endpoint, schema: Schema, media: str = JSON) -> Schema:
    return {"description": endpoint.summary, "content": {media: {"schema": schema}}}


def sent_schema(endpoint: Endpoint) -> Schema:
    return schema_of(endpoint.sent_type) if endpoint.media == JSON else {"type": "string"}


def schema_of(kind: Any) -> Schema:
    (schema,), _ = msgspec.json.schema_components([kind], ref_template=SCHEMAS)
    return schema


FAILED = {
    "description": "why not",
    "content": {
        JSON: {
            "schema": {
                "type": "object",
                "properties": {"error": schema_of(Problem)},
                "required": ["error"],
            }
        }
    },
}
