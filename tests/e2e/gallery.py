"""The gallery in a build of its own: every phase of the table from its fixture, without a server of the game."""

from __future__ import annotations

import base64
import sys
import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

import web_build

if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import TracebackType

    from playwright.sync_api import Page

AXE = web_build.WEB / "node_modules" / "axe-core" / "axe.min.js"

RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa"]
"""The marks of axe-core's rules for WCAG 2.2 A and AA."""

LOOK = """async ([type, values]) => {
  const found = await axe.run(document, { runOnly: { type, values }, resultTypes: ['violations'], preload: false, iframes: false });
  // a card's figure is drawn three times and is in its name once
  const drawn = (v, n) => v.id === 'label-content-name-mismatch' && n.html.includes('data-card');
  return found.violations.flatMap((v) => v.nodes.filter((n) => !drawn(v, n)).map(
    (n) => `${v.id}: ${n.html.slice(0, 140)} ${n.failureSummary.slice(0, 300)}`));
}"""


class _Files(SimpleHTTPRequestHandler):
    """Every address without a file is the page, as on the real server."""

    def translate_path(self, path: str) -> str:
        """The file of that address, or the page."""
        found = super().translate_path(path)
        return found if Path(found).is_file() else super().translate_path("/index.html")

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the name in the class above
        """Say nothing."""


class _Server(ThreadingHTTPServer):
    """Serves files, and says nothing of browsers that were closed before a file had come."""

    def handle_error(self, request: object, client_address: object) -> None:
        """Report what is no closed connection."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)


class Gallery:
    """The page with its gallery, built into a folder and served."""

    def __init__(self, folder: Path) -> None:
        """Build it, unless another process has built it there; that takes as long as building the client."""
        web_build.install(with_tests=True)
        with web_build.alone():
            if not (folder / "index.html").is_file():
                wanted = ("--mode", "gallery", "--outDir", str(folder), "--emptyOutDir")
                done = web_build.npm("run", "build", "--", *wanted)
                assert done.returncode == 0, done.stdout
        serve = partial(_Files, directory=str(folder))
        self._server = _Server(("127.0.0.1", 0), serve)

    @property
    def address(self) -> str:
        """Where the list of the fixtures is."""
        return f"http://127.0.0.1:{self._server.server_port}/gallery"

    def __enter__(self) -> Self:
        """Serve it."""
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """End it."""
        self._server.shutdown()
        self._server.server_close()


def sent(page: Page) -> list[str]:
    """The actions that went out."""
    found: list[dict[str, Any]] = page.evaluate("lastcard.sent()")
    return [command["action"] for command in found]


def show(page: Page, name: str) -> None:
    """Put the fixture on the page and wait until nothing moves."""
    page.evaluate("name => lastcard.show(name)", name)
    page.locator("main.table").wait_for()
    still(page)


def still(page: Page) -> None:
    """Wait until every animation that ends has ended."""
    page.wait_for_function(
        """() => document.getAnimations().every(
             (a) => a.playState !== 'running' || a.effect.getComputedTiming().iterations === Infinity)"""
    )


def faults(page: Page, rules: list[str] | None = None) -> list[str]:
    """What axe-core finds against WCAG 2.2 A and AA, or by these rules of its alone."""
    if not page.evaluate("'axe' in window"):
        web_build.install(with_tests=True)
        page.evaluate(AXE.read_text())
    found: list[str] = page.evaluate(LOOK, ["rule", rules] if rules else ["tag", RULES])
    return found


def come(page: Page, address: str) -> Page:
    """Open the gallery."""
    page.goto(address)
    page.wait_for_function("() => 'lastcard' in window")
    return page


def names(page: Page) -> list[str]:
    """The names of all fixtures."""
    found: list[str] = page.evaluate("lastcard.names")
    return found


def uncovered(page: Page, css: str) -> bool:
    """Whether a finger on the middle and near every corner of it would touch it."""
    found: bool = page.evaluate(
        """(css) => {
          const button = document.querySelector(css);
          const { left, top, width, height } = button.getBoundingClientRect();
          const at = [[0.5, 0.5], [0.1, 0.2], [0.9, 0.2], [0.1, 0.8], [0.9, 0.8]];
          return at.every(([x, y]) => button.contains(document.elementFromPoint(left + x * width, top + y * height)));
        }""",
        css,
    )
    return found


def edge(page: Page, css: str) -> str:
    """How the edge of the first such thing is drawn: its border and outline."""
    found: str = page.locator(css).first.evaluate(
        "(e) => [getComputedStyle(e).border, getComputedStyle(e).outline].join()"
    )
    return found


def small_targets(page: Page) -> list[str]:
    """What can be touched and is less than 44 pixels wide or high, and covered cards with a strip of less than 24."""
    found: list[str] = page.evaluate(
        """() => {
          const found = [];
          const boxes = [...document.querySelectorAll('button[data-card]')].map((b) => b.getBoundingClientRect());
          boxes.forEach((box, i) => {
            const next = boxes[i + 1];
            if (next && Math.abs(next.top - box.top) < 30 && next.left - box.left < 24) found.push('card ' + i);
          });
          for (const e of document.querySelectorAll('a[href], button:not([data-card]), input, select, summary')) {
            const box = (e.closest('label') ?? e).getBoundingClientRect();
            const within = e.closest('p, li, td, dd');
            const inSentence = within && getComputedStyle(e).display === 'inline' && within.innerText.length > e.innerText.length;
            if (!box.width || inSentence || e.closest('p') || !e.checkVisibility()) continue;
            if (Math.round(box.width) < 44 || Math.round(box.height) < 44)
              found.push(`${Math.round(box.width)}×${Math.round(box.height)} ${e.outerHTML.slice(0, 120)}`);
          }
          return found;
        }"""
    )
    return found


TOLD_APART = 0.005
"""The part of a card's face that must differ clearly between two colours once the colour is gone."""


