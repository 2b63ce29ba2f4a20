"""Problems that are opened: what every problem can do, and the domains that are built in."""
import ctypes
from os import PathLike
from typing import Any, Callable, Dict, List, Optional, Tuple, Union

from . import _convert, _header
from ._answer import Answer, Moment, from_struct, moment
from ._convert import Values
from ._library import Handle, call, call_name, call_text, context, library, names
from ._model import Model, model_handle
from ._run import Run


class Instance:
    """One problem of a domain, made by `basin.open`."""

    _opened: Handle
    _usual: Optional[Model] = None

    def __init__(self) -> None:
        raise TypeError("an Instance is made by basin.open")

    def _handle(self) -> Handle:
        return self._opened

    def _model(self, model: Optional[Model]) -> Optional[Handle]:
        """The library's model to solve with: by default the one that is built in, and none where
        the file names its models."""
        if model is None and self._brings_models():
            return None
        if model is None:
            if self._usual is None:
                self._usual = Model.builtin(self.domain)
            model = self._usual
        return model_handle("model", model)

    def _brings_models(self) -> bool:
        trait = _header.ENUMS["BASIN_TRAIT_"]["models"]
        return bool(library.basin_domain_has(_convert.text("domain", self.domain), trait))

    def _run(self) -> Run:
        """What a call of the library is made in that may call Python back."""
        return Run()

    # ------------------------------------------------------------------------- about it ----

    @property
    def domain(self) -> str:
        """The domain's name; "own" for a problem of one's own."""
        return call_name("basin_problem_domain", self._handle()) or ""

    def __len__(self) -> int:
        """How many values a solution has."""
        return _values(self._handle())

    @property
    def constraints(self) -> int:
        """How many constraints there are."""
        return int(library.basin_problem_constraints(self._handle()))

    @property
    def floor(self) -> int:
        """How many constraints every assignment breaks, as far as is known without a search."""
        return int(library.basin_problem_floor(self._handle()))

    @property
    def remarks(self) -> str:
        """What one should know of the problem, as lines of text; mostly ""."""
        return call_text("basin_problem_remarks", self._handle())

    # -------------------------------------------------------------------------- judging ----

    def check(self, values: Values) -> int:
        """How many constraints an assignment breaks: 0 for a solution. Judged by the verifier,
        which shares nothing with the energies; one's own without one: by its energies."""
        handle, broken = self._handle(), ctypes.c_uint64()
        array = _assignment("values", values, handle)
        with self._run():
            call("basin_problem_check", handle, array, ctypes.byref(broken))
        return broken.value

    def energy(self, values: Values, t: int = 1, *, model: Optional[Model] = None,
               method: str = "basin") -> float:
        """The energy of an assignment at noise level t, from 1."""
        energy = ctypes.c_double()
        call("basin_problem_energy", *self._point(values, t, model, method), ctypes.byref(energy))
        return energy.value

    def costs(self, values: Values, t: int = 1, *, model: Optional[Model] = None,
              method: str = "basin") -> List[float]:
        """The same, constraint by constraint."""
        cost, count = ctypes.POINTER(ctypes.c_double)(), ctypes.c_size_t()
        call("basin_problem_costs", *self._point(values, t, model, method), ctypes.byref(cost),
             ctypes.byref(count))
        try:
            return cost[:count.value]
        finally:
            with context() as ctx:
                library.basin_costs_free(ctx, cost)

    def _point(self, values: Values, t: int, model: Optional[Model],
               method: str) -> Tuple[Any, ...]:
        handle = self._handle()
        return (self._model(model), handle, _assignment("values", values, handle),
                _convert.whole("t", t, 1, _convert.UINT32_MAX),
                _convert.choice("method", method, "BASIN_METHOD_"))

    def write(self, format: Optional[str] = None, values: Optional[Values] = None) -> str:
        """An assignment as text, in one of the domain's formats (None: the first of
        `basin.formats`); without one, what the format has to say when nothing was found."""
        handle = self._handle()
        wanted = None if format is None else _convert.text("format", format)
        return call_text("basin_problem_write", handle, _assignment("values", values, handle),
                         wanted)

    def read(self, path: Union[str, "PathLike[str]"]) -> List[List[int]]:
        """The solutions that a file holds."""
        handle = self._handle()
        values = _values(handle)
        flat, count = ctypes.POINTER(ctypes.c_int32)(), ctypes.c_size_t()
        call("basin_solutions_read", handle, _convert.path("path", path),
             ctypes.byref(flat), ctypes.byref(count))
        try:
            return [flat[i * values:(i + 1) * values] for i in range(count.value)]
        finally:
            with context() as ctx:
                library.basin_values_free(ctx, flat)

    # ------------------------------------------------------------------ asking for few ----

    @property
    def limit(self) -> int:
        """How many colours there may be; 0 when there is no limit, or no such problem."""
        return int(library.basin_problem_limited(self._handle()))

    def with_limit(self, limit: int, keep: Optional[Values] = None) -> "Instance":
        """The same problem with at most so many colours. What need not be searched then is left out
        of the search, but for values that `keep` names: give there what you will give as fixed."""
        handle = self._handle()
        return _instance("basin_problem_with_limit", handle,
                         _convert.whole("limit", limit, 0, _convert.UINT32_MAX),
                         _assignment("keep", keep, handle))

    def bounds(self) -> Tuple[int, int, List[int]]:
        """What is known without a search of a problem that asks for few: no limit below the first
        number has a solution, and the list is one for the second."""
        handle = self._handle()
        values = (ctypes.c_int32 * _values(handle))()
        low, high = ctypes.c_uint32(), ctypes.c_uint32()
        call("basin_problem_bounds", handle, values, ctypes.byref(low), ctypes.byref(high))
        return low.value, high.value, list(values)

    # -------------------------------------------------------------------------- solving ----

    def solve(self, *, fixed: Optional[Values] = None, start: Optional[Values] = None,
              seconds: Optional[float] = None, steps: Optional[int] = None,
              seed: Optional[int] = None, sampler: Optional[str] = None,
              threads: Optional[int] = None, particles: Optional[int] = None,
              method: Optional[str] = None, compose: Optional[str] = None,
              sample: Optional[int] = None, levels: Optional[int] = None,
              kernel: Optional[str] = None, watch: bool = False,
              on_moment: Optional[Callable[[Moment], object]] = None,
              should_stop: Optional[Callable[[], bool]] = None,
              model: Optional[Model] = None) -> Answer:
        """Looks for a solution, and returns it, or the best that was found.

        fixed: values that must stay, start: where to begin: a dict {variable: value}, or a value
        for each variable with None or -1 where it is open.
        seconds, steps: limits; without them a problem that has no solution may be searched for
        ever. seed: the same one gives the same answer at any number of threads (0: all cores).
        sampler: one of `basin.samplers()`. method: "basin" or "paper".
        on_moment gets a Moment now and then (with watch=True of all particles), should_stop is
        asked often and ends the search by True. Ctrl-C, and an exception in any function of yours,
        end it and are raised here.
        model: not for a problem of one's own; by default the one that is built in."""
        options = dict(locals())
        del options["self"]
        return self._solve(1, options)[0]

    def solve_many(self, count: int, **options: Any) -> List[Answer]:
        """So many independent answers, with the options of `solve`; seconds are for all together.
        Those that were not begun before the end are of kind "none"."""
        return self._solve(_convert.whole("count", count, 1, 2**20), options)

    def solve_least(self, on_better: Optional[Callable[[int, Answer], object]] = None,
                    **options: Any) -> Tuple[Answer, int]:
        """For problems that ask for few: solves with lower and lower limits until the seconds are
        over or no lower one is possible. Returns the last answer and how many it needs; on_better
        gets (limit, answer) of each on the way. Options are those of `solve`."""
        handle, run, limit = self._handle(), self._run(), ctypes.c_uint32()
        tell = _convert.callback("on_better", on_better)
        better = _header.basin_better_fn(0)
        if tell:
            better = _header.basin_better_fn(run.guard(
                lambda _user, few, now: tell(few, from_struct(now.contents, handle)), None))
        answers = self._answers(handle, run, "basin_solve_least", options, 1, lambda answers: (
            better, answers, ctypes.byref(limit)))
        return answers[0], limit.value

    def _solve(self, count: int, options: Dict[str, Any]) -> List[Answer]:
        return self._answers(self._handle(), self._run(), "basin_solve_many", options, count,
                             lambda answers: (count, answers))

    def _answers(self, handle: Handle, run: Run, function: str, options: Dict[str, Any], count: int,
                 last: Callable[[Any], Tuple[Any, ...]]) -> List[Answer]:
        """Calls a function that fills answers; `last` makes its arguments after the options."""
        opts = _options(run, options, handle)
        model = self._model(options.get("model"))
        answers = (_header.basin_answer * count)()
        for answer in answers:
            answer.size = ctypes.sizeof(answer)
        try:
            with run:
                call(function, model, handle, ctypes.byref(opts), *last(answers))
            return [from_struct(answer, handle) for answer in answers]
        finally:
            with context() as ctx:
                for answer in answers:
                    library.basin_answer_clear(ctx, ctypes.byref(answer))

    def __repr__(self) -> str:
        return "<basin.%s %s: %d values, %d constraints>" % (
            type(self).__name__, self.domain, len(self), self.constraints)


