"""What a game is: records, rules, matches, logs. Knows no game."""
