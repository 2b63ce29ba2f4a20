"""Constraints that are learned from examples, in problems."""
import itertools
import tempfile
import unittest
from pathlib import Path

import basin

ORDER = [(a, b) for a in range(5) for b in range(5) if a < b] * 8


class Learn(unittest.TestCase):
    def test_less(self):
        model = basin.learn(ORDER)
        self.assertTrue(model.found.sure, model.found.why)
        self.assertTrue(model.found.ordered)
        self.assertEqual(model.values, ["0", "1", "2", "3", "4"])
        problem = basin.Problem([5, 5, 5])
        problem.add(model, (0, 1))
        problem.add(model, (1, 2))
        for row in itertools.product(range(5), repeat=3):
            holds = row[0] < row[1] < row[2]
            self.assertEqual(problem.check(row) == 0, holds, row)
        answer = problem.solve(seconds=20, fixed={1: 3, 2: 4})
        self.assertEqual(answer.kind, "believed")
        self.assertLess(answer.values[0], 3)

    def test_words(self):
        """Values are any objects; the model can be kept, and needs no Python to be known again."""
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "m"
            model = basin.learn(["ab", "ba"] * 20, path=path, steps=300)
            self.assertEqual(model.name(model.number("b")), "b")
            self.assertEqual(basin.Model.load(path).values, ["a", "b"])
            self.assertEqual(basin.Model.load(path).hash, model.hash)
        self.assertEqual(basin.Model.named("queens-compact").values, [])

    def test_wrong(self):
        for rows, invalid in (([], None), ([(1, 2)], None), ([(1,), (2,)], None),
                              ([(1, 2), (2, 1)], [(1, 2)]), ([(1, 1), (1, 1)], None)):
            with self.assertRaises(basin.Error):
                basin.learn(rows, invalid)
        for rows in (3, None, [3, 4]):
            with self.assertRaises(TypeError):
                basin.learn(rows)
        model = basin.learn(ORDER, steps=1)
        problem = basin.Problem([5, 5, 2])
        for variables in ((0,), (0, 1, 1), (0, 2), (0, 7), (0, 0)):
            with self.assertRaises(basin.Error):
                problem.add(model, variables)
        with self.assertRaises(TypeError):
            problem.add(model, ("a", "b"))
        with self.assertRaises(ValueError):
            problem.add(model, (0, 1), condition=[1.0])

    def test_stopped(self):
        with self.assertRaises(basin.Error) as caught:
            basin.learn(ORDER, should_stop=lambda: True)
        self.assertEqual(caught.exception.status, "stopped")


if __name__ == "__main__":
    unittest.main()
