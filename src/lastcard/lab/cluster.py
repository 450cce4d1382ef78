"""A Dask cluster that does a study's jobs (the extra `connect_cluster`)."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from typing import TYPE_CHECKING

from lastcard.lab.study import StudyError

if TYPE_CHECKING:
    from distributed import Client

    from lastcard.lab.jobs import Job, JobResult

CONNECT_TIMEOUT: float = 10
"""So many seconds a scheduler has to answer."""


class ClusterExecutor:
    """An executor of jobs; a job whose worker is killed is done again by another one, and gives the same."""

    def __init__(self, client: Client) -> None:
        """`client` knows the scheduler."""
        self._workers = client.get_executor(pure=False)

    def submit(self, work: Callable[[Job], JobResult], job: Job, /) -> Future[JobResult]:
        """Have the job done; the cluster knows it by its key."""
        future: Future[JobResult] = self._workers.submit(work, job, key=job.key)
        return future


@contextmanager
def connect_cluster(address: str) -> Iterator[ClusterExecutor]:
    """The cluster whose scheduler has this address; StudyError if it cannot be reached or Dask is not installed."""
    if importlib.util.find_spec("distributed") is None:
        raise StudyError(
            "--cluster: Dask is not installed; it comes with the extra cluster (pip install distributed)"
        )
    from distributed import Client  # noqa: PLC0415 - not always there

    try:
        client = Client(address, timeout=CONNECT_TIMEOUT)
    except (OSError, ValueError) as error:
        raise StudyError(f"--cluster: {address} does not answer: {error}") from None
    try:
        yield ClusterExecutor(client)
    finally:
        client.close()