def likest_faces(page: Page) -> list[tuple[str, float]]:
    """For each face the part in which the two colours differ that are most alike in grey, brightness evened out."""
    page.add_style_tag(content="html { filter: grayscale(1) } .cards span { filter: none }")
    shot = base64.b64encode(page.screenshot(full_page=True)).decode()
    found: list[list[object]] = page.evaluate(
        """async (shot) => {
          const image = new Image();
          image.src = 'data:image/png;base64,' + shot;
          await image.decode();
          const canvas = new OffscreenCanvas(image.width, image.height);
          const context = canvas.getContext('2d');
          context.drawImage(image, 0, 0);
          const spans = [...document.querySelectorAll('.cards span')];
          const grey = (span) => {
            const { left, top, width, height } = span.querySelector('svg').getBoundingClientRect();
            const { data } = context.getImageData(Math.round(left + scrollX), Math.round(top + scrollY), Math.floor(width), Math.floor(height));
            const values = Float32Array.from({ length: data.length / 4 }, (_, i) => data[i * 4]);
            const [low, high] = [Math.min(...values), Math.max(...values)];
            return values.map((v) => (v - low) / Math.max(1, high - low));
          };
          const faces = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'S', 'R', '+2', '*'];
          return faces.map((face, i) => {
            const four = [0, 1, 2, 3].map((c) => grey(spans[c * faces.length + i]));
            let least = 1;
            for (let a = 0; a < 4; a += 1)
              for (let b = a + 1; b < 4; b += 1) {
                const n = Math.min(four[a].length, four[b].length);
                let differ = 0;
                for (let k = 0; k < n; k += 1) if (Math.abs(four[a][k] - four[b][k]) > 0.4) differ += 1;
                least = Math.min(least, differ / n);
              }
            return [face, least];
          });
        }""",
        shot,
    )
    return [(str(face), float(str(part))) for face, part in found]


NAMES = ["Mo", "Ana", "Ben", "Chiara", "Dmitri", "Esperanza", "Finn", "Grażyna", "Hugo", "Ines"]
"""Of the fixtures' people."""

WRITTEN = ("Three sit-ups or draw three", "Do three sit-ups", "Sing a song", "Sing or draw two")
"""On the fixtures' cards, by their players."""


def odd_words(page: Page) -> list[str]:
    """In the pseudo-language: words that are not from the catalogue, and words that do not fit where they stand."""
    return foreign_words(page) + clipped(
        page, "button *, button, h1, h2, h3, p, label, .status *, .way, .tags *, small"
    )


def foreign_words(page: Page, names: Sequence[str] = NAMES) -> list[str]:
    """In the pseudo-language, seen or unseen: words that are not from the catalogue; what people are called is not."""
    found: list[str] = page.evaluate(
        """([names, written]) => {
          const found = [];
          const rest = (text) => {
            for (const own of [...written, ...names]) text = text.replaceAll(own, '');
            for (let before; before !== text; )
              [before, text] = [text, text.replace(/\\[[^\\[\\]]*\\]/g, '').replace(/\\u200b[^\\u200b\\u00ad]*\\u00ad/g, '')];
            return text.replace(/ and /g, '').replace(/\\b[A-Z]{1,2}\\d+\\b/g, '').replace(/[^\\p{L}]/gu, ''); // lists are joined by the browser; ids of rules
          };
          const skip = (e) => !e.checkVisibility() || e.closest('[lang]:not(html), script, style, .card, svg, kbd, .code, .qr, input');
          const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
          for (let node; (node = walker.nextNode()); ) {
            if (!node.data.trim() || skip(node.parentElement)) continue;
            const odd = rest(node.parentElement.textContent) && rest(node.data);
            if (odd) found.push(`not from the catalogue: ${node.data.trim()}`);
          }
          for (const e of document.querySelectorAll('[aria-label], [title], [placeholder]')) {
            if (skip(e)) continue;
            for (const name of ['aria-label', 'title', 'placeholder']) {
              const odd = rest(e.getAttribute(name) ?? '');
              if (odd) found.push(`not from the catalogue: ${name} ${e.getAttribute(name)}`);
            }
          }
          return found;
        }""",
        [[*names], WRITTEN],
    )
    return found


