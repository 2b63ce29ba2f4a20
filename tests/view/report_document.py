"""report_document.py - a document for the report's page: runs of the tool, and tables to be shown.

What the runs show was found by the tool: one that is stopped after 1, 2, 3, ... steps tells, step
by step, where it was. Each particle of a run here is a sample of one particle. The tables are there
to be shown, not to be believed.
"""
import json
import math
import subprocess

TONES = {  # as the library has them
    "0": {"fill": "#ffffff", "ink": "#1c1c1c", "name": "none"},
    "1": {"fill": "#fbf7ec", "ink": "#1c1c1c", "name": "light"},
    "2": {"fill": "#d9ccb0", "ink": "#1c1c1c", "name": "dark"},
    "3": {"fill": "#26262b", "ink": "#ffffff", "name": "block"},
    "4": {"fill": "#1c1c1c", "ink": "#1c1c1c", "name": "ink"},
    "5": {"fill": "#20304f", "ink": "#20304f", "name": "queen"},
    "6": {"fill": "#c8201a", "ink": "#ffffff", "name": "wrong"},
    "9": {"fill": "#0072b2", "ink": "#ffffff", "name": "true"},
    ":": {"fill": "#f3dfae", "ink": "#1c1c1c", "name": "false"},
    "<": {"fill": "#e3efe6", "ink": "#1c1c1c", "name": "holds"},
    "=": {"fill": "#a3a8af", "ink": "#5c6066", "name": "muted"},
    "@": {"fill": "#56b4e9", "ink": "#1c1c1c", "name": "class 1"},
    "A": {"fill": "#e69f00", "ink": "#1c1c1c", "name": "class 2"},
    "B": {"fill": "#009e73", "ink": "#ffffff", "name": "class 3"},
}


class Scene:
    """Places of shapes, and a paint of them that is filled in the same order."""

    def __init__(self, width, height):
        self.places = {"width": width, "height": height, "shapes": []}
        self.painters = []

    def add(self, kind, x, y, w, h, painter):
        """painter(value) is the tone, or (tone, text) of a text."""
        self.places["shapes"].append({"kind": kind, "x": x, "y": y, "w": w, "h": h})
        self.painters.append(painter)

    def paint(self, value):
        made = [painter(value) for painter in self.painters]
        return {"tone": "".join(m if isinstance(m, str) else m[0] for m in made),
                "text": [m[1] for m in made if not isinstance(m, str)]}


def queens_scene(n):
    scene = Scene(n, n)

    def attacked(value, row):
        return any(other != row and value[other] >= 0 and
                   abs(value[other] - value[row]) in (0, abs(other - row)) for other in range(n))

    def queen(row, column):
        return lambda value: (("0", "") if value[row] != column else
                              ("6", "♛") if attacked(value, row) else ("5", "♛"))

    def square(row, column):
        plain = "12"[(row + column) % 2]
        return lambda value: "6" if value[row] == column and attacked(value, row) else plain

    for row in range(n):
        for column in range(n):
            scene.add("rect", column, row, 1, 1, square(row, column))
    for row in range(n):
        for column in range(n):
            scene.add("text", column + .5, row + .5, 0, .8, queen(row, column))
    return scene


def graph_scene(vertices, edges):
    scene = Scene(8, 8)

    def spot(v):
        angle = 2 * math.pi * v / vertices
        return 4 + 3.4 * math.sin(angle), 4 - 3.4 * math.cos(angle)

    for a, b in edges:
        (x, y), (to_x, to_y) = spot(a), spot(b)
        scene.add("line", x, y, to_x - x, to_y - y,
                  lambda value, a=a, b=b: "6" if value[a] == value[b] else "=")
    for v in range(vertices):
        scene.add("disc", *spot(v), .9, .9, lambda value, v=v: chr(ord("@") + value[v]))
    for v in range(vertices):
        scene.add("text", *spot(v), 0, .5,
                  lambda value, v=v: (chr(ord("@") + value[v]), str(value[v] + 1)))
    return scene


