"""The domains that are built in, models and training, from Python."""
import os
import pathlib
import pickle
import tempfile
import unittest

import basin


class Domains(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def file(self, name, text):
        path = self.folder / name
        path.write_text(text, encoding="utf-8")
        return path

    def test_queens(self):
        queens = basin.open("queens", "12")
        answer = queens.solve()
        rows = answer.values
        self.assertTrue(answer.solved)
        self.assertIn(answer.sampler, basin.samplers())
        for shift in (-1, 0, 1):
            self.assertEqual(len({column + shift * row for row, column in enumerate(rows)}), 12)
        self.assertEqual(queens.check(rows), 0)
        self.assertGreater(queens.check([0] * 12), 0)
        self.assertEqual(answer.write("rows"), queens.write("rows", rows))
        self.assertEqual(answer.write(), queens.write(None, rows))
        board = [line.split() for line in answer.write().splitlines() if line]
        self.assertEqual([line.index("Q") for line in board], rows)
        self.assertEqual(len(queens), 12)
        self.assertIn("12 values", repr(queens))
        self.assertEqual(queens.read(self.file("rows", answer.write("rows"))), [rows])

    def test_threads(self):
        runs = [basin.open("queens", 20).solve(seed=7, threads=threads) for threads in (1, 2)]
        self.assertEqual(runs[0].values, runs[1].values)
        self.assertNotEqual(runs[0].values, basin.open("queens", 20).solve(seed=8).values)

    def test_sat(self):
        formula = self.file("f.cnf", basin.generate("sat", n=60, ratio=4, seed=3))
        sat = basin.open("sat", formula)
        answer = sat.solve(seconds=60)
        clauses = [[int(word) for word in line.split()[:-1]]
                   for line in formula.read_text().splitlines() if line[:1] not in "cp"]
        self.assertEqual(len(clauses), sat.constraints)
        for clause in clauses:
            self.assertTrue(any(answer.values[abs(x) - 1] == (x > 0) for x in clause))
        self.assertRegex(answer.write(), "s SATISFIABLE")
        self.assertRegex(sat.write(), "s UNKNOWN")
        self.assertEqual(basin.generate("sat", n=60, ratio=4, seed=3), formula.read_text())

    def test_floor(self):
        sat = basin.open("sat", self.file("f.cnf", "p cnf 1 2\n1 0\n-1 0\n"))
        self.assertEqual(sat.floor, 1)
        self.assertTrue(sat.remarks)
        self.assertEqual(sat.solve().stop, "floor")

    def test_color(self):
        graph = basin.open("color", self.file("g.col", basin.generate("color", kind="queen", n=5)))
        low, high, values = graph.bounds()
        self.assertLessEqual(low, high)
        self.assertEqual(len(set(values)), high)
        self.assertEqual((graph.limit, graph.with_limit(6).limit), (5, 6))  # its file says 5
        self.assertEqual(graph.with_limit(6).solve(seconds=60).kind, "solved")
        seen = []
        answer, limit = graph.solve_least(lambda few, now: seen.append((few, now.values)),
                                          seconds=60)
        self.assertEqual((limit, answer.violated, len(set(answer.values))), (5, 0, 5))
        self.assertEqual(seen[-1], (limit, answer.values))
        with self.assertRaisesRegex(LookupError, "no"):
            graph.solve_least(lambda few, now: {}["no"], seconds=60)

    def test_solve(self):
        """A file that names its tables or models is solved without a model."""
        problem = basin.open("solve", self.file("p.cfn", """{
            "problem": {"name": "p", "mustbe": "<9"}, "variables": {"a": 2, "b": 2},
            "functions": {"f": {"scope": ["a", "b"], "costs": [3, 1, 9, 9]}}}"""))
        self.assertEqual(problem.solve(seed=1).values, [0, 1])
        self.assertLess(problem.energy([0, 1]), problem.energy([0, 0]))
        self.assertRaises(basin.Error, problem.solve, model=basin.Model.builtin("sat"))

    def test_lists(self):
        self.assertEqual(list(basin.domains())[:3], ["queens", "sat", "color"])
        self.assertIn("focus", basin.samplers())
        self.assertIn("queens-compact", basin.models())
        self.assertIn("sse2", basin.kernels())
        self.assertIn("rows", basin.formats("queens"))
        self.assertIn("planted", basin.kinds("sat"))
        self.assertRaises(ValueError, basin.formats, "chess")

    def test_errors(self):
        broken = self.file("f.cnf", "p cnf two 2\n")
        for spec, status, text in ((broken, "parse", "f.cnf"), ("none.cnf", "io", "none.cnf")):
            with self.assertRaisesRegex(basin.Error, text) as caught:
                basin.open("sat", spec)
            self.assertEqual(caught.exception.status, status)
            again = pickle.loads(pickle.dumps(caught.exception))
            self.assertEqual((again.status, str(again)), (status, str(caught.exception)))
        self.assertRaises(ValueError, basin.open, "chess", "8")
        self.assertRaises(TypeError, basin.open, "queens", 8.0)
        self.assertRaises(TypeError, basin.Instance)
        self.assertRaises(TypeError, basin.Model)
        with self.assertRaises(basin.Error) as caught:
            basin.open("queens", 8).solve(model=basin.Model.builtin("sat"))
        self.assertEqual(caught.exception.status, "model")
        board = basin.open("queens", 4)
        for t in (101, 10**9):
            for ask in (board.energy, board.costs):
                self.assertRaisesRegex(basin.InputError, "not within 1 to 100", ask, [1, 3, 0, 2], t)
        self.assertRaises(ValueError, board.energy, [1, 3, 0, 2], 0)

    def test_models(self):
        model = basin.Model.builtin("color")
        self.assertEqual((model.domain, model.energy), ("color", "compact"))
        self.assertEqual(model.hash, basin.Model.named("color-compact").hash)
        model.save(self.folder / "m.safetensors")
        loaded = basin.Model.load(self.folder / "m.safetensors")
        self.assertEqual((loaded.hash, loaded.describe()["domain"]), (model.hash, "color"))
        self.assertEqual(basin.Model.builtin("queens", "exact").energy, "exact")
        self.assertNotEqual(loaded.hash, basin.Model.builtin("queens").hash)

    def test_train(self):
        moments = []
        path = self.folder / "m.safetensors"
        model = basin.train("color", path, steps=40, seed=2, threads=1, log=self.folder / "log",
                            on_moment=moments.append)
        self.assertTrue(moments and moments[-1].steps > 0 and moments[-1].network)
        self.assertTrue((self.folder / "log").read_text())
        again = basin.train("color", self.folder / "n.safetensors", steps=40, seed=2, threads=2)
        self.assertEqual(model.hash, again.hash)
        other = basin.train("color", self.folder / "o.safetensors", steps=40, seed=3)
        self.assertNotEqual(model.hash, other.hash)
        problem = basin.Problem([3, 3])
        problem.add((model, "edge"), [0, 1])
        problem.add("%s:edge" % path, [1, 0])
        self.assertEqual(len(problem.solve(steps=20).values), 2)

    def test_train_stopped(self):
        path = self.folder / "m.safetensors"
        with self.assertRaises(basin.Error) as caught:
            basin.train("color", path, steps=10**7, should_stop=lambda: True)
        self.assertEqual(caught.exception.status, "stopped")
        self.assertEqual(os.listdir(self.folder), ["m.safetensors.state"])
        with self.assertRaises(KeyError):
            basin.train("color", path, steps=10**7, resume=True, on_moment=lambda now: {}["x"])
        self.assertFalse(path.exists())


if __name__ == "__main__":
    unittest.main()
