"""What a ferry asks."""

SEATS = 4


def toll(age: int) -> int:
    if age < 6:
        return 0
    return 3


def ride(ages: list[int]) -> int:
    total = 0
    for age in ages[:SEATS]:
        total += toll(age)
    return total


def refund(fare: int) -> int:
    return fare
