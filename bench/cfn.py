#!/usr/bin/env python3
"""cfn.py - the lowest sums that `basin solve` finds beside the optimum that toulbar2 proves.

    python3 bench/cfn.py [SECONDS]

Ten random problem files of 12 to 50 variables: soft tables, soft tables with forbidden tuples, and
graphs whose edges are a learned energy with soft costs on top (exported as tables, which toulbar2
reads). A line for each, then how many agree. The exit code is 0 for nine or more.
"""
import json, os, random, re, subprocess, sys, tempfile

BASIN = os.environ.get("BASIN", "./basin")
SECONDS = float(sys.argv[1]) if len(sys.argv) > 1 else 10


def soft(seed, variables, values, tables, width, forbidden):
    """Random tables around a hidden assignment that nothing forbids."""
    dice = random.Random(seed)
    hidden = [dice.randrange(values) for _ in range(variables)]
    functions = {}
    for i in range(tables):
        scope = dice.sample(range(variables), dice.randint(1, width))
        costs = []
        for x in range(values ** len(scope)):
            tuple_ = [x // values ** (len(scope) - 1 - k) % values for k in range(len(scope))]
            kept = tuple_ == [hidden[v] for v in scope]
            costs.append("inf" if dice.random() < forbidden and not kept
                         else round(dice.uniform(0, 10), 3))
        functions["f%d" % i] = {"scope": ["x%d" % v for v in scope], "costs": costs}
    return {"problem": {"name": "soft%d" % seed, "mustbe": "<100000.000"},
            "variables": {"x%d" % v: values for v in range(variables)}, "functions": functions}


def optimum(path):
    out = subprocess.run(["toulbar2", path, "-timer=120"], capture_output=True, text=True).stdout
    found = re.findall(r"Optimum: (-?[0-9.]+)", out)
    return float(found[-1]) if found else None


def basin(path):
    out = subprocess.run([BASIN, "solve", path, "--time", str(SECONDS), "--json", "-q"],
                         capture_output=True, text=True).stdout
    answer = json.loads(out)
    return answer["cost"] if answer["violated"] == 0 else None


def learned(folder, seed, vertices, colors, edges):
    """A graph of random edges, each a table of what the learned energy of an edge costs, and soft
    costs on its vertices and on some pairs."""
    dice = random.Random(seed)
    path = os.path.join(folder, "g%d.col" % seed)
    pairs = set()
    while len(pairs) < edges:
        a, b = sorted(dice.sample(range(1, vertices + 1), 2))
        pairs.add((a, b))
    with open(path, "w") as out:
        out.write("p edge %d %d\n" % (vertices, edges))
        out.writelines("e %d %d\n" % p for p in sorted(pairs))
    tables = path + ".cfn"
    subprocess.run([BASIN, "export", path, "-k", str(colors), "-o", tables], check=True)
    network = json.load(open(tables))
    names = list(network["variables"])
    for v in names:
        network["functions"]["s" + v] = {"scope": [v], "costs": [round(dice.uniform(0, 5), 3)
                                                                  for _ in range(colors)]}
    for i in range(vertices):
        network["functions"]["p%d" % i] = {"scope": dice.sample(names, 2), "costs": [
            round(dice.uniform(0, 5), 3) for _ in range(colors * colors)]}
    network["problem"]["mustbe"] = "<%s.000000" % (int(float(network["problem"]["mustbe"][1:])) + 5000)
    return network


def main():
    agree = 0
    with tempfile.TemporaryDirectory() as folder:
        shapes = [lambda: soft(1, 12, 4, 30, 3, 0), lambda: soft(2, 20, 5, 50, 2, 0),
                  lambda: soft(3, 30, 4, 70, 2, 0), lambda: soft(4, 50, 3, 100, 2, 0),
                  lambda: soft(5, 25, 4, 60, 3, 0.1), lambda: soft(6, 40, 4, 90, 2, 0.2),
                  lambda: soft(7, 50, 5, 80, 2, 0.3), lambda: learned(folder, 8, 20, 4, 35),
                  lambda: learned(folder, 9, 30, 4, 55), lambda: learned(folder, 10, 45, 5, 80)]
        for i, make in enumerate(shapes, 1):
            path = os.path.join(folder, "problem%d.cfn" % i)
            tables = os.path.join(folder, "tables%d.cfn" % i)
            with open(path, "w") as out:
                json.dump(make(), out)
            subprocess.run([BASIN, "export", path, "-o", tables], check=True)
            best, mine = optimum(tables), basin(path)
            same = best is not None and mine is not None and abs(best - mine) < 1e-3
            agree += same
            print("%2d  toulbar2 %s  basin %s  %s" % (i, best, mine, "same" if same else "DIFFERENT"),
                  flush=True)
    print("%d of 10 agree, %g s each" % (agree, SECONDS))
    return 0 if agree >= 9 else 1


if __name__ == "__main__":
    sys.exit(main())
