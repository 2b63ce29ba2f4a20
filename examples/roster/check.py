"""check.py - holds roster.csv against the hidden rules, which share nothing with what was learned."""
import sys

import rules

roster = [line.strip().split(",") for line in open("roster.csv")]
days = len(roster[0])
broken = 0
for person, row in enumerate(roster):
    for first in range(0, days, 7):
        if not rules.week_holds(row[first:first + 7]):
            broken += 1
            print("person %d, week %d: %s" % (person + 1, first // 7 + 1,
                                              "".join(row[first:first + 7])))
        if first and not rules.turn_holds(row[first - 1], row[first]):
            broken += 1
            print("person %d: Sunday to week %d" % (person + 1, first // 7 + 1))
for day in range(days):
    if not rules.day_holds([row[day] for row in roster]):
        broken += 1
        print("day %d is not staffed" % (day + 1))
print("%d people, %d days: %d rules broken" % (len(roster), days, broken))
sys.exit(broken > 0)
