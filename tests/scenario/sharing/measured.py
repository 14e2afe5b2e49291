"""Commands and pages that read a stranger's branch, with the memory that they take."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from urllib.error import HTTPError
from urllib.request import HTTPCookieProcessor, ProxyHandler, build_opener

from tests.scenario.sharing.hostile import Branch, Store
from tests.scenario.world import BRANCH, World

MEGABYTES = 80  # of the largest files: more than is read
MOST_MEMORY = 200 * 1024  # KB
LIMIT_SECONDS = 120  # only against endless work: machines differ

# Runs a command and prints its exit code and the memory of the largest process. The tests cannot do that
# themselves: until a process has started its program, it has the memory of the one that started it.
MEASURE = """
import os, resource, subprocess, sys
done = subprocess.run(sys.argv[1:], stdin=subprocess.DEVNULL, capture_output=True)
print(done.returncode, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
sys.stdout.flush()
sys.stdout.buffer.write(done.stderr + done.stdout)
"""

# The same for a server, which prints an address and ends with its standard input.
SERVE = """
import os, subprocess, sys
server = subprocess.Popen(sys.argv[1:], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE)
print(server.stdout.readline().decode().strip(), flush=True)
sys.stdin.read()
server.terminate()
print(os.wait4(server.pid, 0)[2].ru_maxrss)
"""


class Hostile:
    def __init__(self, world: World, kind: type[Branch] = Branch) -> None:
        self.world = world
        self.branch = kind(Store(world.repo.path / ".git"), MEGABYTES)
        for name, checkpoint in self.branch.ids.items():
            with world.file("all.py").open("a") as file:
                file.write(f"# {name}\n")
            world.git("add", "all.py")
            world.git("commit", "--quiet", "--no-verify", "-m", f"{name}\n\nEntire-Checkpoint: {checkpoint}")
        world.git("update-ref", f"refs/heads/{BRANCH}", self.branch.commit())

    def run(self, *words: str) -> str:
        """Run a command, which must neither crash nor grow. Returns what it prints."""
        done = subprocess.run(
            [sys.executable, "-c", MEASURE, "entire", *words],
            cwd=self.world.repo.path,
            env=self.world.env,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=LIMIT_SECONDS,
            check=True,
        )
        head, _, out = done.stdout.partition("\n")
        code, memory = head.split()
        assert code in ("0", "1"), (words, out[-2000:])
        assert "unexpected error" not in out, (words, out[-2000:])
        assert int(memory) < MOST_MEMORY, words
        return out


class Site:
    """`entire web`; ``peak`` is the memory that it took, in KB, once it has ended."""

    def __init__(self, world: World) -> None:
        self.peak = 0
        self._process = subprocess.Popen(
            [sys.executable, "-c", SERVE, "entire", "web", "--no-open"],
            cwd=world.repo.path,
            env=world.env,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self._browser = build_opener(ProxyHandler({}), HTTPCookieProcessor())

    def __enter__(self) -> Site:
        assert self._process.stdout is not None
        with self._browser.open(self._process.stdout.readline().strip()) as first:
            self._place = first.url.rstrip("/")
        return self

    def __exit__(self, *error: object) -> None:
        self.peak = int(self._process.communicate()[0])

    def get(self, page: str) -> tuple[int, str]:
        try:
            with self._browser.open(self._place + page, timeout=LIMIT_SECONDS) as answer:
                return answer.status, answer.read().decode()
        except HTTPError as error:
            return error.code, error.read().decode()

    def get_all(self, pages: Sequence[str]) -> list[tuple[int, str]]:
        """At once."""
        with ThreadPoolExecutor(len(pages)) as threads:
            return list(threads.map(self.get, pages))
