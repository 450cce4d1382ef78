"""The project holds together: linters, formatters and type checkers are content, and the packages contain what they should."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tarfile
import venv
import zipfile
from pathlib import Path

import pytest

import run
import web_build

ROOT = Path(__file__).resolve().parent.parent
SRC = ROOT / "src" / "lastcard"


# The tools that read the code


def check(*command: str) -> None:
    """Run a tool in the root; its output is the test's failure."""
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        pytest.fail(f"{' '.join(command)}\n{done.stdout}{done.stderr}", pytrace=False)


def test_ruff_is_content() -> None:
    """Every rule of ruff holds, but for the exceptions that pyproject.toml gives a reason for."""
    check(sys.executable, "-m", "ruff", "check", "--quiet", ".")


def test_ruff_would_format_nothing() -> None:
    """All Python is laid out as `ruff format` does it."""
    check(sys.executable, "-m", "ruff", "format", "--check", "--quiet", ".")


def test_mypy_is_content() -> None:
    """The strict type checker finds nothing."""
    check(sys.executable, "-m", "mypy")


@pytest.mark.parametrize("lock", sorted(ROOT.glob("requirements*.lock")), ids=lambda path: path.name)
def test_locks_have_hashes_and_name_no_host(lock: Path) -> None:
    """Each package is pinned with hashes, and no line tells where to fetch it."""
    text = lock.read_text()
    assert "://" not in text
    entries = text.replace("\\\n", "").splitlines()
    assert entries
    assert all("==" in entry and "--hash=sha256:" in entry for entry in entries)


@pytest.mark.parametrize("lock", ["web/package-lock.json", "tests/e2e/package-lock.json"])
def test_npm_locks_name_no_host(lock: str) -> None:
    """The npm lock files keep their integrity hashes and no addresses."""
    text = (ROOT / lock).read_text()
    assert '"integrity"' in text
    assert '"resolved"' not in text


def test_the_small_locks_agree_with_the_test_lock() -> None:
    """What is tested is what is played: every pin of a smaller set is a pin of the test set."""
    tested = pins(ROOT / "requirements-test.lock")
    for lock in set(ROOT.glob("requirements*.lock")) - {
        ROOT / "requirements-zig.lock"
    }:  # a compiler for where there is none
        assert pins(lock) <= tested, lock.name


def pins(lock: Path) -> set[str]:
    return {line.partition(" ")[0] for line in lock.read_text().splitlines() if "==" in line}


# The web client's own tools


@pytest.fixture(scope="session")
def node_modules() -> None:
    """The web client's test tools, installed."""
    with run.one_at_a_time():
        web_build.install(with_tests=True)


@pytest.mark.tier("default")
@pytest.mark.web
@pytest.mark.xdist_group("web")
@pytest.mark.usefixtures("node_modules")
@pytest.mark.parametrize("script", ["check", "test", "format:check"])
def test_web_client(script: str) -> None:
    """svelte-check finds no fault in the web client's types and pages, its own tests pass, and it is formatted."""
    done = web_build.npm("run", script)
    if done.returncode != 0:
        pytest.fail(f"npm run {script}\n{done.stdout}", pytrace=False)


BUILDS_THE_PAGE = {"@sveltejs/vite-plugin-svelte", "vite"}
"""Packages that make the page and are not in it."""


@pytest.mark.tier("default")
@pytest.mark.web
@pytest.mark.xdist_group("web")
@pytest.mark.usefixtures("node_modules")
def test_what_the_page_contains_of_others_is_told_with_its_licence() -> None:
    """Each package in the page is named in licences.txt, and the licence that it brings stands there word for word."""
    told = (ROOT / "web/public/licences.txt").read_text(encoding="utf-8")
    needed = json.loads((ROOT / "web/package.json").read_text(encoding="utf-8"))["dependencies"]
    of_svelte = {"clsx", "esm-env"}  # of what Svelte needs, these run in the page
    for package in (needed.keys() - BUILDS_THE_PAGE) | of_svelte:
        folder = ROOT / "web/node_modules" / package
        assert re.search(rf"^  {folder.name}\b", told, re.MULTILINE | re.IGNORECASE), package
        for licence in folder.glob("[Ll][Ii][Cc][Ee][Nn][Ss][Ee]*"):
            assert licence.read_text(encoding="utf-8").strip() in told, licence


