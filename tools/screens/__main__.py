"""`make pictures`: draw docs/pictures from a story that is played now, with real git, hooks and commands."""

from __future__ import annotations

from pathlib import Path

from tools.screens import pages
from tools.screens.draw import draw
from tools.screens.story import play

FOLDER = Path(__file__).parents[2] / "docs" / "pictures"


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for name, typed in play().items():
        path = FOLDER / f"{name}.svg"
        path.write_text(draw(typed), encoding="utf-8")
        print(f"docs/pictures/{path.name}")
    if lacks := pages.missing():
        print(f"pictures of pages not taken: no {lacks} here (`.ci/run` installs it)")
        return
    pages.take(FOLDER)
    print("\n".join(f"docs/pictures/{name}.png" for name in pages.PICTURES))


if __name__ == "__main__":
    main()