def clipped(page: Page, css: str) -> list[str]:
    """Words that are cut off; people's names, the log's last lines and what befell a seat, which is in the log too, may be."""
    found: list[str] = page.evaluate(
        """(css) => [...document.querySelectorAll(css)].flatMap((e) => {
          const own = [...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim());
          if (!own || !e.checkVisibility() || e.closest('.hidden, .name, .log, .tags, svg, .fan')) return [];
          const style = getComputedStyle(e);
          if (style.overflowX === 'visible' || !e.clientWidth) {
            const box = e.getBoundingClientRect();
            const out = box.right > innerWidth + 1 || box.left < -1;
            return out && style.position !== 'absolute' ? [`sticks out: ${e.textContent.trim()}`] : [];
          }
          const cut = e.scrollWidth > e.clientWidth + 1 || e.scrollHeight > e.clientHeight + 3;
          return cut ? [`clipped: ${e.textContent.trim()} ${e.className}`] : [];
        })""",
        css,
    )
    return found


ARROW = 14
"""What the arrow of a list takes of its width, at least."""


def cut_choices(page: Page) -> list[str]:
    """What is chosen in a list of the rules and wider than the list, whose own words never overflow it."""
    found: list[str] = page.evaluate(
        """(arrow) => [...document.querySelectorAll('.field select')].flatMap((e) => {
          const style = getComputedStyle(e);
          const line = document.createElement('span');
          line.style.cssText = `position: absolute; white-space: nowrap; font: ${style.font}`;
          line.textContent = e.selectedOptions[0]?.text ?? '';
          document.body.append(line);
          const wide = line.getBoundingClientRect().width;
          line.remove();
          const room = e.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) - arrow;
          return e.checkVisibility() && wide > room ? [line.textContent] : [];
        })""",
        ARROW,
    )
    return found


SPACED = (
    "* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }"
    " p { margin-bottom: 2em !important }"
)
"""The spacing that a reader may set (WCAG 1.4.12)."""


def spaced(page: Page) -> list[str]:
    """What is cut off with that spacing, of what stands on what can be pressed and of what is asked and said."""
    page.evaluate(
        """(text) => {
          const sheet = new CSSStyleSheet();
          sheet.replaceSync(text);
          document.adoptedStyleSheets = [sheet];
        }""",
        SPACED,
    )
    found = clipped(page, "button *, button, h1, h2, h3, p, label, legend, summary *, dt, dd, .over footer *")
    page.evaluate("document.adoptedStyleSheets = []")
    return found


LIVELY = """async () => {
  let longest = 0;
  const look = () => {
    for (const a of document.getAnimations()) {
      const { endTime } = a.effect.getComputedTiming();
      longest = Math.max(longest, endTime);
    }
  };
  const frame = () => new Promise((go) => requestAnimationFrame(go));
  const base = { phase: { t: 'turn', seat: 0 }, mine: 'R7 W', legal: ['play R7', 'play R7 uno', 'draw'], counts: [2, 4, 4, 4] };
  const steps = [
    { events: [{ t: 'played', seat: 3, cards: 'R9', colour: null, swap: null, uno: true, jump: false }], top: 'R9', called: [3] },
    { events: [{ t: 'drew', seat: 1, cards: '?? ?? ?? ??', why: 'debt' }] },
    { events: [{ t: 'drew', seat: 0, cards: 'R3 B3', why: 'uno' }, { t: 'caught', seat: 0, by: 2 }], mine: 'R3 R7 B3 W' },
    { events: [{ t: 'direction-turned', direction: 'right' }], direction: 'right' },
    { events: [{ t: 'colour-called', seat: 2, colour: 'blue' }], colour: 'blue' },
    { events: [{ t: 'turn-began', seat: 0, over: [3] }] },
  ];
  lastcard.show('turn');
  await frame();
  for (const step of steps) {
    lastcard.happen({ ...base, ...step });
    for (let i = 0; i < 4; i += 1) {
      await frame();
      look();
    }
  }
  for (const name of ['uno-arm', 'uno-owing', 'catch', 'answering', 'calling', 'over', 'over-match']) {
    lastcard.show(name);
    for (let i = 0; i < 3; i += 1) {
      await frame();
      look();
    }
  }
  return longest;
}"""


def longest_movement(page: Page) -> float:
    """Milliseconds that the longest movement takes, start to end, while much happens at the table."""
    found: float = page.evaluate(LIVELY)
    return found
