"""Runs a study: as jobs of some rounds each, in processes on this machine or on a cluster.

A job is the study's digest and a range of rounds. Its result does not depend on where it runs, and is written to a file at
once: a killed worker loses only its own job, and an interrupted study continues where it stopped.
"""

from __future__ import annotations

import json
import signal
import zlib
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Protocol

from lastcard.lab.figures import VariantSummary, summarise, summary_from
from lastcard.lab.matches import Matches, play_matches
from lastcard.lab.rules_engine import play_matches_by_rules, play_rounds_by_rules
from lastcard.lab.study import Engine, Study, StudyError, Variant
from lastcard.sim.play import Rounds, play_rounds

ROUNDS_PER_JOB: Final = {Engine.SIMULATOR: 20_000, Engine.RULES: 200}
ROUNDS_PER_MATCH: Final = 20
"""One whole match is played for every this many rounds."""

JobResult = list[dict[str, Any]]
"""The data of a summary for each variant."""
JobResults = Generator["tuple[Job, JobResult]", None, None]


@dataclass(frozen=True)
class Job:
    """Rounds `first` to `first + rounds - 1` of a study."""

    study: Study
    first: int
    rounds: int

    @property
    def key(self) -> str:
        """The name of the job in the file of results."""
        return f"{self.study.digest}:{self.first}:{self.rounds}"


class Executor(Protocol):
    """Runs jobs: a pool of processes, or a cluster."""

    def submit(self, work: Callable[[Job], JobResult], job: Job, /) -> Future[JobResult]:
        """Submit the job; the future gives its result."""


def run_job(job: Job) -> JobResult:
    """Play the job's rounds and matches under each variant's rules, over the same deals."""
    found: JobResult = []
    base = None
    for variant in job.study.variants:
        summary, values = summarise(
            variant.rules, play_job_rounds(job, variant), play_job_matches(job, variant), base
        )
        found.append(summary.data())
        base = values if base is None else base
    return found


def play_job_rounds(job: Job, variant: Variant) -> Rounds:
    """Play the job's rounds under the variant's rules."""
    study, rules, policies = job.study, variant.rules, job.study.policies_for(variant.rules)
    if study.engine is Engine.RULES:
        return play_rounds_by_rules(rules, study.seed, range(job.first, job.first + job.rounds), policies)
    return play_rounds(rules, study.seed, job.rounds, policies, first=job.first, dare=study.dare)


