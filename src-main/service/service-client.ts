/**
 * @file The service as the app sees it: three calls (§4 rows 2, 4, 5) that give a value or an AppError. Only an expired
 * token is repeated here (§5.6); everything else is for the queue to decide.
 */

import { AppError } from '../../src-preload/errors.ts';
import { SECOND } from '../clock.ts';
import type { Connection } from '../credentials/connection.ts';
import { addressOf, type Endpoint, endpointName, endpoints } from './endpoints.ts';
import { exchange, type Line, type Reply } from './exchange.ts';
import { requireProtected } from './protected-address.ts';
import type { RateLimits } from './rate-limits.ts';
import { redactAll } from './redact.ts';
import { excerptOf, parseJson, usefulSentence } from './reply-words.ts';
import { pauseAfterRefusal, readRetryAfter } from './retry-after.ts';
import type { TokenSource } from './token.ts';
import {
  type BatchId,
  type BatchStatus,
  readBatchStatus,
  readUploadReservation,
  readValidationResult,
  type UploadReservation,
  type ValidationResult,
} from './wire.ts';

/**
 * Each call waits for its turn under the limits of §8, and throws auth.*, service.* or network.*; when the signal aborts
 * it rejects with the signal's reason. The addresses given back are pre-signed: secrets, never to be shown.
 */
export interface ServiceClient {
  /** Asks for a batch id and the address to put its file to. `rejectOnInvalid`: one bad line refuses the whole batch. */
  generateUploadUrl(options: { rejectOnInvalid: boolean }, signal: AbortSignal): Promise<UploadReservation>;
  /** service.not-found also means that the file has not arrived yet. */
  batchStatus(batchId: BatchId, signal: AbortSignal): Promise<BatchStatus>;
  validationResult(batchId: BatchId, signal: AbortSignal): Promise<ValidationResult>;
}

export interface ServiceClientOptions extends Line {
  connection: Connection;
  tokens: Pick<TokenSource, 'current' | 'renew'>;
  limits: Pick<RateLimits, 'acquire' | 'pause' | 'giveWay'>;
}

/** Throws connection.invalid for a base address to which a token must not be sent. */
export function createServiceClient(options: ServiceClientOptions): ServiceClient {
  requireProtected('baseUrl', options.connection.baseUrl);
  return {
    generateUploadUrl: ({ rejectOnInvalid }, signal) =>
      call(options, endpoints.generateUploadUrl, signal, {
        body: { reject_on_invalid: rejectOnInvalid },
        read: readUploadReservation,
      }),
    batchStatus: async (batchId, signal) => {
      const read = (reply: unknown) => readBatchStatus(reply, batchId);
      const status = await call(options, endpoints.batchStatus, signal, { batchId, read });
      return { ...status, errorMessage: redactAll(status.errorMessage) };
    },
    validationResult: (batchId, signal) =>
      call(options, endpoints.validationResult, signal, { batchId, read: readValidationResult }),
  };
}

interface Question<Answer> {
  batchId?: BatchId;
  body?: unknown;
  /** The answer in a JSON reply, or undefined when it is not there. */
  read: (reply: unknown) => Answer | undefined;
}

async function call<Answer>(
  options: ServiceClientOptions,
  endpoint: Endpoint,
  signal: AbortSignal,
  question: Question<Answer>,
): Promise<Answer> {
  const { tokens } = options;
  let token = await tokens.current(signal);
  let reply = await ask(options, endpoint, signal, question, token);
  if (reply.status === 401) {
    token = await tokens.renew(token, signal);
    reply = await ask(options, endpoint, signal, question, token);
  }
  if (reply.status < 200 || reply.status > 299) throw refusalOf(options, endpoint, reply, token);
  const json = parseJson(reply.text);
  const answer = json === undefined ? undefined : question.read(json);
  if (answer === undefined) throw badReply(endpoint, excerptOf(reply.text, [token]));
  return answer;
}

async function ask(
  options: ServiceClientOptions,
  endpoint: Endpoint,
  signal: AbortSignal,
  { batchId, body }: Question<unknown>,
  token: string,
): Promise<Reply> {
  const address = addressOf(endpoint, options.connection.baseUrl, batchId);
  // §5.5
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', accept: 'application/json' };
  await options.limits.acquire(endpoint, signal);
  const content = body === undefined ? {} : { body: JSON.stringify(body) };
  return exchange(options, address, { method: endpoint.method, headers, ...content }, signal);
}

/** The error of a reply that is not a success (§7); a wish to wait is passed on to the limits of this endpoint. */
function refusalOf({ limits, clock }: ServiceClientOptions, endpoint: Endpoint, reply: Reply, token: string): AppError {
  const { status, headers, text } = reply;
  const name = endpointName(endpoint);
  const reason = usefulSentence(text, [token]);
  switch (status) {
    case 401:
      return new AppError('auth.token-rejected', { endpoint: name });
    case 403:
      return new AppError('auth.forbidden', { endpoint: name });
    case 404:
      return new AppError('service.not-found', { endpoint: name, reason });
    case 429: {
      const pause = limits.giveWay(endpoint, pauseAfterRefusal(headers, clock.now()));
      return new AppError('service.rate-limited', { endpoint: name, seconds: Math.ceil(pause / SECOND) });
    }
    default:
  }
  if (status >= 500 || status === 408) {
    const pause = readRetryAfter(headers, clock.now());
    if (pause !== undefined) limits.pause(endpoint, pause);
    return new AppError('service.unavailable', { endpoint: name, status, reason });
  }
  if (status >= 400) return new AppError('service.refused', { endpoint: name, status, reason });
  return badReply(endpoint, `status ${status}, which leads elsewhere`);
}

function badReply(endpoint: Endpoint, excerpt: string): AppError {
  return new AppError('service.bad-reply', { endpoint: endpointName(endpoint), excerpt });
}
