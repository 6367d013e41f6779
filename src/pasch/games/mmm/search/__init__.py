"""The exact solution of Mmm!: pantries by number, one turn, and the pass over all pantries."""
