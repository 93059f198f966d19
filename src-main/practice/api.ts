/**
 * @file What all endpoints of the service have in common (method, token, permission, limits, misfortunes), and the
 * endpoints of batches: generate-upload-url, status and validation-result (§4 rows 2, 4 and 5).
 */

import { z } from 'zod';
import { assertNever } from '../../src-shared/errors.ts';
import type { Clock } from '../ground/clock.ts';
import type { BatchLife } from './batch-life.ts';
import {
  type Exchange,
  hangUp,
  type JsonReply,
  parseJson,
  readBody,
  readBytes,
  reply,
  replyJson,
  saysJson,
  unprocessable,
  unprocessableBody,
} from './exchange.ts';
import type { RateLimiter } from './limits.ts';
import type { Misfortunes } from './misfortune.ts';
import { observe } from './observability.ts';
import type { PracticeBatch } from './practice-batch.ts';
import { type ApiEndpoint, type ApiRoute, methodOf } from './routes.ts';
import type { Rules } from './rules.ts';
import type { SingleTransactions } from './single-transactions.ts';
import type { Storage } from './storage.ts';
import type { Tokens } from './tokens.ts';

export interface ApiSettings {
  clock: Clock;
  misfortunes: Misfortunes;
  limiter: RateLimiter;
  tokens: Tokens;
  batches: BatchLife;
  storage: Storage;
  transactions: SingleTransactions;
  rules: Rules;
  /** False plays a tenant for whom batch upload is not enabled (§1). */
  mayUploadBatches: boolean;
  /** The state that the status endpoint reports before a file has arrived and was scanned; undefined = 404. */
  stateBeforeArrival: string | undefined;
  signal: AbortSignal;
}

/** The endpoints of batch upload, which a tenant may lack. */
const batchEndpoints: readonly ApiEndpoint[] = ['generate-upload-url', 'status', 'validation-result'];
/** The endpoints that require a body. */
const endpointsOfJson: readonly ApiEndpoint[] = ['transaction', 'rules-execute', 'rules-rerun'];

const LARGEST_TRANSACTION = 1024 * 1024;

const uploadParameters = z.object({ reject_on_invalid: z.boolean().default(true) });

export class Api {
  readonly #settings: ApiSettings;

  constructor(settings: ApiSettings) {
    this.#settings = settings;
  }

  async answer(exchange: Exchange, route: ApiRoute): Promise<void> {
    if (route.endpoint === 'unknown') return replyJson(exchange, 404, { detail: 'Not Found' });
    const allowed = methodOf(route.endpoint);
    if (exchange.request.method !== allowed) {
      return replyJson(exchange, 405, { detail: 'Method Not Allowed' }, { Allow: allowed });
    }
    if (await this.#struck(exchange, route.endpoint)) return;
    if (this.#refused(exchange, route.endpoint)) return;
    if (route.endpoint === 'token') return this.#settings.tokens.answer(exchange);
    const { status, body } = await this.#replyTo(exchange, route);
    const isTaken = status < 300;
    if (isTaken && this.#settings.misfortunes.strikeAt(route.endpoint, ['swallow-reply']) !== undefined) {
      return hangUp(exchange);
    }
    replyJson(exchange, status, body);
  }

  async #replyTo(exchange: Exchange, route: Exclude<ApiRoute, { endpoint: 'token' | 'unknown' }>): Promise<JsonReply> {
    const { transactions, rules, batches } = this.#settings;
    if (endpointsOfJson.includes(route.endpoint) && !saysJson(exchange)) {
      return { status: 400, body: { message: 'The Content-Type must be application/json.' } };
    }
    switch (route.endpoint) {
      case 'generate-upload-url':
        return this.#generateUploadAddress(exchange);
      case 'status':
      case 'validation-result':
        return this.#tell(route.endpoint, route.batchId);
      case 'transaction': {
        const bytes = await readBytes(exchange, LARGEST_TRANSACTION);
        if (bytes === undefined) return { status: 413, body: { message: 'The transaction is larger than 1 MiB.' } };
        return transactions.receive(bytes);
      }
      case 'rules-execute':
      case 'rules-rerun': {
        const body = (await readBody(exchange)) ?? '';
        return rules.execute(route.endpoint === 'rules-execute' ? 'execute' : 'rerun', body);
      }
      case 'rules-status':
        return rules.status(route.executionId);
      case 'rules-schedule':
        return rules.schedule();
      case 'observability': {
        const { executions } = rules;
        const body = observe(route.list, { batches: batches.all, executions, totals: transactions.totals() });
        return { status: 200, body };
      }
      default:
        return assertNever(route);
    }
  }

  /** Misfortunes that strike before the service handles the request. True when they have replied to it. */
  async #struck(exchange: Exchange, endpoint: ApiEndpoint): Promise<boolean> {
    const { misfortunes, clock, signal } = this.#settings;
    const slow = misfortunes.strikeAt(endpoint, ['slow']);
    if (slow !== undefined) await clock.sleep(slow.milliseconds, signal);
    const misfortune = misfortunes.strikeAt(endpoint, ['service-status', 'rate-limit']);
    if (misfortune === undefined) return false;
    if (misfortune.name === 'rate-limit') {
      tooManyRequests(exchange, misfortune.retryAfterSeconds ?? 1);
    } else if (misfortune.asHtml === true) {
      const html = `<html><head><title>${misfortune.status}</title></head><body>A proxy is unwell.</body></html>`;
      reply(exchange, misfortune.status, html, { 'Content-Type': 'text/html' });
    } else {
      replyJson(exchange, misfortune.status, { message: 'The service is unwell.' });
    }
    return true;
  }

