"""schema.py FORM FILE... - is every line of these files (of a recording: the whole) that form?

FORM is one of the $defs of doc/json.schema.json. A document is read as strict UTF-8 and strict
JSON: no NaN, no member twice. That the form can refuse is shown on the first one: with any of its
members renamed it must not pass.
"""
import json
import os
import sys

import jsonschema

SCHEMA = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "doc", "json.schema.json")


def members(pairs):
    names = [name for name, _ in pairs]
    assert len(names) == len(set(names)), "a member twice: %s" % names
    return dict(pairs)


def refuse(word):
    raise ValueError("%s is not JSON" % word)


def documents(form, path):
    with open(path, "rb") as file:
        text = file.read().decode("utf-8")
    assert text.endswith("\n"), "the last line has no end"
    return [json.loads(one, object_pairs_hook=members, parse_constant=refuse)
            for one in ([text] if form == "recording" else text[:-1].split("\n"))]


def main(form, *paths):
    with open(SCHEMA, encoding="utf-8") as file:
        schema = json.load(file)
    jsonschema.Draft202012Validator.check_schema(schema)
    assert form in schema["$defs"], form
    check = jsonschema.Draft202012Validator({"$defs": schema["$defs"], "$ref": "#/$defs/" + form})
    for path in paths:
        found = documents(form, path)
        assert found, "nothing in " + path
        for one in found:
            for error in check.iter_errors(one):
                where = "/".join(map(str, error.absolute_path))
                return "%s: %s" % (where or "the whole", error.message[:300])
        for name in found[0]:
            renamed = {key + "_" if key == name else key: value for key, value in found[0].items()}
            if check.is_valid(renamed):
                return "\"%s\" may have another name" % name
    return None


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
