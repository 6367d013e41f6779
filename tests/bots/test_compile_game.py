"""Getting ready: what a table of a game and its bots needs."""

import subprocess
import sys
from signal import SIGINT
from subprocess import PIPE

from pasch.bots import compile_game
from pasch.bots.search.searcher import Budget, Searcher
from pasch.bots.search.tree import grow
from pasch.core.game.registry import load
from pasch.engine.cache import is_ready
from pasch.table.thinking.preparation import COMPILER
from tests.bots.test_search import a_choice


def test_the_search_is_compiled_with_the_rules_for_the_types_it_is_called_with() -> None:
    game = load("mmm")
    told = list(compile_game.make_ready(game))
    assert told[0][0] == 0
    assert told[-1][0] == told[-1][1] == len(told) - 1
    assert is_ready(game)
    compiled = len(grow.signatures)  # type: ignore[attr-defined]
    Searcher(game).think(a_choice(game), Budget(playouts=2), seed=1)
    assert len(grow.signatures) == compiled  # type: ignore[attr-defined]


LOAD = """
from pasch.bots import compile_game
from pasch.bots.search import tree
from pasch.core.game.registry import load
list(compile_game.make_ready(load("mmm")))
print(len(tree.grow.stats.cache_hits), len(tree.grow.stats.cache_misses))
"""


def test_what_another_process_compiled_is_only_loaded() -> None:
    with subprocess.Popen([*COMPILER, "mmm"], stdout=PIPE, text=True) as compiler:
        assert compiler.stdout is not None
        first = compiler.stdout.readline()
        compiler.send_signal(SIGINT)  # Ctrl-C sends this too, although it is meant for the server
        told = [tuple(map(int, line.split())) for line in (first, *compiler.stdout)]
    assert compiler.returncode == 0
    assert told == list(compile_game.make_ready(load("mmm")))
    here = subprocess.run([sys.executable, "-c", LOAD], stdout=PIPE, text=True, check=True)
    assert here.stdout == "1 0\n"
