"""A match, and what can be read off it: its log, its ending, its lessons."""
