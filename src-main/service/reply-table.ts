/**
 * @file Shows a reply of unknown shape as a table. It takes values from JSON.parse, which rounds long numbers and
 * normalises spelling: the raw reply has the exact digits. Pure.
 */

export interface ReplyTable {
  columns: string[];
  /** As many cells as there are columns, in their order; a missing value is empty. */
  rows: string[][];
  /** What was left out because it is too much for a person to read. */
  omitted: { columns: number; rows: number };
}

const DEEPEST_LIST = 3;
const MOST_COLUMNS = 30;
const MOST_ROWS = 10_000;

type JsonObject = Readonly<Record<string, unknown>>;

/**
 * The first list of objects in a reply, searched under any name to a depth of three, as rows; or the fields of an
 * object without such a list, as names and values. Undefined for everything else.
 */
export function tableOf(json: unknown): ReplyTable | undefined {
  const list = firstList(json);
  if (list !== undefined) return tableOfRecords(list);
  if (!isObject(json)) return undefined;
  const entries = Object.entries(json);
  const fields = [...cellsOf(entries.slice(0, MOST_ROWS))];
  return {
    columns: ['field', 'value'],
    rows: fields.slice(0, MOST_ROWS),
    omitted: { columns: 0, rows: Math.max(0, entries.length - MOST_ROWS, fields.length - MOST_ROWS) },
  };
}

function tableOfRecords(list: readonly JsonObject[]): ReplyTable {
  const shown = list.slice(0, MOST_ROWS).map((object) => cellsOf(Object.entries(object)));
  const names = [...new Set(shown.flatMap((cells) => [...cells.keys()]))];
  const columns = names.slice(0, MOST_COLUMNS);
  return {
    columns,
    rows: shown.map((cells) => columns.map((column) => cells.get(column) ?? '')),
    omitted: { columns: names.length - columns.length, rows: list.length - shown.length },
  };
}

/** The least deep list; among lists of equal depth, the first in the reply. */
function firstList(json: unknown): readonly JsonObject[] | undefined {
  let level: unknown[] = [json];
  for (let depth = 0; depth <= DEEPEST_LIST; depth++) {
    const found = level.find(isListOfObjects);
    if (found !== undefined) return found;
    level = level.filter(isObject).flatMap((object) => Object.values(object));
  }
  return undefined;
}

/** The fields of an object by name; those of a nested object by dotted names; anything deeper as JSON. */
function cellsOf(entries: readonly [string, unknown][]): Map<string, string> {
  const cells = new Map<string, string>();
  for (const [name, value] of entries) {
    if (!isObject(value) || Object.keys(value).length === 0) cells.set(onOneLine(name), cellText(value));
    else
      for (const [inner, deeper] of Object.entries(value)) cells.set(onOneLine(`${name}.${inner}`), cellText(deeper));
  }
  return cells;
}

function cellText(value: unknown): string {
  if (value === null || value === undefined) return '';
  return onOneLine(typeof value === 'object' ? asJson(value) : String(value));
}

/** Also removes what would control a terminal. */
function onOneLine(text: string): string {
  return text.replace(/\p{Cc}+/gu, ' ');
}

/** JSON.parse accepts a depth at which JSON.stringify fails. */
function asJson(value: object): string {
  try {
    return JSON.stringify(value);
  } catch {
    return '…';
  }
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isListOfObjects(value: unknown): value is readonly JsonObject[] {
  return Array.isArray(value) && value.length > 0 && value.every(isObject);
}
