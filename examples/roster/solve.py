"""solve.py - learns what a week and a staffed day are from the past, and makes a roster.

    python3 solve.py [PEOPLE [WEEKS [SECONDS]]]

No rule is written here: only the three files of the past are read."""
import csv
import sys
import time
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[2] / "python"))
import basin

COLORS = {"D": "#f2b84b", "N": "#35507a", "R": "#eef1f4"}


def past(name, header):
    rows = list(csv.reader(open(name)))
    return rows[1:] if header else rows


def learn(what, rows):
    model = basin.learn(rows)
    print("%s: %d examples; %s" % (what, len(rows), model.found.found))
    if not model.found.sure:
        print("%s: not sure: %s" % (what, model.found.why))
    return model


def state(people, weeks, models):
    """Variable: person * days + day."""
    week, turn, day = models
    days = 7 * weeks
    problem = basin.Problem([3] * (people * days))
    for person in range(people):
        first = person * days
        for w in range(weeks):
            problem.add(week, range(first + 7 * w, first + 7 * w + 7))
        for w in range(1, weeks):
            problem.add(turn, (first + 7 * w - 1, first + 7 * w))
    for d in range(days):
        problem.add(day, range(d, people * days, days))
    return problem


def draw(roster, name):
    """One square a day, one row a person."""
    size, days = 12, len(roster[0])
    with open(name, "w") as out:
        out.write('<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d">\n'
                  % (days * size + days // 7 * 6 + 8, len(roster) * size + 30))
        out.write('<text x="4" y="14" font-family="sans-serif" font-size="11">%d people, %d weeks: '
                  'days, nights, rest</text>\n' % (len(roster), days // 7))
        for person, row in enumerate(roster):
            for day, shift in enumerate(row):
                out.write('<rect x="%d" y="%d" width="%d" height="%d" fill="%s"/>\n'
                          % (4 + day * size + day // 7 * 6, 22 + person * size, size - 1, size - 1,
                             COLORS[shift]))
        out.write("</svg>\n")


def main():
    people, weeks, seconds = (int(word) for word in (sys.argv[1:] + ["40", "4", "60"])[:3]) \
        if len(sys.argv) == 4 else (40, 4, 60)
    models = (learn("week", past("past_weeks.csv", True)),
              learn("turn", past("past_turns.csv", True)),
              learn("day", past("past_days.csv", False)))
    begun = time.monotonic()
    answer = state(people, weeks, models).solve(seconds=seconds)
    print("%s after %.1f s, %d steps; the energies hold %d of the constraints for broken"
          % (answer.kind, time.monotonic() - begun, answer.steps, answer.violated))
    days = 7 * weeks
    roster = [[models[0].name(value) for value in answer.values[p * days:(p + 1) * days]]
              for p in range(people)]
    with open("roster.csv", "w") as out:
        out.writelines(",".join(row) + "\n" for row in roster)
    draw(roster, "roster.svg")


if __name__ == "__main__":
    main()
