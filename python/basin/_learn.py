"""Constraints that are known by examples: basin.learn."""
import ctypes
import os
import re
import tempfile
from os import PathLike
from typing import (Any, Callable, Dict, Hashable, Iterable, List, NamedTuple, Optional, Sequence,
                    Union)

from . import _convert, _header
from ._library import Handle, call
from ._model import Model, TrainMoment, listen
from ._run import Run

Row = Iterable[Hashable]


class Found(NamedTuple):
    """What basin.learn found; the numbers are those of `struct basin_learn_report`."""
    sure: bool
    ordered: bool
    values_differ: bool
    examples: int
    refused: int
    invalid: int
    invalid_told: int
    made: int
    made_known: int
    made_told: int
    made_unsure: int
    asked: int
    agreed: int
    found: str
    why: str


class Learned(Model):
    """A learned constraint. `found` says what was found; `number` and `name` go between the values
    of the examples and the numbers that they are in problems."""
    found: Found
    _objects: List[Hashable]

    def number(self, value: Hashable) -> int:
        """The number of a value of the examples."""
        return self._objects.index(value)

    def name(self, number: int) -> Hashable:
        """The value of that number, as it was in the examples."""
        return self._objects[_convert.whole("number", number, 0, len(self._objects) - 1)]


def _rows(name: str, given: Any) -> List[List[Hashable]]:
    return [_convert.sequence("an example of " + name, row) if not isinstance(row, str)
            else list(row) for row in _convert.sequence(name, given)]


def _order(rows: Iterable[Sequence[Hashable]]) -> List[Hashable]:
    """All values, each once: numbers by size, others by their text."""
    found: Dict[Hashable, None] = {}
    for row in rows:
        for value in row:
            found[value] = None
    if all(isinstance(value, int) for value in found):
        return sorted(found)  # type: ignore[type-var]
    return sorted(found, key=str)


def _arrays(rows: List[List[Hashable]], number: Dict[Hashable, int]) -> Any:
    flat = [number[value] for row in rows for value in row]
    return ((ctypes.c_int32 * len(flat))(*flat),
            (ctypes.c_size_t * len(rows))(*[len(row) for row in rows]))


def _name(value: Hashable) -> bytes:
    """A value's text without what names in models cannot have."""
    return _convert.text("the name of a value", re.sub(r"[,\x00-\x1f\x7f]", "_", str(value)) or "_")


def learn(rows: Iterable[Row], invalid: Optional[Iterable[Row]] = None, *,
          path: Union[None, str, "PathLike[str]"] = None, ordered: bool = False,
          values_differ: bool = False, numbers: Optional[bool] = None,
          seed: Optional[int] = None, steps: Optional[int] = None, threads: Optional[int] = None,
          resume: bool = False, log: Union[None, str, "PathLike[str]"] = None,
          kernel: Optional[str] = None,
          on_moment: Optional[Callable[[TrainMoment], object]] = None,
          should_stop: Optional[Callable[[], bool]] = None) -> Learned:
    """Learns a constraint from examples and returns it, for Problem.add.

    rows: the valid examples, each a sequence of values, or a string of letters; invalid: examples
    that do not satisfy it (None: valid ones are changed). What was found is `model.found`, and
    `model.found.sure` says whether the examples sufficed. The model is written to `path`, if given.
    numbers: the values are numbers, whose distances may mean something (None: if all are int)."""
    valid = _rows("rows", rows)
    wrong = [] if invalid is None else _rows("invalid", invalid)
    objects = _order(valid + wrong)
    number = {value: i for i, value in enumerate(objects)}
    opts = _convert.initial(_header.basin_learn_opts)
    if numbers is None:
        numbers = all(isinstance(value, int) for value in objects)
    _convert.fill(opts, {"ordered": ordered, "values_differ": values_differ, "numbers": numbers,
                         "seed": seed, "steps": steps, "threads": threads, "resume": resume,
                         "log": log, "kernel": kernel})
    opts.valid, opts.lengths = _arrays(valid, number)
    opts.rows = len(valid)
    opts.invalid, opts.invalid_lengths = _arrays(wrong, number)
    opts.invalids = len(wrong)
    opts.values = len(objects)
    opts.name = (ctypes.c_char_p * len(objects))(*[_name(value) for value in objects])
    run = Run()
    listen(opts, run, on_moment, should_stop)
    report = _convert.initial(_header.basin_learn_report)
    with tempfile.TemporaryDirectory() as folder:
        where = _convert.path("path", os.path.join(folder, "model") if path is None else path)
        with run:
            call("basin_learn", ctypes.byref(opts), where, ctypes.byref(report))
        model = Learned.__new__(Learned)
        model._handle = Handle("basin_model_free", call, "basin_model_load", where)
    fields = {name: getattr(report, name) for name in Found._fields}
    fields["found"] = report.found.decode("utf-8", "replace")
    fields["why"] = report.why.decode("utf-8", "replace")
    model.found = Found(**fields)
    model._objects = objects
    return model
