"""`python -m tests.mutants.tiny`: the mutants of the ferry."""

from tests.mutants.__main__ import main
from tests.mutants.targets import Target

FERRY = Target("rules", 1.0, ("tests/mutants/tiny/toll.py",), ("tests/mutants/tiny/tolls.py",))
SAME = {"tests/mutants/tiny/toll.py toll: 6 -> 7": "taken for equivalent to see it told apart"}

if __name__ == "__main__":
    main([FERRY], SAME)
