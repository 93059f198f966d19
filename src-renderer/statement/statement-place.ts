/** @file Which statement an address means: its days and its connection. Pure. */

import { dayOf } from '../../src-shared/calendar-days.ts';
import type { SubmissionRow } from '../../src-shared/contract.ts';
import { DAY } from '../../src-shared/durations.ts';

/** Without days, from that of the latest file to today; from 'first', all since the first file. */
export interface StatementPlace {
  from?: string;
  to?: string;
  connection?: string;
  /** The figures of the core system are to be entered. */
  compares?: true;
  /** Those of this file. */
  file?: string;
}

export const FIRST = 'first';
const isDay = (text: string | undefined): text is string => text !== undefined && /^\d{4}-\d\d-\d\d$/.test(text);

export function parseStatementPlace(asked: string): StatementPlace {
  const said = new URLSearchParams(asked);
  const [from, to, connection, file] = ['from', 'to', 'connection', 'file'].map((name) => said.get(name) ?? undefined);
  return {
    ...((isDay(from) || from === FIRST) && { from }),
    ...(isDay(to) && { to }),
    ...(connection !== undefined && connection !== '' && { connection }),
    ...(said.has('compare') && { compares: true }),
    ...(file !== undefined && { file }),
  };
}

/** As it stands after “?”; empty where nothing is said. */
export function formatStatementPlace({ from, to, connection, compares, file }: StatementPlace): string {
  const said = new URLSearchParams();
  const compare = compares && 'core-system';
  for (const [name, value] of Object.entries({ from, to, connection, compare, file }))
    if (value !== undefined) said.set(name, value);
  return said.toString();
}

/** Where the core system is compared with one file. What a correction has stands among the figures of the file that it corrects. */
export function comparePlaceOf({
  addedAt,
  connection,
  fileName,
  lines,
  story,
}: Pick<SubmissionRow, 'addedAt' | 'connection' | 'fileName' | 'lines' | 'story'>): StatementPlace | undefined {
  if (story?.corrects !== undefined || connection === '' || lines === 0) return undefined;
  const day = dayOf(addedAt);
  return { from: day, to: day, connection, file: fileName, compares: true };
}

/** What the contract is asked. The days are those of this computer, as on the overview. @param latest when the latest file was added, if one is known */
export function statementAsked({ from, to, connection }: StatementPlace, now: number, latest = now - DAY) {
  return {
    ...(from !== FIRST && { from: from ?? dayOf(Math.min(latest, now)) }),
    to: to ?? dayOf(now),
    ...(connection !== undefined && { connection }),
  };
}
