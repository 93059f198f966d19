import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { SECOND } from '../../src-main/ground/clock.ts';
import { fewerByDay } from '../harness/night.ts';
import { alike, causes, codesThatHold, elsewhere, errorOf, isTriedNow, seenIn } from './causes.ts';
import { NAME, Screen } from './screen.ts';
import { failed } from './virtual-wire.ts';

it.each(fewerByDay(Object.entries(causes), 7))(
  '%s is shown while it lasts, also after a restart, and on no page five seconds after it has ended, nor after the next start',
  async (_, cause) => {
    const { code, on, off } = cause;
    await using screen = await Screen.open(2, 'line,reason\r\n1,no\r\n');
    await on(screen);
    await screen.shows(code, seenIn(cause));
    await screen.restart();
    await screen.shows(code, seenIn(cause));
    await off(screen);
    await screen.wait(5 * SECOND);
    expect(await screen.placesOf(code)).toEqual([]);
    await screen.restart();
    expect(await screen.placesOf(code)).toEqual([]);
  },
);

it('a pause by a person is shown while it lasts, also after a restart, and on no page once it has ended', async () => {
  await using screen = await Screen.open(2);
  screen.world.wire.isAway = true;
  await screen.add();
  await screen.wait(SECOND);
  const ids = screen.rows.slice(1).map(({ id }) => id);
  await screen.do('queue.pause', { ids });
  screen.world.wire.isAway = false;
  const isShown = () => [screen.line.includes('paused'), screen.rows.filter(({ paused }) => paused).length];
  await screen.wait(8 * SECOND);
  expect(isShown()).toEqual([true, 2]);
  await screen.restart();
  await screen.wait(4 * SECOND);
  expect(isShown()).toEqual([true, 2]);
  await screen.do('queue.resume', { ids });
  await screen.wait(5 * SECOND);
  expect(isShown()).toEqual([false, 0]);
});

/** By default, over one connection. */
const UPLOADS_AT_ONCE = 2;

describe('what a service fails with', () => {
  /** In one life of an app; each row by some of its codes, at night by all. */
  it.each(Object.entries(alike))('and %s is shown while it lasts, and not five seconds later', async (how, codes) => {
    await using screen = await Screen.open(1);
    const { wire } = screen.world;
    for (const code of fewerByDay(codes, 2)) {
      wire.isAway = true;
      wire.awayAs = () => errorOf(code);
      await screen.add();
      await screen.wait(15 * SECOND);
      await screen.shows(code, ['details']);
      wire.isAway = false;
      if (how === 'is seen to by a person') await isTriedNow(screen);
      await screen.wait(5 * SECOND);
      expect(await screen.placesOf(code), code).toEqual([]);
      await screen.passes(() => screen.world.states().every((state) => state === 'processing'));
    }
  });
});

it('nothing is waited for of which no row says how it ends', () => {
  const known = [...Object.values(causes).map(({ code }) => code), ...Object.values(alike).flat()];
  const listed = new Set<string>([...known, ...Object.keys(elsewhere)]);
  expect(codesThatHold().filter((code) => !listed.has(code))).toEqual([]);
  expect(Object.values(elsewhere).filter((where) => where.startsWith('tests/') && !existsSync(where))).toEqual([]);
});