def _values(handle: Handle) -> int:
    return int(library.basin_problem_values(handle))


def _assignment(name: str, given: Optional[Values], handle: Handle) -> Any:
    """Values of exactly this problem as an array; None stays None. (The caller may state a problem
    of its own further while it is asked for them: the handle is taken before.)"""
    return None if given is None else _convert.assignment(name, given, _values(handle))


def _options(run: Run, options: Dict[str, Any], handle: Handle) -> Any:
    """The options of `solve` as the struct of the header."""
    unknown = set(options) - set(Instance.solve.__kwdefaults__ or ())
    if unknown:
        raise TypeError("solve has no option %s" % ", ".join(sorted(unknown)))
    options = {name: value for name, value in options.items() if name != "model"}
    opts = _convert.initial(_header.basin_solve_opts)
    kinds: Dict[str, Any] = dict(_header.basin_solve_opts._fields_)
    report = _convert.callback("on_moment", options.pop("on_moment", None))
    asked = _convert.callback("should_stop", options.pop("should_stop", None))
    for name in ("fixed", "start"):
        array = _assignment(name, options.pop(name, None), handle)
        if array is not None:
            setattr(opts, name, ctypes.cast(array, kinds[name]))  # the cast keeps the array
    _convert.fill(opts, options)
    opts.should_stop = kinds["should_stop"](run.stopper(asked))
    if report:
        values = _values(handle)
        opts.on_moment = kinds["on_moment"](
            run.guard(lambda _user, now: report(moment(now.contents, values)), None))
    return opts


