"""The games behind the interfaces that researchers use, and thousands of matches in one call."""
