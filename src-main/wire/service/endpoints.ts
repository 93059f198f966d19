/**
 * @file The endpoints of §4 that the app uses, with their limits (§8). The client and the rate limits both read this
 * table.
 */

import { AppError } from '../../../src-shared/errors.ts';
import { fact, type Said } from '../../../src-shared/languages/fact.ts';
import { MINUTE, SECOND } from '../../ground/clock.ts';
import { redactAll } from '../../ground/redaction.ts';

/** At most `requests` in any `window` milliseconds. */
export interface Limit {
  requests: number;
  window: number;
}

export interface Endpoint {
  id: string;
  method: 'GET' | 'POST';
  /** Relative to the base address, with its parameter in braces as §4 writes it. */
  path: string;
  limit: Limit;
}

/** At most so many requests to it in any window (milliseconds). */
const endpoint = (
  id: string,
  method: Endpoint['method'],
  path: string,
  requests: number,
  window: number,
): Endpoint => ({ id, method, path, limit: { requests, window } });

export const endpoints = {
  generateUploadUrl: endpoint('generate-upload-url', 'POST', '/api/transactions/batch/generate-upload-url', 20, MINUTE),
  batchStatus: endpoint('batch-status', 'GET', '/api/transactions/batch/status/{batch_id}', 120, MINUTE),
  validationResult: endpoint(
    'validation-result',
    'GET',
    '/api/transactions/batch/validation-result/{batch_id}',
    120,
    MINUTE,
  ),
  postTransaction: endpoint('transaction', 'POST', '/event/transaction/v3', 500, SECOND),
  rerunRules: endpoint('rules-rerun', 'POST', '/api/rules/rerun', 1, MINUTE),
  executeRules: endpoint('rules-execute', 'POST', '/api/rules/execute', 30, MINUTE),
  ruleRunStatus: endpoint('rules-status', 'GET', '/api/rules/status/{execution_id}', 120, MINUTE),
  ruleSchedule: endpoint('rules-schedule', 'GET', '/api/rules/schedule', 120, MINUTE),
  /** Their paths are not known, so a person enters them. All share one limit. */
  observability: endpoint('observability', 'GET', '/{observability path}', 100, MINUTE),
} as const;

/**
 * The token endpoint has its own address and is limited per IP address (§8): about 100 requests in 5 minutes. We stay
 * below 60, since others may share the address.
 */
export const tokenEndpoint = endpoint('token', 'POST', '', 60, 5 * MINUTE);

/** The name of an endpoint in messages: never an id or a query. */
export function endpointName(endpoint: Endpoint): Said {
  return endpoint.id === tokenEndpoint.id ? fact('The token endpoint') : `${endpoint.method} ${endpoint.path}`;
}

/** `path` below the base address, which keeps its own path and query: https://host/tm + /api → https://host/tm/api. */
export function joinAddress(baseUrl: string, path: string): string {
  const url = new URL(baseUrl);
  url.pathname = `${url.pathname.replace(/(?<!\/)\/+$/, '')}/${path.replace(/^\/+/, '')}`;
  url.hash = '';
  return url.href;
}

/**
 * The full address of an endpoint; `id` fills the parameter of its path. Throws service.path-invalid for an impossible
 * id.
 */
export function addressOf(endpoint: Endpoint, baseUrl: string, id = ''): string {
  const isParameter = endpoint.path.includes('{');
  if (isParameter && (id === '' || hasDots(id)))
    throw new AppError('service.path-invalid', { path: id, problem: fact('is not an id') });
  return joinAddress(
    baseUrl,
    endpoint.path.replace(/\{\w+\}/, () => encodeURIComponent(id)),
  );
}

/**
 * The address of a path (with query) that a person entered for an observability endpoint. Throws service.path-invalid
 * for a path that does not lead below the base address, because the token is sent along.
 */
export function observedAddress(baseUrl: string, given: string): string {
  const path = given.trim();
  const refuse = (problem: Said) => new AppError('service.path-invalid', { path: redactAll(path), problem });
  if (path === '') throw refuse(fact('is empty'));
  if (/^[a-z][a-z\d+.-]*:/i.test(path) || /^[\\/]{2}/.test(path)) throw refuse(fact('is a whole address'));
  // Addresses drop control characters, and what is left may be a step upwards.
  if (/[\\#\p{Cc}]/u.test(path)) throw refuse(fact('contains a backslash, a # or a line break'));
  const [, below = '', query = ''] = /^([^?]*)\??(.*)$/s.exec(path) ?? [];
  if (decoded(below)?.split(/[\\/]/).some(hasDots) ?? true)
    throw refuse(fact('contains a step upwards or a broken escape'));
  const url = new URL(joinAddress(baseUrl, below));
  url.search = [url.search.slice(1), query].filter((part) => part !== '').join('&');
  return url.href;
}

/** Whether a URL parser would resolve this segment instead of keeping it. */
function hasDots(segment: string): boolean {
  return segment === '.' || segment === '..';
}

function decoded(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}
