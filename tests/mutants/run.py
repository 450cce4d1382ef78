"""Mutants: changes of one place in the code that a rule's tests must notice.

    python -m tests.mutants.run [--shard 1/36] [--seed S] [--rule W5] [--jobs N]

Each `[[mutant]]` of tests/mutants/*.toml names the rule that it breaks, where in the code it does so, and the tests that must fail then.
`within` is the function, class or assignment (`Class.method` for a method), `find` a piece of code in it and `replace` what stands there instead;
both are compared as syntax, so moves and layout do not matter (tests/mutants/anchor.py). A data file has no syntax: there `file` and the text
`find` are the place. `nth` counts from 1 where the code is there several times. The tests run against a copy of the source; the
working tree is left alone. A mutant whose tests pass has survived: a clause that no test shows.

Exit status 0 if every mutant was noticed, 1 if one survived, does not apply, or kept its tests from running at all.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import tomllib
import traceback
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

from tests.mutants.anchor import AnchorError, Place, place_of

ROOT = Path(__file__).resolve().parents[2]
FOLDER = Path(__file__).parent
LIMIT = 120.0
"""Seconds after which a mutant's tests hang, which is noticed, too."""
KEYS = {"rule", "find", "replace", "test"}
PLACES = {"within", "file"}
PRELOADED = (
    "pytest",
    "_pytest.assertion.rewrite",
    "_pytest.legacypath",
    "hypothesis",
    "pytest_asyncio.plugin",
    "anyio.pytest_plugin",
    "pytest_rerunfailures",
    "pytest_timeout",
    "yaml",
)
PYTEST = (
    "-x",
    "-q",
    "--assert=plain",
    "--no-header",
    "-p",
    "no:cacheprovider",
    "-p",
    "no:xdist",
    "-p",
    "no:randomly",
)


class MutantError(Exception):
    """A mutant that does not fit the code; the text says which and why."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """One change: `find` becomes `replace`, and `tests` must fail; `where` is its place in the toml files."""

    where: str
    rule: str
    find: str
    replace: str
    tests: tuple[str, ...]
    within: str | None = None
    file: str | None = None
    nth: int | None = None

    def __str__(self) -> str:
        """Place, rule and the change, on one line."""
        lines = f"{self.find.strip()}  ->  {self.replace.strip() or '(nothing)'}"
        return f"{self.where} {self.rule} {self.within or self.file}: {' '.join(lines.split())}"

    def path(self) -> Path:
        """The file that is changed; MutantError if the place is not there."""
        return ROOT / self.file if self.file else self._place().file

    def mutated(self) -> str:
        """The file's text with the change; MutantError if it does not apply."""
        text = self.path().read_text(encoding="utf-8")
        changed = self._in_text(text) if self.file else self._place().changed(text, self.replace)
        if changed == text:
            raise MutantError(f"{self}: nothing is changed")
        return changed

    def _place(self) -> Place:
        try:
            return place_of(self.within or "", self.find, self.nth)
        except AnchorError as error:
            raise MutantError(f"{self}: {error}") from error

    def _in_text(self, text: str) -> str:
        """The text of a data file with the change."""
        found = text.count(self.find)
        if not found:
            raise MutantError(f"{self}: the text is not there")
        if self.nth is None and found > 1:
            raise MutantError(f"{self}: the text is there {found} times; `nth` must say which")
        if self.nth is not None and not 1 <= self.nth <= found:
            raise MutantError(f"{self}: the text is there {found} times, not {self.nth}")
        at = -1
        for _ in range(self.nth or 1):
            at = text.index(self.find, at + 1)
        return text[:at] + self.replace + text[at + len(self.find) :]


def read_mutants(folder: Path = FOLDER) -> list[Mutant]:
    """All mutants of the toml files there; MutantError says what is wrong with one."""
    return [mutant for path in sorted(folder.glob("*.toml")) for mutant in _read(path)]


