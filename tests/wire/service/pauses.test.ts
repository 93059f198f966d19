/** @file The service's pauses hold across restarts, across connections of one tenant, and on a full disk. */

import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { QueueStore } from '../../../src-main/send/storage/store.ts';
import { type Endpoint, endpoints, tokenEndpoint } from '../../../src-main/wire/service/endpoints.ts';
import { RateLimits, type RequestLedger } from '../../../src-main/wire/service/rate-limits.ts';
import { FakeClock, settle } from '../../fake-clock.ts';
import { MemoryLedger } from '../../memory-stores.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { connectionTo, sendAtOnce } from './fixtures.ts';

const { batchStatus, executeRules, generateUploadUrl } = endpoints;
const HOUR = 3_600_000;

function limitsOver(ledger: RequestLedger, clock: FakeClock, change: object = {}, random = () => 0) {
  return new RateLimits({ connection: { ...connectionTo('https://host'), ...change }, clock, ledger, random });
}

async function isLetGo(limits: RateLimits, endpoint: Endpoint): Promise<boolean> {
  let isGone = false;
  void sendAtOnce(limits, endpoint).then(() => {
    isGone = true;
  });
  await settle();
  return isGone;
}

function storeIn(folder: string, options: { maxPages?: number } = {}): QueueStore {
  const store = new QueueStore(folder, options);
  onTestFinished(() => {
    try {
      store.close();
    } catch {
      // The test has closed it.
    }
  });
  return store;
}

describe('a pause', () => {
  it.each([
    ['reservations', generateUploadUrl],
    ['tokens', tokenEndpoint],
    ['states', batchStatus],
    ['rules', executeRules],
  ])('§7 the pause of %s continues after a restart for the rest of its time', async (_, endpoint) => {
    const folder = temporaryFolder();
    const clock = new FakeClock();
    const before = storeIn(folder);
    limitsOver(before.ledger, clock).giveWay(endpoint, 30_000);
    await clock.advance(7000);
    before.close();
    const limits = limitsOver(storeIn(folder).ledger, clock);
    expect(limits.wait(endpoint)).toBe(23_000);
    expect(await isLetGo(limits, endpoint)).toBe(false);
  });

  it('§8 a pause also holds the tenant’s other connection', async () => {
    const clock = new FakeClock();
    const ledger = new MemoryLedger();
    limitsOver(ledger, clock).giveWay(batchStatus, 30_000);
    const other = limitsOver(ledger, clock, { clientId: 'client 2', baseUrl: 'https://HOST/tm/realtime/' });
    expect(other.wait(batchStatus)).toBe(30_000);
  });

  it.each([
    ['another tenant', { scope: 'tenant/t-2' }],
    ['another service', { baseUrl: 'https://host/other' }],
  ])('§8 a pause does not hold %s', async (_, change) => {
    const clock = new FakeClock();
    const ledger = new MemoryLedger();
    limitsOver(ledger, clock).giveWay(batchStatus, 30_000);
    expect(limitsOver(ledger, clock, change).wait(batchStatus)).toBe(0);
  });

  it('§8 a pause of a token address holds every token address of its host', () => {
    const clock = new FakeClock();
    const ledger = new MemoryLedger();
    limitsOver(ledger, clock).pause(tokenEndpoint, 30_000);
    const waitAt = (tokenUrl: string) => limitsOver(ledger, clock, { tokenUrl }).wait(tokenEndpoint);
    expect([waitAt('https://host/other/token'), waitAt('https://elsewhere/oauth/token')]).toEqual([30_000, 0]);
  });

  it('a pause ends after its own length when a restart finds the clock set back by a day', async () => {
    const folder = temporaryFolder();
    const clock = new FakeClock();
    const before = storeIn(folder);
    limitsOver(before.ledger, clock).pause(batchStatus, 30_000);
    before.close();
    clock.set(clock.now() - 24 * HOUR);
    for (let restart = 0; restart < 3; restart += 1) {
      const store = storeIn(folder);
      expect(limitsOver(store.ledger, clock).wait(batchStatus)).toBe(30_000 - restart * 10_000);
      await clock.advance(10_000);
      store.close();
    }
    expect(await isLetGo(limitsOver(storeIn(folder).ledger, clock), batchStatus)).toBe(true);
  });

  it('a pause holds in this process when there is no room to store it', async () => {
    const folder = temporaryFolder();
    storeIn(folder).close();
    const clock = new FakeClock();
    const store = storeIn(folder, { maxPages: 1 });
    const limits = limitsOver(store.ledger, clock);
    // SQLite stores what fits into its present pages.
    const lengths = Array.from({ length: 200 }, (_, index) => {
      const tenant = limitsOver(store.ledger, clock, { scope: `tenant/${'x'.repeat(500)}${index}` });
      return [tenant.giveWay(batchStatus, 30_000), tenant.wait(batchStatus)];
    });
    expect(lengths.flat().every((length) => length === 30_000)).toBe(true);
    expect(limits.wait(generateUploadUrl)).toBe(0);
  });

  it('a pause of long ago is removed', async () => {
    const folder = temporaryFolder();
    const clock = new FakeClock();
    const store = storeIn(folder);
    limitsOver(store.ledger, clock, { scope: 'tenant/old' }).pause(batchStatus, 30_000);
    await clock.advance(31 * 24 * HOUR);
    limitsOver(store.ledger, clock).pause(batchStatus, 30_000);
    store.close();
    clock.set(new FakeClock().now());
    const later = storeIn(folder);
    expect(limitsOver(later.ledger, clock, { scope: 'tenant/old' }).wait(batchStatus)).toBe(0);
  });

  it('a damaged pause counts as none, so that it does not last for ever', () => {
    const folder = temporaryFolder();
    storeIn(folder).close();
    const database = new DatabaseSync(join(folder, 'queue.db'));
    database
      .prepare('INSERT INTO marks (key, at, number) VALUES (?, ?, ?)')
      .run('pause batch-status https://host/tm/realtime tenant/t-1', 1e15, 1e15);
    database.close();
    expect(limitsOver(storeIn(folder).ledger, new FakeClock()).wait(batchStatus)).toBe(0);
  });
});

