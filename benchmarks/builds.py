"""Two builds of Lastcard measured in turns: every figure of the simulator and of Lastcard's side of the peers' comparison.

    python -m benchmarks.builds OLD NEW [--runs N] [--seconds S]

OLD and NEW are clones with a `.venv` each. A run measures both, in alternating order. For each figure the median over the
runs of new divided by old is printed: 1.00 is the same speed, 1.05 is 5 % faster.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from statistics import geometric_mean, median

FIGURE = re.compile(r"^(?P<name>.*?)\s+(?P<number>[\d.,]+) (?:million|thousand|ns)\b")


def main() -> int:
    """Measure in turns and print the ratios."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("old", type=Path)
    parser.add_argument("new", type=Path)
    parser.add_argument("--runs", type=int, default=20, help="how often both are measured (20)")
    parser.add_argument("--seconds", type=float, default=0.3, help="how long each figure is measured (0.3)")
    wanted = parser.parse_args()
    clones = [wanted.old.resolve(), wanted.new.resolve()]
    ratios: dict[str, list[float]] = {}
    for run in range(wanted.runs):
        found = {}
        for clone in clones if run % 2 == 0 else clones[::-1]:
            found[clone] = {**simulator(clone, wanted.seconds), **peers(clone, wanted.seconds)}
        for name, old in found[clones[0]].items():
            if name in found[clones[1]]:
                ratios.setdefault(name, []).append(found[clones[1]][name] / old)
        print(f"run {run + 1} of {wanted.runs}", file=sys.stderr, flush=True)
    for name, values in ratios.items():
        print(f"{median(values):6.3f}  {name}")
    print(f"{geometric_mean(median(values) for values in ratios.values()):6.3f}  all of them, geometric mean")
    return 0


def simulator(clone: Path, seconds: float) -> dict[str, float]:
    """The rates that `benchmarks.simulator` prints, by the words before them."""
    out = _run(clone, ["-m", "benchmarks.simulator", "--seconds", str(seconds)])
    return {
        found["name"].strip(" :"): float(found["number"].replace(",", ""))
        for line in out.splitlines()
        if "ns" not in line.split() and (found := FIGURE.match(line))
    }


def peers(clone: Path, seconds: float) -> dict[str, float]:
    """Decisions a second of what `benchmarks.peers` measures of Lastcard itself."""
    command = [str(python(clone)), "benchmarks/peers/ours.py"]
    environment = {**os.environ, "PYTHONPATH": str(clone / "src")}
    with subprocess.Popen(  # noqa: S603 - our own program
        command, cwd=clone, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as worker:
        assert worker.stdin and worker.stdout  # noqa: S101, PT018 - narrows the types
        names = json.loads(worker.stdout.readline())
        rates = {}
        for at, name in enumerate(names):
            worker.stdin.write(f"{at} {seconds}\n")
            worker.stdin.flush()
            counted = json.loads(worker.stdout.readline())
            rates[f"peers: {name}"] = counted["decisions"] / counted["seconds"]
        worker.stdin.close()
    return rates


def python(clone: Path) -> Path:
    """The clone's own interpreter."""
    return clone / ".venv" / "bin" / "python"


def _run(clone: Path, arguments: list[str]) -> str:
    command = [str(python(clone)), *arguments]
    return subprocess.run(command, cwd=clone, check=True, stdout=subprocess.PIPE, text=True).stdout  # noqa: S603


if __name__ == "__main__":
    sys.exit(main())
