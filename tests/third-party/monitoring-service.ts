/**
 * @file The batch endpoints (§4 rows 2, 4 and 5), which no third party offers, between a third-party OAuth server and
 * S3 store. It checks every token with the former, and reports a batch as the latter really holds it.
 */

import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { portOf } from '../cli/other-storage.ts';
import type { AuthorizationServer } from './authorization-server.ts';
import { ADDRESS_LIFETIME_SECONDS, type ObjectStore } from './object-store.ts';

/** How an upload address may be spoilt before it is handed out. */
export type Spoilt = 'expired' | 'forged';

export interface MonitoringService extends AsyncDisposable {
  readonly baseUrl: string;
  /** The batch ids in the order in which they were issued; each is the key of its object, too. */
  readonly batchIds: readonly string[];
}

export interface MonitoringServiceOptions {
  authorization: AuthorizationServer;
  store: ObjectStore;
  /** What is wrong with the first addresses. */
  spoilt?: readonly Spoilt[];
  /** The report with which every batch is refused. */
  report?: string;
}

const BATCH_PATH =
  /^\/monitoring\/api\/transactions\/batch\/(generate-upload-url|status|validation-result)(?:\/([^/]+))?$/;

export async function startMonitoringService(options: MonitoringServiceOptions): Promise<MonitoringService> {
  const { authorization, store, report } = options;
  const spoilt = [...(options.spoilt ?? [])];
  const batchIds: string[] = [];

  async function answer(request: IncomingMessage): Promise<{ status: number; body: unknown }> {
    if (!(await authorization.accepts(request.headers.authorization))) {
      return { status: 401, body: { message: 'Unauthorized' } };
    }
    const [, question, batchId = ''] = BATCH_PATH.exec(request.url ?? '') ?? [];
    if (question === 'generate-upload-url') return { status: 200, body: await reserve() };
    if (question === undefined || !batchIds.includes(batchId) || (await store.read(batchId)) === undefined) {
      return { status: 404, body: { detail: 'Not found' } };
    }
    const status = report === undefined ? 'PROCESSED' : 'VALIDATION_FAILED';
    if (question === 'status') return { status: 200, body: { batch_id: batchId, status, error_message: '' } };
    if (report === undefined) return { status: 200, body: { batch_id: batchId, status } };
    await store.write(`${batchId}.report`, report);
    return { status: 200, body: { batch_id: batchId, report: { url: await store.sign('GET', `${batchId}.report`) } } };
  }

  async function reserve() {
    const batchId = randomUUID();
    batchIds.push(batchId);
    const fault = spoilt.shift();
    const longAgo = Date.now() - (ADDRESS_LIFETIME_SECONDS + 60) * 1000;
    const url = await store.sign('PUT', batchId, fault === 'expired' ? longAgo : Date.now());
    return { url: fault === 'forged' ? forge(url) : url, batch_id: batchId };
  }

  const server = createServer((request, response) => {
    request.resume();
    answer(request).then(
      ({ status, body }) => json(response, status, body),
      (thrown: unknown) => json(response, 500, { message: String(thrown) }),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    baseUrl: `http://127.0.0.1:${portOf(server.address())}/monitoring`,
    batchIds,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** The same address with another last digit of its signature. */
export function forge(address: string): string {
  return address.replace(
    /(X-Amz-Signature=[0-9a-f]+)([0-9a-f])/,
    (_, start, last) => `${start}${last === '0' ? '1' : '0'}`,
  );
}

function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
}
