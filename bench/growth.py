"""growth.py - the runs and the table of growth.sh.

    growth.py LIMIT FORMULA... -- BASIN sat ARGS...      a JSON line for each formula
    growth.py table FILE                                 those lines as a Markdown table

A formula is solved, within LIMIT seconds, and then searched on one thread for as many steps as it
has variables, and for twice as many: the difference in time by that in moves (a step is a move of
every particle) is the time of a move. `seconds` is of the whole process, with reading the file.
"""
import json
import os
import sys
import tempfile

import race


def answer(command, limit):
    """What basin says about a run, and what the machine does."""
    with tempfile.TemporaryFile("w+") as out:
        result = race.run(command + ["--json", "--time", str(limit)], limit, out)
        out.seek(0)
        return json.load(out), result


def move_seconds(path, size, limit, command):
    timed = [answer(command + [path, "--threads", "1", "--steps", str(times * size)], limit)[0]
             for times in (1, 2)]
    moves = [said["steps"] * said["particles"] for said in timed]
    if moves[1] <= moves[0]:  # solved before that
        return timed[1]["seconds"] / max(moves[1], 1)
    return (timed[1]["seconds"] - timed[0]["seconds"]) / (moves[1] - moves[0])


def measure(path, limit, command, known):
    size, _ = race.describe(path)
    said, result = answer(command + [path], limit)
    return {"instance": os.path.basename(path), "searched": size,
            "constraints": said["constraints"], "solved": result.pop("code") == 10, **result,
            "search_seconds": said["seconds"], "steps": said["steps"],
            "particles": said["particles"],
            "move_seconds": move_seconds(path, size, limit, command),
            "limit": limit, "load": os.getloadavg()[0], **known}


def table(path):
    print("| variables | solved | seconds | of them search | processor seconds | steps | "
          "particles | microseconds a move | bytes a clause |")
    print("|" + " --- |" * 9)
    for row in map(json.loads, open(path)):
        print("| %d | %s | %.2f | %.2f | %.2f | %d | %d | %.2f | %.0f |" %
              (row["searched"], "yes" if row["solved"] else "no", row["seconds"],
               row["search_seconds"], row["processor_seconds"], row["steps"], row["particles"],
               1e6 * row["move_seconds"], row["peak_bytes"] / row["constraints"]))


def main():
    if sys.argv[1] == "table":
        return table(sys.argv[2])
    dashes = sys.argv.index("--")
    known = race.facts()
    for path in sys.argv[2:dashes]:
        print(json.dumps(measure(path, float(sys.argv[1]), sys.argv[dashes + 1:], known)),
              flush=True)


if __name__ == "__main__":
    main()