def _read(path: Path) -> Iterator[Mutant]:
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    if set(data) != {"mutant"}:
        raise MutantError(f"{path.name}: it holds [[mutant]] tables and nothing else")
    for number, entry in enumerate(data["mutant"], start=1):
        where = f"{path.name}#{number}"
        if not KEYS <= set(entry) <= KEYS | PLACES | {"nth"} or len(PLACES & set(entry)) != 1:
            wanted = f"{', '.join(sorted(KEYS))}, `within` or `file`, and perhaps `nth`"
            raise MutantError(f"{where}: the keys are {wanted}, not {', '.join(entry)}")
        test = entry["test"]
        tests = tuple(test.split() if isinstance(test, str) else test)
        if not tests:
            raise MutantError(f"{where}: no test is named")
        what = (entry["rule"], entry["find"], entry["replace"])
        yield Mutant(where, *what, tests, entry.get("within"), entry.get("file"), entry.get("nth"))


def unfit(mutants: Sequence[Mutant]) -> list[str]:
    """Why mutants do not apply to the code or name tests that are not there; nothing if all do."""
    faults = []
    for mutant in mutants:
        if mutant.file and not (ROOT / mutant.file).is_file():
            faults.append(f"{mutant}: there is no such file")
            continue
        try:
            mutant.mutated()
        except MutantError as error:
            faults.append(str(error))
        faults += [f"{mutant}: there is no {test}" for test in mutant.tests if not _named(test)]
    return faults


def _named(test: str) -> bool:
    """Whether the test is there, as far as its file's text shows."""
    path, _, name = test.partition("::")
    if test.startswith("-") or not path.endswith(".py"):
        return True  # an option of pytest and its value
    if not (ROOT / path).is_file():
        return False
    function = name.partition("[")[0].rpartition("::")[2]
    return f"def {function}(" in (ROOT / path).read_text(encoding="utf-8") if function else True


class Copy:
    """A copy of the source in which one mutant at a time is tried."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.report = folder / "report.txt"
        self.changes = 0
        ignored = shutil.ignore_patterns("static", "__pycache__")
        shutil.copytree(ROOT / "src", folder / "src", ignore=ignored)

    def change(self, mutant: Mutant) -> None:
        """Put the mutant in; MutantError if it does not apply."""
        path = self.folder / mutant.path().relative_to(ROOT)
        path.write_text(mutant.mutated(), encoding="utf-8")
        self.changes += 1
        # byte code goes by whole seconds and size: no two states of a file may share them
        old = int(mutant.path().stat().st_mtime)
        os.utime(path, (old, old + self.changes))

    def mend(self, mutant: Mutant) -> None:
        """Put the file right again."""
        shutil.copy2(mutant.path(), self.folder / mutant.path().relative_to(ROOT))

    def start(self, mutant: Mutant) -> subprocess.Popen[bytes] | int:
        """Start the mutant's tests: a process, or the number of a forked one."""
        arguments = [*PYTEST, f"--rootdir={ROOT}", *mutant.tests]
        if hasattr(os, "fork"):
            pid = os.fork()
            if pid == 0:
                self._run_here(arguments)
            return pid
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(self.folder / "src"), str(ROOT)])}
        with self.report.open("wb") as out:
            command = [sys.executable, "-m", "pytest", *arguments]
            return subprocess.Popen(command, cwd=ROOT, env=environment, stdout=out, stderr=out)

    def _run_here(self, arguments: list[str]) -> None:
        """In the forked process: run pytest, which is imported already, on the copy. Does not return."""
        status = 3
        try:
            with self.report.open("wb") as out:
                os.dup2(out.fileno(), 1)
                os.dup2(out.fileno(), 2)
            os.chdir(ROOT)
            os.setpgid(0, 0)
            source = str(self.folder / "src")
            sys.path.insert(0, source)
            os.environ["PYTHONPATH"] = os.pathsep.join([source, str(ROOT)])
            sys.dont_write_bytecode = False  # most of the source is the same for the next mutant
            sys.pycache_prefix = str(self.folder / "bytecode")
            import pytest

            status = int(pytest.main(arguments))
        except BaseException:  # noqa: BLE001 - whatever it is, this process ends here
            traceback.print_exc()
        finally:
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(status)


