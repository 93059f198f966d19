/** @file The endpoint of the service that a request is for (§4). */

import type { PracticeEndpoint } from './endpoint.ts';

/** Identifiers are as the path spells them. */
export type ApiRoute =
  | { endpoint: 'token' }
  | { endpoint: 'generate-upload-url' }
  | { endpoint: 'status' | 'validation-result'; batchId: string }
  | { endpoint: 'transaction' }
  | { endpoint: 'rules-execute' | 'rules-rerun' | 'rules-schedule' }
  | { endpoint: 'rules-status'; executionId: string }
  | { endpoint: 'observability'; list: ObservabilityList }
  | { endpoint: 'unknown' };

/** The endpoints that the service itself handles; the storage is another host. */
export type ApiEndpoint = Exclude<ApiRoute['endpoint'], 'unknown'>;

/** The contract does not show the paths of the observability group (§4): all four are made up, only here. */
const observabilityLists = ['transactions/summary', 'batches', 'rules/executions', 'exports'] as const;
export type ObservabilityList = (typeof observabilityLists)[number];

const routeByPath: ReadonlyMap<string, ApiRoute> = new Map<string, ApiRoute>([
  ['/api/transactions/batch/generate-upload-url', { endpoint: 'generate-upload-url' }],
  ['/event/transaction/v3', { endpoint: 'transaction' }],
  ['/api/rules/execute', { endpoint: 'rules-execute' }],
  ['/api/rules/rerun', { endpoint: 'rules-rerun' }],
  ['/api/rules/schedule', { endpoint: 'rules-schedule' }],
  ...observabilityLists.map((list): [string, ApiRoute] => [
    `/api/observability/${list}`,
    { endpoint: 'observability', list },
  ]),
]);

const BATCH_PATH = /^\/api\/transactions\/batch\/(status|validation-result)\/([^/]*)$/;
const EXECUTION_PATH = /^\/api\/rules\/status\/([^/]*)$/;

/** `basePath` is empty or starts with a slash, `tokenPath` starts with one; `path` has no query. */
export function routeOf(path: string, basePath: string, tokenPath: string): ApiRoute {
  if (path === tokenPath) return { endpoint: 'token' };
  if (!path.startsWith(`${basePath}/`)) return { endpoint: 'unknown' };
  const ownPath = path.slice(basePath.length);
  const route = routeByPath.get(ownPath);
  if (route !== undefined) return route;
  const [, question, batchId] = BATCH_PATH.exec(ownPath) ?? [];
  if (batchId !== undefined) {
    return { endpoint: question === 'status' ? 'status' : 'validation-result', batchId };
  }
  const [, executionId] = EXECUTION_PATH.exec(ownPath) ?? [];
  return executionId === undefined ? { endpoint: 'unknown' } : { endpoint: 'rules-status', executionId };
}

const posted: ReadonlySet<PracticeEndpoint> = new Set<PracticeEndpoint>([
  'token',
  'generate-upload-url',
  'transaction',
  'rules-execute',
  'rules-rerun',
]);

/** The only method that an endpoint accepts. */
export function methodOf(endpoint: ApiEndpoint): 'GET' | 'POST' {
  return posted.has(endpoint) ? 'POST' : 'GET';
}
