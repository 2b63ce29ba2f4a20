"""run.py - runs the tests of this folder and prints a line for each: ok, not ok or skip."""
import os
import sys
import unittest

FOLDER = os.path.dirname(os.path.abspath(__file__))


class Lines(unittest.TestResult):
    def line(self, word, test, reason=""):
        name = test.id().replace("test_", "").replace(".", "-").replace("_", "-")
        print(("%s python-%s %s" % (word, name, reason)).rstrip(), flush=True)

    def addSuccess(self, test):
        self.line("ok", test)

    def addFailure(self, test, error):
        print(self._exc_info_to_string(error, test))
        self.line("not ok", test, repr(error[1]).replace("\n", " ")[:300])

    addError = addFailure

    def addSkip(self, test, reason):
        self.line("skip", test, reason)


def main():
    pattern = "test_%s.py" % (sys.argv[1] if len(sys.argv) > 1 else "*")
    unittest.defaultTestLoader.discover(FOLDER, pattern).run(Lines())


if __name__ == "__main__":
    main()