describe('the turns of two connections of a tenant', () => {
  it('the turns of two connections of a tenant are given in the order of asking', async () => {
    const clock = new FakeClock();
    const ledger = new MemoryLedger();
    const both = [limitsOver(ledger, clock), limitsOver(ledger, clock, { clientId: 'client 2' })];
    const order: number[] = [];
    for (let turn = 0; turn < 45; turn += 1)
      void sendAtOnce(both[turn % 2], generateUploadUrl).then(() => order.push(turn));
    await clock.advance(200_000);
    expect(order).toEqual([...Array(45).keys()]);
  });
});

/** What happens to a tenant that is asked over two connections. */
const happening = fc.oneof(
  fc.record({ kind: fc.constant('ask' as const), connection: fc.nat(1) }),
  fc.record({
    kind: fc.constant('refuse' as const),
    connection: fc.nat(1),
    length: fc.integer({ min: 1000, max: HOUR }),
  }),
  fc.record({ kind: fc.constant('restart' as const) }),
  fc.record({ kind: fc.constant('pass' as const), milliseconds: fc.integer({ min: 1, max: 2 * HOUR }) }),
  fc.record({ kind: fc.constant('set-clock' as const), by: fc.integer({ min: -48 * HOUR, max: 2 * HOUR }) }),
);

it('§7 no request leaves before the pause of its key is over, and no pause lasts for ever', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(happening, { minLength: 1, maxLength: 25 }),
      fc.infiniteStream(fc.double({ min: 0, max: 0.99, noNaN: true })),
      async (happenings, chance) => {
        const random = () => chance.next().value ?? 0;
        const clock = new FakeClock();
        let ledger = new MemoryLedger();
        let life = new AbortController();
        const open = () => [0, 1].map((id) => limitsOver(ledger, clock, { clientId: `client ${id}` }, random));
        let limits = open();
        // True time continues. The clock of the machine may count time that did not pass, which ends pauses early.
        let setBack = 0;
        const counted = () => clock.now() + setBack;
        let heldUntil = 0;
        let waiting = 0;
        const early: number[] = [];
        for (const step of happenings) {
          if (step.kind === 'ask') {
            waiting += 1;
            const { signal } = life;
            sendAtOnce(limits[step.connection], batchStatus, signal).then(
              () => {
                waiting -= 1;
                if (counted() < heldUntil) early.push(heldUntil - counted());
              },
              () => undefined,
            );
            await settle();
          }
          if (step.kind === 'refuse') {
            limits[step.connection]?.giveWay(batchStatus, step.length);
            heldUntil = Math.max(heldUntil, counted() + step.length);
          }
          if (step.kind === 'restart') {
            life.abort();
            life = new AbortController();
            waiting = 0;
            await settle();
            ledger = ledger.reopened();
            limits = open();
          }
          if (step.kind === 'pass') await clock.advance(step.milliseconds);
          if (step.kind === 'set-clock') {
            if (step.by < 0) setBack -= step.by;
            clock.set(clock.now() + step.by);
          }
        }
        // A caller that sleeps while the clock is set back notices at the end; the pause then begins again, but only
        // once.
        await clock.advance(2 * (HOUR + 10_000) + waiting * 61_000);
        expect({ waiting, early }).toEqual({ waiting: 0, early: [] });
      },
    ),
    { numRuns: 150 },
  );
});
