"""Slow reference models of games, written from the clauses alone, to confirm counted trees."""
