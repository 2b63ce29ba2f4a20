"""backend.py - makes a wheel of the package for pip (PEP 517), with nothing but Python itself.

Where `make` has built the library, it goes into the wheel, and the package finds it beside itself;
else the package looks for the system's."""
import base64
import hashlib
import re
import sysconfig
import zipfile
from pathlib import Path

HERE = Path(__file__).resolve().parent


def version():
    text = (HERE / "basin" / "_header.py").read_text(encoding="utf-8")
    return re.search(r'^VERSION = "(.*)"$', text, flags=re.M)[1]


def metadata():
    return ("Metadata-Version: 2.1\nName: basin\nVersion: %s\nLicense: MIT\n"
            "Summary: Constraint problems solved by adding up energies that were learned from "
            "examples\nRequires-Python: >=3.8\n" % version()).encode()


def write_wheel(folder, files, tag):
    """A wheel of {name in it: bytes}; returns its file's name."""
    info = "basin-%s.dist-info/" % version()
    files = dict(files)
    files[info + "METADATA"] = metadata()
    files[info + "WHEEL"] = ("Wheel-Version: 1.0\nGenerator: basin\nRoot-Is-Purelib: %s\nTag: %s\n"
                             % (str(tag.endswith("any")).lower(), tag)).encode()
    record = ""
    for name, content in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
        record += "%s,sha256=%s,%d\n" % (name, digest, len(content))
    files[info + "RECORD"] = (record + info + "RECORD,,\n").encode()
    wheel = "basin-%s-%s.whl" % (version(), tag)
    with zipfile.ZipFile(Path(folder) / wheel, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return wheel


def build_wheel(folder, config_settings=None, metadata_directory=None):
    sources = sorted((HERE / "basin").glob("*.py")) + [HERE / "basin" / "py.typed"]
    files = {"basin/" + path.name: path.read_bytes() for path in sources}
    library = "libbasin.so." + version().split(".")[0]
    built = HERE.parent / "build" / library
    if not built.exists():
        return write_wheel(folder, files, "py3-none-any")
    files["basin/" + library] = built.read_bytes()
    platform = re.sub(r"[-.]", "_", sysconfig.get_platform())
    return write_wheel(folder, files, "py3-none-" + platform)


def build_editable(folder, config_settings=None, metadata_directory=None):
    return write_wheel(folder, {"basin.pth": (str(HERE) + "\n").encode()}, "py3-none-any")


def build_sdist(folder, config_settings=None):
    raise NotImplementedError("the package is made from a checkout of basin alone")
