"""A Dask cluster does what one process does, though workers are killed."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path

import pytest
from distributed import LocalCluster

from lastcard.cli import main
from lastcard.lab import jobs
from lastcard.lab.cluster import connect_cluster
from lastcard.lab.jobs import Job, JobResult, run_job, run_study
from lastcard.lab.study import Engine, compare


class Deadly:
    """An executor whose first job to be carried out kills its worker when it is nearly done."""

    def __init__(self, inner: jobs.Executor, mark: Path) -> None:
        self._inner = inner
        self._mark = mark

    def submit(self, task: Callable[[Job], JobResult], job: Job) -> Future[JobResult]:
        """See `Executor.submit`."""
        assert task is run_job
        return self._inner.submit(_Killing(self._mark), job)


class _Killing:
    def __init__(self, mark: Path) -> None:
        self._mark = mark

    def __call__(self, job: Job) -> JobResult:
        result = run_job(job)
        try:
            self._mark.touch(exist_ok=False)
        except FileExistsError:
            return result
        os.kill(os.getpid(), signal.SIGKILL)
        raise AssertionError("killed")


@pytest.mark.tier("all")
def test_a_killed_worker_costs_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Workers on this machine; one is killed in the middle of a job: the figures are those of one process."""
    monkeypatch.setitem(jobs.ROUNDS_PER_JOB, Engine.SIMULATOR, 100)
    study = compare(["classic", "stacking=same"], rounds=800, seed=3)
    with (
        LocalCluster(
            n_workers=2, threads_per_worker=1, dashboard_address=None, local_directory=str(tmp_path)
        ) as local,
        connect_cluster(local.scheduler_address) as workers,
    ):
        found = run_study(study, executor=Deadly(workers, tmp_path / "killed"))
        assert (tmp_path / "killed").exists()
        assert found == run_study(study)


def test_a_cluster_that_does_not_answer_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """One sentence with the address, and exit code 2."""
    monkeypatch.setattr("lastcard.lab.cluster.CONNECT_TIMEOUT", 0.2)
    assert main(["lab", "compare", "classic", "--games", "10", "--cluster", "tcp://127.0.0.1:9"]) == 2
    assert "--cluster: tcp://127.0.0.1:9 does not answer" in capsys.readouterr().err
