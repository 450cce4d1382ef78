"""What is wrong with how the table lies on the screen: controls that are small, covered or outside, and things that touch."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Page

MEASURE = """() => {
  const found = [];
  const all = (css, within = document) => [...within.querySelectorAll(css)];
  const name = (e) => e.getAttribute('aria-label') || e.textContent.trim().slice(0, 30) || e.className;
  const box = (e) => { const r = e.getBoundingClientRect(); return { l: r.left, t: r.top, r: r.right, b: r.bottom, w: r.width, h: r.height }; };
  const seen = (e) => { const r = box(e); return r.w > 1 && r.h > 1 && getComputedStyle(e).visibility !== 'hidden'; };
  const touch = (a, b, by = 1) => a.l + by < b.r && b.l + by < a.r && a.t + by < b.b && b.t + by < a.b;
  const root = document.scrollingElement;
  if (root.scrollWidth > innerWidth || root.scrollHeight > innerHeight) found.push('the page scrolls');

  const inside = (e, what) => {
    const r = box(e);
    if (r.l < -0.6 || r.t < -0.6 || r.r > innerWidth + 0.6 || r.b > innerHeight + 0.6) found.push(`outside: ${what} ${JSON.stringify(r)}`);
  };
  const over = document.querySelector('main.table.over');
  const dialog = document.querySelector('.sheet[role=dialog]');
  const least = innerWidth >= 390 ? 44 : 40;
  const controls = all('main.table button, main.table a, main.table input, main.table select')
    .filter((e) => !e.closest('.hand .rows') && !e.matches('.switch input') && seen(e));
  for (const e of controls) {
    const scrolled = e.closest('.sheet .body, .over ol, .talk, .log');
    if (!scrolled) inside(e, name(e));
    const r = box(e);
    const target = e.matches('input') && e.closest('label') ? box(e.closest('label')) : r;
    const low = innerHeight <= 540 && e.closest('.top, .sheet header, .reveal header') ? 40 : least;
    if (Math.min(target.w, target.h) < low - 0.5) found.push(`small: ${name(e)} ${target.w}x${target.h}`);
    if (over || e.disabled || scrolled || (dialog && !e.closest('.actions, .sheet'))) continue;
    for (const [x, y] of [[0.5, 0.5], [0.15, 0.25], [0.85, 0.75]]) {
      const hit = document.elementFromPoint(r.l + r.w * x, r.t + r.h * y);
      if (!hit || !(e.contains(hit) || hit.contains(e) && hit.matches('label'))) {
        found.push(`covered: ${name(e)} by ${hit ? hit.className.baseVal ?? hit.className : 'nothing'}`);
        break;
      }
    }
  }
  if (over) return found;

  const parts = [
    ...all('.opponents .chip').map((e) => [`the seat of ${e.querySelector('.name')?.textContent.trim()}`, e]),
    ...all('header.top').map((e) => ['the top bar', e]),
    ...all('.pile').map((e) => ['the draw pile', e]),
    ...all('.discard').map((e) => ['the discards', e]),
    ...all('.force').map((e) => ['the colour', e]),
    ...all('.prompt').map((e) => ['the question', e]),
    ...all('.status .line').map((e) => ['the status', e]),
    ...all('.hand .switch').map((e) => ['the switch of the hand', e]),
    ...all('.actions .button').map((e) => ['an act', e]),
    ...(innerWidth >= 1024 ? [] : all('.log li').slice(-1).map((e) => ['the log', e])),
  ].filter(([, e]) => seen(e));
  for (const [what, e] of parts) inside(e, what);
  if (!dialog) {
    for (let i = 0; i < parts.length; i += 1)
      for (let j = i + 1; j < parts.length; j += 1)
        if (touch(box(parts[i][1]), box(parts[j][1]))) found.push(`${parts[i][0]} touches ${parts[j][0]}`);
  }
  for (const e of all('.status .words, .tags span:first-child, .force b, .way, .prompt h2, .prompt small, .actions .button span'))
    if (seen(e) && (e.scrollWidth > e.clientWidth + 1 || e.scrollHeight > e.clientHeight + 3) && getComputedStyle(e).display !== 'inline')
      found.push(`clipped: ${name(e)} ${e.scrollWidth}>${e.clientWidth} ${e.scrollHeight}>${e.clientHeight}`);

  const rows = document.querySelector('.hand .rows');
  if (!rows) return found;
  const cards = all('button[data-card]', rows);
  const scrolls = rows.classList.contains('scrolls');
  const place = (e) => { const m = new DOMMatrix(getComputedStyle(e).transform); return { x: m.e, y: m.f, w: e.offsetWidth, h: e.offsetHeight }; };
  const strip = innerWidth < 390 ? 38 : 44;
  cards.forEach((e, i) => {
    const p = place(e);
    const after = cards[i + 1] && place(cards[i + 1]);
    if (after && after.x > p.x && after.x - p.x < Math.min(strip, p.w)) found.push(`narrow strip: ${after.x - p.x} of ${cards.length}`);
    const card = box(e.querySelector('svg.card'));
    if (scrolls) { card.l = Math.max(card.l, box(rows).l); card.r = Math.min(card.r, box(rows).r); if (card.r <= card.l) return; }
    const bar = document.querySelector('.actions');
    if (!scrolls && (card.l < -1 || card.r > innerWidth + 1)) found.push(`card outside: ${e.dataset.card}`);
    if (card.b > innerHeight + 1) found.push(`card below the screen: ${e.dataset.card} ${card.b}`);
    if (bar && touch(card, box(bar), 3)) found.push(`card behind the acts: ${e.dataset.card}`);
    if (scrolls && card.t < box(rows).t - 1) found.push(`card cut off above: ${e.dataset.card}`);
  });
  return [...new Set(found)];
}"""
"""Answers a list of faults, empty where all is well."""

EACH = f"""async (scenes) => {{
  const measure = {MEASURE};
  const frame = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  lastcard.prefs.pace = 0;
  const found = [];
  for (const [name, given, raise] of scenes) {{
    if (typeof given === 'string' || !lastcard.table()) lastcard.show(given);
    else lastcard.happen(given);
    await frame();
    for (let n = 0; n < (raise ?? 0); n += 1) {{
      const card = document.querySelector('button[data-card].live:not(.raised)');
      card?.dispatchEvent(new MouseEvent('click', {{ bubbles: true, detail: 1 }}));
    }}
    if (raise) await frame();
    found.push(...measure().map((fault) => `${{name}}: ${{fault}}`));
  }}
  return found;
}}"""
"""Shows each scene (name, fixture or what one is made of, how many cards to raise) and measures it."""

ENLARGED = [(640, 450), (320, 256), (195, 422)]
"""What is left of 1280×900 at 200 %, of 1280×1024 at 400 %, and of a phone at 200 % (WCAG 1.4.4, 1.4.10)."""

REACHABLE = """async () => {
  for (let n = 0; n < 3; n += 1) await new Promise((done) => requestAnimationFrame(done)); // hands are laid out anew
  const found = [];
  const name = (e) => e.getAttribute('aria-label') || e.textContent.trim().slice(0, 30) || e.className;
  const root = document.scrollingElement;
  if (root.scrollWidth > innerWidth) found.push(`the page is ${root.scrollWidth} wide`);
  for (const e of document.querySelectorAll('button:enabled, a[href], input:enabled, select:enabled, summary')) {
    if (!e.checkVisibility({ visibilityProperty: true }) || e.closest('.hidden')) continue;
    if (document.querySelector('dialog[open], .sheet[role=dialog]') && !e.closest('dialog, .sheet, .uno')) continue;
    if (document.querySelector('section.over') && !e.closest('section.over')) continue;
    const touched = e.closest('label') ?? e;
    e.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
    // what is cut off at the side can be scrolled by this page, and by nobody else
    for (let around = e.parentElement; around; around = around.parentElement)
      if (around.scrollLeft && getComputedStyle(around).overflowX === 'hidden') around.scrollLeft = 0;
    const { left, top, width, height } = touched.getBoundingClientRect();
    if (width < 2 || height < 2) continue;
    const at = [[0.5, 0.5], [0.15, 0.25], [0.15, 0.6]];
    const hit = at.some(([x, y]) => { const h = document.elementFromPoint(left + width * x, top + height * y); return h && touched.contains(h); });
    const over = document.elementFromPoint(left + width / 2, top + height / 2)?.outerHTML.slice(0, 60);
    if (!hit) found.push(`out of reach: ${name(e)} ${Math.round(left)},${Math.round(top)} ${Math.round(width)}x${Math.round(height)} under ${over}`);
  }
  return found;
}"""
"""Answers what no finger could reach, scrolled to; and whether one must scroll to the side (WCAG 1.4.10)."""


def unreachable(page: Page) -> list[str]:
    """What of the page cannot be reached in this window."""
    found: list[str] = page.evaluate(REACHABLE)
    return found
