"""Bots, coach and compiler of a server."""
