/**
 * @file The service as the app sees it: the calls of §4, which return a value or throw an AppError. Only a request with
 * an expired token is repeated here (§5.6); the caller decides about all other failures.
 */

import { randomUUID } from 'node:crypto';
import { AppError } from '../../../src-shared/errors.ts';
import {
  redactAuthorization,
  redactJsonWebTokens,
  redactKnown,
  redactSignedQueries,
  redactUserInfo,
} from '../../ground/redaction.ts';
import type { Connection } from '../credentials/connection.ts';
import type { Contact } from './contact.ts';
import { addressOf, type Endpoint, endpoints, observedAddress } from './endpoints.ts';
import { exchange, type Line, LONGEST_REPLY, type Reply } from './exchange.ts';
import { isForeign } from './misdirected.ts';
import { requireProtected } from './protected-address.ts';
import type { NextTurns, RateLimits } from './rate-limits.ts';
import { alwaysThere, badReply, misdirected, refusalOf } from './refusals.ts';
import { boundedText, excerptOf, isPage, parseJson } from './reply-words.ts';
import { type RejectedRule, type RuleRunOutcome, readRuleRun, readRuleRunStatus } from './rule-replies.ts';
import type { ServiceClock } from './service-clock.ts';
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

/** A reply as it came, for callers that show it whole. */
export interface ApiReply {
  status: number;
  /** At most 1 MiB of it, without the token. */
  text: string;
  /** Undefined when the text is not JSON. Long numbers are rounded here, but not in the text. */
  json: unknown;
  correlationId: string;
  /** From the request to the end of the reply. */
  milliseconds: number;
}

/** How far a transaction has come; after a failure it decides whether the transaction may be sent again. */
export interface Passage {
  /** Whether any byte of it can be with the service: false again once a reply says that it was not taken. */
  mayHaveArrived: boolean;
  /** As in the log. */
  correlationId?: string;
}

export interface RuleRunRequest {
  /** YYYY-MM-DD. */
  executionDate: string;
  /** All live rules by default. */
  ruleIds?: readonly string[];
  /** Allows a second run on the same day. */
  force?: boolean;
}

export interface RuleRunReply {
  executionId: string | undefined;
  accepted: readonly string[];
  rejected: readonly RejectedRule[];
  reply: ApiReply;
}

export interface RuleRunStatus {
  /** In the service's own spelling; empty when the reply has none. */
  status: string;
  outcome: RuleRunOutcome;
  message: string;
  reply: ApiReply;
}

/**
 * Each call waits for its turn under the limits of §8, and throws auth.*, service.* or network.*; when the signal
 * aborts it rejects with the signal's reason. The returned addresses are pre-signed: secrets that must not be shown.
 */
export interface ServiceClient {
  /** Asks for a batch id and its upload address. `rejectOnInvalid`: one bad line refuses the whole batch. */
  generateUploadUrl(options: { rejectOnInvalid: boolean }, signal: AbortSignal): Promise<UploadReservation>;
  /** Throws service.not-found also while the file has not arrived yet. */
  batchStatus(batchId: BatchId, signal: AbortSignal): Promise<BatchStatus>;
  validationResult(batchId: BatchId, signal: AbortSignal): Promise<ValidationResult>;
  /**
   * Sends one transaction, byte for byte: serialising it again would round long numbers. Resolves for 2xx and for a
   * refusal of this very transaction (4xx but 401, 403, 404, 405, 408, 410 and 429); the returned reply has no signed
   * queries and tokens. After network.cut and network.no-answer it is unknown whether the transaction has arrived.
   * Keeps `passage` up to date meanwhile.
   */
  postTransaction(transaction: Uint8Array | string, signal: AbortSignal, passage?: Passage): Promise<ApiReply>;
  executeRules(request: RuleRunRequest, signal: AbortSignal): Promise<RuleRunReply>;
  /** Only for past dates, at most 30 days back. */
  rerunRules(request: RuleRunRequest, signal: AbortSignal): Promise<RuleRunReply>;
  ruleRunStatus(executionId: string, signal: AbortSignal): Promise<RuleRunStatus>;
  ruleSchedule(signal: AbortSignal): Promise<ApiReply>;
  /** Asks a path below the base address, with an optional query; throws service.path-invalid for any other. */
  observe(path: string, signal: AbortSignal): Promise<ApiReply>;
  /** When the next upload address is asked for, if nothing else waits for one. */
  uploadTurns(): NextTurns;
  /** Milliseconds until a rerun may be sent, if no other rerun comes first. */
  rerunWait(): number;
  /** Until when the present token is used (ms since the epoch); undefined when there is none. */
  tokenUntil(): number | undefined;
}

