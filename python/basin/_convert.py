"""Python's values as those of C: what does not fit is a TypeError or ValueError, never a wrap."""
import ctypes
import operator
import os
from typing import Any, Dict, Iterable, List, Mapping, Optional, Sequence, Union

from . import _header

INT32_MAX = 2**31 - 1
UINT32_MAX = 2**32 - 1
UINT64_MAX = 2**64 - 1

Values = Union[Sequence[int], Mapping[int, int], Iterable[int]]


def whole(name: str, value: Any, low: int, high: int) -> int:
    """A whole number from low to high; numpy's are, True and 1.0 are not."""
    if isinstance(value, bool):
        raise TypeError("%s is a whole number, not %r" % (name, value))
    try:
        number = operator.index(value)
    except TypeError:
        raise TypeError("%s is a whole number, not %s" % (name, type(value).__name__)) from None
    if not low <= number <= high:
        raise ValueError("%s is %d; it is from %d to %d" % (name, number, low, high))
    return number


def real(name: str, value: Any) -> float:
    """A finite number."""
    if isinstance(value, (bool, str, bytes)):
        raise TypeError("%s is a number, not %s" % (name, type(value).__name__))
    try:
        number = float(value)
    except (TypeError, ValueError, OverflowError):
        raise TypeError("%s is a number, not %s" % (name, type(value).__name__)) from None
    if number != number or number in (float("inf"), float("-inf")):
        raise ValueError("%s is %r; it must be finite" % (name, number))
    return number


def flag(name: str, value: Any) -> bool:
    if not isinstance(value, bool):
        raise TypeError("%s is True or False, not %s" % (name, type(value).__name__))
    return value


def text(name: str, value: Any) -> bytes:
    """A string as bytes that end with a zero: it must have none itself."""
    if not isinstance(value, str):
        raise TypeError("%s is a string, not %s" % (name, type(value).__name__))
    try:
        encoded = value.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        raise ValueError("%s is no text that can be encoded" % name) from None
    if b"\0" in encoded:
        raise ValueError("%s has a zero byte" % name)
    return encoded


def path(name: str, value: Any) -> bytes:
    """The name of a file."""
    try:
        encoded = os.fsencode(value)
    except TypeError:
        raise TypeError("%s is the name of a file, not %s" % (name, type(value).__name__)) from None
    if b"\0" in encoded:
        raise ValueError("%s has a zero byte" % name)
    return encoded


def choice(name: str, value: Any, enum: str) -> int:
    """The number that a word stands for in an enum of the header."""
    known = _header.ENUMS[enum]
    if not isinstance(value, str):
        raise TypeError("%s is a string, not %s" % (name, type(value).__name__))
    if value not in known:
        raise ValueError("%s is %r; it is one of %s" % (name, value, ", ".join(known)))
    return known[value]


def word(number: int, enum: str) -> str:
    """The word for a number of an enum; of a later library's, the number."""
    for name, known in _header.ENUMS[enum].items():
        if known == number:
            return name
    return str(number)


def callback(name: str, value: Any) -> Any:
    if value is not None and not callable(value):
        raise TypeError("%s is a function, not %s" % (name, type(value).__name__))
    return value


def sequence(name: str, given: Any) -> List[Any]:
    """A list of what is given one by one."""
    if isinstance(given, (str, bytes, bytearray)):
        raise TypeError("%s is a sequence of numbers, not %s" % (name, type(given).__name__))
    try:
        return list(given)
    except TypeError:
        raise TypeError("%s is a sequence, not %s" % (name, type(given).__name__)) from None


def assignment(name: str, given: Any, count: int) -> Any:
    """One value for each of `count` variables as an array of C: -1 or None is open; a mapping names
    some of them, and the others are open."""
    array = (ctypes.c_int32 * count)(*[-1] * count)
    if isinstance(given, Mapping):
        for key in given:
            at = whole("a variable of " + name, key, 0, count - 1)
            array[at] = _value(name, given[key])
        return array
    items = sequence(name, given)
    if len(items) != count:
        raise ValueError("%s has %d values; there are %d variables" % (name, len(items), count))
    for i, item in enumerate(items):
        array[i] = _value(name, item)
    return array


def _value(name: str, value: Any) -> int:
    return -1 if value is None else whole("a value of " + name, value, -1, INT32_MAX)


def floats(name: str, given: Any) -> Any:
    items = [real("a number of " + name, item) for item in sequence(name, given)]
    return (ctypes.c_float * len(items))(*items)


def initial(kind: Any) -> Any:
    """A struct as its INIT macro makes it."""
    made = kind()
    made.size = ctypes.sizeof(kind)
    for field, value in _header.DEFAULTS[kind].items():
        setattr(made, field, value)
    return made


# How an option is converted: by its name in the struct. An option that is None keeps its default.
_WHOLE: Dict[str, int] = {"particles": UINT32_MAX, "steps": UINT64_MAX, "seed": UINT64_MAX,
                          "sample": UINT64_MAX, "threads": UINT32_MAX, "levels": UINT32_MAX,
                          "batch": UINT32_MAX, "board": UINT32_MAX, "n": UINT32_MAX,
                          "width": UINT32_MAX}
_REAL = ("seconds", "rate", "diffusion", "contrastive", "checkpoint_seconds", "ratio")
_FLAG = ("watch", "resume", "full", "only_clues", "numbers", "ordered", "values_differ")
_TEXT = ("sampler", "compose", "kernel", "kind", "hold_from")
_PATH = ("log", "clues", "hold_out", "audit", "embeddings")
_CHOICE = {"method": "BASIN_METHOD_", "energy": "BASIN_ENERGY_"}


def fill(struct: Any, options: Mapping[str, Optional[Any]]) -> None:
    """Puts options into a struct, each as its kind is."""
    for name, value in options.items():
        if value is None:
            continue
        if name in _WHOLE:
            value = whole(name, value, 0, _WHOLE[name])
        elif name in _REAL:
            value = real(name, value)
        elif name in _FLAG:
            value = flag(name, value)
        elif name in _TEXT:
            value = text(name, value)
        elif name in _PATH:
            value = path(name, value)
        elif name in _CHOICE:
            value = choice(name, value, _CHOICE[name])
        setattr(struct, name, value)