def _instance(function: str, *arguments: Any) -> Instance:
    made = Instance.__new__(Instance)
    made._opened = Handle("basin_problem_free", call, function, *arguments)
    return made


def open(domain: str, spec: Union[int, str, "PathLike[str]"]) -> Instance:
    """Opens an instance of a domain: the name of a file, "-" for standard input, or, where
    instances are numbers (queens), that number."""
    if isinstance(spec, int) and not isinstance(spec, bool):
        spec = str(_convert.whole("spec", spec, 0, _convert.UINT64_MAX))
    return _instance("basin_problem_open", _convert.text("domain", domain),
                     _convert.path("spec", spec))


def generate(domain: str, *, kind: Optional[str] = None, n: Optional[int] = None,
             ratio: Optional[float] = None, width: Optional[int] = None,
             seed: Optional[int] = None) -> str:
    """A random instance as the text of a file that `open` reads. What is None is as the domain sees
    fit; a kind is one of `kinds`. n: variables, ratio: constraints for each, width: variables of a
    constraint."""
    opts = _convert.initial(_header.basin_gen_opts)
    _convert.fill(opts, {"kind": kind, "n": n, "ratio": ratio, "width": width, "seed": seed})
    return call_text("basin_generate", _convert.text("domain", domain), ctypes.byref(opts))


def _about(function: str, domain: str) -> str:
    """What a domain says about itself; it must be one."""
    if domain not in names("basin_domain_name") and domain != "own":
        raise ValueError("no domain %r; there are: %s" % (
            domain, " ".join(names("basin_domain_name"))))
    return call_name(function, _convert.text("domain", domain)) or ""


def domains() -> Dict[str, str]:
    """The domains that are built in, each with a line about it."""
    return {name: _about("basin_domain_summary", name) for name in names("basin_domain_name")}


def formats(domain: str) -> List[str]:
    """The formats in which answers of a domain can be written, the first the default."""
    return _about("basin_domain_formats", domain).split()


def kinds(domain: str) -> List[str]:
    """The kinds of random instances that `generate` makes, the first the default."""
    return _about("basin_domain_kinds", domain).split()


def samplers() -> Dict[str, str]:
    """The samplers, each with a line about it."""
    return {name: call_name("basin_sampler_summary", name.encode()) or ""
            for name in names("basin_sampler_name")}


def models() -> List[str]:
    """The names of the built-in models."""
    return names("basin_model_name")


def kernels() -> List[str]:
    """The levels of the processor that basin can compute for here, the best first."""
    return names("basin_kernel_name")
