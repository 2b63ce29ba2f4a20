#!/usr/bin/env python3
"""declare.py - prints include/basin.h as declarations for ctypes: python/basin/_header.py.

    python3 scripts/declare.py include/basin.h > python/basin/_header.py

It reads the C of that header and no more: enums, structs, types of functions and functions marked
BASIN_API, each type a plain name with stars. What it does not understand ends it with the text in
question. tests/python/test_header.py holds the outcome against what a compiler says.
"""
import os
import re
import sys

PLAIN = {"bool": "c_bool", "char": "c_char", "int32_t": "c_int32", "uint32_t": "c_uint32",
         "uint64_t": "c_uint64", "size_t": "c_size_t", "double": "c_double", "float": "c_float"}
POINTERS = {"void": "c_void_p", "char": "c_char_p"}
WIDTH = 100


class Header:
    def __init__(self, text):
        text = re.sub(r"/\*.*?\*/", " ", text, flags=re.S)
        text = re.sub(r"#ifdef __cplusplus.*?(#else|#endif)", "", text, flags=re.S)
        self.macros = re.findall(r"^#define +(\w+) +((?:.*\\\n)*.*)$", text, flags=re.M)
        self.text = re.sub(r"^#(?:.*\\\n)*.*$", "", text, flags=re.M)
        self.enums, self.structs, self.opaque, self.callbacks = set(), set(), set(), set()
        self.functions, self.lines = [], []

    def type_of(self, words):
        """The ctypes type of "const struct basin_answer *"; None for void."""
        stars = words.count("*")
        name = re.sub(r"\b(const|struct|enum)\b|\*", " ", words).split()
        if len(name) != 1:
            sys.exit("declare.py: not a type: %s" % words)
        name = name[0]
        if name in POINTERS and stars > 0:
            known, stars = POINTERS[name], stars - 1
        elif name in self.opaque and stars > 0:
            known, stars = "c_void_p", stars - 1
        elif name in self.callbacks and stars == 1:
            known, stars = name, 0
        elif name == "void":
            return None
        elif name in self.enums:
            known = "c_int"
        elif name in self.structs:
            known = name
        elif name in PLAIN:
            known = PLAIN[name]
        else:
            sys.exit("declare.py: unknown type: %s" % words)
        return "POINTER(" * stars + known + ")" * stars

    def parameters(self, text):
        if text.strip() == "void":
            return []
        return [self.type_of(re.sub(r"\w+$", "", word.strip())) for word in text.split(",")]

    def prototype(self, result, parameters):
        return ", ".join([str(self.type_of(result))] + self.parameters(parameters))

    def field(self, text):
        """Names and type of what one semicolon ends: several names, or a pointer to a function."""
        pointer = re.fullmatch(r"(.*)\(\*(\w+)\)\((.*)\)", text, flags=re.S)
        if pointer:
            kind = "CFUNCTYPE(%s)" % self.prototype(pointer[1], pointer[3])
            return [(pointer[2], kind)]
        names = text.split(",")
        first = re.fullmatch(r"(.*?)(\w+(?:\[\d+\])?)", names[0], flags=re.S)
        fields = [self.named(first[2], self.type_of(first[1]))]
        base = first[1].replace("*", "")
        for name in names[1:]:
            stars, name = re.fullmatch(r"\s*(\**)(\w+(?:\[\d+\])?)", name).groups()
            fields.append(self.named(name, self.type_of(base + stars)))
        return fields

    def named(self, name, kind):
        """A name with the type of what it is: of an array, so many of them."""
        name, length = re.fullmatch(r"(\w+)(?:\[(\d+)\])?", name).groups()
        return name, "%s * %s" % (kind, length) if length else kind

    def enum(self, name, body):
        self.enums.add(name)
        names = re.findall(r"(\w+)(?:\s*=\s*(\d+))?\s*(?:,|$)", body.strip())
        prefix = os.path.commonprefix([word for word, _ in names])
        prefix = prefix[:prefix.rindex("_") + 1]
        value = -1
        members = []
        for word, number in names:
            value = int(number) if number else value + 1
            members.append('"%s": %d' % (word[len(prefix):].lower(), value))
        self.put("ENUMS[\"%s\"] = {" % prefix, members, "}")

    def struct(self, name, body):
        self.structs.add(name)
        fields = [f for part in body.split(";") if part.strip() for f in self.field(part.strip())]
        self.lines += ["", "", "class %s(Structure):" % name]
        self.lines.append("    _fields_ = [")
        self.lines += ['        ("%s", %s),' % field for field in fields]
        self.lines += ["    ]", "", ""]

    def put(self, opening, items, closing):
        line = opening + ", ".join(items) + closing
        if len(line) > WIDTH:
            self.lines.append(opening)
            self.lines += ["    %s," % item for item in items] + [closing]
        else:
            self.lines.append(line)

    def read(self):
        forms = [(r"(?:typedef )?enum (\w+) \{([^}]*)\}(?: \w+)?", self.enum),
                 (r"struct (\w+) \{([^}]*)\}", self.struct),
                 (r"typedef struct (\w+) \w+", lambda name: self.opaque.add(name)),
                 (r"typedef ((?:\w+ )+)(\w+)\(([^;]*)\)", self.callback),
                 (r"BASIN_API ([^()]*?)(\w+)\(([^;]*)\)", self.function)]
        text = re.sub(r'extern "C" \{|\s+', " ", self.text)
        for statement in re.findall(r"\s*((?:\{[^}]*\}|[^;{}])+)(?:;|\}\s*$)", text):
            for form, act in forms:
                match = re.fullmatch(form, statement.strip())
                if match:
                    act(*match.groups())
                    break
            else:
                sys.exit("declare.py: not understood: %s" % statement.strip())

    def callback(self, result, name, parameters):
        self.callbacks.add(name)
        self.lines.append("%s = CFUNCTYPE(%s)" % (name, self.prototype(result, parameters)))

    def function(self, result, name, parameters):
        kinds = ", ".join(str(kind) for kind in self.parameters(parameters))
        self.functions.append('    "%s": (%s, [%s]),' % (name, self.type_of(result), kinds))

    def constants(self):
        numbers = {"UINT32_MAX": "0xFFFFFFFF"}
        for name, value in self.macros:
            value = numbers.get(value, value)
            if re.fullmatch(r'\(?(-?\d+|0x[0-9A-F]+|"[^"]*")\)?', value):
                self.lines.append("%s = %s" % (name.replace("BASIN_", ""), value.strip("()")))

    def defaults(self):
        self.lines += ["", "# What the INIT macros fill beside `size`.",
                       "DEFAULTS: Dict[Any, Dict[str, int]] = {"]
        for name, value in self.macros:
            made = re.match(r"(?:\\\n)?\s*BASIN_INIT_\((\w+),", value)
            if made and name != "BASIN_INIT_":
                fills = re.findall(r"BASIN_SET_\((\w+), ([-\w]+)\)", value)
                self.lines.append("    %s: {%s}," % (
                    made[1], ", ".join('"%s": %s' % fill for fill in fills)))
        self.lines.append("}")


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        header = Header(file.read())
    print('"""include/basin.h for ctypes, written by scripts/declare.py: `make exports`."""')
    print("from ctypes import (CFUNCTYPE, POINTER, Structure, c_bool, c_char, c_char_p, c_double,")
    print("                    c_float, c_int, c_int32, c_size_t, c_uint32, c_uint64, c_void_p)")
    print("from typing import Any, Dict, List, Tuple\n")
    header.constants()
    header.lines += ["", "# Prefix of the names in C: what follows it, in small letters.",
                     "ENUMS: Dict[str, Dict[str, int]] = {}"]
    header.read()
    header.defaults()
    text = "\n".join(header.lines)
    print(re.sub(r"\n{4,}", "\n\n\n", text))
    print("\n# What a function returns and what it takes.")
    print("FUNCTIONS: Dict[str, Tuple[Any, List[Any]]] = {")
    print("\n".join(header.functions) + "\n}")


if __name__ == "__main__":
    main()