def play_job_matches(job: Job, variant: Variant) -> Matches:
    """Play the job's matches under the variant's rules."""
    study, rules, policies = job.study, variant.rules, job.study.policies_for(variant.rules)
    matches = range(job.first // ROUNDS_PER_MATCH, (job.first + job.rounds) // ROUNDS_PER_MATCH)
    if study.engine is Engine.RULES:
        return play_matches_by_rules(rules, study.seed, matches, policies)
    return play_matches(rules, study.seed, matches, policies, dare=study.dare)


def jobs_of(study: Study) -> Iterator[Job]:
    """Yield the study's jobs lazily: there may be half a million."""
    most = ROUNDS_PER_JOB[study.engine]
    for first in range(0, study.rounds, most):
        yield Job(study, first, min(most, study.rounds - first))


class ResultStore:
    """Results of jobs in a file, a line each; an incomplete line is ignored.

    In memory they are compressed: a thousand million rounds are fifty thousand results of some ten thousand numbers each.
    """

    def __init__(self, path: Path | None) -> None:
        """Read the file, or use none if `path` is None; StudyError if it cannot be used."""
        self._path = path
        self._found: dict[str, bytes] = {}
        if path is None:
            return
        if path.parent.exists() and not path.parent.is_dir():
            raise StudyError(f"{path.parent}: a folder is needed, and this is none")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            with path.open("a+b") as file:
                file.seek(0)
                last = b"\n"
                for last in file:
                    self._read(last)
                if not last.endswith(b"\n"):
                    file.write(b"\n")  # so that the next result is on a line of its own
        except OSError as error:
            raise StudyError(f"{path}: {error.strerror}") from None

    def _read(self, line: bytes) -> None:
        try:
            entry = json.loads(line)
            self._found[entry["job"]] = _packed(entry["result"])
        except (ValueError, KeyError, TypeError):
            return

    def __len__(self) -> int:
        """The number of results, including those of other studies."""
        return len(self._found)

    def __contains__(self, job: Job) -> bool:
        return job.key in self._found

    def result(self, job: Job) -> JobResult:
        """Return the result of the job; KeyError if it is missing."""
        found: JobResult = json.loads(zlib.decompress(self._found[job.key]))
        return found

    def save(self, job: Job, result: JobResult) -> None:
        """Add the result and write it to the file at once."""
        if self._path is not None:
            with self._path.open("a", encoding="utf-8") as file:
                file.write(json.dumps({"job": job.key, "result": result}) + "\n")
        self._found[job.key] = _packed(result)


def _packed(result: JobResult) -> bytes:
    return zlib.compress(json.dumps(result).encode(), 1)


def run_study(
    study: Study,
    *,
    store: ResultStore | None = None,
    processes: int = 1,
    executor: Executor | None = None,
    progress: Callable[[int, int], object] = max,
) -> list[VariantSummary]:
    """Run the jobs whose results are missing and return a summary for each variant.

    After KeyboardInterrupt, `store` has the results of the jobs that were done or had begun. `progress` is called with the
    number of rounds done and the number in all; its result is ignored.
    """
    store = ResultStore(None) if store is None else store
    done = sum(job.rounds for job in jobs_of(study) if job in store) if store else 0
    progress(done, study.rounds)

    def note(job: Job, result: JobResult) -> None:
        nonlocal done
        store.save(job, result)
        done += job.rounds
        progress(done, study.rounds)

    _store_all(_results((job for job in jobs_of(study) if job not in store), processes, executor), note)
    return summaries(study, map(store.result, jobs_of(study)))


def summaries(study: Study, results: Iterable[JobResult]) -> list[VariantSummary]:
    """Add up the results of jobs: a summary for each variant."""
    found = [VariantSummary() for _ in study.variants]
    for result in results:
        found = [total + summary_from(more) for total, more in zip(found, result, strict=True)]
    return found


def _store_all(results: JobResults, note: Callable[[Job, JobResult], None]) -> None:
    """Store each result; on an interruption, those of jobs already begun are stored before it is raised again."""
    try:
        for job, result in results:
            note(job, result)
    except KeyboardInterrupt as interruption:
        with suppress(KeyboardInterrupt):  # `results` raises it again after the results of jobs already begun
            note(*results.throw(interruption))
            for job, result in results:
                note(job, result)
        raise


def _results(jobs: Iterable[Job], processes: int, executor: Executor | None) -> JobResults:
    if executor is not None:
        yield from _run_on(executor, jobs, MAX_PENDING)
    elif processes == 1:
        yield from ((job, run_job(job)) for job in jobs)
    else:
        with ProcessPoolExecutor(processes, initializer=_ignore_interrupts) as pool:
            yield from _run_on(pool, jobs, 2 * processes)


MAX_PENDING: Final = 1000
"""How many jobs a cluster has at a time."""


def _ignore_interrupts() -> None:
    """Ctrl-C reaches all processes of a terminal; the jobs in progress are short and are finished."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _run_on(executor: Executor, jobs: Iterable[Job], most: int) -> JobResults:
    """Results as they come, with up to `most` jobs in progress; on an interruption, those of jobs begun, then raise it again."""
    running: dict[Future[JobResult], Job] = {}
    try:
        for job in jobs:
            running[executor.submit(run_job, job)] = job
            if len(running) >= most:
                yield from _finished(running)
        while running:
            yield from _finished(running)
    except KeyboardInterrupt:
        begun = {future: job for future, job in running.items() if not future.cancel()}
        while begun:
            yield from _finished(begun)
        raise


def _finished(running: dict[Future[JobResult], Job]) -> JobResults:
    done, _ = wait(running, return_when=FIRST_COMPLETED)
    for future in done:
        yield running.pop(future), future.result()
