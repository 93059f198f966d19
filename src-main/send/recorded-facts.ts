/** @file What the history says of a submission and its batches, so that a row edited by other means is noticed. Pure. */

import { createHash } from 'node:crypto';
import { z } from 'zod';
import { batchStateSchema } from '../../src-shared/shapes.ts';
import { canonicalDigest } from '../audit/canonical-json.ts';
import { batchIdSchema } from '../wire/service/wire.ts';
import { type Batch, type BatchNumber, batchSchema } from './batch.ts';
import type { HistoryEvent } from './storage/history.ts';
import type { ByteRange, PreparedFacts, Submission } from './submission.ts';

const count = z.int().nonnegative();

const rangeSchema = z.object({ start: count, end: count, lines: count, sha256: z.string() });
const stateSchema = z.object({
  state: batchStateSchema,
  batchId: batchIdSchema.optional(),
  remoteState: z.string().optional(),
  acceptedAt: z.int().optional(),
  report: batchSchema.shape.report.optional(),
  named: batchSchema.shape.named,
  abandoned: z.array(batchIdSchema).default([]),
  watched: z
    .array(z.object({ batchId: batchIdSchema, remoteState: z.string().optional(), movedAt: z.int().optional() }))
    .default([]),
});
const addedSchema = z.object({
  path: z.string(),
  name: z.string().optional(),
  connection: z.string(),
  baseAddress: z.string(),
});
const approvedSchema = z.object({ sha256: z.string() }).transform(({ sha256 }) => ({ fileSha256: sha256 }));
const recoveredSchema = z.array(z.looseObject({ number: batchSchema.shape.number }));
const foundSchema = z.object({ name: z.string() });
const reboundSchema = z.object({ connection: z.string(), baseAddress: z.string() });

/** What was recorded last. */
export interface RecordedFacts {
  name?: string;
  connection?: string;
  baseAddress?: string;
  fileSha256?: string;
  batches: Map<BatchNumber, RecordedBatch>;
}
export interface RecordedBatch {
  range?: z.infer<typeof rangeSchema>;
  state?: z.infer<typeof stateSchema>;
}

/** @param own the entries about one submission, in order */
export function recordedFacts(own: readonly HistoryEvent[]): RecordedFacts {
  const facts: RecordedFacts = { batches: new Map() };
  for (const { kind, batch, detail, recorder } of own) {
    // An entry of an older Tranship says less.
    if (recorder === undefined) continue;
    if (detail['unapproved'] === true) facts.batches.clear();
    if (batch !== undefined) noteBatch(facts, batch, detail);
    else if (kind === 'added') noteAdded(facts, detail);
    else if (kind === 'file-found') Object.assign(facts, foundSchema.safeParse(detail).data);
    else if (kind === 'approved') Object.assign(facts, approvedSchema.safeParse(detail).data);
    else if (kind === 'recovered') noteRecovered(facts, detail);
    else if (kind === 'bound' || kind === 'rebound') Object.assign(facts, reboundSchema.safeParse(detail).data);
  }
  return facts;
}

function noteBatch({ batches }: RecordedFacts, number: BatchNumber, detail: Record<string, unknown>): void {
  const before = batches.get(number);
  const range = rangeSchema.safeParse(detail).data ?? before?.range;
  const state = stateSchema.safeParse(detail).data ?? before?.state;
  batches.set(number, { ...(range !== undefined && { range }), ...(state !== undefined && { state }) });
}

/** A recovery has put batches into states from which it is safe to continue. */
function noteRecovered(facts: RecordedFacts, { states }: Record<string, unknown>): void {
  for (const state of recoveredSchema.safeParse(states).data ?? []) noteBatch(facts, state.number, state);
}

function noteAdded(facts: RecordedFacts, detail: Record<string, unknown>): void {
  const added = addedSchema.safeParse(detail).data;
  if (added === undefined) return;
  const { name, path, connection, baseAddress } = added;
  Object.assign(facts, { name: name ?? path, connection, baseAddress });
}

/** Of what goes with the customer data; undefined where there is nothing of it. */
export function controlDigest({ control, flow }: Pick<PreparedFacts, 'control' | 'flow'>): string | undefined {
  if (flow !== undefined) return canonicalDigest({ ...(control !== undefined && { control }), flow });
  return control && canonicalDigest(control);
}

/** What an approval records of its ranges: of a million of them, one line. */
export function rangesDigest(ranges: readonly ByteRange[]): string {
  const sorted = [...ranges].sort((a, b) => a.start - b.start);
  const lines = sorted.map(({ start, end, lines, sha256 }) => JSON.stringify([start, end, lines, sha256]));
  return createHash('sha256').update(lines.join('\n')).digest('hex');
}

/** What a receipt says of a file. */
export interface FileFacts {
  name: string;
  connection: string;
  /** Where the connection led. */
  host: string;
  sha256: string | undefined;
}

/** The file as the submission has it. */
export function fileAsStored({ name, connection, destination, check }: Submission): FileFacts {
  return { name, connection, host: hostOf(destination.split(' ')[0]), sha256: check?.sha256 };
}

/** The file as the history has it. */
export function fileAsRecorded(submission: Submission, facts: RecordedFacts): FileFacts {
  const stored = fileAsStored(submission);
  const { name = stored.name, connection = stored.connection, fileSha256 = stored.sha256, baseAddress } = facts;
  return { name, connection, sha256: fileSha256, host: baseAddress === undefined ? stored.host : hostOf(baseAddress) };
}

function hostOf(address = ''): string {
  return URL.parse(address)?.host ?? '';
}

/** The batch as the history has it. */
export function batchAsRecorded(batch: Batch, { batches }: RecordedFacts): Batch {
  const { range, state } = batches.get(batch.number) ?? {};
  const ranged = { ...batch, ...range };
  if (state === undefined) return ranged;
  const { batchId, watched, acceptedAt, remoteState, report = ranged.report, ...plain } = state;
  const { delivery, acceptedAt: _, remoteState: __, named: ___, ...others } = ranged;
  return {
    ...others,
    ...plain,
    report,
    ...(acceptedAt !== undefined && { acceptedAt }),
    ...(remoteState !== undefined && { remoteState }),
    ...(batchId !== undefined && { delivery: { mayHaveArrived: false, ...delivery, batchId } }),
    watched: watched.map((one) => ({ since: 0, polls: 0, notBefore: 0, isOver: false, ...one })),
  };
}

/** What the history keeps of where a connection leads. */
export function addressesOf(destination: string): { baseAddress: string; tokenAddress: string } {
  const [baseAddress = '', tokenAddress = ''] = destination.split(' ').map(withoutQuery);
  return { baseAddress, tokenAddress };
}

/** The history keeps no query: a key may stand in it. */
function withoutQuery(address: string): string {
  return address.replace(/[?#].*$/s, '');
}
