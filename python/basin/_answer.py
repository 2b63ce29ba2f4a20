"""What comes out of a search, at its end and on the way."""
import ctypes
from dataclasses import dataclass, field
from typing import Any, List, NamedTuple, Optional, Tuple

from . import _convert, _header
from ._library import Handle, call_name, call_text, library


@dataclass(frozen=True)
class Answer:
    """What a search found.

    kind: "solved" (the verifier accepts it), "believed" (the energies hold nothing for broken, and
    there is no verifier), "best" (the best so far; `violated` constraints are broken) or "none"
    (nothing was evaluated).
    values: one for each variable, -1 where left open; [] when kind is "none".
    violated: how many constraints it breaks. energy: of its particle when it was decoded.
    stop: why the search ended: "solved", "end", "steps", "time", "caller" or "floor".
    sampler: what moved its particles, one of `basin.samplers()`; None where that was not known
    yet. sure: of crosswords, how sure each word is; else ()."""
    kind: str
    stop: str
    values: List[int]
    violated: int
    energy: float
    steps: int
    seconds: float
    particles: int
    sample: int
    sampler: Optional[str]
    sure: Tuple[float, ...]
    _handle: Handle = field(repr=False, compare=False)

    @property
    def solved(self) -> bool:
        """Did a verifier accept it?"""
        return self.kind == "solved"

    def array(self) -> Any:
        """The values as an array of numpy (int32), which must be installed."""
        import numpy
        return numpy.array(self.values, dtype=numpy.int32)

    def __array__(self, dtype: Any = None, copy: Any = None) -> Any:
        made = self.array()
        return made if dtype is None else made.astype(dtype)

    def write(self, format: Optional[str] = None) -> str:
        """The answer as text, in one of the domain's formats (`basin.formats`)."""
        answer = _convert.initial(_header.basin_answer)
        answer.kind = _header.ENUMS["BASIN_ANSWER_"][self.kind]
        answer.stop = _header.ENUMS["BASIN_STOP_"][self.stop]
        if self.kind != "none":
            answer.values = library.basin_problem_values(self._handle)
            answer.value = _convert.assignment("values", self.values, answer.values)
        answer.violated = self.violated
        if self.sure:
            answer.sure = (ctypes.c_double * len(self.sure))(*self.sure)
        answer.sures = len(self.sure)
        wanted = None if format is None else _convert.text("format", format)
        return call_text("basin_answer_write", self._handle, ctypes.byref(answer), wanted)


def from_struct(answer: Any, handle: Handle) -> Answer:
    """A copy of the library's answer."""
    return Answer(kind=_convert.word(answer.kind, "BASIN_ANSWER_"),
                  stop=_convert.word(answer.stop, "BASIN_STOP_"),
                  values=_list(answer.value, answer.values) or [], violated=answer.violated,
                  energy=answer.energy, steps=answer.steps, seconds=answer.seconds,
                  particles=answer.particles, sample=answer.sample, sampler=_sampler(answer),
                  sure=tuple(_list(answer.sure, answer.sures) or ()), _handle=handle)


def _sampler(answer: Any) -> Optional[str]:
    return call_name("basin_sampler_name", answer.sampler - 1) if answer.sampler > 0 else None


class Moment(NamedTuple):
    """What a search looks like at one moment.

    values: the best assignment so far, which breaks `violated` constraints; None while there is
    none. energies: of all particles, NaN where not known. Only with watch=True, else None:
    particles: what each of them decodes to; broken: how many constraints it breaks; parents: the
    particle of the moment before that each continues, None when nothing was resampled."""
    step: int
    seconds: float
    violated: int
    values: Optional[List[int]]
    energies: List[float]
    particles: Optional[List[List[int]]]
    broken: Optional[List[int]]
    parents: Optional[List[int]]
    noise: float


def moment(now: Any, values: int) -> Moment:
    """A copy of the library's moment, which is gone after the call."""
    count = now.particles
    flat = _list(now.values, count * values)
    each = None if flat is None else [flat[i * values:(i + 1) * values] for i in range(count)]
    return Moment(step=now.step, seconds=now.seconds, violated=now.violated,
                  values=_list(now.value, values), energies=_list(now.energy, count) or [],
                  particles=each, broken=_list(now.broken, count),
                  parents=_list(now.parent, count), noise=now.noise)


def _list(pointer: Any, count: int) -> Any:
    return list(pointer[:count]) if pointer else None
