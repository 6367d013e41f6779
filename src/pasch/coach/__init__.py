"""The coach: what each choice is worth, how well a match was played, what else might have been."""
