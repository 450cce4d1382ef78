"""A substitute for the module `cython` where the kernel runs as plain Python: types and decorators that do nothing."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from types import ModuleType
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_T = TypeVar("_T")


class _Type:
    """A C type; `int[10]` is one, too."""

    def __getitem__(self, length: object) -> _Type:
        return self


class _NoGil:
    """Both a decorator and what a `with` takes; a plain kernel keeps the interpreter's lock."""

    def __call__(self, what: _T) -> _T:
        return what

    def __enter__(self) -> None:
        return None

    def __exit__(self, *exception: object) -> None:
        return None


def _cast(kind: object, value: _T) -> _T:
    del kind
    return value


def _declare(kind: object, *, visibility: str) -> None:
    """A field of a class that Python may read and write, as every field can be in plain Python."""
    del kind, visibility


def _same(what: _T) -> _T:
    return what


def cold(function: _T) -> _T:
    """Mark a function of the kernel: a function of C where it is compiled (see sim_build.py)."""
    return function


def fast(function: _T) -> _T:
    """Mark a function of the kernel that is inlined where it is compiled."""
    return function


def _exceptval(*, check: bool) -> Callable[[_T], _T]:
    del check
    return _same


def _module() -> ModuleType:
    found: Any = ModuleType("cython")
    found.compiled = False
    for name in (
        "int",
        "uint",
        "short",
        "uchar",
        "longlong",
        "ulonglong",
        "double",
        "void",
        "float",
        "p_ulonglong",
        "p_uchar",
        "p_void",
    ):
        setattr(found, name, _Type())
    found.declare, found.cast = _declare, _cast
    found.final = found.cclass = found.cfunc = found.ccall = found.inline = _same
    found.nogil = _NoGil()
    found.exceptval = _exceptval
    assert isinstance(found, ModuleType)  # noqa: S101 - narrows the type
    return found


@contextmanager
def without_cython() -> Iterator[None]:
    """While this lasts, `import cython` gives the substitute, whether Cython is installed or not."""
    before = sys.modules.get("cython")
    sys.modules["cython"] = _module()
    try:
        yield
    finally:
        if before is None:
            del sys.modules["cython"]
        else:
            sys.modules["cython"] = before
