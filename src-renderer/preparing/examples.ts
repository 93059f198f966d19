/** @file What becomes of real cells: before and after, for three rows. Pure. */

import type { PreparationTable, Preview, Template } from '../../src-shared/contract.ts';
import { findingInWords } from '../../src-shared/retold/findings.ts';
import { columnsOf } from './mapping.ts';

export interface Example {
  row: number;
  /** The cells that the field is made of, joined. */
  before: string;
  /** The value in the JSON; undefined where the field is left out or the row is refused. */
  after: string | undefined;
  /** What is wrong with it. */
  problem: string | undefined;
}

const MOST = 3;

/** Of rows that differ, as far as there are any: three times the same tells nothing. */
export function examplesOf(
  template: Template,
  path: string,
  { columns, rows }: Pick<PreparationTable, 'columns' | 'rows'>,
  previews: readonly Preview[],
): Example[] {
  const places = columnsOf(template.fields[path]).map((column) => columns.indexOf(column));
  const all = previews.flatMap((preview): Example[] => {
    const cells = rows.find(({ number }) => number === preview.number)?.cells;
    if (cells === undefined || preview.isLeftOut) return [];
    const before = places.map((place) => cells[place] ?? '').join(' · ');
    const fault = preview.findings.find((finding) => finding.path === path);
    const problem = fault && findingInWords(fault.message);
    return [{ row: preview.number, before, after: valueAt(preview.text, path), problem }];
  });
  const distinct = all.filter(({ before }, at) => all.findIndex((other) => other.before === before) === at);
  const filled = distinct.filter(({ before }) => before.trim() !== '');
  const faulty = filled.filter(({ problem }) => problem !== undefined);
  const fine = filled.filter(({ problem }) => problem === undefined);
  return [...faulty.slice(0, 1), ...fine, ...faulty.slice(1)].slice(0, MOST);
}

/** The value of a field in a JSON line, as it is written there. */
export function valueAt(text: string | undefined, path: string): string | undefined {
  if (text === undefined) return undefined;
  let value = parsed(text);
  for (const key of path.split('.')) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined;
  }
  if (value === undefined) return undefined;
  return typeof value === 'string' ? value : numberAsWritten(text, path, value);
}

/** JavaScript would shorten a long number: it is shown as it stands in the line. */
function numberAsWritten(text: string, path: string, value: unknown): string {
  if (typeof value !== 'number') return JSON.stringify(value);
  const key = path.split('.').at(-1) ?? '';
  const found = [...text.matchAll(new RegExp(`"${key}":\\s*(-?\\d[\\d.eE+-]*)`, 'g'))].map(([, digits]) => digits);
  return found.find((digits) => Number(digits) === value) ?? String(value);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
