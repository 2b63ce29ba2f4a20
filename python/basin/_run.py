"""One call of the library that calls Python back: exceptions and signals end it and come out of it.

No exception can pass through C. The first one of a callback, or of a signal's handler (Ctrl-C
raises KeyboardInterrupt there), is kept; the library hears by should_stop that it is to end, and then
the exception is raised where the call was made."""
import functools
import signal
import threading
from types import TracebackType
from typing import Any, Callable, Dict, Optional, Type


class _Deferred:
    """A handler of a signal whose exceptions wait for the end of a run."""

    def __init__(self, run: "Run", handler: Any) -> None:
        # Inside of another run's callback the innermost one is to end first.
        self.handler: Any = handler.handler if isinstance(handler, _Deferred) else handler
        self.call = run.guard(self.handler, None)

    def __call__(self, number: int, frame: Any) -> None:
        self.call(number, frame)


class Run:
    def __init__(self) -> None:
        self.error: Optional[BaseException] = None
        self._handlers: Dict[int, Any] = {}

    def fail(self, error: BaseException) -> None:
        """Keeps the first exception."""
        if self.error is None:
            self.error = error

    def guard(self, function: Callable[..., Any], default: Any) -> Callable[..., Any]:
        """The function as C may call it: it returns `default` where it would raise, and after."""
        @functools.wraps(function, assigned=(), updated=())
        def guarded(*arguments: Any) -> Any:
            if self.error is None:
                try:
                    return function(*arguments)
                except BaseException as error:  # KeyboardInterrupt and SystemExit among them
                    self.fail(error)
            return default
        return guarded

    def stopper(self, asked: Any) -> Callable[..., bool]:
        """What the library polls: true when something failed, or when the user's function, if there
        is one, says so."""
        ask = self.guard(lambda: asked is not None and bool(asked()), True)
        return lambda _user: bool(ask()) or self.error is not None

    def __enter__(self) -> "Run":
        if threading.current_thread() is threading.main_thread():  # others never see signals
            for number in signal.valid_signals():
                handler = signal.getsignal(number)
                if callable(handler):
                    self._handlers[number] = handler
                    signal.signal(number, _Deferred(self, handler))
        return self

    def __exit__(self, kind: Optional[Type[BaseException]], error: Optional[BaseException],
                 trace: Optional[TracebackType]) -> None:
        for number, handler in self._handlers.items():
            signal.signal(number, handler)
        if self.error is not None:
            raise self.error from None
