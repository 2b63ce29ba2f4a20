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
    return queens, basin.open("color", "g.col"), basin.open("sat", "f.cnf"), own


def junk(dice, model):
    numbers = [0, 1, 2, 3, 5, -1, -2, 255, 2**31 - 1, 2**31, 2**32 - 1, 2**32, 2**63, 2**64, -2**63,
               10**30, 0.5, -1.5, float("nan"), float("inf"), 1e300, True, False]
    texts = ["", "queens", "sat", "color", "own", "compact", "exact", "focus", "basin", "pem", "rows",
             "queens-compact:one", "color-compact:edge", "sat-compact:clause", "one", "g.col",
             "f.cnf", ":", "%s%n", "a\0b", "\udcff", "\ud800", "x" * 5000, "/", ".", "-1", "5", "é"]
    things = [None, b"x", bytearray(b"y"), object(), Odd(), Odd, len, lambda *_: None,
              lambda *_: 1 // 0, model, basin, (), [], {}, set(), {0: 1}, {1: None}, {"a": 1},
              {9: 1}, range(4), iter([0, 1, 0, 1]), 1j, NotImplemented, ...]
    kind = dice.randrange(5)
    if kind == 0:
        return dice.choice(numbers)
    if kind == 1:
        return dice.choice(texts)
    if kind == 2:
        return dice.choice(things)
    if kind == 3:
        return [junk(dice, model) for _ in range(dice.randrange(7))]
    return tuple(dice.choice(numbers + texts + things) for _ in range(dice.randrange(4)))


def likely(dice, model):
    """Arguments that are nearly right come further."""
    if dice.random() < 0.5:
        return junk(dice, model)
    return dice.choice([0, 1, 3, "queens", "color", "queens-compact:one", "color-compact:edge",
                        (model, "one"), (model, junk(dice, model)), [0, 1], [(0, 1), (1, 1)],
                        [(1, 2), (3, dice.randrange(-2, 4), True)], [dice.randrange(-3, 9)] * 4,
                        [dice.randrange(-3, 9)] * 5, [0, 2**31 - 1, 0, 0, 0], {0: 1}, 1.0, 9])


OPTIONS = ("fixed", "start", "seed", "sampler", "threads", "particles", "method", "compose",
           "sample", "levels", "kernel", "watch", "on_moment", "should_stop", "model", "nonsense")
TRAIN = ("energy", "batch", "rate", "diffusion", "contrastive", "seed", "threads", "resume", "log",
         "checkpoint_seconds", "refine", "kernel", "board", "on_moment")


def one_call(dice, sound, model):
    """Makes one random call; returns its name and what it is."""
    one = lambda: likely(dice, model)
    some = lambda most: [one() for _ in range(dice.randrange(most + 1))]
    target = dice.choice(sound)
    limits = dict(dice.choice([{"steps": 3}, {"seconds": 0.01}]))
    options = dict(limits, **{name: one() for name in dice.sample(OPTIONS, dice.randrange(1, 4))})
    lessons = {name: one() for name in dice.sample(TRAIN, dice.randrange(1, 4))}
    name = dice.choice(METHODS)
    if name == "train":
        return name, lambda: basin.train(dice.choice(["color", one()]), dice.choice(["m", one()]),
                                         steps=1, should_stop=dice.choice([lambda: True, one()]),
                                         **lessons)
    if name in ("solve", "solve_many", "solve_least"):
        front = [] if name == "solve" else some(1)
        return name, lambda: getattr(target, name)(*front, **options)
    if name in ("variables", "add", "give", "verify_with"):
        own = basin.Problem([2, 3, 2, 3])
        arguments = some(3)

        def state():
            getattr(own, name)(*arguments)
            own.solve(**limits)
        return name, state
    if hasattr(target, name) and name != "open":
        return name, lambda: getattr(target, name)(*some(4))
    if name in ("load", "builtin", "named"):
        return name, lambda: getattr(basin.Model, name)(*some(2))
    if name == "save":
        return name, lambda: model.save(one())
    if name == "generate":
        return name, lambda: basin.generate(one(), **{
            word: one() for word in dice.sample(("kind", "n", "ratio", "width", "seed"), 2)})
    return name, lambda: getattr(basin, name)(*some(2))


METHODS = ("train", "solve", "solve", "solve", "solve_many", "solve_least", "variables", "add", "add",
           "add", "give", "verify_with", "check", "energy", "costs", "write", "read", "with_limit",
           "bounds", "load", "builtin", "named", "save", "generate", "open", "Problem", "Instance",
           "Model", "formats", "kinds", "domains")


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
            except ZeroDivisionError:  # from the function of the list above
                pass
            except Exception as error:
                self.fail("call %d, %s: %r" % (number, name, error))
        self.assertLess(time.monotonic() - begun, 300)
        self.assertGreater(fine, CALLS // 100)  # some come through: they are not all stopped early
        self.assertTrue(sound[0].solve().solved)


if __name__ == "__main__":
    unittest.main()
