"""`lastcard lab`: measures what a rule does, over any number of rounds."""

from __future__ import annotations

import argparse
import os
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

from lastcard.cli import ExitCode

if TYPE_CHECKING:
    from collections.abc import Callable

    from lastcard.lab.figures import VariantSummary
    from lastcard.lab.jobs import ResultStore
    from lastcard.lab.study import Study


def add(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the command line."""
    parser = subparsers.add_parser(
        "lab",
        help="compare rules over the same deals",
        description="Plays rounds under several rule sets over the same deals and prints the differences, with 95 % intervals. "
        "`lab compare` takes the rules from the command line, `lab run` from a TOML file (docs/lab.md).",
    )
    ways = parser.add_subparsers(metavar="WAY", required=True)
    compare = ways.add_parser("compare", help="compare rules given as words, such as: classic stacking=same")
    compare.add_argument(
        "rules",
        nargs="+",
        metavar="RULES",
        help="an edition, or OPTION=VALUE[,OPTION=VALUE…] that differs from the first edition named",
    )
    compare.add_argument("--players", type=int, default=4, metavar="P", help="number of players (default: 4)")
    compare.add_argument(
        "--games",
        type=positive_number,
        default=100_000,
        metavar="N",
        help="rounds for each rule set, such as 1e6 (default: 100000)",
    )
    compare.add_argument("--seed", type=int, default=0, metavar="S", help="the seed (default: 0)")
    compare.add_argument(
        "--policy", default="R", metavar="NAME", help="the policy of all seats: R or sensible (default: R)"
    )
    compare.add_argument(
        "--engine",
        default="simulator",
        metavar="NAME",
        help="what plays the rounds: simulator, or rules, which is slow and checks it (default: simulator)",
    )
    compare.add_argument("--hero", metavar="NAME", help="the policy of seat 0, if it differs")
    study = ways.add_parser("run", help="run a study from a TOML file")
    study.add_argument("file", type=Path, metavar="FILE", help="the study")
    study.add_argument(
        "--games", type=positive_number, metavar="N", help="number of rounds, instead of the one in the file"
    )
    for way in (compare, study):
        way.add_argument(
            "--out",
            type=Path,
            metavar="DIR",
            help="write report.md, report.html, tables and plots here, and store results, so that an interrupted study "
            "can continue",
        )
        way.add_argument(
            "--every-round", action="store_true", help="also write a table of every round into --out"
        )
        way.add_argument(
            "--cluster",
            metavar="ADDRESS",
            help="run on the Dask cluster with this scheduler, such as tcp://192.168.1.5:8786",
        )
        way.add_argument(
            "--jobs", type=process_count, metavar="J", help="number of processes (default: one per processor)"
        )
        way.set_defaults(run=run)


def positive_number(word: str) -> int:
    """Parse a whole number from 1, also written `1e6` or `1_000_000`."""
    try:
        found = float(word.replace("_", ""))
    except ValueError:
        found = 0.0
    if not 1 <= found <= 1e10 or found != int(found):  # noqa: PLR2004
        raise argparse.ArgumentTypeError(f"a whole number from 1 is needed, such as 1e6, not {word!r}")
    return int(found)


def process_count(word: str) -> int:
    """Parse a number of processes."""
    from lastcard.record.digits import parse_digits

    count = parse_digits(word)
    if not count:
        raise argparse.ArgumentTypeError(f"a number of processes from 1 is needed, not {word!r}")
    return count


def run(args: argparse.Namespace) -> int:
    """Run the study and print its table; 130 if interrupted, with the results so far stored in --out."""
    from lastcard.lab import files, report
    from lastcard.lab.jobs import ResultStore
    from lastcard.lab.study import StudyError

    study = _study(args)
    if args.every_round and args.out is None:
        raise StudyError("--every-round: say with --out in which folder")
    store = ResultStore(None if args.out is None else args.out / f"done-{study.digest}.jsonl")
    try:
        summaries = _run(study, store, args)
    except KeyboardInterrupt:
        again = (
            " Nothing of it is kept; with --out DIR the same command would go on from there."
            if args.out is None
            else f" The same command goes on from there ({args.out})."
        )
        sys.stderr.write(f"\ninterrupted.{again}\n")
        return ExitCode.INTERRUPTED
    print(report.conditions(study))
    _print_table(report.figure_table(study, summaries))
    published = report.published_table(study, summaries)
    if published is not None:
        print()
        _print_table(published)
    if args.out is not None:
        for path in files.write_report(study, summaries, args.out):
            print(f"wrote {path}")
        for what in files.missing_formats():
            print(f"there {what}; the extra lab brings it")
    if args.every_round:
        print(f"wrote {files.write_every_round(study, args.out)}")
    return 0


def _run(study: Study, store: ResultStore, args: argparse.Namespace) -> list[VariantSummary]:
    from lastcard.lab.jobs import run_study

    if args.cluster is None:
        return run_study(study, store=store, processes=args.jobs or os.cpu_count() or 1, progress=_progress())
    from lastcard.lab.cluster import connect_cluster

    with connect_cluster(args.cluster) as executor:
        return run_study(study, store=store, executor=executor, progress=_progress())


def _study(args: argparse.Namespace) -> Study:
    from dataclasses import replace

    from lastcard.lab.study import compare, read_study

    if hasattr(args, "rules"):
        return compare(
            args.rules,
            players=args.players,
            rounds=args.games,
            seed=args.seed,
            policy=args.policy,
            hero=args.hero,
            engine=args.engine,
        )
    study = read_study(args.file)
    return study if args.games is None else replace(study, rounds=args.games)


def _print_table(table: tuple[list[str], list[list[str]]]) -> None:
    """Print the table in columns."""
    head, rows = table
    widths = [max(len(row[i]) for row in [head, *rows]) for i in range(len(head))]
    for row in [head, *rows]:
        print("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())


def _progress() -> Callable[[int, int], object]:
    """A progress bar on standard error if it is a terminal; the remaining time is estimated without stored results."""
    began = time.monotonic()
    first: list[int] = []

    def show(done: int, of: int) -> None:
        if not sys.stderr.isatty():
            return
        first[:] = first or [done]
        now = done - first[0]
        left = f", {(time.monotonic() - began) * (of - done) / now:.0f} s left" if now else ""
        filled = 30 * done // of
        bar = f"[{'#' * filled}{'.' * (30 - filled)}] {done:,} of {of:,} rounds{left}"
        sys.stderr.write("\r\033[K" + ("" if done >= of else bar))
        sys.stderr.flush()

    return show
