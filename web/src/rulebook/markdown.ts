/** Reads the part of Markdown that the rulebook is written in, as values; the page makes elements of them, never HTML. */

export interface Inline {
  kind: 'text' | 'strong' | 'em' | 'code' | 'link';
  text: string;
  /** Where a link leads: the id of a rule. */
  to?: string;
}
export type Block =
  | { kind: 'paragraph'; words: Inline[] }
  | { kind: 'list'; items: Inline[][] }
  | { kind: 'table'; head: Inline[][]; rows: Inline[][][] };

/** A rule, or a stretch of text between two headings; `level` is that of its heading (1 the document). */
export interface Section {
  id: string;
  title: string;
  level: number;
  blocks: Block[];
  /** Everything in it as plain words, in small letters, for the search. */
  plain: string;
}

const INLINE = /\*\*(.+?)\*\*|\*(.+?)\*|`(.+?)`|\[(.+?)\]\((.+?)\)/g;

/** The words of a line; a link to a rule keeps the rule's id, any other link is its words. */
export function readInline(text: string): Inline[] {
  const found: Inline[] = [];
  let at = 0;
  for (const match of text.matchAll(INLINE)) {
    if (match.index > at) found.push({ kind: 'text', text: text.slice(at, match.index) });
    const [whole, strong, em, code, link, href] = match;
    if (strong !== undefined) found.push({ kind: 'strong', text: strong });
    else if (em !== undefined) found.push({ kind: 'em', text: em });
    else if (code !== undefined) found.push({ kind: 'code', text: code });
    else {
      const to = /#([A-Z]\d+)$/.exec(href ?? '')?.[1];
      found.push(to ? { kind: 'link', text: link ?? '', to } : { kind: 'text', text: link ?? '' });
    }
    at = match.index + whole.length;
  }
  if (at < text.length) found.push({ kind: 'text', text: text.slice(at) });
  return found;
}

const HEADING = /^(#{1,4}) (?:<a id="([^"]+)"><\/a>)?(.+)$/;

/** The sections of a document in their order. */
export function readDocument(text: string): Section[] {
  const sections: Section[] = [];
  let lines: string[] = [];
  const close = (): void => {
    const last = sections.at(-1);
    if (last) Object.assign(last, { blocks: readBlocks(lines), plain: `${last.title}\n${lines.join(' ')}`.toLowerCase() });
    lines = [];
  };
  for (const line of text.split('\n')) {
    const heading = HEADING.exec(line);
    if (!heading) {
      lines.push(line);
      continue;
    }
    close();
    const [, marks = '', id, title = ''] = heading;
    sections.push({
      id: id ?? title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-'),
      title: title.trim(),
      level: marks.length,
      blocks: [],
      plain: '',
    });
  }
  close();
  return sections;
}

function readBlocks(lines: readonly string[]): Block[] {
  const groups: string[][] = [[]];
  for (const line of lines) {
    if (line.trim() === '') groups.push([]);
    else groups.at(-1)?.push(line);
  }
  return groups.filter((group) => group.length).map(readBlock);
}

function readBlock(lines: string[]): Block {
  const first = lines[0] ?? '';
  if (/^\s*(?:[-*]|\d+\.) /.test(first)) return { kind: 'list', items: readItems(lines).map(readInline) };
  if (first.startsWith('|')) {
    const rows = lines.filter((line) => !/^\|[\s|:-]+\|$/.test(line)).map(readRow);
    return { kind: 'table', head: rows[0] ?? [], rows: rows.slice(1) };
  }
  return { kind: 'paragraph', words: readInline(lines.join(' ')) };
}

function readItems(lines: readonly string[]): string[] {
  const items: string[] = [];
  for (const line of lines) {
    const item = /^\s*(?:[-*]|\d+\.) (.*)$/.exec(line);
    if (item) items.push(item[1] ?? '');
    else items.push(`${items.pop() ?? ''} ${line.trim()}`);
  }
  return items;
}

function readRow(line: string): Inline[][] {
  return line
    .replace(/^\||\|$/g, '')
    .split('|')
    .map((cell) => readInline(cell.trim()));
}