# The packages


@pytest.fixture(scope="module")
def packages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the wheel and the sdist, built without the network."""
    folder = tmp_path_factory.mktemp("dist")
    check(sys.executable, "-m", "hatchling", "build", "-d", str(folder))
    return folder


def data_files() -> set[str]:
    """Everything under src/lastcard that git knows and that is no code."""
    listed = subprocess.run(
        ["git", "ls-files", "src/lastcard"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.split()
    return {name.removeprefix("src/") for name in listed if not name.endswith(".py")}


@pytest.mark.packaging
@pytest.mark.xdist_group("packaging")
def test_wheel_holds_the_data_and_the_page(packages: Path) -> None:
    """The wheel has all data files, the type marker, the built page and the licence, and no tests."""
    names = set(zipfile.ZipFile(next(packages.glob("*.whl"))).namelist())
    static = {"lastcard/static/index.html", "lastcard/static/licences.txt"}
    assert data_files() | static | {"lastcard/py.typed"} <= names
    for licence in ("LICENSE", "NOTICE"):
        assert any(name.endswith(f"licenses/{licence}") for name in names), licence
    assert not any(name.startswith(("tests", "web")) for name in names)


@pytest.mark.packaging
@pytest.mark.xdist_group("packaging")
def test_sdist_builds_without_node(packages: Path, tmp_path: Path) -> None:
    """The sdist has the built page with its stamp, so that a wheel is built from it on a machine without Node.js."""
    with tarfile.open(next(packages.glob("*.tar.gz"))) as archive:
        archive.extractall(tmp_path, filter="data")
    (unpacked,) = tmp_path.iterdir()
    for name in data_files() | {"lastcard/static/index.html"}:
        assert (unpacked / "src" / name).is_file(), name
    nowhere = {**os.environ, "PATH": "/nowhere", "LASTCARD_NODE": "wheel"}
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path / "dist")]
    done = subprocess.run(build, cwd=unpacked, env=nowhere, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.packaging
@pytest.mark.xdist_group("packaging")
def test_installed_wheel_runs(packages: Path, tmp_path: Path) -> None:
    """Installed elsewhere, the wheel gives the command, its data and has its own page."""
    environment = tmp_path / "venv"
    venv.create(environment, with_pip=False)
    scripts = environment / ("Scripts" if os.name == "nt" else "bin")
    python = scripts / "python"
    wheel = next(packages.glob("*.whl"))
    install: list[str | Path] = [
        run.UV,
        "pip",
        "install",
        "-q",
        "--offline",
        "--no-deps",
        "--python",
        python,
        wheel,
    ]
    subprocess.run(install, check=True)
    code = "import sysconfig; print(sysconfig.get_path('purelib'))"
    site = subprocess.run([python, "-c", code], capture_output=True, text=True, check=True).stdout.strip()
    dependencies = Path(pytest.__file__).parent.parent
    Path(site, "dependencies.pth").write_text(f"{dependencies}\n")
    said = subprocess.run(
        [scripts / "lastcard", "--version"], capture_output=True, text=True, check=True, cwd=tmp_path
    )
    assert said.stdout.startswith("lastcard 0.")
    code = "import lastcard.rules, importlib.resources as r; print(lastcard.__file__, *r.files('lastcard').iterdir())"
    said = subprocess.run([python, "-c", code], capture_output=True, text=True, check=True, cwd=tmp_path)
    assert said.stdout.startswith(str(Path(site).resolve()))
    assert "static" in said.stdout
