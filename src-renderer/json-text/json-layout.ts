/**
 * @file Lays out one line of JSON for reading, and finds the place of a dotted path. Works on the text itself,
 * because parsing would lose the spelling of numbers and repeated keys. Pure.
 */

/** One row of the layout; `depth` counts the enclosing objects and lists. */
export interface LaidOutRow {
  depth: number;
  text: string;
  marked: boolean;
}

/** How a line is shown: laid out, or unchanged if it is not JSON. */
export type Layout =
  /** `missing` is the path if it does not exist; then the nearest enclosing value is marked. */
  | { kind: 'laid-out'; rows: LaidOutRow[]; missing?: string }
  /** `brokenAt` is the first character that does not fit. */
  | { kind: 'raw'; brokenAt: number };

/** A part of a text, `[from, to)`. */
export interface Place {
  from: number;
  to: number;
}

/** Deeper than any transaction; a text with deeper nesting is shown unchanged. */
const DEEPEST = 200;

const tokens = {
  blank: /[ \t\n\r]*/y,
  text: /"(?:[ !#-[\]-\uffff]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"/y,
  scalar: /(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)/y,
};

/** The rest of a text that was cut off inside a token. */
const unfinishedToken = /^(?:"(?:[^"\\]|\\.)*\\?|[-+.\w]*)$/su;

/** The place where a text stops being JSON. */
class BrokenAt extends Error {
  readonly at: number;
  constructor(at: number) {
    super();
    this.at = at;
  }
}

/** The output for one value: its path and rows, and where it is in the text: with its key, and of brackets the first. */
interface Written extends Place {
  path: string;
  first: number;
  last: number;
}

/**
 * Lays a line out and marks `path` (such as `sender.unknown.external_id`; empty marks nothing).
 * @param isShortened the text is only the beginning of the line, so its abrupt end is not an error
 */
export function layOut(text: string, path: string, isShortened = false): Layout {
  const writer = new Writer(text);
  try {
    writer.document();
  } catch (thrown) {
    if (!(thrown instanceof BrokenAt)) throw thrown;
    const endsEarly = isShortened && writer.rows.length > 0 && unfinishedToken.test(text.slice(thrown.at));
    if (!endsEarly) return { kind: 'raw', brokenAt: thrown.at };
    writer.rows.push({ depth: 0, text: '…', marked: false });
  }
  const { rows, written } = writer;
  if (path === '') return { kind: 'laid-out', rows };
  const places = nearest(written, path);
  for (const { first, last } of places.found) {
    for (const row of rows.slice(first, last + 1)) row.marked = true;
  }
  return places.isExact ? { kind: 'laid-out', rows } : { kind: 'laid-out', rows, missing: path };
}

/**
 * Where each path stands in a text; a path that does not exist is found at the nearest enclosing value, and where the text is
 * no JSON, all are found at the first character that does not fit.
 */
export function placesOf(text: string, paths: readonly string[]): Place[][] {
  const writer = new Writer(text);
  try {
    writer.document();
  } catch (thrown) {
    if (!(thrown instanceof BrokenAt)) throw thrown;
    const from = Math.max(0, Math.min(thrown.at, text.length - 1));
    return paths.map(() => [{ from, to: Math.min(from + 1, text.length) }]);
  }
  const root = writer.written.filter(({ path }) => path === '');
  return paths.map((path) => {
    const { found } = path === '' ? { found: root } : nearest(writer.written, path);
    return (found.length === 0 ? root : found).map(({ from, to }) => ({ from, to }));
  });
}

/** All places of a path (a repeated key has several), or those of the longest existing parent path. */
function nearest(written: readonly Written[], path: string): { found: Written[]; isExact: boolean } {
  const exact = written.filter((place) => place.path === path);
  if (exact.length > 0) return { found: exact, isExact: true };
  let around: Written | undefined;
  for (const place of written) {
    if (place.path === '' || !path.startsWith(`${place.path}.`)) continue;
    if (around === undefined || place.path.length > around.path.length) around = place;
  }
  return { found: around === undefined ? [] : [around], isExact: false };
}

/** Reads JSON as strictly as the service does, and writes a row for each key, value and bracket. */
class Writer {
  readonly rows: LaidOutRow[] = [];
  readonly written: Written[] = [];
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
    if (text.startsWith('\uFEFF')) this.#at = 1;
  }

  document(): void {
    this.#value('', '', 0);
    this.#skipBlanks();
    if (this.#at < this.#text.length) throw new BrokenAt(this.#at);
  }

  /** `lead` is the key as spelled, written before its value; in the text it begins at `leadAt`. */
  #value(path: string, lead: string, depth: number, leadAt?: number): void {
    if (depth > DEEPEST) throw new BrokenAt(this.#at);
    this.#skipBlanks();
    const first = this.rows.length;
    const valueAt = this.#at;
    const next = this.#text[valueAt];
    if (next === '{') this.#inBrackets(lead, depth, '}', () => this.#member(path, depth + 1));
    else if (next === '[') {
      let index = 0;
      this.#inBrackets(lead, depth, ']', () => this.#value(joined(path, String(index++)), '', depth + 1));
    } else this.#write(depth, lead + (next === '"' ? this.#take(tokens.text) : this.#take(tokens.scalar)));
    const isInBrackets = next === '{' || next === '[';
    const place = { from: leadAt ?? valueAt, to: isInBrackets ? valueAt + 1 : this.#at };
    this.written.push({ path, first, last: this.rows.length - 1, ...place });
  }

  #member(path: string, depth: number): void {
    this.#skipBlanks();
    const leadAt = this.#at;
    const spelled = this.#take(tokens.text);
    this.#expect(':');
    // The token has the form of a JSON string, so this cannot fail.
    this.#value(joined(path, String(JSON.parse(spelled))), `${spelled}: `, depth, leadAt);
  }

  #inBrackets(lead: string, depth: number, close: '}' | ']', element: () => void): void {
    const open = this.#text[this.#at++];
    this.#skipBlanks();
    if (this.#text[this.#at] === close) {
      this.#at++;
      this.#write(depth, `${lead}${open}${close}`);
      return;
    }
    this.#write(depth, `${lead}${open}`);
    for (;;) {
      element();
      this.#skipBlanks();
      if (this.#text[this.#at] !== ',') break;
      this.#at++;
      const row = this.rows.at(-1);
      if (row !== undefined) row.text += ',';
    }
    this.#expect(close);
    this.#write(depth, close);
  }

  #write(depth: number, text: string): void {
    this.rows.push({ depth, text, marked: false });
  }

  #expect(character: string): void {
    this.#skipBlanks();
    if (this.#text[this.#at] !== character) throw new BrokenAt(this.#at);
    this.#at++;
  }

  #skipBlanks(): void {
    this.#take(tokens.blank);
  }

  #take(token: RegExp): string {
    token.lastIndex = this.#at;
    const [taken] = token.exec(this.#text) ?? [];
    if (taken === undefined) throw new BrokenAt(this.#at);
    this.#at += taken.length;
    return taken;
  }
}

const joined = (path: string, key: string): string => (path === '' ? key : `${path}.${key}`);
