"""Models: learned energies, built in or from files; and how they are trained."""
import ctypes
import json
from os import PathLike
from typing import Any, Callable, Dict, List, NamedTuple, Optional, Union

from . import _convert, _header
from ._library import Handle, call, call_name, call_text, library
from ._run import Run


class Model:
    """The trained energy of one domain. Made by `Model.load`, `Model.builtin` or `Model.named`."""

    def __init__(self) -> None:
        raise TypeError("a Model is made by Model.load, Model.builtin or Model.named")

    @classmethod
    def _make(cls, function: str, *arguments: Any) -> "Model":
        model = cls.__new__(cls)
        model._handle = Handle("basin_model_free", call, function, *arguments)
        return model

    _handle: Handle

    @classmethod
    def load(cls, path: Union[str, "PathLike[str]"]) -> "Model":
        """The model of a file (safetensors), as `save` and `train` write it."""
        return cls._make("basin_model_load", _convert.path("path", path))

    @classmethod
    def builtin(cls, domain: str, energy: str = "compact") -> "Model":
        """The model of a domain that is built into the library; energy: "compact" or "exact", and
        in libbasin-full "paper"."""
        return cls._make("basin_model_default", _convert.text("domain", domain),
                         _convert.choice("energy", energy, "BASIN_ENERGY_"))

    @classmethod
    def named(cls, name: str) -> "Model":
        """The built-in model of that name, one of `basin.models()`: "queens-compact"."""
        return cls._make("basin_model_named", _convert.text("name", name))

    def save(self, path: Union[str, "PathLike[str]"]) -> None:
        """Writes the model to a file."""
        call("basin_model_save", self._handle, _convert.path("path", path))

    @property
    def domain(self) -> str:
        """The domain that it was trained for."""
        return call_name("basin_model_domain", self._handle) or ""

    @property
    def energy(self) -> str:
        """"compact", "paper" or "exact"."""
        return _convert.word(library.basin_model_energy(self._handle), "BASIN_ENERGY_")

    @property
    def hash(self) -> int:
        """A number that tells the networks of one model from another's; 0 where it has none."""
        return int(library.basin_model_hash(self._handle))

    @property
    def values(self) -> List[str]:
        """The values that a learned constraint knows, by name, in the order of their numbers; of
        other models none."""
        found: List[str] = []
        while True:
            name = call_name("basin_model_value_name", self._handle, len(found))
            if name is None:
                return found
            found.append(name)

    def describe(self) -> Dict[str, Any]:
        """All that the model's file says about itself."""
        described: Dict[str, Any] = json.loads(call_text("basin_model_describe", self._handle))
        return described

    def __repr__(self) -> str:
        return "<basin.Model %s-%s>" % (self.domain, self.energy)


class TrainMoment(NamedTuple):
    """How far a training is."""
    network: str
    step: int
    steps: int
    loss: float
    diffusion: float
    contrastive: float
    steps_per_second: float
    seconds_left: float
    note: Optional[str]


def _train_moment(now: Any) -> TrainMoment:
    fields = {name: getattr(now, name) for name in TrainMoment._fields}
    for name in ("network", "note"):
        if fields[name] is not None:
            fields[name] = fields[name].decode("utf-8", "replace")
    return TrainMoment(**fields)


def train(domain: str, path: Union[str, "PathLike[str]"], *, energy: str = "compact",
          steps: Optional[int] = None, batch: Optional[int] = None, rate: Optional[float] = None,
          diffusion: Optional[float] = None, contrastive: Optional[float] = None,
          seed: Optional[int] = None, threads: Optional[int] = None, resume: bool = False,
          checkpoint_seconds: Optional[float] = None,
          log: Union[None, str, "PathLike[str]"] = None, refine: Optional[Model] = None,
          kernel: Optional[str] = None, board: Optional[int] = None,
          on_moment: Optional[Callable[[TrainMoment], object]] = None,
          should_stop: Optional[Callable[[], bool]] = None) -> Model:
    """Trains the networks of a domain, writes the model to `path` and returns it.

    What is None is as the domain's recipe says. `log` is a CSV file; `refine` goes on from a model,
    on whole solved instances. Stopped early (Ctrl-C, an exception in a callback, `should_stop`)
    there is no model, but a checkpoint PATH.state, from which `resume=True` goes on; when
    `should_stop` said so, Error with status "stopped" is raised."""
    opts = _convert.initial(_header.basin_train_opts)
    _convert.fill(opts, {"energy": energy, "steps": steps, "batch": batch, "rate": rate,
                         "diffusion": diffusion, "contrastive": contrastive, "seed": seed,
                         "threads": threads, "resume": resume,
                         "checkpoint_seconds": checkpoint_seconds, "log": log, "kernel": kernel,
                         "board": board})
    if refine is not None:
        opts.refine = model_handle("refine", refine).pointer
    run = Run()
    listen(opts, run, on_moment, should_stop)
    where = _convert.path("path", path)
    with run:
        call("basin_train", _convert.text("domain", domain), ctypes.byref(opts), where)
    return Model._make("basin_model_load", where)


def listen(opts: Any, run: Run, on_moment: Optional[Callable[[TrainMoment], object]],
           should_stop: Optional[Callable[[], bool]]) -> None:
    """Lets the options of a training call Python back."""
    report = _convert.callback("on_moment", on_moment)
    kinds: Dict[str, Any] = dict(type(opts)._fields_)
    opts.should_stop = kinds["should_stop"](
        run.stopper(_convert.callback("should_stop", should_stop)))
    if report:
        opts.on_moment = kinds["on_moment"](
            run.guard(lambda _user, now: report(_train_moment(now.contents)), None))


def model_handle(name: str, model: Any) -> Handle:
    """The library's model; anything but a Model is a TypeError."""
    if not isinstance(model, Model):
        raise TypeError("%s is a basin.Model, not %s" % (name, type(model).__name__))
    return model._handle
