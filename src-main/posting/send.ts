/** @file Sends one transaction unchanged, with a result or with the certainty that it has not arrived. */

import { AppError, saidBy, toAppError } from '../../src-shared/errors.ts';
import { fact } from '../../src-shared/languages/fact.ts';
import type { LineResult } from '../../src-shared/posting-shapes.ts';
import { isJsonObject } from '../check/rules/json-object.ts';
import { jsonValueOf } from '../check/rules/json-value.ts';
import { modificationIdOf } from '../check/rules/line-judge.ts';
import type { Clock } from '../ground/clock.ts';
import type { Passage } from '../wire/service/service-client.ts';
import { type AfterFailure, judgeFailure } from './after-failure.ts';

/** The content of a reply. */
export interface PostReply {
  status: number;
  text: string;
  correlationId: string;
}

/**
 * Sends one transaction: resolves for 2xx and for a refusal of this very transaction, throws AppError otherwise, and
 * the signal's reason when it aborts. Records in the passage how far the transaction has come.
 */
export type PostTransaction<Reply extends PostReply = PostReply> = (
  transaction: Uint8Array,
  signal: AbortSignal,
  passage: Passage,
) => Promise<Reply>;

export interface Sent<Reply extends PostReply = PostReply> {
  /** Undefined when the transaction has certainly not arrived. */
  result: LineResult | undefined;
  /** What settled it. */
  reply?: Reply;
  /** Why no reply settled it. */
  error: AppError | undefined;
  run: AfterFailure['run'];
}

/** Sends a transaction once. */
export function send<Reply extends PostReply>(
  post: PostTransaction<Reply>,
  line: { number: number; bytes: Uint8Array },
  clock: Clock,
  signal: AbortSignal,
): { passage: Readonly<Passage>; ended: Promise<Sent<Reply>> } {
  // Assume the worst until the port says otherwise.
  const passage: Passage = { mayHaveArrived: true };
  const common = () => ({
    line: line.number,
    ...modificationIdIn(line.bytes),
    at: new Date(clock.now()).toISOString(),
    ...(passage.correlationId !== undefined && { correlationId: passage.correlationId }),
  });
  const sending = async (): Promise<Sent<Reply>> => {
    if (signal.aborted) return { result: undefined, error: undefined, run: 'goes-on' };
    try {
      const reply = await post(line.bytes, signal, passage);
      const { status, text, correlationId } = reply;
      const outcome = status >= 200 && status <= 299 ? 'accepted' : 'refused';
      const result = { ...common(), outcome, status, reply: text, correlationId } as const;
      return { result, reply, error: undefined, run: 'goes-on' };
    } catch (thrown) {
      return afterFailure(thrown);
    }
  };
  const afterFailure = (thrown: unknown): Sent<Reply> => {
    const isCalledBack = signal.aborted && !(thrown instanceof AppError);
    if (isCalledBack && !passage.mayHaveArrived) return { result: undefined, error: undefined, run: 'goes-on' };
    const error = isCalledBack ? undefined : toAppError(thrown);
    const after: AfterFailure =
      error === undefined ? { transaction: 'unknown', run: 'goes-on' } : judgeFailure(error, passage.mayHaveArrived);
    if (after.transaction === 'again') return { result: undefined, error, run: after.run };
    const status = error !== undefined && 'status' in error.params ? { status: Number(error.params.status) } : {};
    const why =
      error === undefined
        ? { reason: fact('It was cancelled while it was being sent.') }
        : { error: error.code, reason: saidBy(error) };
    return { result: { ...common(), outcome: 'unknown', ...status, ...why }, error, run: after.run };
  };
  return { passage, ended: sending() };
}

function modificationIdIn(bytes: Uint8Array): { modificationId?: string } {
  try {
    const transaction = jsonValueOf(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString());
    const modificationId = isJsonObject(transaction) ? modificationIdOf(transaction) : undefined;
    return modificationId === undefined ? {} : { modificationId };
  } catch {
    // A person sent the line in spite of the check: it is no JSON.
    return {};
  }
}
