"""Problems of one's own, from Python."""
import copy
import gc
import itertools
import threading
import unittest

import basin

PUZZLE = "005008009090250017007106080900802070702004061000900004300020108860009050209700000"
SOLUTION = "125478639698253417437196285946812573782534961513967824374625198861349752259781346"
ROWS = [[9 * u + i for i in range(9)] for u in range(9)]
UNITS = ROWS + [list(column) for column in zip(*ROWS)] + [
    [u // 3 * 27 + u % 3 * 3 + i // 3 * 9 + i % 3 for i in range(9)] for u in range(9)]


def broken(value):
    return sum(len(set(range(9)) - {value[square] for square in unit}) for unit in UNITS)


def sudoku(puzzle, energy="queens-compact:one", verifier=broken):
    problem = basin.Problem([9] * 81, verifier=verifier)
    for unit in UNITS:
        for digit in range(9):
            problem.add(energy, [(square, digit) for square in unit])
    for square, clue in enumerate(puzzle):
        if clue != "0":
            problem.give(square, int(clue) - 1)
    return problem


def ring(count):
    """Neighbours in a ring differ: two values do for an even count alone."""
    problem = basin.Problem([2] * count)
    for i in range(count):
        problem.add("color-compact:edge", [i, (i + 1) % count])
    return problem


class Own(unittest.TestCase):
    def test_sudoku_by_the_energies_of_queens(self):
        answer = sudoku(PUZZLE).solve(seconds=120)
        self.assertEqual((answer.kind, answer.stop, answer.violated), ("solved", "solved", 0))
        self.assertTrue(answer.solved)
        self.assertEqual("".join(str(v + 1) for v in answer.values), SOLUTION)

    def test_sudoku_of_a_model_object(self):
        answer = sudoku(PUZZLE, (basin.Model.builtin("queens"), "one")).solve(seconds=120)
        self.assertEqual("".join(str(v + 1) for v in answer.values), SOLUTION)

    def test_two_threads_answer_as_one(self):
        for sampler in ("focus", "basin"):
            runs = [sudoku(PUZZLE).solve(steps=60, seed=5, sampler=sampler, threads=threads)
                    for threads in (1, 2, 1)]
            for run in runs[1:]:
                self.assertEqual((run.kind, run.values, run.steps, run.energy),
                                 (runs[0].kind, runs[0].values, runs[0].steps, runs[0].energy))

    def test_seeds_differ(self):
        ones = basin.Problem([2] * 12)
        ones.add("queens-compact:one", [(i, 1) for i in range(12)])
        found = {tuple(ones.solve(seed=seed).values) for seed in range(20)}
        self.assertGreater(len(found), 3)
        self.assertTrue(all(sum(values) == 1 for values in found))

    def test_energies_against_all_assignments(self):
        """What networks hold for broken is what is: counted for all assignments of six lamps."""
        rules = {"queens-compact:one": lambda on: on == 1, "queens-compact:any": lambda on: on <= 1,
                 "sat-compact:clause": lambda on: on >= 1}
        for energy, holds in rules.items():
            problem = basin.Problem([2] * 5)
            problem.add(energy, [(i, 1) for i in range(4)] + [(4, 1, True)])
            for values in itertools.product((0, 1), repeat=5):
                on = sum(values[:4]) + (values[4] == 0)
                self.assertEqual(problem.check(values), 0 if holds(on) else 1, (energy, values))

    def test_believed_best_and_fixed(self):
        self.assertEqual(ring(6).solve(seconds=20).kind, "believed")
        odd = ring(5).solve(steps=50)
        self.assertEqual((odd.kind, odd.stop, odd.violated), ("best", "steps", 1))
        for fixed in ({2: 1}, [None, None, 1, None, -1, None]):
            self.assertEqual(ring(6).solve(fixed=fixed).values, [1, 0, 1, 0, 1, 0])
        self.assertEqual(ring(6).solve(start=[0, 1, 0, 1, 0, 1]).values, [0, 1, 0, 1, 0, 1])

    def test_stated_further_after_a_solve(self):
        problem = ring(6)
        self.assertEqual(problem.solve().violated, 0)
        problem.give(0, 1)
        self.assertEqual(problem.solve().values, [1, 0, 1, 0, 1, 0])
        problem.give(0, 0)
        self.assertEqual(problem.solve().values, [0, 1, 0, 1, 0, 1])
        self.assertEqual(list(problem.variables(2, 3)), [6, 7])
        problem.add("color-compact:edge", [6, 7])
        problem.give(6, 2)
        answer = problem.solve()
        self.assertEqual((len(answer.values), answer.values[6], answer.violated), (8, 2, 0))
        self.assertNotEqual(answer.values[7], 2)
        self.assertEqual((len(problem), problem.constraints), (8, 7))
        problem.give(0, None)
        self.assertEqual(problem.solve(fixed={0: 1}).values[:6], [1, 0, 1, 0, 1, 0])

    def test_verifier(self):
        problem = ring(6)
        seen = []

        @problem.verify_with
        def judge(values):
            seen.append(values)
            return 0 if values == [1, 0, 1, 0, 1, 0] else 3
        answer = problem.solve(seconds=20)
        self.assertEqual((answer.kind, answer.values), ("solved", [1, 0, 1, 0, 1, 0]))
        self.assertIn(answer.values, seen)
        self.assertEqual(problem.check([0] * 6), 3)
        problem.verify_with(None)
        self.assertEqual(problem.solve().kind, "believed")
        self.assertTrue(callable(judge))

    def test_what_a_verifier_raises_is_raised(self):
        for wrong, kind in ((lambda v: 1 // 0, ZeroDivisionError), (lambda v: None, TypeError),
                            (lambda v: True, TypeError), (lambda v: -1, ValueError),
                            (lambda v: 2**64, ValueError), (lambda: 0, TypeError)):
            for threads in (1, 2):
                problem = ring(5)
                problem.verify_with(wrong)
                with self.assertRaises(kind):
                    problem.solve(threads=threads)
            with self.assertRaises(kind):
                problem.check([0] * 5)
            problem.verify_with(None)
            self.assertEqual(problem.solve(steps=9).violated, 1)

    def test_exceptions_of_callbacks_end_the_search(self):
        def fail(*_):
            raise LookupError("enough")
        for options in ({"on_moment": fail}, {"should_stop": fail}):
            with self.assertRaisesRegex(LookupError, "enough"):
                ring(5).solve(**options)
        with self.assertRaises(SystemExit):
            ring(5).solve(should_stop=lambda: exit(3))

    def test_should_stop(self):
        answer = ring(5).solve(should_stop=lambda: True)
        self.assertIn((answer.kind, answer.stop), (("best", "caller"), ("none", "caller")))

    def test_moments(self):
        moments = []
        answer = ring(7).solve(steps=40, sampler="basin", particles=16, watch=True,
                               on_moment=moments.append)
        self.assertEqual(answer.violated, 1)
        self.assertEqual(moments[0].step, 0)
        for moment in moments:
            self.assertEqual((len(moment.particles), len(moment.energies)), (16, 16))
            for values, count in zip(moment.particles, moment.broken):
                self.assertEqual(sum(values[i] == values[i - 1] for i in range(7)), count)
        self.assertEqual(moments[-1].values, answer.values)
        quiet = []
        ring(7).solve(steps=40, on_moment=quiet.append)
        self.assertTrue(quiet and quiet[-1].particles is None and quiet[-1].parents is None)

    def test_from_several_threads_and_from_inside(self):
        problem, found = ring(6), []
        problem.verify_with(lambda v: sum(v[i] == v[i - 1] for i in range(6)))
        inside = []

        def look(_moment):
            inside.append((problem.check([0] * 6), ring(4).solve().violated))
            with self.assertRaises(basin.Error):
                basin.Model.load("no such file")
            problem.give(0, None)  # states the problem anew while its older self is solved

        def work(seed):
            found.append(problem.solve(seed=seed, seconds=20, on_moment=look).violated)
        threads = [threading.Thread(target=work, args=(seed,)) for seed in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(found, [0] * 4)
        self.assertEqual(set(inside) | {(6, 0)}, {(6, 0)})

    def test_many(self):
        answers = ring(6).solve_many(9, seed=3, threads=2)
        self.assertEqual([a.sample for a in answers], list(range(9)))
        self.assertEqual({tuple(a.values) for a in answers}, {(0, 1) * 3, (1, 0) * 3})
        again = ring(6).solve_many(9, seed=3, threads=1)
        self.assertEqual([a.values for a in answers], [a.values for a in again])

    def test_energy_is_base_and_costs(self):
        problem = ring(4)
        good, bad = [0, 1, 0, 1], [0, 1, 1, 1]
        self.assertEqual([cost > 1 for cost in problem.costs(bad)], [False, True, True, False])
        self.assertAlmostEqual(problem.energy(bad) - problem.energy(good),
                               sum(problem.costs(bad)) - sum(problem.costs(good)), delta=1e-2)

    def test_memory_goes_and_order_does_not_matter(self):
        for _ in range(30):
            model = basin.Model.builtin("queens")
            problem = basin.Problem([2] * 4)
            problem.add((model, "one"), [(i, 1) for i in range(4)])
            problem.verify_with(lambda v, problem=problem: sum(v) - 1)  # a cycle
            del model
            gc.collect()
            self.assertEqual(sum(problem.solve(seconds=9).values), 1)
            del problem
            gc.collect()

    def test_no_copies(self):
        for copied in (copy.copy, copy.deepcopy):
            self.assertRaises(TypeError, copied, ring(3))

    def test_without_numpy_or_with(self):
        try:
            import numpy
        except ImportError:
            self.assertRaises(ImportError, ring(6).solve().array)
            self.skipTest("no numpy (python3-numpy): arrays")
        answer = ring(6).solve(fixed=numpy.array([1, -1, -1, -1, -1, -1]))
        self.assertEqual(answer.array().dtype, numpy.int32)
        self.assertEqual(numpy.asarray(answer).tolist(), [1, 0, 1, 0, 1, 0])
        self.assertEqual(ring(6).check(answer.array()), 0)

    def test_errors_say_what_basin_says(self):
        problem = basin.Problem([2, 3])
        problem.add("sat-compact:clause", [(0, 1), (1, 1)])
        with self.assertRaises(basin.Error) as caught:
            problem.add("queens-compact:two", [(0, 1)])
        self.assertEqual(caught.exception.status, "model")
        self.assertRegex(str(caught.exception), 'no network "two"; there are: .*one')
        with self.assertRaises(ValueError) as caught:
            problem.give(1, 3)
        self.assertEqual(caught.exception.status, "input")
        self.assertRegex(str(caught.exception), "variable 1 is given value 3; it has 3")
        self.assertRaises(TypeError, problem.solve, model=basin.Model.builtin("queens"))
        self.assertRaises(TypeError, problem.solve, nonsense=1)
        self.assertRaises(TypeError, problem.solve_many, 2, nonsense=1)
        self.assertRaises(ValueError, problem.solve, fixed=[1])
        self.assertRaises(ValueError, problem.solve, fixed={2: 0})
        self.assertRaises(ValueError, problem.solve, fixed={1: 3})
        self.assertRaises(TypeError, problem.solve, seconds="1")
        self.assertRaises(ValueError, problem.solve, seconds=float("nan"))


if __name__ == "__main__":
    unittest.main()