def clause_scene(variables, clauses):
    columns = 4
    scene = Scene(columns * 3.4, math.ceil(len(clauses) / columns) * .9 + 1.2)

    def holds(literal, value):
        return value[abs(literal) - 1] == (1 if literal > 0 else 0)

    for v in range(variables):
        scene.add("rect", v * 1.2, 0, 1, .8, lambda value, v=v: "9" if value[v] == 1 else ":")
        scene.add("text", v * 1.2 + .5, .4, 0, .5,
                  lambda value, v=v: ("9" if value[v] == 1 else ":", "x%d" % (v + 1)))
    for k, clause in enumerate(clauses):
        x, y = k % columns * 3.4, 1.2 + k // columns * .9
        text = " ∨ ".join(("" if l > 0 else "¬") + "x%d" % abs(l) for l in clause)
        tone = lambda value, c=clause: "<" if any(holds(l, value) for l in c) else "6"
        scene.add("rect", x, y, 3.2, .7, tone)
        scene.add("text", x + 1.6, y + .35, 3.2, .42,
                  lambda value, tone=tone, text=text: (tone(value), text))
    return scene


def grid_scene(rows):
    scene = Scene(len(rows[0]), len(rows))
    cell = 0
    for y, row in enumerate(rows):
        for x, mark in enumerate(row):
            scene.add("rect", x + .02, y + .02, .96, .96,
                      lambda value, black=mark == "#": "3" if black else "<")
            if mark != "#":
                scene.add("text", x + .5, y + .5, 1, .6,
                          lambda value, cell=cell: ("4", chr(65 + value[cell])))
                cell += 1
    return scene


def answers(basin, *arguments):
    """What the tool answers, one for each sample."""
    out = subprocess.run([basin, *arguments, "--json", "-q"], stdout=subprocess.PIPE, text=True)
    return [json.loads(line) for line in out.stdout.splitlines()]