  /** Token, permission and limits (§5, §7, §8), in this order. True when the request has been refused. */
  #refused(exchange: Exchange, endpoint: ApiEndpoint): boolean {
    const { tokens, limiter, misfortunes, mayUploadBatches } = this.#settings;
    const { request } = exchange;
    const isToken = endpoint === 'token';
    if (!isToken) {
      if (!tokens.accepts(request.headers.authorization) || misfortunes.strike(['reject-token']) !== undefined) {
        const headers = { 'WWW-Authenticate': 'Bearer error="invalid_token"' };
        replyJson(exchange, 401, { message: 'The token is missing, unknown or has expired.' }, headers);
        return true;
      }
      const isOfBatches = batchEndpoints.includes(endpoint);
      if ((isOfBatches && !mayUploadBatches) || misfortunes.strikeAt(endpoint, ['forbid']) !== undefined) {
        const what = isOfBatches ? 'Batch upload is' : 'This endpoint is';
        replyJson(exchange, 403, { message: `${what} not enabled for this tenant.` });
        return true;
      }
    }
    const source = isToken ? (request.socket.remoteAddress ?? '') : 'tenant';
    const waitSeconds = limiter.admit(endpoint, source);
    if (waitSeconds > 0) tooManyRequests(exchange, waitSeconds);
    else if (misfortunes.strikeAt(endpoint, ['bad-json']) !== undefined) {
      reply(exchange, 200, '{"batch_id": "0b5e', { 'Content-Type': 'application/json' });
    } else return false;
    return true;
  }

  async #generateUploadAddress(exchange: Exchange): Promise<JsonReply> {
    const { batches, storage } = this.#settings;
    const body = (await readBody(exchange)) ?? 'too large';
    const parameters = uploadParameters.safeParse(body === '' ? {} : saysJson(exchange) ? parseJson(body) : undefined);
    if (!parameters.success) return unprocessableBody(parameters.error);
    const batchId = batches.register(parameters.data.reject_on_invalid);
    return { status: 200, body: { url: storage.uploadAddress(batchId), batch_id: batchId } };
  }

  /** The reply about one batch. */
  #tell(endpoint: 'status' | 'validation-result', batchId: string): JsonReply {
    if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(batchId)) {
      return unprocessable([{ loc: ['path', 'batch_id'], msg: 'Input should be a valid UUID', type: 'uuid_parsing' }]);
    }
    const batch = this.#settings.batches.find(batchId);
    const state = batch === undefined ? undefined : this.#shownState(batch);
    if (batch === undefined || state === undefined) {
      return { status: 404, body: { detail: `There is no batch ${batchId}.` } };
    }
    const body = { batch_id: batch.batchId, status: state };
    if (endpoint === 'status') return { status: 200, body: { ...body, error_message: batch.errorMessage } };
    if (batch.reportPath === undefined) return { status: 200, body };
    return { status: 200, body: { ...body, report_url: this.#settings.storage.reportAddress(batch.batchId) } };
  }

  /** The service knows of a file only once it was scanned. */
  #shownState({ state, arrivedAt }: PracticeBatch): string | undefined {
    const { misfortunes } = this.#settings;
    const lie = arrivedAt === undefined ? misfortunes.strike(['early-state', 'unknown-before-arrival']) : undefined;
    if (lie?.name === 'early-state') return lie.state ?? 'VALIDATION_STARTED';
    if (lie?.name === 'unknown-before-arrival') return undefined;
    return state === 'AWAITING_FILE' || state === 'SCANNING' ? this.#settings.stateBeforeArrival : state;
  }
}

function tooManyRequests(exchange: Exchange, seconds: number): void {
  replyJson(exchange, 429, { message: 'Too many requests.' }, { 'Retry-After': String(seconds) });
}
