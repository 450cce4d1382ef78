"""The machine's own address is found wherever there are others to join."""

from __future__ import annotations

import shutil
import subprocess
import sys

import pytest

from lastcard.server.ops import network

pytestmark = pytest.mark.tier("default")

HOTSPOT = (
    "ip link add lan type veth peer name other && ip link set other up && ip link set lan up"
    " && ip address add 192.168.77.5/24 dev lan && "
)
"""A cable to another machine, and no way out."""
APART = ["unshare", "--user", "--map-root-user", "--net", "sh", "-c"]


def apart(script: str) -> subprocess.CompletedProcess[str]:
    """Run a script on a machine with a network of its own."""
    return subprocess.run([*APART, script], capture_output=True, text=True, check=False)


def test_the_machine_s_interfaces_are_asked() -> None:
    """One of them, on every machine, is the one to itself."""
    assert "127.0.0.1" in set(network.addresses()) or sys.platform == "win32"


@pytest.mark.parametrize(
    ("found", "likeliest"),
    [
        ([], None),
        (["127.0.0.1", "127.0.1.1"], None),
        (["127.0.0.1", "192.168.77.5"], "192.168.77.5"),
        (["127.0.0.1", "169.254.3.4", "10.42.0.1", "192.168.77.5"], "10.42.0.1"),
        (["8.8.8.8", "172.20.10.2"], "172.20.10.2"),
        (["169.254.3.4", "8.8.8.8"], "8.8.8.8"),
        (["169.254.3.4"], "169.254.3.4"),
    ],
)
def test_the_address_is_the_one_that_others_can_reach(found: list[str], likeliest: str | None) -> None:
    """A private network's before a public one; one that the machine gave itself only where there is no other."""
    assert network.likeliest(found) == likeliest


def test_a_machine_without_a_way_out_is_found_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the system knows no route, its interfaces are asked."""
    monkeypatch.setattr(network, "_AFAR", "no address")
    monkeypatch.setattr(network, "addresses", lambda: iter(["127.0.0.1", "192.168.77.5"]))
    assert network.own_address() == "192.168.77.5"


def test_on_a_hotspot_the_server_invites_under_its_address() -> None:
    """On a machine with an address but no way out the invitation can be followed; with neither, nobody is invited."""
    if not (shutil.which("unshare") and shutil.which("ip")) or apart(HOTSPOT + "true").returncode:
        pytest.skip("no network of one's own can be made here")
    program = """
from pathlib import Path
from lastcard.server.app import addresses_of
from lastcard.server.ops.config import Settings
print(*addresses_of(Settings(Path(), host="0.0.0.0"), 8420))
"""
    here = f"'{sys.executable}' -c '{program}'"
    assert apart(HOTSPOT + here).stdout.split() == ["http://localhost:8420/", "http://192.168.77.5:8420/"]
    assert apart(here).stdout.split() == ["http://localhost:8420/"]
