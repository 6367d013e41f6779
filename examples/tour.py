# %% [markdown]
# # What if the cat were slower?
#
# A notebook as a script: editors run it cell by cell, `python tour.py` all at once.

# %%
import pasch

game = pasch.load("mmm")
print(game.title, game.seats, "seats:", game.summary)
for fact in game.option_facts():
    print(f"  {fact.name} = {fact.default}: {fact.meaning}")

# %% [markdown]
# One turn by hand: three dice, and what may be done with them.

# %%
match = pasch.new("mmm", seats=2, start=0)
for face in ("bread", "fish", "X"):
    match.apply(match.read(face))
print([match.text(a) for a in match.legal()][:4])

# %% [markdown]
# Two hundred games of each cat, by players of three kinds, with the same dice for all.

# %%
cats = pasch.study("mmm", {"cat_steps": [9, 11, 13]}, games=200)
table = cats.to_pandas()
print(table.pivot_table("share", "cat_steps", "bot").round(3))

# %% [markdown]
# Who is stronger, and how sure is that? The figures come with 95 % intervals.

# %%
found = pasch.arena("mmm", ["quick", "easygoing"], games=200, options={"cat_steps": 13})
for bot in found.figures.bots:
    print(f"{bot.bot}: {bot.share.mean:.1%} won, from {bot.share.low:.1%} to {bot.share.high:.1%}")
