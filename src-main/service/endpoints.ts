/** @file The endpoints of §4 that the app uses, with their limits (§8). Client and limiter both derive from this table. */

import { MINUTE } from '../clock.ts';

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

export const endpoints = {
  generateUploadUrl: {
    id: 'generate-upload-url',
    method: 'POST',
    path: '/api/transactions/batch/generate-upload-url',
    limit: { requests: 20, window: MINUTE },
  },
  batchStatus: {
    id: 'batch-status',
    method: 'GET',
    path: '/api/transactions/batch/status/{batch_id}',
    limit: { requests: 120, window: MINUTE },
  },
  validationResult: {
    id: 'validation-result',
    method: 'GET',
    path: '/api/transactions/batch/validation-result/{batch_id}',
    limit: { requests: 120, window: MINUTE },
  },
} as const satisfies Record<string, Endpoint>;

/**
 * The token endpoint is an address of its own and is limited per IP address (§8): about 100 requests in 5 minutes.
 * We keep to 60, since others may share the address.
 */
export const tokenEndpoint = {
  id: 'token',
  method: 'POST',
  path: '',
  limit: { requests: 60, window: 5 * MINUTE },
} as const satisfies Endpoint;

/** How messages call an endpoint: never with an id or a query in it. */
export function endpointName(endpoint: Endpoint): string {
  return endpoint.id === tokenEndpoint.id ? 'The token endpoint' : `${endpoint.method} ${endpoint.path}`;
}

/** `path` below the base address, whose own path and query stay: https://host/tm + /api → https://host/tm/api. */
export function joinAddress(baseUrl: string, path: string): string {
  const url = new URL(baseUrl);
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/${path.replace(/^\/+/, '')}`;
  url.hash = '';
  return url.href;
}

/** The full address of an endpoint; `batchId` fills the parameter of its path. */
export function addressOf(endpoint: Endpoint, baseUrl: string, batchId = ''): string {
  return joinAddress(baseUrl, endpoint.path.replace('{batch_id}', encodeURIComponent(batchId)));
}
