/** @file How the transactions of a preparation are split into files, and what the files are called. Pure. */

import { assertNever } from '../../src-shared/errors.ts';
import type { LineFacts } from './line-facts.ts';

/** The largest file: no file exceeds both, whatever else splits it. */
export interface FileLimits {
  bytes: number;
  lines: number;
}

/** What has a file of its own. */
export type Grouping = 'none' | 'day' | 'source-country' | 'target-country';

/** What stands for a transaction that has no usable day or country. */
const NO_DAY = 'no-day';
const NO_COUNTRY = 'no-country';

/** Names that Windows keeps for devices, whatever comes after the first dot. */
const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)$/i;
const MOST_NAME_CHARACTERS = 100;

/** What the file of a transaction is named by; the same on every system. */
export function keyOf({ day, sourceCountry, targetCountry }: LineFacts, grouping: Grouping): string {
  switch (grouping) {
    case 'none':
      return '';
    case 'day':
      return day === '' ? NO_DAY : day;
    case 'source-country':
      return sourceCountry === '' ? NO_COUNTRY : sourceCountry;
    case 'target-country':
      return targetCountry === '' ? NO_COUNTRY : targetCountry;
    default:
      return assertNever(grouping);
  }
}

/** `NAME-001.jsonl`, or `NAME-2026-01-03-001.jsonl`; `number` counts from 1 for each key. */
export function fileName(name: string, key: string, number: number): string {
  return `${name}${key === '' ? '' : `-${key}`}-${String(number).padStart(3, '0')}.jsonl`;
}

/** A name of a file from any text, valid on every system. */
export function safeName(text: string): string {
  const safe = text
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}._-]+/gu, '-')
    .slice(0, MOST_NAME_CHARACTERS)
    .replace(/^[-.]+|[-.]+$/g, '');
  if (safe === '') return 'export';
  return DEVICE.test(safe.split('.')[0] ?? '') ? `${safe}-export` : safe;
}
