/** @file What a correction changed, read from its change log: each change, or the same ones together. */

import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { z } from 'zod';
import type { ChangedValue } from '../../src-shared/correction-shapes.ts';
import { fieldsOf } from '../../src-shared/json-fields.ts';
import { type LeftOutPayment, type NamedLine, namedLineSchema } from '../../src-shared/left-out.ts';
import { isMoney } from '../../src-shared/money-change.ts';
import { duplicateKeys } from '../check/rules/duplicate-keys.ts';
import { toFileError } from '../ground/files/file-errors.ts';
import { FieldNode, findSpots } from './field-spots.ts';
import type { RecipeStep } from './recipe.ts';

/** A change of one line, or that it was dropped or left out. Values are JSON text, with every digit. */
export interface Change {
  line: number;
  /** In the corrected file; absent where it has no such line. */
  newLine?: number | undefined;
  step: string;
  field?: string | undefined;
  before?: string | undefined;
  after?: string | undefined;
  /** Why a person changed the money of the line. */
  reason?: string | undefined;
  /** Of a line that was left out. */
  copyOf?: number | undefined;
  payment?: LeftOutPayment | undefined;
}

const entrySchema = z.object({
  line: z.int(),
  newLine: z.int().optional(),
  step: z.string(),
  field: z.string().optional(),
  reason: z.string().optional(),
  ...namedLineSchema.pick({ copyOf: true, payment: true }).shape,
});
const VALUES = FieldNode.root();
for (const key of ['before', 'after']) VALUES.at(key);

/** A receipt tells so many changes that differ, and the window shows them; the list of changes has all. */
export const MOST_TOLD = 500;
/** Changes that differ, beyond which they are only counted. */
const MOST_KEPT = 10_000;

/** Each value that such a step changes is mostly another one, and what it makes of them is the same: they are told by an example. */
const byRule: ReadonlySet<string> = new Set<RecipeStep['step']>([
  'date-from-text',
  'strip-zone',
  'number-from-text',
  'uuid-from-text',
  'trim',
]);

/** What the log says at its end of the file that was made. */
const summarySchema = z.object({
  event: z.literal('summary'),
  changed: z.int(),
  result: z.object({ sha256: z.string() }),
});

/** @param log as change-log.ts writes it @throws AppError `file.*` */
export async function* changesIn(log: string, signal: AbortSignal): AsyncGenerator<Change> {
  for await (const text of entriesIn(log, signal)) {
    const change = changeIn(text);
    if (change !== undefined) yield change;
  }
}

/**
 * The same changes together, those by hand and then the most frequent first, and how many others there are; how many lines have several;
 * the lines that were left out; with what the log says of the file that was made: undefined where it was broken off, and the digest
 * of the log.
 * @throws AppError `file.*`
 */
export async function readChanges(log: string, most: number, signal: AbortSignal) {
  const found = new Map<string, ChangedValue>();
  const hash = createHash('sha256');
  const named: NamedLine[] = [];
  let leftOut = 0;
  let uncounted = 0;
  let several = 0;
  // The changes of a line follow one another.
  let last = { line: -1, changes: 0 };
  let made: { changed: number; sha256: string } | undefined;
  for await (const text of entriesIn(log, signal)) {
    hash.update(`${text}\n`);
    const read = changeIn(text);
    if (read === undefined) {
      const { data } = summarySchema.safeParse(JSON.parse(text));
      if (data !== undefined) made = { changed: data.changed, sha256: data.result.sha256 };
      continue;
    }
    if (isLeftOut(read)) {
      leftOut += 1;
      const { line, step, copyOf, payment } = read;
      if (named.length < most)
        named.push({ line, step, ...(copyOf !== undefined && { copyOf }), ...(payment !== undefined && { payment }) });
    }
    for (const { line, newLine: _, copyOf: __, payment: ___, ...change } of isByHand(read) ? byField(read) : [read]) {
      last = { line, changes: line === last.line ? last.changes + 1 : 1 };
      if (last.changes === 2) several += 1;
      const key = byRule.has(change.step) ? `${change.step} ${change.field}` : JSON.stringify(change);
      const known = found.get(key);
      if (known !== undefined) {
        known.lines += 1;
        if (known.before !== change.before) known.isExample = true;
      } else if (found.size < MOST_KEPT) found.set(key, { ...change, lines: 1, first: line });
      else uncounted += 1;
    }
  }
  const [byHand = [], others = []] = [true, false].map((wanted) =>
    [...found.values()].filter((change) => isByHand(change) === wanted).sort(toldFirst),
  );
  // Of many lines by hand a part is told: what was changed by values has to be, too.
  const room = Math.max(most - others.length, Math.ceil(most / 4));
  const changes = [...byHand.slice(0, room), ...others].slice(0, most);
  return {
    ...{ changes, more: found.size - changes.length + uncounted, several, made, logSha256: hash.digest('hex') },
    ...(leftOut > 0 && { named, moreNamed: leftOut - named.length }),
  };
}

/** A blank line and a byte order mark pay nothing. */
const isLeftOut = ({ line, newLine, step }: Change): boolean =>
  line > 0 && newLine === undefined && step !== 'drop-blank';

/** Of a line with more fields that differ, the whole line says more. */
const MOST_FIELDS = 8;

/** What a person has changed in a line: each field by itself, where the line has fields before and after. */
function byField(change: Change): Change[] {
  const [before, after] = [change.before, change.after].map(fieldsIn);
  if (before === undefined || after === undefined) return [change];
  const fields = [...new Set([...before.keys(), ...after.keys()])].filter(
    (field) => before.get(field) !== after.get(field),
  );
  if (fields.length === 0 || fields.length > MOST_FIELDS) return [change];
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

const isByHand = ({ step }: Pick<ChangedValue, 'step'>): boolean => step === 'by-hand';

/** What a person changed by hand comes first: it is asked about most, and mostly concerns one line. Then the most frequent. */
export function toldFirst(one: ChangedValue, other: ChangedValue): number {
  return Number(isByHand(other)) - Number(isByHand(one)) || other.lines - one.lines;
}

async function* entriesIn(log: string, signal: AbortSignal): AsyncGenerator<string> {
  let rest = '';
  try {
    // Not by readline, for which a line also ends at a U+2028 within a value.
    for await (const piece of createReadStream(log, { signal, encoding: 'utf8' })) {
      const lines = `${rest}${piece}`.split('\n');
      rest = lines.pop() ?? '';
      yield* lines;
    }
    if (rest !== '') yield rest;
  } catch (thrown) {
    signal.throwIfAborted();
    throw toFileError(thrown, log);
  }
}

function changeIn(text: string): Change | undefined {
  const { data } = entrySchema.safeParse(JSON.parse(text));
  return data && { ...data, ...valuesIn(text) };
}

/** The values as they stand in the entry, not as JSON.parse would round them. */
function valuesIn(entry: string): Pick<Change, 'before' | 'after'> {
  const [{ members } = { members: [] }] = findSpots(entry, VALUES) ?? [];
  const textOf = (key: string) => {
    const member = members.find(({ node }) => node.key === key);
    return member && entry.slice(member.valueStart, member.valueEnd);
  };
  return { before: textOf('before'), after: textOf('after') };
}
