"""A live match: seats, turns, bots and a clock, kept in an append-only store. Knows no HTTP."""
