import { describe, expect, it } from 'vitest';
import { SECOND } from '../../src-main/ground/clock.ts';
import { AppError, type ErrorCode } from '../../src-shared/errors.ts';
import { tooMany } from '../harness/opponent/misfortune.ts';
import { NAME, Screen } from './screen.ts';
import { failed } from './virtual-wire.ts';

interface Cause {
  code: ErrorCode;
  on: (screen: Screen) => unknown;
  off: (screen: Screen) => unknown;
}

const goesAway =
  (as: () => Error) =>
  ({ world: { wire } }: Screen) => {
    wire.isAway = true;
    wire.awayAs = as;
  };
const comesBack = ({ world: { wire } }: Screen) => {
  wire.isAway = false;
};
/** A person has seen to it, and says so. */
const isTriedNow = async (screen: Screen) => {
  const [row] = screen.rows.filter(({ error }) => error !== undefined);
  if (row !== undefined) await screen.do('queue.retry', { ids: [row.id] });
};

const causes: Record<string, Cause> = {
  'a host that is not reached': {
    ...{ code: 'network.unreachable', on: goesAway(() => failed('ECONNREFUSED')), off: comesBack },
  },
  'a name that is not known': {
    ...{ code: 'network.unreachable', on: goesAway(() => failed('ENOTFOUND')), off: comesBack },
  },
  'a proxy that is not reached': {
    code: 'network.proxy-unreachable',
    on: goesAway(() => new AppError('network.proxy-unreachable', { proxy: 'proxy:3128', reason: 'refused' })),
    off: comesBack,
  },
  'a certificate that is not trusted': {
    code: 'network.untrusted',
    on: goesAway(() => failed('SELF_SIGNED_CERT_IN_CHAIN')),
    off: async (screen) => {
      comesBack(screen);
      await isTriedNow(screen);
    },
  },
  'a secret that is wrong': {
    code: 'auth.refused',
    on: async (screen) => {
      screen.world.opponent.rotateSecret();
      await screen.do('connections.change', { name: NAME, secret: 'an old one' });
    },
    off: async (screen) => {
      await screen.do('connections.change', { name: NAME, secret: screen.world.opponent.rotateSecret() });
    },
  },
  'a service that is asked too often': {
    code: 'service.rate-limited',
    on: ({ world }) => world.opponent.misbehave({ endpoint: 'reservation', happens: tooMany(15), times: 1 }),
    off: async (screen) => await screen.wait(25 * SECOND),
  },
  'a host of the storage that is to be confirmed': {
    code: 'upload.other-host',
    on: ({ world }) => {
      world.opponent.storageOrigin = world.wire.otherStorageOrigin;
    },
    off: async (screen) => {
      await screen.do('connections.changeHosts', { name: NAME, allow: [screen.world.wire.otherStorageOrigin] });
    },
  },
};

it.each(Object.entries(causes))(
  '%s is shown while it lasts, also after a restart, and on no page five seconds after it has ended, nor after the next start',
  async (_, { code, on, off }) => {
    await using screen = await Screen.open(3);
    await on(screen);
    await screen.add();
    await screen.wait(8 * SECOND);
    const everywhere = expect.arrayContaining(['details', 'named']);
    expect(await screen.placesOf(code)).toEqual(everywhere);
    await screen.restart();
    await screen.wait(4 * SECOND);
    expect(await screen.placesOf(code)).toEqual(everywhere);
    await off(screen);
    await screen.wait(5 * SECOND);
    expect(await screen.placesOf(code)).toEqual([]);
    await screen.restart();
    expect(await screen.placesOf(code)).toEqual([]);
  },
);

describe('many files at a service that allows 20 uploads a minute', () => {
  it('wait for their turn once the host answers again, the older ones first, and one sentence says how long', async () => {
    await using screen = await Screen.open(20);
    goesAway(() => failed('ECONNREFUSED'))(screen);
    await screen.add();
    await screen.wait(15 * SECOND);
    expect(screen.line).toContain('Waiting for the network (21)');
    comesBack(screen);
    await screen.wait(5 * SECOND);
    expect(await screen.placesOf('network.unreachable')).toEqual([]);
    expect(screen.line).toMatch(
      /Bank: \d\d files wait for their turn: the service allows 20 uploads a minute, about (1m|\d\ds)/,
    );
    await screen.add(3);
    await screen.wait(90 * SECOND);
    const sent = screen.rows.filter(({ state }) => state === 'processing').map(({ id }) => id);
    const waiting = screen.rows.filter(({ state }) => state !== 'processing').map(({ id }) => id);
    expect([Math.max(...sent), waiting]).toEqual([24, []]);
    expect(screen.reserved).toEqual([...screen.reserved].sort((one, other) => one - other));
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
    await using screen = await Screen.open(12);
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
  goesAway(() => failed('ECONNREFUSED'))(screen);
  await expect(screen.do('connections.test', { name: NAME })).rejects.toThrow();
  await screen.wait(SECOND);
  expect(screen.tone).toBe('doubtful');
  comesBack(screen);
  await screen.do('connections.test', { name: NAME });
  await screen.wait(SECOND);
  expect(screen.tone).toBe('moving');
});
