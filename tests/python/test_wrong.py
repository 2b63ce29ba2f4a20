"""Wrong arguments: 10,000 random calls raise what they should, and never end the process."""
import os
import random
import sys
import tempfile
import time
import unittest

import basin

CALLS = 10000
ALLOWED = (basin.Error, TypeError, ValueError)


class Odd:
    """Says yes to everything and keeps no promise."""

    def __iter__(self):
        raise ValueError("not today")

    def __len__(self):
        return -1

    def __index__(self):
        return 2**70

    def __fspath__(self):
        return "nothing\0here"

    def __float__(self):
        return float("nan")


def objects():
    """Sound ones, to be called with unsound arguments."""
    queens = basin.open("queens", 5)
    with open("g.col", "w", encoding="utf-8") as file:
        file.write(basin.generate("color", n=6, seed=1))
    with open("f.cnf", "w", encoding="utf-8") as file:
        file.write(basin.generate("sat", n=6, ratio=3, seed=1))
    own = basin.Problem([2, 3, 2, 3])
    own.add("sat-compact:clause", [(0, 1), (1, 2)])
    own.give(3, 0)
    graph = basin.open("color", "g.col")
    return queens, graph, graph.with_limit(4), basin.open("sat", "f.cnf"), own


NUMBERS = [0, 1, 2, 3, 5, -1, -2, 255, 2**31 - 1, 2**31, 2**32 - 1, 2**32, 2**63, 2**64, -2**63,
           10**30]
REALS = [0.5, -1.5, 0.0, 1.0, float("nan"), float("inf"), 1e300, -1e300, 10**400, 1e-300]
TEXTS = ["", "queens", "sat", "color", "own", "compact", "exact", "one", ":", "%s%n", "a\0b", "é",
         "\udcff", "\ud800", "x" * 5000]
THINGS = [None, True, b"x", bytearray(b"y"), object(), Odd(), Odd, len, lambda *_: None, basin, (),
          [], {}, set(), {"a": 1}, 1j, NotImplemented, ...]

# Names of files have no slash: a test that writes to any of them stays in its own folder.
assert not any("/" in text for text in TEXTS)

