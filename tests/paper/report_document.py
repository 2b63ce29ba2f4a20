"""report_document.py - a document for the report's page: runs of the tool, and tables to be shown.

The runs are recorded by the tool. The tables are there to be shown, not to be believed.
"""
import json
import subprocess


def record(basin, folder, *command):
    """A run as --trace keeps it; solved or not."""
    path = folder + "/run.json"
    subprocess.run([basin, *command, "--trace", path, "-q"], stdout=subprocess.DEVNULL)
    with open(path, encoding="utf-8") as lines:
        return json.load(lines)


def generated(basin, folder, name, *arguments):
    path = "%s/%s" % (folder, name)
    with open(path, "w", encoding="utf-8") as out:
        subprocess.run([basin, "gen", *arguments], stdout=out, check=True)
    return path


def runs(basin, folder):
    graph = generated(basin, folder, "g.col", "color", "14", "--kind", "erdos-renyi", "--seed", "5")
    formula = generated(basin, folder, "f.cnf", "sat", "9", "--seed", "2")
    few = ["--particles", "4", "--steps"]
    return [
        record(basin, folder, "queens", "8", "--sampler", "pem", "--particles", "8",
               "--steps", "15"),
        record(basin, folder, "color", graph, "-k", "3", "--whole", "--sampler", "pem", *few, "8"),
        record(basin, folder, "sat", formula, *few, "4"),
        record(basin, folder, "crossword", "examples/mini.txt", *few, "3"),
    ]


def row(who, label, cells, **more):
    return {"who": who, "label": label, "cells": cells, **more}


def measured(who, label, cells, settings, instances, seconds, **more):
    return row(who, label, cells, settings=settings, instances=instances, seconds=seconds, **more)


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
             measured("paper-method", "its method here", [96, 7.96], theirs, "8 queens", 4100,
                      spread=[None, .2], low=[80.46, 7.877], high=[99.29, 8.043], runs=[25, 25]),
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
        {"number": 9, "title": "Random graphs, conflicts", "columns": ["Erdos", "Holme"],
         "better": ["low", "low"], "rows": [
             row("paper", "EBM, 128 particles", [9, 7]),
             row("paper-method", "its method here, 1 run", [3, 8], few=True, runs=[1, 1]),
             row("basin", "basin, 25 runs", [4, 7]),
             row("basin", "basin, 2 runs", [0, 0], few=True)]},
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
             row("basin", "basin, 1 run", [0] * len(color), settings=ours, few=True)]},
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
            "claim": "Basin is ahead in 7 of the 8 cells of 20 runs or more.",
            "behind": ["Table 11: 1.31 s, GFlowNets takes 1.12 s on a graphics card"],
            "tables": tables(), "figures": figures(), "runs": runs(basin, folder)}
