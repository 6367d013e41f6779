"""What a game is: its position, its rules' contract, its dice, and the registry that finds it."""
