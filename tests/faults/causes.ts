/** @file Everything for which a file waits, each with how it begins and how it ends: all that a page may say of it is in a row here. */

import { renameSync } from 'node:fs';
import { SECOND } from '../../src-main/ground/clock.ts';
import { describeError, type ErrorCode, errorCodes, fromRecord } from '../../src-shared/errors.ts';
import { stopsConnection } from '../../src-shared/stopped-connections.ts';
import { tooMany } from '../harness/opponent/misfortune.ts';
import { sample } from '../shared/error-samples.ts';
import { NAME, type Screen } from './screen.ts';
import { failed } from './virtual-wire.ts';

export interface Cause {
  code: ErrorCode;
  /** Where it has to be seen while it lasts. */
  seenIn?: readonly string[];
  /** Also adds files. */
  on: (screen: Screen) => Promise<unknown>;
  off: (screen: Screen) => unknown;
}

const inDetails = ['details', 'named'];

/** It begins before the files are added. */
const before = (begin: (screen: Screen) => unknown) => async (screen: Screen) => {
  await begin(screen);
  await screen.add();
};
const goesAway = (as: () => Error) =>
  before(({ world: { wire } }) => {
    wire.isAway = true;
    wire.awayAs = as;
  });
const comesBack = ({ world: { wire } }: Screen) => {
  wire.isAway = false;
};
const behaves = ({ world }: Screen) => world.opponent.misbehave();
/** A person has seen to it, and says so. */
export const isTriedNow = async (screen: Screen) => {
  const [row] = screen.rows.filter(({ error }) => error !== undefined);
  if (row !== undefined) await screen.do('queue.retry', { ids: [row.id] });
};
const fails = (endpoint: 'reservation' | 'upload', status: number) =>
  before(({ world }) => world.opponent.misbehave({ endpoint, happens: { status }, times: 0 }));

/** The data folder takes nothing any more. */
const takesNothing = (code: 'disk.full' | 'folder.unusable') =>
  before(({ world }) => {
    world.mayStandStill = true;
    world.unwritable = errorOf(code);
  });
const takesAgain = ({ world }: Screen) => {
  world.unwritable = undefined;
};

const moved = new WeakMap<Screen, string[]>();
const keys = new WeakMap<Screen, () => void>();

