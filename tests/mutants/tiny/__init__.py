"""A source and its tests, small enough to say what becomes of each mutant."""
