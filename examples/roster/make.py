"""make.py - plays the past: writes weeks, turns of weeks and days that keep the hidden rules."""
import itertools
import random

import rules

dice = random.Random(7)
weeks = [week for week in itertools.product("DNR", repeat=7) if rules.week_holds(week)]
turns = [turn for turn in itertools.product("DNR", repeat=2) if rules.turn_holds(*turn)]


def day():
    while True:
        people = dice.choices("DNR", (0.32, 0.2, 0.48), k=dice.choice((38, 40, 42)))
        if rules.day_holds(people):
            return people


def write(name, header, rows):
    with open(name, "w") as out:
        if header:
            out.write(",".join(header) + "\n")
        for row in rows:
            out.write(",".join(row) + "\n")


write("past_weeks.csv", ("mon", "tue", "wed", "thu", "fri", "sat", "sun"),
      [dice.choice(weeks) for _ in range(200)])
write("past_turns.csv", ("sunday", "monday"), [dice.choice(turns) for _ in range(100)])
write("past_days.csv", None, [day() for _ in range(200)])