export interface ServiceClientOptions extends Line {
  connection: Connection;
  tokens: Pick<TokenSource, 'current' | 'renew' | 'usableUntil'>;
  limits: Pick<RateLimits, 'inTurn' | 'pause' | 'giveWay' | 'wait' | 'turns'>;
  /**
   * What is known of the service from before. Without it, a person hears at once of every reply that suggests a wrong
   * connection.
   */
  contact?: Contact;
  /** Learns from each reply what time it is at the service. */
  serviceClock?: ServiceClock;
  /** Hears what each request came to: a failure, or a reply of any status. */
  onContact?: ((failure: AppError | undefined) => void) | undefined;
}

/** Throws connection.invalid for a base address to which a token must not be sent. */
export function createServiceClient(options: ServiceClientOptions): ServiceClient {
  const { baseUrl } = options.connection;
  requireProtected('baseUrl', baseUrl);
  const runRules = async (endpoint: Endpoint, request: RuleRunRequest, signal: AbortSignal) => {
    const reply = await show(
      options,
      { endpoint, address: addressOf(endpoint, baseUrl), body: bodyOf(request) },
      signal,
    );
    return { ...readRuleRun(reply.json), reply };
  };
  return {
    generateUploadUrl: ({ rejectOnInvalid }, signal) => {
      const endpoint = endpoints.generateUploadUrl;
      const body = JSON.stringify({ reject_on_invalid: rejectOnInvalid });
      return read(options, { endpoint, address: addressOf(endpoint, baseUrl), body }, readUploadReservation, signal);
    },
    batchStatus: async (batchId, signal) => {
      const endpoint = endpoints.batchStatus;
      const question = { endpoint, address: addressOf(endpoint, baseUrl, batchId) };
      const { status, errorMessage, ...rest } = await read(
        options,
        question,
        (json) => readBatchStatus(json, batchId),
        signal,
      );
      const message = boundedText(errorMessage, LONGEST_MESSAGE);
      return { ...rest, status: boundedText(status, LONGEST_STATE), errorMessage: message };
    },
    validationResult: (batchId, signal) => {
      const endpoint = endpoints.validationResult;
      const question = { endpoint, address: addressOf(endpoint, baseUrl, batchId) };
      return read(options, question, (json) => readValidationResult(json, batchId), signal);
    },
    postTransaction: async (transaction, signal, passage) => {
      const endpoint = endpoints.postTransaction;
      const question = { endpoint, address: addressOf(endpoint, baseUrl), body: transaction, passage };
      return await show(options, question, signal, { isAnswer: refusesTransaction, clean: withoutCredentials });
    },
    executeRules: (request, signal) => runRules(endpoints.executeRules, request, signal),
    rerunRules: (request, signal) => runRules(endpoints.rerunRules, request, signal),
    ruleRunStatus: async (executionId, signal) => {
      const endpoint = endpoints.ruleRunStatus;
      const reply = await show(options, { endpoint, address: addressOf(endpoint, baseUrl, executionId) }, signal);
      return { ...readRuleRunStatus(reply.json), reply };
    },
    ruleSchedule: (signal) => {
      const endpoint = endpoints.ruleSchedule;
      return show(options, { endpoint, address: addressOf(endpoint, baseUrl) }, signal);
    },
    observe: async (path, signal) => {
      // Failures name the path without its query, which may hold secrets.
      const endpoint = { ...endpoints.observability, path: path.replace(/\?.*$/s, '') };
      return await show(options, { endpoint, address: observedAddress(baseUrl, path) }, signal);
    },
    uploadTurns: () => options.limits.turns(endpoints.generateUploadUrl),
    rerunWait: () => options.limits.wait(endpoints.rerunRules),
    tokenUntil: () => options.tokens.usableUntil(),
  };
}

/** What is kept of the service's words with each batch: more would fill the queue and hide what else is said. */
const LONGEST_MESSAGE = 2000;
const LONGEST_STATE = 100;

/** Characters that are read of a reply, by the id of its endpoint. */
const longest: Readonly<Record<string, number>> = {
  [endpoints.postTransaction.id]: LONGEST_REPLY / 4,
  [endpoints.validationResult.id]: LONGEST_REPLY,
  [endpoints.executeRules.id]: LONGEST_REPLY,
  [endpoints.rerunRules.id]: LONGEST_REPLY,
  [endpoints.ruleRunStatus.id]: LONGEST_REPLY,
  [endpoints.ruleSchedule.id]: LONGEST_REPLY,
  [endpoints.observability.id]: LONGEST_REPLY,
};

/** `isAnswer`: which statuses are answers besides a success. `clean`: removes what must not be kept of the text. */
interface Reading {
  isAnswer?: (status: number) => boolean;
  clean?: (text: string) => string;
}

interface Question {
  endpoint: Endpoint;
  address: string;
  body?: string | Uint8Array;
  passage?: Passage | undefined;
}