export const causes: Record<string, Cause> = {
  'a host that is not reached': {
    code: 'network.unreachable',
    on: goesAway(() => failed('ECONNREFUSED')),
    off: comesBack,
  },
  'a name that is not known': {
    code: 'network.unreachable',
    on: goesAway(() => failed('ENOTFOUND')),
    off: comesBack,
  },
  'a proxy that is not reached': {
    code: 'network.proxy-unreachable',
    on: goesAway(() => errorOf('network.proxy-unreachable')),
    off: comesBack,
  },
  'a certificate that is not trusted': {
    code: 'network.untrusted',
    on: goesAway(() => failed('SELF_SIGNED_CERT_IN_CHAIN')),
    off: comesBack,
  },
  'a secret that is wrong': {
    code: 'auth.refused',
    on: before(async (screen) => {
      screen.world.opponent.rotateSecret();
      await screen.do('connections.change', { name: NAME, secret: 'an old one' });
    }),
    off: async (screen) => {
      await screen.do('connections.change', { name: NAME, secret: screen.world.opponent.rotateSecret() });
    },
  },
  'a secret that has expired at the service': {
    code: 'auth.refused',
    on: before(({ world }) => world.opponent.rotateSecret()),
    off: async (screen) => {
      const { clientSecret } = screen.world.opponent.client;
      await screen.do('connections.change', { name: NAME, secret: clientSecret });
    },
  },
  'a permission that is missing': {
    code: 'auth.forbidden',
    on: fails('reservation', 403),
    off: async (screen) => {
      behaves(screen);
      await isTriedNow(screen);
    },
  },
  'a key store that is locked': {
    code: 'secret.store-closed',
    on: before(({ world }) => {
      // A token that is kept in memory needs no key.
      world.opponent.rotateSecret();
      world.isLocked = true;
    }),
    off: async (screen) => {
      screen.world.isLocked = false;
      const { clientSecret } = screen.world.opponent.client;
      await screen.do('connections.change', { name: NAME, secret: clientSecret });
    },
  },
  'a key that is not at hand': {
    code: 'connection.unconfirmed',
    on: before(async (screen) => {
      keys.set(screen, screen.world.forgetKeys());
      await screen.restart();
    }),
    off: async (screen) => {
      keys.get(screen)?.();
      await screen.restart();
    },
  },
  'a service that is asked too often': {
    code: 'service.rate-limited',
    on: before(({ world }) => world.opponent.misbehave({ endpoint: 'reservation', happens: tooMany(15), times: 1 })),
    off: async (screen) => await screen.wait(25 * SECOND),
  },
  'a service that is not available': {
    code: 'service.unavailable',
    on: async (screen) => {
      await fails('reservation', 503)(screen);
      // Long enough that a single batch would be tried ever more rarely.
      await screen.wait(120 * SECOND);
    },
    off: behaves,
  },
  'a storage that is busy': {
    code: 'upload.busy',
    on: async (screen) => {
      await fails('upload', 503)(screen);
      await screen.wait(120 * SECOND);
    },
    off: behaves,
  },
  'a host of the storage that is to be confirmed': {
    code: 'upload.other-host',
    on: before(({ world }) => {
      world.opponent.storageOrigin = world.wire.otherStorageOrigin;
    }),
    off: async (screen) => {
      await screen.do('connections.changeHosts', { name: NAME, allow: [screen.world.wire.otherStorageOrigin] });
    },
  },
  'a report at a host that is to be confirmed': {
    code: 'report.other-host',
    on: async (screen) => {
      const { opponent, wire } = screen.world;
      await screen.add();
      await screen.passes(() => screen.world.states().every((state) => state === 'processing'));
      opponent.storageOrigin = wire.otherStorageOrigin;
      opponent.life = ['PROCESSED'];
      await screen.wait(120 * SECOND);
    },
    off: async (screen) => {
      await screen.do('connections.changeHosts', { name: NAME, allow: [screen.world.wire.otherStorageOrigin] });
    },
  },
  'a source file that is gone': {
    code: 'file.not-found',
    on: async (screen) => {
      screen.world.wire.isAway = true;
      await screen.add();
      const added = screen.paths.slice(-screen.before);
      moved.set(screen, added);
      for (const path of added) renameSync(path, `${path}.gone`);
      comesBack(screen);
    },
    off: async (screen) => {
      for (const path of moved.get(screen) ?? []) renameSync(`${path}.gone`, path);
      await screen.do('queue.retry', { ids: screen.rows.filter(({ error }) => error).map(({ id }) => id) });
    },
  },
  'a disk that is full': {
    code: 'disk.full',
    seenIn: ['stopped'],
    on: takesNothing('disk.full'),
    off: takesAgain,
  },
  'a data folder that is not writable': {
    code: 'folder.unusable',
    seenIn: ['stopped'],
    on: takesNothing('folder.unusable'),
    off: takesAgain,
  },
};

export function seenIn({ seenIn = inDetails }: Cause): readonly string[] {
  return seenIn;
}

