"""Interfaces for researchers: Gymnasium, PettingZoo, OpenSpiel, and many matches at once."""
