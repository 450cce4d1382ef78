"""Hatchling's hook: build the web client while the package is built, if web/ has changed since."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).resolve().parent))

import web_build  # it stands beside this file, which is not on the path of a build


class WebClient(BuildHookInterface):  # type: ignore[type-arg]  # generic over a class that hatchling hides
    """Puts the built client into src/lastcard/static before the files are gathered."""

    def dependencies(self) -> list[str]:
        """Ask for Node.js only if something must be built and no good Node.js is there."""
        return [] if web_build.is_fresh() or web_build.system_npm() else [web_build.NODE_WHEEL]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002  (hatchling's signature)
        """Build the client, or say in one piece why it cannot be built."""
        if web_build.is_fresh():
            return
        try:
            web_build.build()
        except web_build.WebBuildError as fault:
            sys.exit(f"The web client was not built. {fault}")
