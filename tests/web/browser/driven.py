"""A real browser on the real server."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page, Response

AXE = (
    Path(__file__).parents[3] / ".cache" / "agents" / "axe-core" / "node_modules" / "axe-core" / "axe.min.js"
)
_SERIOUS = ("serious", "critical")
_RUN = "(rules) => axe.run(document, {resultTypes: ['violations'], ...(rules && {runOnly: rules})})"


@contextmanager
def serving(root: Path, env: Mapping[str, str]) -> Iterator[str]:
    """`entire web`, as long as the block; yields the address that it prints."""
    command = [str(Path(sys.executable).parent / "entire"), "web", "--no-open"]
    with subprocess.Popen(command, cwd=root, env=dict(env), stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            yield process.stdout.readline().strip()
        finally:
            process.terminate()


class Driven:
    """One window, opened with the token; ``complaints`` must stay empty."""

    def __init__(self, context: BrowserContext, address: str) -> None:
        self.complaints: list[str] = []
        self._context = context
        self.page = context.new_page()
        self._base = ""
        self._origin = address.partition("/?")[0]
        context.on("request", self._on_request)
        self.page.on("dialog", self._on_dialog)
        self.page.on("pageerror", lambda error: self.complaints.append(f"error: {error}"))
        self.page.on("console", self._on_console)
        self.page.goto(address)
        self._base = self.page.url.rstrip("/")

    def _on_request(self, request: Any) -> None:
        if not request.url.startswith(f"{self._origin}/"):
            self.complaints.append(f"asked elsewhere: {request.url[:200]}")

    def _on_dialog(self, dialog: Any) -> None:
        self.complaints.append(f"dialog: {dialog.message}")
        dialog.dismiss()

    def _on_console(self, message: Any) -> None:
        if message.type in ("error", "warning"):
            self.complaints.append(f"console: {message.text[:300]}")

    def go(self, address: str, status: int = 200) -> None:
        answer: Response | None = self.page.goto(self._base + address)
        assert answer is not None
        assert answer.status == status
        if status != 200:  # the browser complains of it, as it should
            self.complaints = [one for one in self.complaints if f"a status of {status}" not in one]

    def tab(self) -> Page:
        """Another tab, on the first page."""
        page = self._context.new_page()
        page.goto(self._base + "/")
        return page

    @property
    def folder(self) -> str:
        """Where all pages are on the server."""
        return self._base.removeprefix(self._origin)

    @property
    def place(self) -> str:
        """Where it is, below the first page."""
        return str(self.page.url).removeprefix(self._base)

    def place_of(self, link: str) -> str:
        """An address on a page, as `go` takes it."""
        return link.removeprefix(self._base.removeprefix(self._origin))

    def says(self) -> str:
        return str(self.page.inner_text("body"))

    def too_wide(self) -> int:
        """By how many pixels the page is wider than the window."""
        return int(self.page.evaluate("document.documentElement.scrollWidth - window.innerWidth"))

    def offences(self, axe: str, rule: str = "") -> list[str]:
        """What axe-core finds that is serious: by all of its rules, or by one."""
        self.page.evaluate(axe)
        found = self.page.evaluate(_RUN, [rule] if rule else None)["violations"]
        return [
            f"{one['id']}: {one['help']}: {[node['html'][:120] for node in one['nodes'][:3]]}"
            for one in found
            if one["impact"] in _SERIOUS
        ]

    def close(self) -> None:
        self._context.close()
