"""Ctrl-C: KeyboardInterrupt comes promptly out of what takes long, and leaves nothing behind."""
import os
import signal
import subprocess
import sys
import tempfile
import time
import unittest

START = """
import signal, sys, threading, time
import basin
ring = basin.Problem([2] * 301)          # an odd ring: there is no end to this search
for i in range(301):
    ring.add("color-compact:edge", [i, (i + 1) % 301])
judged = basin.Problem([2] * 301, verifier=lambda v: sum(v[i] == v[i - 1] for i in range(301)))
for i in range(301):
    judged.add("color-compact:edge", [i, (i + 1) % 301])
before = signal.getsignal(signal.SIGINT)
"""
END = """
except KeyboardInterrupt:
    assert signal.getsignal(signal.SIGINT) is before
    assert ring.solve(steps=3).kind == "best"
    print("interrupted", flush=True)
"""
INSIDE = ('ring.solve(on_moment=lambda now: print("begun", flush=True) or ring.solve(),'
          'should_stop=lambda: False)')


class Interrupt(unittest.TestCase):
    def run_and_signal(self, body, number=signal.SIGINT, end=END, start=START):
        """Runs lines that print "begun" when the search is on; returns seconds to the end, and
        what was printed."""
        program = start + "try:\n" + "".join("    %s\n" % line for line in body) + end
        with tempfile.TemporaryDirectory() as folder, subprocess.Popen(
                [sys.executable, "-c", program], cwd=folder, stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT, env=dict(os.environ, PYTHONPATH=os.pathsep.join(
                    [os.path.dirname(os.path.dirname(__import__("basin").__file__))]))) as child:
            first = child.stdout.readline()
            time.sleep(0.3)
            begun = time.monotonic()
            child.send_signal(number)
            try:
                rest, _ = child.communicate(timeout=60)
            except subprocess.TimeoutExpired:
                child.kill()
                rest, _ = child.communicate()
                self.fail("still running: %r" % rest)
            took = time.monotonic() - begun
        return took, (first + rest).decode(), child.returncode

    def interrupted(self, *body):
        took, printed, code = self.run_and_signal(body)
        self.assertEqual((printed, code), ("begun\ninterrupted\n", 0))
        self.assertLess(took, 10)  # a busy machine; it is a few hundredths of a second

    def test_solve(self):
        self.interrupted('print("begun", flush=True)', "ring.solve()")

    def test_solve_by_particles(self):
        self.interrupted('print("begun", flush=True)', 'ring.solve(sampler="basin")')

    def test_with_a_verifier_of_python(self):
        self.interrupted('print("begun", flush=True)', "judged.solve(threads=2)")

    def test_many(self):
        self.interrupted('print("begun", flush=True)', "ring.solve_many(4, threads=2)")

    def test_inside_of_a_callback(self):
        self.interrupted(INSIDE)

    def test_train(self):
        self.interrupted('print("begun", flush=True)', 'basin.train("queens", "m", steps=10**8)')

    def test_other_signals(self):
        """A handler of the user's that raises is heard, too; one that does not ends nothing."""
        handler = START + """
class Late(Exception): pass
def late(*_): raise Late
signal.signal(signal.SIGUSR1, late)
signal.signal(signal.SIGUSR2, lambda *_: print("heard", flush=True))
"""
        _, printed, code = self.run_and_signal(
            ['print("begun", flush=True)', "ring.solve()"], signal.SIGUSR1,
            "\nexcept Late:\n    print('late')\n", handler)
        self.assertEqual((printed, code), ("begun\nlate\n", 0))
        _, printed, code = self.run_and_signal(
            ['print("begun", flush=True)', 'print(ring.solve(seconds=2).stop)'], signal.SIGUSR2,
            "\nfinally:\n    pass\n", handler)
        self.assertEqual((printed, code), ("begun\nheard\ntime\n", 0))

    def test_from_another_thread(self):
        """The main thread waits and hears of it; the other goes on until it is told."""
        self.interrupted('stop = threading.Event()',
                         'other = threading.Thread(target=lambda: '
                         'ring.solve(should_stop=stop.is_set))',
                         'other.start(); print("begun", flush=True)',
                         'try: time.sleep(60)', 'finally: stop.set(); other.join()')


if __name__ == "__main__":
    unittest.main()
