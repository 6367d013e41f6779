"""`python -m pasch` is `pasch`."""

from pasch.cli import main

main()
