"""Strength and balance, measured: tournaments of bots, studies of a game's options."""
