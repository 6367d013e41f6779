"""Strength and balance, measured: tournaments of bots, studies of a game's options."""

HERE = "local"
"""The address of a Ray cluster on this machine."""
