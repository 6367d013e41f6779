"""The HTTP interface: tables, games, lessons, pages and files."""
