"""Problems of one's own: variables, constraints that name learned energies, given values."""
import ctypes
import itertools
import threading
from typing import Any, Callable, Dict, Iterable, List, Optional, Sequence, Tuple, Union

from . import _convert, _header
from ._instance import Instance
from ._library import Handle, call, library
from ._model import Model, model_handle
from ._run import Run

Energy = Union[str, Model, Tuple[Model, str]]
Literal = Union[None, int, Tuple[int, int], Tuple[int, int, bool]]
Verifier = Callable[[List[int]], int]


class Problem(Instance):
    """A problem of one's own.

        import basin

        lamps = basin.Problem([2, 2, 2])                     # three variables of the values 0 and 1
        lamps.add("queens-compact:one", [(0, 1), (1, 1), (2, 1)])    # exactly one of them is on
        lamps.give(0, 0)                                     # not the first
        answer = lamps.solve(seconds=1)
        answer.kind, answer.values                           # "believed", [0, 1, 0] or [0, 0, 1]

    values: how many values each variable has, two or more. verifier: see `verify_with`."""

    def __init__(self, values: Iterable[int] = (), verifier: Optional[Verifier] = None) -> None:
        self._lock = threading.RLock()  # a draft belongs to one thread at a time
        self._variables: List[Tuple[int, int]] = []
        self._constraints: List[Any] = []
        self._models: List[Handle] = []
        self._given: Dict[int, int] = {}
        self._verifier: Optional[Verifier] = None
        self._runs: List[Run] = []
        self._draft: Optional[Handle] = None
        self._problem: Optional[Handle] = None
        sizes = [_convert.whole("the number of values of a variable", size, 0, _convert.UINT32_MAX)
                 for size in _convert.sequence("values", values)]
        for size, group in itertools.groupby(sizes):
            self.variables(sum(1 for _ in group), size)
        if verifier is not None:
            self.verify_with(verifier)

    def __reduce__(self) -> Any:
        raise TypeError("a basin.Problem cannot be copied")

    # -------------------------------------------------------------------------- stating ----

    def variables(self, count: int, values: int) -> range:
        """Adds variables of the values 0 to values - 1, and returns their numbers."""
        count = _convert.whole("count", count, 0, _convert.UINT32_MAX)
        values = _convert.whole("values", values, 0, _convert.UINT32_MAX)
        first = ctypes.c_uint32()
        with self._lock:
            self._state("basin_draft_variables", count, values, ctypes.byref(first))
            self._variables.append((count, values))
        return range(first.value, first.value + count)

    def add(self, energy: Energy, variables: Sequence[Literal], *, weight: float = 1.0,
            condition: Sequence[float] = ()) -> None:
        """Adds a constraint: an energy that was learned, and what it reads.

        energy: "MODEL:NETWORK", the model a built-in name or a file ("queens-compact:one"), or a
        pair of a basin.Model and the name of its network: (model, "one"). A model that basin.learn
        made is a whole constraint: `variables` are then the numbers of its places, in order.
        variables: what it reads: a pair (variable, value) says that a variable has a value,
        (variable, value, True) that it has not; a number is a whole variable, for networks of pairs
        such as "color-compact:edge"; None is an input of a network of the paper's kind that is 0.
        weight: how much it counts. condition: numbers that the network reads beside."""
        if isinstance(energy, Model):
            self._add_learned(energy, variables, weight, condition)
            return
        constraint = _convert.initial(_header.basin_constraint)
        model = self._name(constraint, energy)
        literals = [_literal(item) for item in _convert.sequence("variables", variables)]
        numbers = _convert.floats("condition", condition)
        constraint.literal = (_header.basin_literal * len(literals))(*literals)
        constraint.literals = len(literals)
        if len(numbers) > 0:
            constraint.condition = ctypes.cast(numbers, ctypes.POINTER(ctypes.c_float))
            constraint.conditions = len(numbers)
        constraint.weight = _convert.real("weight", weight)
        with self._lock:
            self._state("basin_draft_constrain", ctypes.byref(constraint))
            self._constraints.append(("basin_draft_constrain", ctypes.byref(constraint)))
            if model is not None and model not in self._models:
                self._models.append(model)

    def _add_learned(self, learned: Model, variables: Sequence[Literal], weight: float,
                     condition: Sequence[float]) -> None:
        """A constraint that basin.learn learned, over whole variables."""
        model = model_handle("energy", learned)
        numbers = [_convert.whole("a variable", item, 0, _convert.UINT32_MAX - 1)
                   for item in _convert.sequence("variables", variables)]
        if len(_convert.sequence("condition", condition)) > 0:
            raise ValueError("a learned constraint reads no conditions")
        array = (ctypes.c_uint32 * len(numbers))(*numbers)
        stated = ("basin_draft_learned", model.pointer, array, len(numbers),
                  _convert.real("weight", weight))
        with self._lock:
            self._state(*stated)
            self._constraints.append(stated)
            if model not in self._models:
                self._models.append(model)

    def _name(self, constraint: Any, energy: Any) -> Optional[Handle]:
        """Says whose network a constraint is of; returns the model where it is the caller's."""
        if isinstance(energy, str):
            constraint.network = _convert.text("energy", energy)
            return None
        if not (isinstance(energy, tuple) and len(energy) == 2):
            raise TypeError("energy is \"MODEL:NETWORK\", a model or (model, \"NETWORK\"), not %s"
                            % type(energy).__name__)
        model = model_handle("the model of an energy", energy[0])
        constraint.model = model.pointer
        constraint.network = _convert.text("the network of an energy", energy[1])
        return model

    def give(self, variable: int, value: Optional[int]) -> None:
        """Holds a variable at a value; None sets it free again."""
        variable = _convert.whole("variable", variable, 0, _convert.UINT32_MAX)
        number = -1 if value is None else _convert.whole("value", value, -1, _convert.INT32_MAX)
        with self._lock:
            self._state("basin_draft_given", variable, number)
            self._given[variable] = number

    def verify_with(self, verifier: Optional[Verifier]) -> Optional[Verifier]:
        """Says who judges: a function that gets a list of values, one for each variable and -1
        where it is open, and returns how many constraints are broken, 0 for a solution. It is
        called often and by several threads. Without one (None) the best that comes is "believed".
        It returns the function, so that it can be used as a decorator."""
        function = _convert.callback("verifier", verifier)
        with self._lock:
            self._verifier = function
            self._forget()
        return verifier

    # ---------------------------------------------------------- drafts, and what they become ----

    def _forget(self) -> None:
        self._problem = None

    def _state(self, function: str, *arguments: Any) -> None:
        """Tells the draft one thing more; the problem that it once became is no longer this one."""
        call(function, self._open(), *arguments)
        self._forget()

    def _open(self) -> Handle:
        """The draft. One that became a problem is empty: all that was stated is told anew."""
        if self._draft is None:
            draft = Handle("basin_draft_free", call, "basin_draft_new", keep=self._models)
            for count, values in self._variables:
                call("basin_draft_variables", draft, count, values, None)
            for function, *arguments in self._constraints:
                call(function, draft, *arguments)
            for variable, value in self._given.items():
                call("basin_draft_given", draft, variable, value)
            self._draft = draft
        return self._draft

    def _handle(self) -> Handle:
        with self._lock:
            if self._problem is None:
                draft = self._open()
                verify = self._callback()
                library.basin_draft_verifier(draft, verify, None)
                problem = Handle("basin_problem_free", call, "basin_draft_finish", draft,
                                 keep=list(self._models))
                problem.verify = verify
                self._problem, self._draft = problem, None
            return self._problem

    def _callback(self) -> Any:
        """The verifier as C calls it. Where it raises, all runs of this problem end."""
        verifier: Any = self._verifier
        runs = self._runs
        if verifier is None:
            return _header.basin_verify_fn(0)

        def verify(_user: Any, value: Any, count: int) -> int:
            try:
                return _convert.whole("what a verifier returns", verifier(value[:count]), 0,
                                      _convert.UINT64_MAX)
            except BaseException as error:
                for run in list(runs):
                    run.fail(error)
                return 1
        return _header.basin_verify_fn(verify)

    def _run(self) -> Run:
        return _OwnRun(self._runs)

    def _model(self, model: Optional[Model]) -> Optional[Handle]:
        if model is not None:
            raise TypeError("a problem of one's own has no model: its constraints name theirs")
        return None

    def __len__(self) -> int:
        with self._lock:
            return sum(count for count, _ in self._variables)


class _OwnRun(Run):
    """A run that hears of what a verifier raises."""

    def __init__(self, runs: List[Run]) -> None:
        super().__init__()
        self._runs = runs

    def __enter__(self) -> "Run":
        self._runs.append(self)
        return super().__enter__()

    def __exit__(self, *what: Any) -> None:
        self._runs.remove(self)
        super().__exit__(*what)


def _literal(item: Any) -> _header.basin_literal:
    if item is None:
        return _header.basin_literal(_header.NO_VARIABLE, 0, False)
    if not isinstance(item, tuple) and not isinstance(item, list):
        variable = _convert.whole("a variable", item, 0, _convert.UINT32_MAX - 1)
        return _header.basin_literal(variable, _header.WHOLE, False)
    if len(item) not in (2, 3):
        raise ValueError("%d things for a pair (variable, value)" % len(item))
    negated = len(item) == 3 and _convert.flag("the third of (variable, value, negated)", item[2])
    return _header.basin_literal(
        _convert.whole("a variable", item[0], 0, _convert.UINT32_MAX - 1),
        _convert.whole("a value", item[1], 0, _convert.INT32_MAX), negated)
