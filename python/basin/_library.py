"""Finds and loads libbasin, lends contexts, and turns statuses into exceptions."""
import contextlib
import ctypes
import os
import weakref
from pathlib import Path
from typing import Any, Callable, Iterator, List, Optional

from . import _header

STATUSES = {number: name for name, number in _header.ENUMS["BASIN_STATUS_"].items()}


class Error(Exception):
    """What basin says when a call fails; `status` is one word: "parse", "io", "model"..."""

    def __init__(self, status: str, text: str) -> None:
        super().__init__(text)
        self.status = status

    def __reduce__(self) -> Any:
        return type(self), (self.status, str(self))


class InputError(Error, ValueError):
    """An argument that basin itself refuses (status "input"); a ValueError, too."""


def _candidates() -> List[str]:
    """Where the library may be, in order: named, beside the package, in a checkout, anywhere."""
    named = os.environ.get("BASIN_LIBRARY")
    if named:
        return [named]
    package = Path(__file__).resolve().parent
    file = "libbasin.so." + _header.VERSION.split(".")[0]
    folders = [package, package.parent.parent / "build"]
    if package.parent.name == "dist-packages":  # as `make install` leaves it: PREFIX/lib is here
        folders.insert(1, package.parent.parent.parent)
    return [str(folder / file) for folder in folders if (folder / file).exists()] + [file]


def _load() -> ctypes.CDLL:
    tried = []
    for name in _candidates():
        try:
            library = ctypes.CDLL(name)
        except OSError as error:
            tried.append(str(error))
            continue
        for function, (result, arguments) in _header.FUNCTIONS.items():
            try:
                known = getattr(library, function)
            except AttributeError:
                raise ImportError("%s has no %s: it is not the libbasin of this package, %s"
                                  % (name, function, _header.VERSION)) from None
            known.restype, known.argtypes = result, arguments
        return library
    raise ImportError("libbasin is not found; make builds it, and BASIN_LIBRARY=FILE names it: "
                      + "; ".join(tried))


library = _load()

# A context belongs to one thread at a time, and one that is in use may call us back: every call
# borrows one of its own.
_idle: List[ctypes.c_void_p] = []


@contextlib.contextmanager
def context() -> Iterator[ctypes.c_void_p]:
    """Lends a context."""
    try:
        ctx = _idle.pop()
    except IndexError:
        ctx = ctypes.c_void_p()
        if library.basin_ctx_new(None, ctypes.byref(ctx)) != 0:
            raise MemoryError("no memory for a context of basin") from None
    try:
        yield ctx
    finally:
        _idle.append(ctx)


def check(ctx: ctypes.c_void_p, status: int) -> None:
    """Raises what a status that is not OK stands for."""
    if status != 0:
        name = STATUSES.get(status, str(status))
        text = library.basin_error_text(ctx).decode("utf-8", "replace")
        raise (InputError if name == "input" else Error)(name, text)


def call(function: str, *arguments: Any) -> None:
    """Calls a function that takes a context and returns a status."""
    with context() as ctx:
        check(ctx, getattr(library, function)(ctx, *arguments))


def call_text(function: str, *arguments: Any) -> str:
    """Calls a function whose last argument is text that it hands out."""
    text = ctypes.c_char_p()
    with context() as ctx:
        check(ctx, getattr(library, function)(ctx, *arguments, ctypes.byref(text)))
        try:
            return (text.value or b"").decode("utf-8", "replace")
        finally:
            library.basin_text_free(ctx, text)


def call_name(function: str, *arguments: Any) -> Optional[str]:
    """Calls a function that returns a name, or NULL."""
    name = getattr(library, function)(*arguments)
    return None if name is None else name.decode("utf-8", "replace")


def names(function: str) -> List[str]:
    """All names of a function that counts them from 0 and ends with NULL."""
    found: List[str] = []
    while True:
        name = call_name(function, len(found))
        if name is None:
            return found
        found.append(name)


def _free(function: str, pointer: ctypes.c_void_p, keep: Any) -> None:
    with context() as ctx:
        getattr(library, function)(ctx, pointer)


class Handle:
    """Something that the library made and that is freed with this object, before what it `keep`s.

    Calls are given the object itself, which lives as long as they last. At the end of the
    interpreter nothing is freed: threads may still be at work."""

    verify: Any = None  # a problem's verifier as C calls it, which must live as long

    def __init__(self, free: str, make: Callable[..., None], *arguments: Any,
                 keep: Any = None) -> None:
        pointer = ctypes.c_void_p()
        make(*arguments, ctypes.byref(pointer))
        self._as_parameter_ = pointer
        weakref.finalize(self, _free, free, pointer, keep).atexit = False

    @property
    def pointer(self) -> int:
        """For a field of a struct; who fills it holds on to this object."""
        return self._as_parameter_.value or 0

    def __reduce__(self) -> Any:
        raise TypeError("what basin made cannot be copied")
