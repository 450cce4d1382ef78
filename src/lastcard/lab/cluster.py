"""Runs a study's jobs on a Dask cluster (the extra `cluster`)."""

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
"""Seconds to wait for the scheduler's answer."""


class ClusterExecutor:
    """Runs jobs on a cluster. A job whose worker dies is run again by another one and gives the same result."""

    def __init__(self, client: Client) -> None:
        """Use the cluster that `client` is connected to."""
        self._workers = client.get_executor(pure=False)

    def submit(self, work: Callable[[Job], JobResult], job: Job, /) -> Future[JobResult]:
        """Submit the job under its key."""
        future: Future[JobResult] = self._workers.submit(work, job, key=job.key)
        return future


@contextmanager
def connect_cluster(address: str) -> Iterator[ClusterExecutor]:
    """Connect to the cluster with the scheduler at this address; StudyError if it does not answer or Dask is missing."""
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
