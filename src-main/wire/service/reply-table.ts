/**
 * @file Shows a reply of unknown shape as a table. Of values from JSON.parse long numbers are rounded already; those of
 * exact-json.ts are as the service wrote them. Pure.
 */

import { Numeral } from './exact-json.ts';

export interface ReplyTable {
  columns: string[];
  /** As many cells as there are columns, in their order; a missing value is empty. */
  rows: string[][];
  /** What stands in the reply beside the list that is shown: name and value. */
  beside: [name: string, value: string][];
  /** What was left out because it is too much for a person to read. */
  omitted: { columns: number; rows: number; beside: number };
}

const DEEPEST_LIST = 3;
const MOST_COLUMNS = 30;
const MOST_ROWS = 10_000;
const MOST_BESIDE = 50;
/** Of the values of a list that are no objects. */
const VALUE = 'value';

type JsonObject = Readonly<Record<string, unknown>>;

/**
 * The first list of objects in a reply, searched under any name to a depth of three, as rows; without one, the first list
 * with an object in it, or the reply itself where it is a list; or the fields of an object without such a list, as names
 * and values. Undefined for everything else.
 */
export function tableOf(json: unknown): ReplyTable | undefined {
  const list = firstList(json, isListOfObjects) ?? firstList(json, isListWithObjects);
  if (list !== undefined) return withBeside(json, list);
  if (Array.isArray(json) && json.length > 0) return withBeside(json, json);
  if (!isObject(json)) return undefined;
  const entries = Object.entries(json);
  const fields = [...cellsOf(entries.slice(0, MOST_ROWS))];
  return {
    columns: ['field', VALUE],
    rows: fields.slice(0, MOST_ROWS),
    beside: [],
    omitted: { columns: 0, beside: 0, rows: Math.max(0, entries.length - MOST_ROWS, fields.length - MOST_ROWS) },
  };
}

type Records = Pick<ReplyTable, 'columns' | 'rows'> & { omitted: { columns: number; rows: number } };

function tableOfRecords(list: readonly unknown[]): Records {
  const shown = list
    .slice(0, MOST_ROWS)
    .map((record) => cellsOf(isObject(record) ? Object.entries(record) : [[VALUE, record]]));
  const names = [...new Set(shown.flatMap((cells) => [...cells.keys()]))];
  const columns = names.slice(0, MOST_COLUMNS);
  return {
    columns,
    rows: shown.map((cells) => columns.map((column) => cells.get(column) ?? '')),
    omitted: { columns: names.length - columns.length, rows: list.length - shown.length },
  };
}

/** The list as rows, and all other values of the reply. */
function withBeside(json: unknown, list: readonly unknown[]): ReplyTable {
  const { omitted, ...records } = tableOfRecords(list);
  const all = [...othersOf(json, list, '')];
  const beside = all.slice(0, MOST_BESIDE);
  return { ...records, beside, omitted: { ...omitted, beside: all.length - beside.length } };
}

function* othersOf(value: unknown, list: readonly unknown[], path: string): Generator<[string, string]> {
  if (value === list) return;
  if (!isObject(value) || !holds(value, list)) yield [path, cellText(value)];
  else
    for (const [name, inner] of Object.entries(value)) {
      const place = path === '' ? name : `${path}.${name}`;
      if (holds(inner, list) || !isObject(inner) || Object.keys(inner).length === 0)
        yield* othersOf(inner, list, place);
      else for (const [cell, text] of cellsOf(Object.entries(inner))) yield [`${place}.${cell}`, text];
    }
}

/** Whether the list stands in a value, no deeper than lists are looked for. */
function holds(value: unknown, list: readonly unknown[], depth = 0): boolean {
  if (value === list) return true;
  return depth < DEEPEST_LIST && isObject(value) && Object.values(value).some((one) => holds(one, list, depth + 1));
}

/** The least deep list of a kind; among lists of equal depth, the first in the reply. */
function firstList<List>(json: unknown, isWanted: (value: unknown) => value is List): List | undefined {
  let level: unknown[] = [json];
  for (let depth = 0; depth <= DEEPEST_LIST; depth++) {
    const found = level.find(isWanted);
    if (found !== undefined) return found;
    level = level.filter(isObject).flatMap((object) => Object.values(object));
  }
  return undefined;
}

/** The fields of an object by name; those of a nested object by dotted names; anything deeper as JSON. */
function cellsOf(entries: readonly (readonly [string, unknown])[]): Map<string, string> {
  const cells = new Map<string, string>();
  const set = (name: string, value: unknown): void => {
    // `a.b` may be a key, or `b` within `a`: neither takes the place of the other.
    let own = name;
    for (let times = 2; cells.has(own); times += 1) own = `${name} (${times})`;
    cells.set(own, cellText(value));
  };
  for (const [name, value] of entries) {
    if (!isObject(value) || Object.keys(value).length === 0) set(name, value);
    else for (const [inner, deeper] of Object.entries(value)) set(`${name}.${inner}`, deeper);
  }
  return cells;
}

function cellText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (value instanceof Numeral) return value.text;
  return typeof value === 'object' ? asJson(value) : String(value);
}

/** JSON.parse accepts a depth at which walking through a value fails. */
function asJson(value: object): string {
  try {
    return jsonText(value);
  } catch {
    return '…';
  }
}

function jsonText(value: unknown): string {
  if (value instanceof Numeral) return value.text;
  if (Array.isArray(value)) return `[${value.map(jsonText).join(',')}]`;
  if (!isObject(value)) return JSON.stringify(value) ?? 'null';
  return `{${Object.entries(value)
    .map(([key, inner]) => `${JSON.stringify(key)}:${jsonText(inner)}`)
    .join(',')}}`;
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Numeral);
}

function isListOfObjects(value: unknown): value is readonly JsonObject[] {
  return Array.isArray(value) && value.length > 0 && value.every(isObject);
}

function isListWithObjects(value: unknown): value is readonly unknown[] {
  return Array.isArray(value) && value.some(isObject);
}