/** What `find` finds in a successful JSON reply; throws service.bad-reply when it finds nothing. */
async function read<Answer>(
  options: ServiceClientOptions,
  question: Question,
  find: (json: unknown) => Answer | undefined,
  signal: AbortSignal,
): Promise<Answer> {
  const { reply, token } = await ask(options, question, signal);
  if (!isSuccess(reply)) throw refusalOf(options, question.endpoint, reply, token);
  if (alwaysThere.has(question.endpoint.id) && isForeign(reply))
    throw misdirected(options, question.endpoint, reply, token);
  // What is found is kept and shown; a service that quotes the token must not put it there.
  const json = parseJson(redactKnown(reply.text, [token]));
  const answer = json === undefined ? undefined : find(json);
  if (answer === undefined) throw badReply(question.endpoint, excerptOf(reply.text, [token]));
  options.contact?.worked('base-address');
  return answer;
}

/**
 * The whole reply of a success, or of any other status that `isAnswer` accepts. A page in its place comes from a proxy
 * that replies for all hosts.
 */
async function show(
  options: ServiceClientOptions,
  question: Question,
  signal: AbortSignal,
  { isAnswer = () => false, clean = (text) => text }: Reading = {},
): Promise<ApiReply> {
  const { reply, token } = await ask(options, question, signal);
  const { status, correlationId, milliseconds } = reply;
  if (!isSuccess(reply) && !isAnswer(status)) throw refusalOf(options, question.endpoint, reply, token);
  if (isSuccess(reply) && isPage(reply.text)) throw badReply(question.endpoint, excerptOf(reply.text, [token]));
  if (isSuccess(reply)) options.contact?.worked('base-address');
  const text = clean(redactKnown(reply.text, [token]));
  return { status, text, json: parseJson(text), correlationId, milliseconds };
}

/** As `askTwice`, and tells whether the service was reached. */
async function ask(
  options: ServiceClientOptions,
  question: Question,
  signal: AbortSignal,
): Promise<{ reply: Reply; token: string }> {
  try {
    const answer = await askTwice(options, question, signal);
    options.onContact?.(undefined);
    return answer;
  } catch (thrown) {
    if (thrown instanceof AppError && !signal.aborted) options.onContact?.(thrown);
    throw thrown;
  }
}

/** Sends a request, and repeats it with another token after a 401 (§5.6). Returns a reply of any status. */
async function askTwice(
  options: ServiceClientOptions,
  question: Question,
  signal: AbortSignal,
): Promise<{ reply: Reply; token: string }> {
  const correlationId = randomUUID();
  const passage = question.passage ?? { mayHaveArrived: false };
  const asked = { ...question, passage };
  passage.mayHaveArrived = false;
  passage.correlationId = correlationId;
  const token = await options.tokens.current(signal);
  const accepted = (reply: Reply, token: string) => {
    if (isSuccess(reply) && !isPage(reply.text)) options.contact?.worked('sign-in');
    return { reply, token };
  };
  const reply = await askWith(token, options, asked, correlationId, signal);
  if (reply.status !== 401) return accepted(reply, token);
  passage.mayHaveArrived = false;
  const renewed = await options.tokens.renew(token, signal);
  if (renewed === token) return { reply, token };
  return accepted(await askWith(renewed, options, asked, `${correlationId}-2`, signal), renewed);
}

async function askWith(
  token: string,
  options: ServiceClientOptions,
  { endpoint, address, body, passage }: Question & { passage: Passage },
  correlationId: string,
  signal: AbortSignal,
): Promise<Reply> {
  // §5.5
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', accept: 'application/json' };
  const outgoing = {
    purpose: endpoint.id,
    correlationId,
    method: endpoint.method,
    headers,
    body,
    longestReply: longest[endpoint.id],
  };
  const send = () => {
    passage.mayHaveArrived = true;
    return exchange(options, address, outgoing, signal);
  };
  const reply = await options.limits.inTurn(endpoint, send, signal);
  options.serviceClock?.note(reply, options.clock.now());
  return reply;
}

/** The journal keeps the reply to a transaction. Removes credentials only within strings, so that JSON stays JSON. */
function withoutCredentials(text: string): string {
  return redactJsonWebTokens(redactAuthorization(redactUserInfo(redactSignedQueries(text))));
}

function bodyOf({ executionDate, ruleIds, force }: RuleRunRequest): string {
  return JSON.stringify({ execution_date: executionDate, rule_ids: ruleIds, force });
}

function isSuccess({ status }: Reply): boolean {
  return status >= 200 && status <= 299;
}

/** A refusal that is about this transaction, not about the token, the address, the hour or the rate. */
function refusesTransaction(status: number): boolean {
  return status >= 400 && status <= 499 && ![401, 403, 404, 405, 408, 410, 429].includes(status);
}