@dataclass(slots=True)
class Trial:
    """A mutant whose tests are running."""

    mutant: Mutant
    copy: Copy
    process: subprocess.Popen[bytes] | int
    deadline: float

    def status(self) -> int | None:
        """The exit status of pytest, -1 if it took too long, None while it runs."""
        code: int | None
        if isinstance(self.process, int):
            pid, waited = os.waitpid(self.process, os.WNOHANG)
            code = os.waitstatus_to_exitcode(waited) if pid else None
        else:
            code = self.process.poll()
        if code is None and time.monotonic() > self.deadline:
            self._kill()
            return -1
        return code

    def _kill(self) -> None:
        if isinstance(self.process, int):
            os.kill(self.process, signal.SIGKILL)
            os.waitpid(self.process, 0)
        else:
            self.process.kill()
            self.process.wait()


def survivors(mutants: Sequence[Mutant], jobs: int = 1, *, verbose: bool = False) -> list[str]:
    """Try the mutants, `jobs` at a time; a sentence for each that was not noticed."""
    _preload()
    faults: list[str] = []
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
        free = [Copy(Path(folder) / str(number)) for number in range(min(jobs, len(mutants)))]
        waiting, running = list(reversed(mutants)), list[Trial]()
        while waiting or running:
            while free and waiting:
                mutant, copy = waiting.pop(), free.pop()
                copy.change(mutant)
                running.append(Trial(mutant, copy, copy.start(mutant), time.monotonic() + LIMIT))
            time.sleep(0.02)
            for trial in list(running):
                status = trial.status()
                if status is None:
                    continue
                running.remove(trial)
                trial.copy.mend(trial.mutant)
                free.append(trial.copy)
                faults += _judged(trial, status, verbose=verbose)
    return faults


def _judged(trial: Trial, status: int, *, verbose: bool) -> list[str]:
    """Nothing if the mutant was noticed: its tests failed (1) or hung (-1)."""
    noticed = status in (1, -1)
    if verbose or not noticed:
        print("ok      " if noticed else "SURVIVED" if not status else "BROKEN  ", trial.mutant, flush=True)
    if noticed:
        return []
    if not status:
        return [f"{trial.mutant}: the tests pass"]
    tail = trial.copy.report.read_text(encoding="utf-8", errors="replace")[-2000:]
    return [f"{trial.mutant}: the tests did not run (status {status})\n{tail}"]


def _preload() -> None:
    """Import what every run needs but the code under test, so that forked runs start at once."""
    if hasattr(os, "fork"):
        for module in PRELOADED:
            import_module(module)
        assert "lastcard" not in sys.modules, "it would be tested instead of the copy"


def shard(text: str) -> tuple[int, int]:
    """The number of a part, from 1 on, and how many there are."""
    number, count = map(int, text.split("/"))
    if not 1 <= number <= count:
        raise ValueError(text)
    return number, count


def main(arguments: Sequence[str] | None = None) -> int:
    """Read, choose and try mutants, and report."""
    parser = argparse.ArgumentParser(prog="tests.mutants.run", description="Try mutants against their tests.")
    parser.add_argument("--shard", type=shard, default=(1, 1), help="try only the first of 36 parts: 1/36")
    parser.add_argument("--seed", type=int, default=0, help="of the order from which parts are taken")
    parser.add_argument("--rule", help="only those of a rule (W5) or of a letter (W)")
    parser.add_argument("--jobs", type=int, default=min(4, os.cpu_count() or 1), help="how many at a time")
    parser.add_argument("--verbose", action="store_true", help="name those that were noticed, too")
    given = parser.parse_args(arguments)
    started = time.monotonic()
    mutants = read_mutants()
    if given.rule:
        mutants = [m for m in mutants if given.rule in (m.rule, m.rule.rstrip("0123456789"))]
    number, count = given.shard
    mutants = random.Random(given.seed).sample(mutants, len(mutants))[number - 1 :: count]
    faults = unfit(mutants)
    if not faults:
        faults = survivors(mutants, given.jobs, verbose=given.verbose)
    for fault in faults:
        print(fault)
    took = time.monotonic() - started
    print(f"{len(mutants)} mutants, {len(faults)} not noticed, {took:.0f} s, seed {given.seed}")
    return 1 if faults or not mutants else 0


if __name__ == "__main__":
    sys.exit(main())
