"""A game's rules as plain Python beside the compiled ones, from the same source files."""

import importlib.util
import sys
from functools import cache
from types import ModuleType
from typing import Any

from pasch.core import compile as compiler
from pasch.core.facts import Game


@cache
def plain(game: Game) -> tuple[ModuleType, ModuleType]:
    """The game's `rules` and `play`, executed with `@rule` doing nothing."""
    assert game.rules  # compiled, before `@rule` is changed
    assert game.play
    rules_name, compiled_rule = f"{game.package}.rules", compiler.rule
    compiled_rules = sys.modules[rules_name]
    compiler.rule = _as_it_is
    try:
        rules = _run(compiled_rules)
        sys.modules[rules_name] = rules
        play = _run(sys.modules[f"{game.package}.play"])
    finally:
        sys.modules[rules_name] = compiled_rules
        compiler.rule = compiled_rule
    return rules, play


def _as_it_is(function: Any) -> Any:
    return function


def _run(module: ModuleType) -> ModuleType:
    spec = module.__spec__
    assert spec is not None
    assert spec.loader is not None
    twin = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(twin)
    return twin
