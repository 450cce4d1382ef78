"""Hatchling's hook: build the web client and compile the kernel while the package is built, where they have changed."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).resolve().parent))

import sim_build  # they stand beside this file, which is not on the path of a build
import web_build


class Client(BuildHookInterface):  # type: ignore[type-arg]  # generic over a class that hatchling hides
    """Puts the built client into src/lastcard/static and the kernel beside its source before the files are gathered."""

    def dependencies(self) -> list[str]:
        """Ask for Node.js and a C compiler only if something must be built and none is there."""
        needed = [] if web_build.is_fresh() or web_build.system_npm() else [web_build.NODE_WHEEL]
        if not sim_build.is_fresh():
            needed += [sim_build.CYTHON] if sim_build.compiler() else [sim_build.CYTHON, sim_build.ZIG]
        return needed

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002  (hatchling's signature)
        """Build both. Without its client the package is no good, without the compiled kernel it is only slow."""
        if not web_build.is_fresh():
            try:
                web_build.build()
            except web_build.WebBuildError as fault:
                sys.exit(f"The web client was not built. {fault}")
        if self.target_name == "wheel":
            self._compile(build_data)

    def _compile(self, build_data: dict[str, Any]) -> None:
        if not sim_build.is_fresh():
            try:
                sim_build.build()
            except sim_build.SimBuildError as fault:
                sim_build.clear()
                sys.stderr.write(f"The simulator's kernel was not compiled and will be slow. {fault}\n")
        if sim_build.compiled().is_file():
            build_data["pure_python"] = False
            build_data["infer_tag"] = True
