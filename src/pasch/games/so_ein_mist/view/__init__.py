"""So ein Mist as people see it: this module names the parts, the others make them."""

from pasch.games.so_ein_mist import rules
from pasch.games.so_ein_mist.view.help import HELP
from pasch.games.so_ein_mist.view.moves import CHANCES, MOVES
from pasch.games.so_ein_mist.view.scene import finish, scene, score
from pasch.games.so_ein_mist.view.story import story
from pasch.sdk import View, message


class SoEinMistView(View):
    rules = rules
    open_information = True
    end_clause = "SEM-15"
    unit = message("points")
    moves = MOVES
    chances = CHANCES
    help = HELP
    scene = scene
    story = story
    score = score
    finish = finish
