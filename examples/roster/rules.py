"""rules.py - the hidden rules: only make.py, which plays the past, and check.py may know them."""
DAYS, NIGHTS = 10, 5  # people that a day needs, of 40


def week_holds(week):
    """Rest after nights, at most five working days, weekends free or worked together."""
    return (all(b in "NR" for a, b in zip(week, week[1:]) if a == "N")
            and sum(day != "R" for day in week) <= 5
            and (week[5] == "R") == (week[6] == "R"))


def turn_holds(sunday, monday):
    """Rest after nights, from one week to the next."""
    return sunday != "N" or monday != "D"


def day_holds(day):
    return day.count("D") >= DAYS and day.count("N") >= NIGHTS
