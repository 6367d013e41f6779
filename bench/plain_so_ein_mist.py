"""So ein Mist in plain Python: the yardstick the compiled engine is measured against."""

from random import Random

CHANCE = -1
OVER = -2

OPT_OUT = 0
CONTINUE = 1

PATH_VALUES = (-5, -3, -1, 2, 4, 6, 8, 10)  # SEM-1
STARTING_VALUES = (-3, -3, -1, -1, 2, 2)  # SEM-2
ANIMALS = 6  # SEM-1
OWN_CARDS = len(PATH_VALUES)
VALUES = PATH_VALUES * ANIMALS + STARTING_VALUES
ANIMAL_OF = tuple(card // OWN_CARDS for card in range(len(VALUES)))
STARTING_CARDS = range(ANIMALS * OWN_CARDS, len(VALUES))
GAP = -1

LOT, MIDDLE, RING, ROLL, DECISION, REFILL, PASSED, SCORED = range(8)


class SoEinMist:
    """A position: `stage` is what happens next, `ways` how many ways it can go (0: over)."""

    __slots__ = (
        "animals",
        "aside",
        "doubling",
        "face",
        "food",
        "lot",
        "middle",
        "passed",
        "places",
        "queues",
        "ring",
        "scores",
        "seat",
        "seats",
        "stage",
        "start",
        "turns_left",
        "turns_without_refill",
        "unseen",
        "ways",
    )

    def __init__(
        self,
        seats: int,
        start: int = 0,
        doubling: bool = False,
        passing: bool = True,
        another_round: bool = False,
    ) -> None:
        self.seats = seats
        self.start = start
        self.doubling = doubling
        self.passed = max(0, seats - 4) if passing else 0  # SEM-4, SEM-18
        self.turns_without_refill = seats if another_round else 0  # SEM-19
        self.turns_left = (OWN_CARDS - 1 - self.passed) * seats + self.turns_without_refill
        self.lot = list(range(ANIMALS))
        self.animals: list[int] = []
        self.unseen: list[list[int]] = []
        self.middle: list[int] = []
        self.ring: list[int] = []
        self.queues: list[list[int]] = []
        self.places: list[int] = []
        self.scores = [0] * seats
        self.food = [0] * seats
        self.aside: list[int] = []
        self.face = 0
        self.seat = 0
        self.stage = LOT
        self.ways = ANIMALS

    def player(self) -> int:
        if self.stage == DECISION:
            return self.seat
        return CHANCE if self.ways else OVER

    def chance(self) -> int:
        return self.ways

    def legal(self) -> list[int]:
        return [OPT_OUT, CONTINUE]

    def returns(self) -> list[float]:
        # SEM-16
        results = list(zip(self.scores, self.food, strict=True))
        best = max(results)
        share = 1 / results.count(best)
        return [share if result == best else 0.0 for result in results]

    def apply(self, a: int) -> None:
        stage = self.stage
        if stage == ROLL:
            self.face = face = a + 1
            aside = self.aside
            if face in aside or len(aside) == 4:  # SEM-8, SEM-9
                self.move()
            else:
                self.stage = DECISION
                self.ways = 2
        elif stage == DECISION:
            if a == OPT_OUT:  # SEM-7
                self.move()
            else:
                self.aside.append(self.face)
                self.stage = ROLL
                self.ways = 6
        elif stage == REFILL:
            self.refill(a)
        elif stage == RING:
            self.lay(a)
        elif stage == LOT:
            self.draw_animal(a)
        elif stage == MIDDLE:
            self.put_into_middle(a)
        else:
            self.show_passed(a)

    def draw_animal(self, k: int) -> None:
        # SEM-3
        animal = self.lot.pop(k)
        self.animals.append(animal)
        self.unseen.append(list(range(animal * OWN_CARDS, (animal + 1) * OWN_CARDS)))
        self.ways = len(self.lot)
        if len(self.animals) == self.seats:
            self.stage = MIDDLE
            self.ways = OWN_CARDS
        elif self.ways == 1:
            self.draw_animal(0)

    def put_into_middle(self, k: int) -> None:
        # SEM-5
        middle = self.middle
        middle.append(self.unseen[len(middle)].pop(k))
        if len(middle) == self.seats:
            middle.sort()
            middle += STARTING_CARDS
            self.stage = RING
            self.ways = len(middle)

    def lay(self, k: int) -> None:
        # SEM-5
        middle = self.middle
        self.ring.append(middle.pop(k))
        if len(middle) > 1:
            self.ways = len(middle)
        else:
            self.ring.append(middle.pop())
            self.place_figures()
            self.seat = self.start
            self.stage = ROLL
            self.ways = 6

    def place_figures(self) -> None:
        # SEM-6
        owners = [ANIMAL_OF[card] for card in self.ring]
        self.places = [owners.index(animal) for animal in self.animals]
        self.queues = [[] for _ in owners]
        for seat, place in enumerate(self.places):
            self.queues[place].append(seat)

    def move(self) -> None:
        self.aside.clear()
        seat = self.seat
        ring = self.ring
        place = self.places[seat]
        self.queues[place].remove(seat)
        refilling = self.turns_left > self.turns_without_refill
        if refilling:
            place = (place + self.face) % len(ring)  # SEM-10
        else:
            place = self.reached_past_gaps(place)
        self.places[seat] = place
        queue = self.queues[place]
        self.take(queue[-1] if queue else seat, ring[place])  # SEM-11, SEM-12
        queue.append(seat)
        ring[place] = GAP
        if not refilling:
            self.end_turn()
        elif (unseen := len(self.unseen[seat])) > 1:
            self.stage = REFILL
            self.ways = unseen
        else:
            self.refill(0)

    def reached_past_gaps(self, place: int) -> int:
        # SEM-19
        ring = self.ring
        steps = self.face
        while steps:
            place = (place + 1) % len(ring)
            if ring[place] != GAP:
                steps -= 1
        return place

    def take(self, seat: int, card: int) -> None:
        value = VALUES[card]
        if self.doubling and ANIMAL_OF[card] == self.animals[seat]:  # SEM-17
            value *= 2
        self.scores[seat] += value
        if value > 0:
            self.food[seat] += value

    def refill(self, k: int) -> None:
        # SEM-13
        seat = self.seat
        self.ring[self.places[seat]] = self.unseen[seat].pop(k)
        self.end_turn()

    def end_turn(self) -> None:
        self.turns_left -= 1
        if self.turns_left:
            self.seat = (self.seat + 1) % self.seats
            self.stage = ROLL
            self.ways = 6
        else:
            self.end_game()

    def end_game(self) -> None:
        # SEM-15
        self.seat = 0
        self.stage = PASSED if self.passed else SCORED
        self.ways = self.passed
        if self.passed == 1:
            for _ in range(self.seats):
                self.show_passed(0)

    def show_passed(self, k: int) -> None:
        # SEM-4
        seat = self.seat
        unseen = self.unseen[seat]
        self.take((seat + 1) % self.seats, unseen.pop(k))
        if unseen:
            self.take(seat - 1, unseen.pop())
        self.seat += 1
        if self.seat == self.seats:
            self.stage = SCORED
            self.ways = 0


def playout(game: SoEinMist, rng: Random) -> int:
    """Play random moves to the end as fast as possible: read the count of ways directly."""
    random = rng.random
    apply = game.apply
    events = 0
    while ways := game.ways:
        apply(int(random() * ways))
        events += 1
    return events


def driven_playout(game: SoEinMist, rng: Random) -> int:
    """Play random moves to the end through the same functions as the compiled playout."""
    random = rng.random
    player, chance, legal, apply = game.player, game.chance, game.legal, game.apply
    events = 0
    while (seat := player()) != OVER:
        if seat == CHANCE:
            apply(int(random() * chance()))
        else:
            choices = legal()
            apply(choices[int(random() * len(choices))])
        events += 1
    return events
