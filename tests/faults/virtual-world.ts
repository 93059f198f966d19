/**
 * @file The whole app with a tenant in memory and a clock that the test controls: hundreds of minutes in a few seconds.
 * Only the files use real sockets, to a storage that accepts everything.
 */

import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { App } from '../../src-main/app/app.ts';
import { defaultRuleSet } from '../../src-main/checking/rules/rule-set.ts';
import { HOUR } from '../../src-main/clock.ts';
import { destinationOf } from '../../src-main/credentials/connection.ts';
import { transactionLine } from '../cli/transactions.ts';
import { createLastingBox } from '../credentials/lasting-box.ts';
import { FakeClock } from '../fake-clock.ts';
import { MemorySettings } from '../memory-stores.ts';

export interface VirtualRequest {
  readonly at: number;
  readonly endpoint: 'token' | 'reservation' | 'status';
  /** Of a status request. */
  readonly batchId: string;
}

export interface VirtualWorld extends AsyncDisposable {
  readonly clock: FakeClock;
  readonly requests: readonly VirtualRequest[];
  /** What status requests are answered with; a batch in progress, unless a test says otherwise. */
  answerStatus: (batchId: string) => Response;
  /** What reservations are answered with instead of an address. */
  answerReservation: (() => Response) | undefined;
  /** Adds a file that is cut into so many batches; resolves once it is checked. */
  send(batches: number): Promise<void>;
  /** Lets virtual time pass until `isEnough`, but never while a file is on its way. */
  run(isEnough: () => boolean): Promise<void>;
  /** Ends the app and starts it again in the same folder. */
  restart(): Promise<void>;
  /** Of all batches, in order. */
  states(): string[];
  /** Of one endpoint, in order. */
  times(endpoint: VirtualRequest['endpoint']): number[];
}

const variables = {
  TRANSHIP_BASE_URL: 'http://127.0.0.1/tm',
  TRANSHIP_TOKEN_URL: 'http://127.0.0.1/token',
  TRANSHIP_CLIENT_ID: 'client',
  TRANSHIP_CLIENT_SECRET: 'secret',
  TRANSHIP_SCOPE: 'tenant/1',
};

/** Nothing of the queue sleeps for so long. What does is kept for days, and wakes while the queue reads or writes a file. */
const LONGEST_SLEEP = 2 * HOUR;

export async function openVirtualWorld(): Promise<VirtualWorld> {
  const clock = new FakeClock();
  const requests: VirtualRequest[] = [];
  /** Batches that have an address and have not been sent yet. */
  const underWay = new Set<string>();
  let changed = Promise.withResolvers<void>();
  const change = () => {
    changed.resolve();
    changed = Promise.withResolvers();
  };

  const storage = createServer((request, response) => {
    request.resume().once('end', () => response.end());
  }).listen(0, '127.0.0.1');
  await once(storage, 'listening');
  // A listening TCP server has such an address.
  const { port } = storage.address() as AddressInfo;

  const answer = (path: string): Response => {
    const note = (endpoint: VirtualRequest['endpoint'], batchId = '') =>
      requests.push({ at: clock.now(), endpoint, batchId });
    if (path === '/token') {
      note('token');
      return Response.json({ access_token: randomUUID(), token_type: 'Bearer', expires_in: 3600 });
    }
    if (path.endsWith('/generate-upload-url')) {
      note('reservation');
      if (world.answerReservation !== undefined) return world.answerReservation();
      const batchId = randomUUID();
      underWay.add(batchId);
      return Response.json({ batch_id: batchId, url: `http://127.0.0.1:${port}/${batchId}` });
    }
    const batchId = path.split('/').at(-1) ?? '';
    note('status', batchId);
    return world.answerStatus(batchId);
  };

  const folder = await mkdtemp(join(tmpdir(), 'tranship-budget-'));
  const settings = new MemorySettings();
  const box = createLastingBox();
  const startApp = () => {
    const started = new App({
      ...{ folder: join(folder, 'home'), holder: 'a test', clock, settings, secretBox: box, sessionBox: box },
      environment: variables,
      fetch: async (address) => answer(new URL(String(address)).pathname),
    });
    started.queue.subscribe((news) => {
      if (news.kind === 'stopped') throw news.error;
      if (news.kind === 'batch' && news.batch.state === 'processing')
        underWay.delete(news.batch.delivery?.batchId ?? '');
      change();
    });
    started.queue.start();
    return started;
  };
  let app = startApp();

  const world: VirtualWorld = {
    clock,
    requests,
    answerStatus: (batchId) => Response.json({ batch_id: batchId, status: 'IN_PROGRESS', error_message: '' }),
    answerReservation: undefined,
    states: () => app.queue.list().flatMap(({ batches }) => batches.map(({ state }) => state)),
    send: async (batches) => {
      const path = join(folder, `${randomUUID()}.jsonl`);
      const lines = Array.from({ length: batches }, () => `${transactionLine()}\n`);
      await writeFile(path, lines.join(''));
      const connection = app.services.connection();
      const maxBatchBytes = Math.max(...lines.map((line) => Buffer.byteLength(line)));
      const options = {
        onInvalid: 'stop',
        onUnknown: 'ask',
        ingestValid: false,
        maxBatchBytes,
        ruleSet: defaultRuleSet,
      } as const;
      const { id } = await app.queue.add({
        ...{ path, connection: connection.name, destination: destinationOf(connection), options },
      });
      while (app.queue.view(id).batches.length < batches) await changed.promise;
    },
    run: async (isEnough) => {
      while (underWay.size > 0 || !isEnough()) {
        if (underWay.size > 0) await changed.promise;
        else if ((clock.remaining[0] ?? 0) > LONGEST_SLEEP) await setImmediate();
        else await clock.advanceToNext();
      }
    },
    restart: async () => {
      await app.close();
      app = startApp();
    },
    times: (endpoint) => requests.filter((request) => request.endpoint === endpoint).map(({ at }) => at),
    [Symbol.asyncDispose]: async () => {
      await app.close();
      storage.closeAllConnections();
      storage.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
  return world;
}