def record(basin, name, scene, command, particles, steps, resampled=()):
    """A run of independent particles; at steps in `resampled` the worse half copy the better."""
    frames, sample = [], list(range(particles))
    for step in steps:
        found = [answers(basin, *command, "--steps", str(step), "--particles", "1",
                         "--count", str(particles))] if command[0] == "queens" else \
                [[answers(basin, *command, "--steps", str(step), "--seed", str(p + 1),
                          "--particles", "1")[0] for p in range(particles)]]
        now = [found[0][s] for s in sample]
        parent = None
        if step in resampled:
            order = sorted(range(particles), key=lambda p: (now[p]["violated"], now[p]["energy"]))
            parent = list(range(particles))
            for k in range(particles // 2):
                parent[order[-1 - k]] = order[k]
            sample = [sample[p] for p in parent]
            now = [now[p] for p in parent]
        frame = {"step": step, "seconds": max(a["seconds"] for a in now), "noise": .9 / step + .1,
                 "energy": [a["energy"] for a in now], "violated": [a["violated"] for a in now],
                 "paint": [scene.paint(a["value"]) for a in now]}
        if parent:
            frame["parent"] = parent
        frames.append(frame)
    first = found[0][0]
    used = {tone for frame in frames for paint in frame["paint"] for tone in paint["tone"]}
    return {"name": name, "domain": first["domain"], "instance": first["instance"],
            "method": first["method"], "sampler": first["sampler"],
            "energy": first["model_energy"], "seed": first["seed"], "particles": particles,
            "picture": scene.places, "tones": {t: TONES[t] for t in sorted(used)}, "frames": frames}


def generated(basin, folder, name, *arguments):
    path = "%s/%s" % (folder, name)
    with open(path, "w", encoding="utf-8") as out:
        subprocess.run([basin, "gen", *arguments], stdout=out, check=True)
    with open(path, encoding="utf-8") as lines:
        return path, [line.split() for line in lines if line[0] not in "cp%"]


def runs(basin, folder):
    graph, edges = generated(basin, folder, "g.col", "color", "14", "--kind", "erdos-renyi",
                             "--seed", "5")
    formula, clauses = generated(basin, folder, "f.cnf", "sat", "9", "--seed", "2")
    edges = [(int(a) - 1, int(b) - 1) for _, a, b in edges]
    clauses = [[int(l) for l in clause if l != "0"] for clause in clauses if clause != ["0"]]
    early = [1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 18, 22, 27, 33, 40]
    return [
        record(basin, "8 queens, 8 particles", queens_scene(8), ["queens", "8"], 8,
               early, (5, 12)),
        record(basin, "a graph of 14 vertices, 4 particles", graph_scene(14, edges),
               ["color", graph, "-k", "3", "--whole"], 4, early[:8], (4,)),
        record(basin, "3-SAT, 9 variables, 4 particles", clause_scene(9, clauses),
               ["sat", formula], 4, [1, 2, 3, 4]),
        record(basin, "a small crossword",
               grid_scene(["#...#", ".....", ".....", ".....", "#...#"]),
               ["crossword", "examples/mini.txt"], 2, [1, 2]),
    ]


def row(who, label, cells, **more):
    return {"who": who, "label": label, "cells": cells, **more}


def measured(who, label, cells, settings, instances, seconds):
    return row(who, label, cells, settings=settings, instances=instances, seconds=seconds)


def tables():
    ours = "method basin, energy compact, sampler basin, 16 particles, seed 1, first verified"
    theirs = "method paper, energy paper, sampler pem, 1,024 particles, seed 1, lowest energy"
    satlib = "SATLIB uf20-91 and uf50-218, 100 each"
    sat = ["uf20: correct of 100", "uf20: share of clauses", "uf50: correct of 100",
           "uf50: share of clauses"]
    color = {"myciel3": (2, 6), "myciel4": (9, 10), "queen5_5": (23, 96), "queen6_6": (37, 116),
             "myciel5": (26, 42), "queen7_7": (64, 216), "queen8_8": (73, 272),
             "1-Insertions_4": (21, 42), "huck": (20, 172), "jean": (14, 206), "david": (26, 156),
             "mug88_1": (17, 98), "myciel6": (98, 100), "queen8_12": (96, 408),
             "games120": (52, 418), "anna": (34, 110), "2-Insertions_4": (64, 198),
             "homer": (69, 667)}
    return [
        {"number": 1, "title": "8 queens, 100 samples", "about": "Boards drawn, and how many of "
         "them are valid; queens placed by greedy decoding.",
         "columns": ["correct of 100", "queens placed"], "better": ["high", "high"], "rows": [
             row("baseline", "LWD", [22, 7.10], spread=[None, .57]),
             row("baseline", "GFlowNets", [14, 6.93], spread=[None, .59]),
             row("baseline", "Fast T2T (5,5) guided", [41, 7.38], spread=[None, .54]),
             row("paper", "EBM, 1,024 particles", [97, 7.97], spread=[None, .17]),
             measured("paper-method", "its method here", [98, 7.98], theirs, "8 queens", 4100),
             measured("basin", "basin", [100, 8], ours, "8 queens", .31)]},
        {"number": 6, "title": "3-SAT, SATLIB", "about": "Formulas solved, and the share of "
         "clauses that hold.", "columns": sat, "better": ["high"] * 4, "rows": [
             row("baseline", "NSNet, T = 500", [58, .9856, 37, .9846]),
             row("baseline", "GCN", [5, .9617, 0, .9569]),
             row("paper", "EBM, 1,024 particles", [91, .9985, 43, .9963]),
             measured("paper-method", "its method here", [88, .9981, None, None], theirs, satlib,
                      61000),
             measured("basin", "basin", [100, 1, 100, 1], ours, satlib, .21)]},
        {"number": 10, "title": "Crosswords, 20 puzzles", "columns": ["letters, %", "words, %"],
         "better": ["high", "high"], "rows": [
             row("baseline", "ToT", [78, 60]), row("paper", "EBM, 1,024 particles", [80.4, 50.5]),
             measured("basin", "basin", [96.8, 87.5], ours, "20 puzzles of the minis", 21)]},
        {"number": 11, "title": "Time for 25 solutions of 8 queens", "columns": ["seconds"],
         "better": ["low"], "rows": [
             row("baseline", "GFlowNets", [1.12]), row("paper", "EBM, 1,024 particles", [84.99]),
             measured("basin", "basin, one board after the other", [1.31], ours, "8 queens", 1.31),
             measured("paper-method", "its method here", [2810], theirs, "8 queens", 2810)]},
        {"number": 13, "title": "Energy by particles, N-queens", "about": "Energies of two models "
         "cannot be compared; what counts is that they fall.",
         "columns": ["2", "4", "8", "16"], "better": [""] * 4, "rows": [
             row("paper", "EBM", [136.62, 136.29, 133.93, 133.82]),
             row("basin", "basin", [-201.1, -215.43, -231, -240.9])]},
        {"number": 17, "title": "COLOR graphs, conflicts at the chromatic number",
         "columns": list(color), "better": ["low"] * len(color), "rows": [
             row("baseline", "GNN-GCP", [b for _, b in color.values()]),
             row("paper", "EBM, 128 particles", [a for a, _ in color.values()]),
             measured("basin", "basin", [0] * len(color), ours, "18 graphs of COLOR", 2.2)]},
        {"number": 23, "title": "Losses, colouring", "columns": ["conflicts"], "better": ["low"],
         "rows": [row("paper", "contrastive only", [9]), row("paper", "diffusion only", [15]),
                  row("paper", "both", [8]), row("paper-method", "both", [8.5])]},
    ]


def board_svg(n, queens):
    fill = ("#f2ead8", "#d9c7a3", "#14507a")
    squares = "".join('<rect x="%d" y="%d" width="1" height="1" fill="%s"/>' %
                      (x, y, fill[2 if queens[y] == x else (x + y) % 2])
                      for y in range(n) for x in range(n))
    return '<svg viewBox="0 0 %d %d">%s</svg>' % (n, n, squares)


def figures():
    def line(who, label, values):
        return {"label": label, "who": who, "points": [[8 << k, v] for k, v in enumerate(values)]}

    return [
        {"id": "b", "title": "Two boards", "caption": "A correct one, and one with a queen moved.",
         "panels": [{"label": "correct", "svg": board_svg(8, [0, 4, 7, 5, 2, 6, 1, 3])},
                    {"label": "one queen moved", "svg": board_svg(8, [0, 4, 7, 5, 2, 6, 1, 4])}]},
        {"id": "g", "title": "Correct boards by particles", "caption": "Table 3 as a plot.",
         "plot": {"x": "particles", "y": "correct of 100", "log_x": True, "series": [
             line("basin", "basin, 8 queens", [100] * 5),
             line("basin", "basin, 10 queens", [98, 100, 100, 100, 100]),
             line("paper", "paper, 7 queens", [37, 49, 71, 73, 75]),
             line("paper", "paper, 8 queens", [17, 24, 47, 51, 57]),
             line("paper", "paper, 9 queens", [12, 26, 34, 45, 55]),
             line("paper", "paper, 10 queens", [4, 6, 17, 23, 33])]}},
    ]


def usual(basin, folder):
    return {"made": {"date": "2026-01-31", "version": "0.1.0", "mode": "quick",
                     "machine": "test machine, 2 cores", "seconds": 83.4},
            "behind": ["Table 11: 1.31 s, GFlowNets takes 1.12 s on a graphics card"],
            "tables": tables(), "figures": figures(), "runs": runs(basin, folder)}