describe('many files at a service that allows 20 uploads a minute', () => {
  it('wait for their turn once the host answers again, the older ones first, and one sentence says how long', async () => {
    await using screen = await Screen.open(20);
    screen.world.wire.isAway = true;
    screen.world.wire.awayAs = () => failed('ECONNREFUSED');
    await screen.add();
    await screen.wait(15 * SECOND);
    expect(screen.line).toContain('Waiting for the network (21)');
    // One that has just failed waits a while: those that are asking at this moment are let go before it.
    const [before, asking] = [screen.reserved, screen.asking];
    screen.world.wire.isAway = false;
    await screen.wait(5 * SECOND);
    expect(await screen.placesOf('network.unreachable')).toEqual([]);
    const inTurn = /Bank: \d+ files wait for their turn: the service allows 20 uploads a minute, about (1m|\d\ds)/;
    // On a busy machine, the clock of the test may be ahead of the bytes: what counts is that it comes, and in order.
    await screen.passes(() => inTurn.test(screen.line));
    await screen.add(3);
    await screen.passes(() => screen.rows.every(({ state }) => state === 'processing'));
    await screen.wait(SECOND);
    const sent = screen.rows.filter(({ state }) => state === 'processing').map(({ id }) => id);
    const waiting = screen.rows.filter(({ state }) => state !== 'processing').map(({ id }) => id);
    expect([Math.max(...sent), waiting]).toEqual([24, []]);
    const others = screen.reserved.filter((id) => ![...before, ...asking].includes(id));
    expect(screen.reserved).toEqual([...before, ...asking, ...others.sort((one, other) => one - other)]);
    expect(asking.length).toBeLessThanOrEqual(UPLOADS_AT_ONCE);
    expect(screen.reserved).toHaveLength(24);
    expect(screen.line).not.toContain('wait');
  });

  it('are tried at once where a person wants that, as far as the service allows, and the person reads how many', async () => {
    await using screen = await Screen.open(12);
    screen.world.opponent.misbehave({ endpoint: 'reservation', happens: { status: 503 }, times: 0 });
    await screen.add();
    await screen.wait(40 * SECOND);
    screen.world.opponent.misbehave();
    const [first] = screen.rows.filter(({ state }) => state === 'waiting');
    const [acted] = await screen.do('queue.retry', { ids: first === undefined ? [] : [first.id] });
    expect(acted).toMatchObject({ obstacle: { reason: 'under-way' } });
    const due = acted !== undefined && !acted.done && acted.obstacle.reason === 'under-way' ? acted.obstacle.due : 0;
    expect(due).toBeGreaterThan(6);
    await screen.wait(SECOND);
    expect(screen.rows.filter(({ error }) => error !== undefined)).toEqual([]);
  });
});

describe('a host of the storage that a person allows', () => {
  it('frees all that asked for it at once, also what was under way meanwhile', async () => {
    await using screen = await Screen.open(4);
    screen.world.opponent.storageOrigin = screen.world.wire.otherStorageOrigin;
    await screen.add();
    await screen.passes(() => screen.rows.some(({ error }) => error?.code === 'upload.other-host'));
    await screen.do('connections.changeHosts', { name: NAME, allow: [screen.world.wire.otherStorageOrigin] });
    await screen.wait(SECOND);
    expect(await screen.placesOf('upload.other-host')).toEqual([]);
    expect(screen.line).not.toContain('needs you');
    await screen.passes(() => screen.world.states().every((state) => state === 'processing'));
  });

  it('is allowed for each connection to the same service that asked for it', async () => {
    await using screen = await Screen.open(1);
    const secret = screen.world.opponent.client.clientSecret;
    await screen.do('connections.add', { ...screen.connection, name: 'Branch', secret });
    await screen.add(1, 'Branch');
    await screen.passes(() => screen.world.states().every((state) => state === 'processing'));
    screen.world.opponent.storageOrigin = screen.world.wire.otherStorageOrigin;
    await screen.add();
    await screen.add(1, 'Branch');
    await screen.wait(5 * SECOND);
    expect(await screen.placesOf('upload.other-host')).toEqual(expect.arrayContaining(['row 3', 'row 4']));
    await screen.do('connections.changeHosts', { name: NAME, allow: [screen.world.wire.otherStorageOrigin] });
    await screen.wait(5 * SECOND);
    expect(await screen.placesOf('upload.other-host')).toEqual([]);
  });
});

it('a connection that did not answer last is no green light, though nothing is to be sent', async () => {
  await using screen = await Screen.open(0);
  screen.world.wire.isAway = true;
  screen.world.wire.awayAs = () => failed('ECONNREFUSED');
  await expect(screen.do('connections.test', { name: NAME })).rejects.toThrow();
  await screen.wait(SECOND);
  expect(screen.tone).toBe('doubtful');
  screen.world.wire.isAway = false;
  await screen.do('connections.test', { name: NAME });
  await screen.wait(SECOND);
  expect(screen.tone).toBe('moving');
});
