"""Positions in a terminal: how they are drawn, and how people answer."""
