/** @file What a correction changed, read from its change log: each change, or the same ones together. */

import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { toFileError } from '../ground/files/file-errors.ts';
import { FieldNode, findSpots } from './field-spots.ts';

/** A change of one line, or that it was dropped or left out. Values are JSON text, with every digit. */
export interface Change {
  line: number;
  /** In the corrected file; absent where it has no such line. */
  newLine?: number | undefined;
  step: string;
  field?: string | undefined;
  before?: string | undefined;
  after?: string | undefined;
}

/** The same change in several lines. */
export interface ChangedValue extends Omit<Change, 'line' | 'newLine'> {
  lines: number;
  /** The first of them, by its number in the file that was corrected. */
  first: number;
}

const entrySchema = z.object({
  line: z.int(),
  newLine: z.int().optional(),
  step: z.string(),
  field: z.string().optional(),
});
const VALUES = FieldNode.root();
for (const key of ['before', 'after']) VALUES.at(key);

/** Changes that differ, beyond which they are only counted: dates are mostly all different. */
const MOST_KEPT = 10_000;

/** @param log as change-log.ts writes it @throws AppError `file.*` */
export async function* changesIn(log: string, signal: AbortSignal): AsyncGenerator<Change> {
  try {
    const lines = createInterface({ input: createReadStream(log, { signal }), crlfDelay: Number.POSITIVE_INFINITY });
    for await (const text of lines) {
      const { data } = entrySchema.safeParse(JSON.parse(text));
      if (data !== undefined) yield { ...data, ...valuesIn(text) };
    }
  } catch (thrown) {
    signal.throwIfAborted();
    throw toFileError(thrown, log);
  }
}

/** The most frequent first, and how many others there are. @throws AppError `file.*` */
export async function changedValues(
  log: string,
  most: number,
  signal: AbortSignal,
): Promise<{ changes: ChangedValue[]; more: number }> {
  const found = new Map<string, ChangedValue>();
  let uncounted = 0;
  for await (const { line, newLine: _, ...change } of changesIn(log, signal)) {
    const key = JSON.stringify(change);
    const known = found.get(key);
    if (known !== undefined) known.lines += 1;
    else if (found.size < MOST_KEPT) found.set(key, { ...change, lines: 1, first: line });
    else uncounted += 1;
  }
  const all = [...found.values()].sort((one, other) => other.lines - one.lines);
  return { changes: all.slice(0, most), more: Math.max(0, all.length - most) + uncounted };
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
