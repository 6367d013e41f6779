"""How long a test waits for what it wants: enough for any machine, however much else it does."""

PATIENCE = 900  # seconds
