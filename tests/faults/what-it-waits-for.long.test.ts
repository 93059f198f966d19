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
  'a name that nobody knows': {
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
    on: ({ world }) => world.opponent.misbehave({ endpoint: 'reservation', happens: tooMany(30), times: 1 }),
    off: async (screen) => await screen.wait(40 * SECOND),
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

describe.each(Object.entries(causes))('%s', (_, { code, on, off }) => {
  it('is shown while it lasts, and on no page five seconds after it has ended', async () => {
    await using screen = await Screen.open(3);
    await on(screen);
    await screen.add();
    await screen.wait(20 * SECOND);
    expect(await screen.placesOf(code)).toEqual(expect.arrayContaining(['details', 'named']));
    await off(screen);
    await screen.wait(5 * SECOND);
    expect(await screen.placesOf(code)).toEqual([]);
  });

  it('is shown after a restart only if it still lasts', async () => {
    await using screen = await Screen.open(3);
    await on(screen);
    await screen.add();
    await screen.wait(20 * SECOND);
    await screen.restart();
    await screen.wait(5 * SECOND);
    expect(await screen.placesOf(code)).toEqual(expect.arrayContaining(['details', 'named']));
    await off(screen);
    await screen.restart();
    await screen.wait(5 * SECOND);
    expect(await screen.placesOf(code)).toEqual([]);
  });
});
