/**
 * @file What is said at the door, in lines of JSON. First both sides say their version and prove that they have read the file
 * of the door, which only this person can read; then come the calls of the contract, and the answers to them. Pure.
 */

import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { isAbsolute } from 'node:path';
import type { Readable } from 'node:stream';
import { z } from 'zod';
import { eventNames } from '../../../src-shared/channels.ts';
import { errorRecordSchema } from '../../../src-shared/shapes.ts';
import { SECOND } from '../../ground/clock.ts';
import { callSchema } from '../calls.ts';

/** How long each side waits until the other one has proved itself; on one machine it takes milliseconds. */
export const PATIENCE_MS = 10 * SECOND;
/** Of what comes from somebody who has proved nothing. */
export const LONGEST_WORD = 4096;
/** A snapshot of a hundred thousand submissions. */
export const LONGEST_ANSWER = 256_000_000;

const word = z.string().max(200);

/**
 * What the app says first. `holder` names it, as the lock of the folder does. Later versions may add to it: it is by this that
 * others are told apart.
 */
export const greetingSchema = z.object({ version: word, holder: word, challenge: word });

/** What the command replies. */
export const introductionSchema = z.strictObject({
  version: word,
  /** Names it in the history, as in `tranship queue pause (process 4711)`. */
  session: word,
  /** Whether it wants to be told what happens, as a window is. */
  hears: z.boolean(),
  challenge: word,
  proof: word,
});

/** What lets the command in. */
export const welcomeSchema = z.strictObject({ proof: word });

/** Files of this computer to be offered, as if they were dropped on a window. */
const offerSchema = z.strictObject({
  id: z.int().nonnegative(),
  offer: z.array(z.string().max(32_767)).max(100_000),
});

const here = z.string().max(32_767).refine(isAbsolute);

/** A call of what has a person choose a folder or a file: this one. The app has another working folder than the command. */
const choosingSchema = callSchema.extend({ place: z.strictObject({ path: here, log: here.optional() }) });

export const requestSchema = z.union([callSchema, choosingSchema, offerSchema]);
export type DoorRequest = z.infer<typeof requestSchema>;

export const answerSchema = z.strictObject({
  id: z.int(),
  result: z.discriminatedUnion('ok', [
    z.strictObject({ ok: z.literal(true), value: z.unknown().optional() }),
    z.strictObject({ ok: z.literal(false), error: errorRecordSchema }),
  ]),
});

export const toldSchema = z.strictObject({ event: z.enum(eventNames), payload: z.unknown() });

export function newChallenge(): string {
  return randomBytes(32).toString('base64url');
}

/** What only those can say who have the key, and only in answer to this challenge. */
export function proofOf(key: string, side: 'app' | 'command', challenge: string): string {
  return createHmac('sha256', key).update(`${side} ${challenge}`).digest('base64url');
}

export function isProof(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

export function lineOf(message: object): string {
  return `${JSON.stringify(message)}\n`;
}

/**
 * The lines that come in. What follows the last line end is none.
 * @param bounds how long a line may be, in bytes; read anew for each
 * @throws as the stream does, and for a longer line
 */
export async function* linesOf(stream: Readable, bounds: { longest: number }): AsyncGenerator<string, undefined> {
  let pieces: Buffer[] = [];
  let bytes = 0;
  const take = (piece: Buffer) => {
    pieces.push(piece);
    bytes += piece.length;
    if (bytes > bounds.longest) throw new Error('A line is too long.');
  };
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    let from = 0;
    for (let end = chunk.indexOf('\n'); end !== -1; end = chunk.indexOf('\n', from)) {
      take(chunk.subarray(from, end));
      const line = Buffer.concat(pieces).toString('utf8');
      pieces = [];
      bytes = 0;
      from = end + 1;
      yield line;
    }
    take(chunk.subarray(from));
  }
  return undefined;
}
