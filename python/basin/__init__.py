"""basin: constraint problems solved by adding up energies that were learned from examples.

    import basin

    print(basin.open("queens", 12).solve().write())          # a domain that is built in

    lamps = basin.Problem([2, 2, 2])                         # a problem of one's own
    lamps.add("queens-compact:one", [(0, 1), (1, 1), (2, 1)])
    print(lamps.solve(seconds=1).values)

Everything that fails raises: TypeError and ValueError for wrong arguments, Error (whose `status` is
one word, and whose text is basin's) for the rest. The library is found by BASIN_LIBRARY, beside the
package, in build/ of the checkout, or where the system has it."""
from ._answer import Answer, Moment
from ._instance import (Instance, domains, formats, generate, kernels, kinds, models, open,
                        samplers)
from ._learn import Found, Learned, learn
from ._library import Error, InputError, library as _library
from ._model import Model, TrainMoment, train
from ._problem import Problem

__all__ = ["Answer", "Error", "Found", "InputError", "Instance", "Learned", "Model", "Moment",
           "Problem", "TrainMoment", "domains", "formats", "generate", "kernels", "kinds", "learn",
           "models", "open", "samplers", "train"]
__version__: str = _library.basin_version().decode()