# What an argument may be: mostly of the right type, with values that are right or nearly so.
KINDS = {
    "count": [0, 1, 2, 3, 4, 7],
    "number": NUMBERS,
    "small": [0, 1, 2, 3, 4, 5, -1],
    "real": REALS,
    "flag": [True, False],
    "domain": ["queens", "sat", "color", "own", "crossword", "chess"],
    "energy": ["compact", "exact", "paper", "other"],
    "method": ["basin", "paper"],
    "compose": ["basin", "sum", "mean", "none"],
    "sampler": list(basin.samplers()) + ["none"],
    "kernel": basin.kernels() + ["none"],
    "kind": ["planted", "random", "any", "queen", "gnp", "none"],
    "format": ["rows", "text", "dimacs", "none"],
    "path": ["m", "n", "none", ".", "", "3", 4],
    "file": ["g.col", "f.cnf", "m", "none", ".", "", "3", 4],
    "named": basin.models() + ["none"],
    "stop": [lambda: True, lambda: False, lambda: 1 // 0, lambda: "yes", lambda x: True],
    "told": [lambda *_: None, lambda *_: 1 // 0, lambda: 1],
    "judge": [lambda v: 0, lambda v: 1, lambda v: 1 // 0, lambda v: -1, lambda: 0, sum, None],
}
assert not any("/" in str(name) for name in KINDS["path"] + KINDS["file"])


def one(dice, kind, model):
    """An argument of a kind, or anything at all."""
    if dice.random() < 0.1:
        return dice.choice(dice.choice([NUMBERS, REALS, TEXTS, THINGS]))
    if kind == "values":
        count = dice.choice([4, 5, 6, 6, 6, 0, 7])
        numbers = [dice.choice([0, 1, 2, -1, None, 3]) for _ in range(count)]
        if count and dice.random() < 0.2:
            numbers[dice.randrange(count)] = dice.choice(NUMBERS + REALS + THINGS)
        return dice.choice([numbers, tuple(numbers), dict(enumerate(numbers)), iter(numbers)])
    if kind == "rows":
        values = dice.choice([[0, 1], [0, 1, 2], "ab", NUMBERS, TEXTS, THINGS])
        lengths = dice.choice([[2], [2], [3], [1, 2, 3], [0]])
        return [[dice.choice(values) for _ in range(dice.choice(lengths))]
                for _ in range(dice.randrange(9))]
    if kind == "literals":
        pair = lambda: (dice.randrange(-1, 6), dice.randrange(-1, 4))
        make = dice.choice([pair, pair, lambda: pair() + (dice.choice([True, False, 1]),),
                            lambda: dice.randrange(-1, 5), lambda: None,
                            lambda: (dice.choice(NUMBERS), dice.choice(NUMBERS))])
        return [make() for _ in range(dice.randrange(6))]
    if kind == "network":
        names = ["one", "any", "clause", "edge", "cell", "none"]
        models = ["queens-compact", "sat-compact", "color-compact", "none", ""]
        return dice.choice([model, (model, dice.choice(names)),
                            dice.choice(models) + ":" + dice.choice(names)])
    if kind == "model":
        return dice.choice([None, model, basin.Model.builtin(dice.choice(["queens", "sat"]))])
    if kind == "reals":
        return [dice.choice(REALS[:4]) for _ in range(dice.randrange(3))]
    return dice.choice(KINDS[kind])


SOLVE = {"fixed": "values", "start": "values", "seed": "number", "sampler": "sampler",
         "threads": "count", "particles": "count", "method": "method", "compose": "compose",
         "sample": "number", "levels": "small", "kernel": "kernel", "watch": "flag",
         "on_moment": "told", "should_stop": "stop", "model": "model", "nonsense": "count"}
TRAIN = {"energy": "energy", "batch": "small", "rate": "real", "diffusion": "real",
         "contrastive": "real", "seed": "number", "threads": "count", "resume": "flag",
         "log": "path", "checkpoint_seconds": "real", "refine": "model", "kernel": "kernel",
         "board": "number", "on_moment": "told"}
LEARN = {"ordered": "flag", "values_differ": "flag", "numbers": "flag", "seed": "number",
         "threads": "count", "resume": "flag", "log": "path", "kernel": "kernel",
         "on_moment": "told", "path": "path"}
# On what a function is called (an instance, a problem of one's own that is then solved, basin, its
# Model, a model), and the kinds of its arguments; those after "|" may be left out.
CALLS_OF = {
    "solve": ("instance", ""), "solve_many": ("instance", "count"),
    "solve_least": ("instance", "| told"), "check": ("instance", "values"),
    "energy": ("instance", "values | small"), "costs": ("instance", "values | small"),
    "write": ("instance", "| format values"), "read": ("instance", "file"),
    "with_limit": ("instance", "number | values"), "bounds": ("instance", ""),
    "variables": ("own", "number number"), "add": ("own", "network literals"),
    "give": ("own", "small small"), "verify_with": ("own", "judge"),
    "Problem": ("basin", "| values judge"), "open": ("basin", "domain file"),
    "generate": ("basin", "domain"), "train": ("basin", "domain path"),
    "learn": ("basin", "rows | rows"), "formats": ("basin", "domain"), "kinds": ("basin", "domain"),
    "load": ("Model", "file"), "builtin": ("Model", "domain | energy"),
    "named": ("Model", "named"), "save": ("model", "path"),
}
NAMED = {"solve": SOLVE, "solve_many": SOLVE, "solve_least": SOLVE, "train": TRAIN, "learn": LEARN,
         "add": {"weight": "real", "condition": "reals"},
         "energy": {"model": "model", "method": "method"},
         "costs": {"model": "model", "method": "method"},
         "generate": {"kind": "kind", "n": "count", "ratio": "real", "width": "number",
                      "seed": "number"}}


def one_call(dice, sound, model):
    """One random call: its name, and what makes it."""
    name = dice.choice(list(CALLS_OF))
    on, kinds = CALLS_OF[name]
    must, _, may = kinds.partition("|")
    kinds = must.split() + may.split()[:dice.randrange(len(may.split()) + 1)]
    arguments = [one(dice, kind, model) for kind in kinds]
    if dice.random() < 0.03:
        arguments = arguments[1:] if dice.random() < 0.5 else arguments + [None]
    known = NAMED.get(name, {})
    options = {word: one(dice, known[word], model)
               for word in dice.sample(sorted(known), min(len(known), dice.randrange(4)))}
    limits = {"seconds": 0.01}
    if name.startswith("solve"):
        options.update(limits)
    if name in ("train", "learn"):
        options.update(steps=1, should_stop=lambda: True)
    if on == "own":
        def state():
            own = basin.Problem([2, 3, 2, 3])
            own.add("sat-compact:clause", [(0, 1), (1, 2)])
            getattr(own, name)(*arguments, **options)
            if len(own) < 1000:
                own.solve(**limits)
        return name, state
    target = {"instance": dice.choice(sound), "basin": basin, "Model": basin.Model,
              "model": model}[on]
    return name, lambda: getattr(target, name)(*arguments, **options)


class Wrong(unittest.TestCase):
    def test_random_calls(self):
        """Exceptions alone: of basin, TypeError, ValueError; and those that our callbacks raise."""
        home = os.getcwd()
        self.addCleanup(os.chdir, home)
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        os.chdir(folder.name)
        sound, model = objects(), basin.Model.builtin("queens")
        fine, begun = 0, time.monotonic()
        for number in range(CALLS):
            dice = random.Random(number)
            name, act = one_call(dice, sound, model)
            if os.environ.get("SHOW"):
                print(number, name, file=sys.stderr, flush=True)
            try:
                act()
                fine += 1
            except ALLOWED:
                pass
            except ZeroDivisionError:  # from functions of the lists above
                pass
            except Exception as error:
                self.fail("call %d, %s: %r" % (number, name, error))
        self.assertLess(time.monotonic() - begun, 300)
        self.assertGreater(fine, CALLS // 5)  # those that happen to be right
        self.assertTrue(sound[0].solve().solved)


if __name__ == "__main__":
    unittest.main()
