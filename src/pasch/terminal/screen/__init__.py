"""A position in a terminal: drawn, described and answered."""
