"""The exact solution of Mice to Meet You alone: hands by number, one round, and all rounds."""
