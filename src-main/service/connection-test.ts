/** @file Tries a connection out, step by step: sign-in, permission, clocks, limits. Changes nothing at the service. */

import { randomUUID } from 'node:crypto';
import type { TestStep } from '../../src-preload/contract.ts';
import { AppError, toAppError } from '../../src-preload/errors.ts';
import { MINUTE, SECOND } from '../clock.ts';
import type { Connection } from '../credentials/connection.ts';
import { endpoints } from './endpoints.ts';
import type { Line } from './exchange.ts';
import type { RateLimits } from './rate-limits.ts';
import { createServiceClient, type ServiceClientOptions } from './service-client.ts';
import { TokenSource } from './token.ts';
import { batchIdSchema } from './wire.ts';

export interface TestPorts extends Line {
  connection: Connection;
  limits: RateLimits;
  secret: () => Promise<string>;
}

/** Tokens, addresses and certificates are often refused from here on. */
const WORTH_MENTIONING = MINUTE;

type Outcome = Omit<TestStep, 'step' | 'milliseconds'>;

const TOOK_TOO_LONG: Outcome = {
  outcome: 'bad',
  sentence: 'The test took too long and was given up.',
  remedy: 'The service may be asking to wait, or the network is slow. Test again in a few minutes.',
};

/** Each step with its outcome; after a failure the others are skipped. Rejects with the signal's reason, but for a timeout. */
export async function testConnection(ports: TestPorts, signal: AbortSignal): Promise<TestStep[]> {
  let serverTime: number | undefined;
  const fetch: Line['fetch'] = async (...call) => {
    const response = await ports.fetch(...call);
    const date = Date.parse(response.headers.get('date') ?? '');
    serverTime = Number.isNaN(date) ? undefined : date - ports.clock.now();
    return response;
  };
  const line = { ...ports, fetch };
  // A fresh token: one that is at hand would prove nothing.
  let source: TokenSource | undefined;
  const tokens = () => {
    source ??= new TokenSource({ ...line, store: { load: async () => undefined, save: async () => undefined } });
    return source;
  };
  const steps: [TestStep['step'], () => Promise<Outcome> | Outcome][] = [
    ['token', () => trySigningIn(tokens(), signal)],
    ['permission', () => tryPermission({ ...line, tokens: tokens() }, signal)],
    ['clock', () => compareClocks(serverTime)],
    ['limits', () => readLimits(ports.limits)],
  ];
  const results: TestStep[] = [];
  for (const [step, perform] of steps) {
    if (results.some(({ outcome }) => outcome === 'bad')) {
      results.push({
        step,
        outcome: 'skipped',
        sentence: 'Not tried, because an earlier step failed.',
        milliseconds: 0,
      });
      continue;
    }
    const begun = ports.clock.now();
    const outcome = await outcomeOf(perform, signal);
    results.push({ step, ...outcome, milliseconds: Math.max(0, ports.clock.now() - begun) });
  }
  return results;
}

async function outcomeOf(perform: () => Promise<Outcome> | Outcome, signal: AbortSignal): Promise<Outcome> {
  try {
    return await perform();
  } catch (thrown) {
    if (isTimeout(signal.reason)) return TOOK_TOO_LONG;
    signal.throwIfAborted();
    const { title, detail, remedy } = toAppError(thrown);
    return { outcome: 'bad', sentence: `${title}. ${detail}`, remedy };
  }
}

async function trySigningIn(tokens: TokenSource, signal: AbortSignal): Promise<Outcome> {
  await tokens.current(signal);
  return { outcome: 'good', sentence: 'The client id, the secret and the scope were accepted.' };
}

/** Asks about a batch that nobody has: whoever hears that there is none may ask about batches. */
async function tryPermission(options: ServiceClientOptions, signal: AbortSignal): Promise<Outcome> {
  const client = createServiceClient(options);
  const good: Outcome = {
    outcome: 'good',
    sentence: 'The service answers, and these credentials may ask about batches.',
  };
  try {
    await client.batchStatus(batchIdSchema.parse(randomUUID()), signal);
    return good;
  } catch (thrown) {
    if (thrown instanceof AppError && thrown.code === 'service.not-found') return good;
    if (thrown instanceof AppError && thrown.retryable) {
      const { title, detail, remedy } = thrown;
      return { outcome: 'doubtful', sentence: `${title}. ${detail}`, remedy };
    }
    throw thrown;
  }
}

function isTimeout(reason: unknown): boolean {
  return reason instanceof Error && reason.name === 'TimeoutError';
}

function compareClocks(difference: number | undefined): Outcome {
  if (difference === undefined) return { outcome: 'skipped', sentence: 'The service does not tell what time it has.' };
  const seconds = Math.round(Math.abs(difference) / SECOND);
  if (Math.abs(difference) < WORTH_MENTIONING) {
    const sentence = 'The clock of this computer agrees with the service’s.';
    return { outcome: 'good', sentence };
  }
  return {
    outcome: 'doubtful',
    sentence: `The clock of this computer is ${seconds} s ${difference > 0 ? 'behind' : 'ahead of'} the service’s.`,
    remedy: 'Let the system set the time by itself. Uploads work all the same, but times in receipts are off.',
  };
}

function readLimits(limits: RateLimits): Outcome {
  const { generateUploadUrl, batchStatus, validationResult } = endpoints;
  const left = [generateUploadUrl, batchStatus, validationResult].map((endpoint) => limits.left(endpoint));
  const [uploads = 0, questions = 0, reports = 0] = left;
  const sentence = `Within the next minute this computer may begin ${uploads} uploads, ask ${questions} times how batches stand and fetch ${reports} reports.`;
  if (left.some((requests) => requests === 0)) {
    return { outcome: 'doubtful', sentence, remedy: 'Tranship waits by itself until it may ask again.' };
  }
  return { outcome: 'good', sentence };
}
