/** @file The service's own endpoints: generate-upload-url, status and validation-result (§4 rows 2, 4 and 5). */

import { z } from 'zod';
import { assertNever } from '../../src-preload/errors.ts';
import type { Clock } from '../clock.ts';
import type { BatchLife } from './batch-life.ts';
import { type Exchange, readBody, reply, replyJson } from './exchange.ts';
import type { RateLimiter } from './limits.ts';
import type { Misfortunes } from './misfortune.ts';
import type { PracticeBatch } from './practice-batch.ts';
import type { Storage } from './storage.ts';
import type { Tokens } from './tokens.ts';

export interface ApiSettings {
  clock: Clock;
  misfortunes: Misfortunes;
  limiter: RateLimiter;
  tokens: Tokens;
  batches: BatchLife;
  storage: Storage;
  /** False plays a tenant for whom batch upload is not enabled (§1). */
  mayUploadBatches: boolean;
  /** What the status endpoint says before a file has arrived and was scanned; undefined = 404. */
  stateBeforeArrival: string | undefined;
  signal: AbortSignal;
}

/** Which endpoint a request is for; `batchId` is as the path spells it. */
export type ApiRoute =
  | { endpoint: 'token' }
  | { endpoint: 'generate-upload-url' }
  | { endpoint: 'status' | 'validation-result'; batchId: string }
  | { endpoint: 'unknown' };

/** `basePath` and `tokenPath` start with a slash; `path` has no query. */
export function routeOf(path: string, basePath: string, tokenPath: string): ApiRoute {
  if (path === tokenPath) return { endpoint: 'token' };
  const prefix = `${basePath}/api/transactions/batch/`;
  if (!path.startsWith(prefix)) return { endpoint: 'unknown' };
  const [name, batchId, ...more] = path.slice(prefix.length).split('/');
  if (name === 'generate-upload-url' && batchId === undefined) return { endpoint: name };
  if ((name === 'status' || name === 'validation-result') && batchId !== undefined && more.length === 0) {
    return { endpoint: name, batchId };
  }
  return { endpoint: 'unknown' };
}

const uploadParameters = z.object({ reject_on_invalid: z.boolean().default(true) });

export class Api {
  readonly #settings: ApiSettings;

  constructor(settings: ApiSettings) {
    this.#settings = settings;
  }

  async answer(exchange: Exchange, route: ApiRoute): Promise<void> {
    if (route.endpoint === 'unknown') return replyJson(exchange, 404, { detail: 'Not Found' });
    const allowed = route.endpoint === 'token' || route.endpoint === 'generate-upload-url' ? 'POST' : 'GET';
    if (exchange.request.method !== allowed) {
      return replyJson(exchange, 405, { detail: 'Method Not Allowed' }, { Allow: allowed });
    }
    if (await this.#struck(exchange, route.endpoint)) return;
    if (this.#refused(exchange, route.endpoint)) return;
    switch (route.endpoint) {
      case 'token':
        return this.#settings.tokens.answer(exchange);
      case 'generate-upload-url':
        return this.#generateUploadAddress(exchange);
      case 'status':
      case 'validation-result': {
        const { status, body } = this.#tell(route.endpoint, route.batchId);
        return replyJson(exchange, status, body);
      }
      default:
        return assertNever(route);
    }
  }

  /** Misfortunes that hit before the service itself gets to see the request. True when they have answered it. */
  async #struck(exchange: Exchange, endpoint: Exclude<ApiRoute['endpoint'], 'unknown'>): Promise<boolean> {
    const { misfortunes, clock, signal } = this.#settings;
    const slow = misfortunes.strikeAt(endpoint, ['slow']);
    if (slow !== undefined) await clock.sleep(slow.milliseconds, signal);
    const misfortune = misfortunes.strikeAt(endpoint, ['service-status', 'rate-limit']);
    if (misfortune === undefined) return false;
    if (misfortune.name === 'rate-limit') {
      tooManyRequests(exchange, misfortune.retryAfterSeconds);
    } else if (misfortune.asHtml === true) {
      const html = `<html><head><title>${misfortune.status}</title></head><body>A proxy is unwell.</body></html>`;
      reply(exchange, misfortune.status, html, { 'Content-Type': 'text/html' });
    } else {
      replyJson(exchange, misfortune.status, { message: 'The service is unwell.' });
    }
    return true;
  }

  /** Token, permission and limits (§5, §7, §8), in this order. True when the request has been refused. */
  #refused(exchange: Exchange, endpoint: Exclude<ApiRoute['endpoint'], 'unknown'>): boolean {
    const { tokens, limiter, misfortunes, mayUploadBatches } = this.#settings;
    const { request } = exchange;
    const isToken = endpoint === 'token';
    if (!isToken) {
      if (!tokens.accepts(request.headers.authorization) || misfortunes.strike(['reject-token']) !== undefined) {
        const headers = { 'WWW-Authenticate': 'Bearer error="invalid_token"' };
        replyJson(exchange, 401, { message: 'The token is missing, unknown or has expired.' }, headers);
        return true;
      }
      if (!mayUploadBatches || misfortunes.strikeAt(endpoint, ['forbid']) !== undefined) {
        replyJson(exchange, 403, { message: 'Batch upload is not enabled for this tenant.' });
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

  async #generateUploadAddress(exchange: Exchange): Promise<void> {
    const { batches, storage } = this.#settings;
    const body = (await readBody(exchange)) ?? 'too large';
    const isJson = /^application\/json\s*(;|$)/i.test(exchange.request.headers['content-type'] ?? '');
    const parameters = uploadParameters.safeParse(body === '' ? {} : isJson ? parseJson(body) : undefined);
    if (!parameters.success) {
      const detail = parameters.error.issues.map(({ path, message, code }) => ({
        loc: ['body', ...path],
        msg: message,
        type: code,
      }));
      return replyJson(exchange, 422, { detail });
    }
    const batchId = batches.register(parameters.data.reject_on_invalid);
    replyJson(exchange, 200, { url: storage.uploadAddress(batchId), batch_id: batchId });
  }

  /** The reply about one batch. */
  #tell(endpoint: 'status' | 'validation-result', batchId: string): { status: number; body: unknown } {
    if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(batchId)) {
      const detail = [{ loc: ['path', 'batch_id'], msg: 'Input should be a valid UUID', type: 'uuid_parsing' }];
      return { status: 422, body: { detail } };
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

  /** The service hears of a file only once it was scanned. */
  #shownState({ state }: PracticeBatch): string | undefined {
    return state === 'AWAITING_FILE' || state === 'SCANNING' ? this.#settings.stateBeforeArrival : state;
  }
}

function tooManyRequests(exchange: Exchange, seconds: number): void {
  replyJson(exchange, 429, { message: 'Too many requests.' }, { 'Retry-After': String(seconds) });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
