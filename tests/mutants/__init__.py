"""Mutants: one small change of the source at a time, and whether a test notices."""
