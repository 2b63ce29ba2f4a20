"""The declarations are those of the header, and of what a compiler makes of it."""
import ctypes
import os
import subprocess
import sys
import tempfile
import unittest

from basin import _header

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
STRUCTS = [kind for kind in vars(_header).values()
           if isinstance(kind, type) and issubclass(kind, ctypes.Structure)
           and kind is not ctypes.Structure]


def init_macro(kind):
    return kind.__name__.upper() + "_INIT"


def program():
    """C that prints every size, offset, value and default."""
    lines = ["#include <basin.h>", "#include <stdio.h>", "int main(void)", "{"]
    show = '    printf("%%.17g\\n", (double)%s);'
    for kind in STRUCTS:
        struct = "struct " + kind.__name__
        lines.append(show % ("sizeof(%s)" % struct))
        for name, _ in kind._fields_:
            lines.append(show % ("offsetof(%s, %s)" % (struct, name)))
            lines.append(show % ("sizeof((*(%s *)0).%s)" % (struct, name)))
    for prefix, names in _header.ENUMS.items():
        lines += [show % (prefix + name.upper()) for name in names]
    for kind, defaults in _header.DEFAULTS.items():
        name = kind.__name__
        lines.append("    struct %s %s = %s;" % (name, name, init_macro(kind)))
        lines += [show % ("%s.%s" % (name, field)) for field in ["size"] + list(defaults)]
    lines += [show % "BASIN_WHOLE", show % "BASIN_NO_VARIABLE"]
    return "\n".join(lines + ["    return 0;", "}", ""])


def expected():
    for kind in STRUCTS:
        yield kind.__name__, ctypes.sizeof(kind)
        for name, _ in kind._fields_:
            field = getattr(kind, name)
            yield "%s.%s" % (kind.__name__, name), field.offset
            yield "sizeof %s.%s" % (kind.__name__, name), field.size
    for prefix, names in _header.ENUMS.items():
        for name, value in names.items():
            yield prefix + name, value
    for kind, defaults in _header.DEFAULTS.items():
        yield init_macro(kind), ctypes.sizeof(kind)
        for field, value in defaults.items():
            yield "%s %s" % (init_macro(kind), field), value
    yield "WHOLE", _header.WHOLE
    yield "NO_VARIABLE", _header.NO_VARIABLE


class Header(unittest.TestCase):
    def test_written_from_the_header(self):
        made = subprocess.run([sys.executable, ROOT + "/scripts/declare.py",
                               ROOT + "/include/basin.h"], check=True, stdout=subprocess.PIPE)
        with open(_header.__file__, "rb") as file:
            self.assertTrue(made.stdout == file.read(), "make exports writes _header.py anew")

    def test_layout(self):
        with tempfile.TemporaryDirectory() as folder:
            with open(folder + "/layout.c", "w", encoding="utf-8") as file:
                file.write(program())
            subprocess.run(os.environ.get("CC", "gcc").split() + [
                "-I" + ROOT + "/include", folder + "/layout.c", "-o", folder + "/layout"],
                check=True)
            printed = subprocess.run([folder + "/layout"], check=True, stdout=subprocess.PIPE)
        numbers = [float(line) for line in printed.stdout.split()]
        names = list(expected())
        self.assertEqual(len(numbers), len(names))
        for (name, value), number in zip(names, numbers):
            self.assertEqual(value, number, name)

    def test_all_functions(self):
        with open(ROOT + "/tests/exports.txt", encoding="utf-8") as file:
            self.assertEqual(sorted(_header.FUNCTIONS), file.read().split())

    def test_what_is_not_understood_ends_the_script(self):
        for wrong in ("struct basin_x {\n    long double y;\n};", "int basin_x[3];",
                      "BASIN_API basin_unknown basin_x(void);"):
            with tempfile.NamedTemporaryFile("w", suffix=".h") as file:
                file.write(wrong + "\n")
                file.flush()
                ended = subprocess.run([sys.executable, ROOT + "/scripts/declare.py", file.name],
                                       stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
            self.assertEqual(ended.returncode, 1, wrong)
            self.assertRegex(ended.stderr.decode(), r"^declare\.py: ")


if __name__ == "__main__":
    unittest.main()