/** What would fail so is driven by a service that fails so: it is told and ended by its code alone, as the others of its row. */
export const alike = {
  'passes by itself': [
    ...(['network.no-answer', 'network.cut', 'network.private-address', 'network.proxy-ticket'] as const),
    ...([
      'service.bad-reply',
      'upload.address-expired',
      'upload.declined',
      'upload.stalled',
      'upload.too-slow',
    ] as const),
    ...(['upload.interrupted', 'report.refused', 'report.unreadable', 'report.no-room'] as const),
    ...(['file.unreadable', 'file.locked', 'file.unreachable', 'team.unreachable', 'team.suspended'] as const),
  ],
  'is put right elsewhere': [
    ...(['network.identity-wanted', 'network.proxy-refused', 'network.proxy-ticket-refused'] as const),
  ],
  'is seen to by a person': [
    ...([
      'auth.token-rejected',
      'auth.no-secret',
      'secret.unreadable',
      'secret.moved',
      'secret.store-changed',
      'secret.wrong-passphrase',
    ] as const),
    ...(['secret.passphrase-missing', 'secret.no-store', 'certificate.unusable', 'certificate.expired'] as const),
    ...(['connection.none', 'connection.unknown', 'connection.invalid'] as const),
    ...(['connection.base-address', 'connection.token-address', 'connection.moved'] as const),
    ...(['network.unconfirmed', 'network.proxy-credentials', 'network.proxy-login', 'network.proxy-unusable'] as const),
    ...(['network.authorities', 'network.weakened', 'network.invalid', 'network.proxy-password'] as const),
    ...([
      'upload.unsafe-address',
      'upload.host-refused',
      'upload.unconfirmed-host',
      'policy.unusable',
      'policy.managed',
    ] as const),
    ...([
      'team.address',
      'team.sign-in',
      'team.pooler',
      'team.not-trusted',
      'team.unsafe-sign-in',
      'team.not-set-up',
    ] as const),
    ...(['team.older', 'team.newer', 'team.refused'] as const),
  ],
} as const satisfies Record<string, readonly ErrorCode[]>;

/** What no row drives: why, or the test that does. */
export const elsewhere: Partial<Record<ErrorCode, string>> = {
  'folder.may-be-copy': 'tests/e2e/put-back-folder.spec.ts',
  'hours.closed': 'tests/send/sending-hours.test.ts',
  'hours.end-first': 'tests/send/sending-hours.test.ts',
  'hours.too-short': 'tests/send/sending-hours.test.ts',
  'service.token-not-accepted':
    'as service.rate-limited: a pause that the service is given, and that is told with its end',
  'report.unsafe-address': 'as report.other-host',
  'report.unconfirmed-host': 'as report.other-host',
  'batch.repeated-id': 'of one batch alone: a few tries, then it has failed',
  'batch.repeated-address': 'of one batch alone: a few tries, then it has failed',
  'team.put-back': 'tests/send/team-gate.test.ts',
  'team.release-required': 'tests/team/release-required.long.test.ts',
  'team.part-lost': 'of a part that another desk has: nothing waits here',
  'team.no-bytes': 'of a part whose file another desk has: nothing waits here',
  'team.package': 'of a file that is handed over: nothing waits',
  'team.package-passphrase': 'of a file that is handed over: nothing waits',
  'policy.no-release': 'of an action of a person: nothing waits',
  'certificate.expires-soon': 'a warning: nothing waits',
  'secret.only-in-window': 'of an action of a person: nothing waits',
  'secret.no-passphrase': 'of an action of a person: nothing waits',
  'secret.weak-passphrase': 'of an action of a person: nothing waits',
  'connection.exists': 'of an action of a person: nothing waits',
  'connection.in-use': 'of an action of a person: nothing waits',
  'folder.untrusted': 'of the start: no app runs',
  'folder.relative': 'of the start: no app runs',
  'folder.on-network': 'of the start: no app runs',
  'folder.does-not-stay': 'of the start: no app runs',
  'folder.in-use': 'of the start, or of an action: nothing waits',
  'folder.left-behind': 'of the start: no app runs',
};

/** Families of which nothing waits: a person's decision, an end, or what is not a file on its way. */
const neverWaits =
  /^(practice|fix|recipe|rules|template|edit|post|transaction|preparation|control|manifest|queue|rule-run|page|inbox|usage|internal|audit|update|watch|submission|check)\./;

/** Every code for which something may wait that goes on once it is over. */
export function codesThatHold(): ErrorCode[] {
  return errorCodes.filter((code) => {
    const retryable = isRetryable(code);
    const isOfFolder = code === 'file.not-found' || code.startsWith('folder.');
    return (
      !neverWaits.test(code) &&
      (retryable || isOfFolder || code.startsWith('team.') || stopsConnection({ code, retryable }))
    );
  });
}

export function isRetryable(code: ErrorCode): boolean {
  return describeError({ code, params: sample }).retryable;
}

export function errorOf(code: ErrorCode) {
  return fromRecord({ code, params: sample, retryable: isRetryable(code) });
}
