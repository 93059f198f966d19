/** @file The entries of a change log as they stand in it; change-log.ts writes them. */

import { createReadStream } from 'node:fs';
import { z } from 'zod';
import { type LeftOutPayment, type NamedLine, namedLineSchema } from '../../src-shared/left-out.ts';
import { toFileError } from '../ground/files/file-errors.ts';
import { FieldNode, findSpots } from './field-spots.ts';

/** A change of one line, or that it was dropped or left out. Values are JSON text, with every digit. */
export interface Change {
  line: number;
  /** In the corrected file; absent where it has no such line. */
  newLine?: number | undefined;
  step: string;
  /** Steps that have changed the same value after that. */
  further?: string[] | undefined;
  field?: string | undefined;
  before?: string | undefined;
  after?: string | undefined;
  /** Why a person changed the money of the line, or left it out. */
  reason?: string | undefined;
  /** When it was decided, where that was noted. */
  at?: string | undefined;
  /** The text could be two numbers, of which the person has chosen one. */
  isChosen?: true | undefined;
  /** Of a line that was left out. */
  copyOf?: number | undefined;
  /** That line is not in the file that was made either. */
  isKeptGone?: true;
  payment?: LeftOutPayment | undefined;
  /** What is wrong with it. */
  why?: NamedLine['why'];
}

/** A change as the log has it. */
export interface LoggedChange extends Change {
  /** Of a line by hand that steps have changed after that: as it is in the file that was made. */
  sent?: string | undefined;
}

/** What the log says at its end of the file that was made. */
export interface MadeByLog {
  changed: number;
  sha256: string;
}

const entrySchema = z.object({
  line: z.int(),
  newLine: z.int().optional(),
  step: z.string(),
  field: z.string().optional(),
  reason: z.string().optional(),
  at: z.string().optional(),
  isChosen: z.literal(true).optional(),
  by: z.string().optional(),
  ...namedLineSchema.pick({ copyOf: true, payment: true, why: true }).shape,
});
const summarySchema = z.object({
  event: z.literal('summary'),
  changed: z.int(),
  result: z.object({ sha256: z.string() }),
});
const VALUES = FieldNode.root();
for (const key of ['before', 'after', 'sent']) VALUES.at(key);

/** The text of each entry. @throws AppError `file.*`, the reason of the signal */
export async function* entriesIn(log: string, signal: AbortSignal): AsyncGenerator<string> {
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

export function changeIn(text: string): LoggedChange | undefined {
  const { data } = entrySchema.safeParse(JSON.parse(text));
  if (data === undefined) return undefined;
  const { step, by, ...entry } = data;
  return { ...entry, step: step === 'keep-one' && by === 'id' ? 'choose-one' : step, ...valuesIn(text) };
}

export function madeIn(text: string): MadeByLog | undefined {
  const { data } = summarySchema.safeParse(JSON.parse(text));
  return data && { changed: data.changed, sha256: data.result.sha256 };
}

/** The values as they stand in the entry, not as JSON.parse would round them. */
function valuesIn(entry: string): Pick<LoggedChange, 'before' | 'after' | 'sent'> {
  const [{ members } = { members: [] }] = findSpots(entry, VALUES) ?? [];
  const textOf = (key: string) => {
    const member = members.find(({ node }) => node.key === key);
    return member && entry.slice(member.valueStart, member.valueEnd);
  };
  const sent = textOf('sent');
  return { before: textOf('before'), after: textOf('after'), ...(sent !== undefined && { sent }) };
}
