/**
 * @file What was changed in a line, each field once: as it came, as it is sent, and all that was done to it in between. The log has an
 * entry for each step, and for a line by hand one with the whole line; a value between two steps was in no file. Pure.
 */

import { fieldsOf } from '../../src-shared/json-fields.ts';
import { isMoney } from '../../src-shared/money-change.ts';
import { duplicateKeys } from '../check/rules/duplicate-keys.ts';
import type { Change, LoggedChange } from './change-entries.ts';

/** @param entries of one line, in the order of the log */
export function settled(entries: readonly LoggedChange[]): Change[] {
  const [first] = entries;
  if (first === undefined || (entries.length === 1 && !isByHand(first))) return [...entries];
  const changes: LoggedChange[] = [];
  for (const change of entries.flatMap((entry) => (isByHand(entry) ? byField(entry) : [entry]))) {
    const at = changes.findIndex((earlier) => isContinuedBy(earlier, change));
    const earlier = changes[at];
    if (earlier === undefined) changes.push(change);
    else changes[at] = together(earlier, change);
  }
  return changes.map(({ sent: _, ...change }) => change);
}

export const isByHand = ({ step }: Pick<Change, 'step'>): boolean => step === 'by-hand';

/** A line that stays, other than it was. */
export const isOther = ({ field, after }: Pick<Change, 'field' | 'after'>): boolean =>
  field !== undefined || after !== undefined;

/** A line that is told as a whole has what the steps made of it already, where the log has that. */
function isContinuedBy(earlier: LoggedChange, change: Change): boolean {
  if (earlier.sent !== undefined) return true;
  return earlier.field !== undefined && earlier.field === change.field && plain(earlier.after) === plain(change.before);
}

function together(earlier: LoggedChange, change: Change): LoggedChange {
  const reason = earlier.reason ?? change.reason;
  const at = [earlier.at, change.at]
    .filter((moment) => moment !== undefined)
    .toSorted()
    .at(-1);
  return {
    ...earlier,
    further: [...new Set(earlier.further).add(change.step)],
    ...(earlier.sent === undefined && { after: change.after }),
    ...(reason !== undefined && { reason }),
    ...(at !== undefined && { at }),
    ...(change.isChosen && { isChosen: true }),
  };
}

/** In the spelling in which fields are compared: a text may be written in several ways. */
const plain = (json: string | undefined): string | undefined =>
  json?.startsWith('"') ? JSON.stringify(JSON.parse(json)) : json;

/** Of a line with more fields that differ, the whole line says more. */
const MOST_FIELDS = 8;

/** What a person has changed in a line: each field by itself, where the line has fields before and after. */
function byField({ sent, ...change }: LoggedChange): LoggedChange[] {
  const whole = sent === undefined ? change : { ...change, after: sent, sent };
  const [before, after] = [change.before, change.after].map(fieldsIn);
  if (before === undefined || after === undefined) return [whole];
  const fields = [...new Set([...before.keys(), ...after.keys()])].filter(
    (field) => before.get(field) !== after.get(field),
  );
  if (fields.length === 0 || fields.length > MOST_FIELDS) return [whole];
  const { reason, ...said } = change;
  return fields.map((field) => ({
    ...said,
    ...{ field, before: before.get(field), after: after.get(field) },
    ...(reason !== undefined && isMoney(field) && { reason }),
  }));
}

/** @param json the line as the text that the log has of it; one in which a key comes twice is told as a whole */
function fieldsIn(json: string | undefined): Map<string, string> | undefined {
  const line: unknown = json === undefined ? undefined : JSON.parse(json);
  const fields = typeof line === 'string' ? fieldsOf(line) : undefined;
  return typeof line === 'string' && fields !== undefined && duplicateKeys(line, JSON.parse(line)).length === 0
    ? fields
    : undefined;
}
