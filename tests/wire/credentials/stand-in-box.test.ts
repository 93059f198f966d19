/** @file What a locked key store has sealed is neither lost nor written over, and what is new works meanwhile. */

import { describe, expect, it } from 'vitest';
import { SECOND } from '../../../src-main/ground/clock.ts';
import { createKeyBox, createKeyring, type KeyWrap } from '../../../src-main/wire/credentials/keyring.ts';
import type { SealContext } from '../../../src-main/wire/credentials/secret-box.ts';
import { StandInBox } from '../../../src-main/wire/credentials/stand-in-box.ts';
import { AppError } from '../../../src-shared/errors.ts';
import { FakeClock, settle } from '../../fake-clock.ts';

const address: SealContext = ['upload-address', 'destination', 'batch'];
const closed = new AppError('secret.store-closed', { reason: 'It is locked.' });

/** A store that answers when the test says so. */
function store() {
  let answer = Promise.withResolvers<void>();
  let asked = 0;
  const kept = createKeyBox('keychain', async () => {
    asked += 1;
    await answer.promise;
    return Buffer.alloc(32, 7);
  });
  const clock = new FakeClock();
  return {
    kept,
    clock,
    box: new StandInBox(kept, clock),
    opens: () => answer.resolve(),
    refuses: () => {
      const refused = answer;
      answer = Promise.withResolvers<void>();
      refused.reject(closed);
    },
    get asked() {
      return asked;
    },
  };
}

/** A box whose store has refused once. */
async function refused() {
  const world = store();
  const asking = world.box.ask(10 * SECOND);
  world.refuses();
  await asking;
  return world;
}

describe('a key store that opens at once', () => {
  it('is the box itself', async () => {
    const { box, kept, opens } = store();
    opens();
    await box.ask(10 * SECOND);
    expect([box.name, box.survivesRestart, box.closed]).toEqual(['keychain', true, undefined]);
    expect(await kept.open(await box.seal('secret', address), address)).toBe('secret');
    expect(await box.key('history')).toEqual(await kept.key('history'));
  });
});

describe('a key store that refuses', () => {
  it('is told, and nothing new is said to last', async () => {
    const { box } = await refused();
    expect([box.name, box.survivesRestart, box.closed]).toEqual(['memory', false, closed]);
  });

  it('does not keep new things from being sealed and opened in this run', async () => {
    const { box } = await refused();
    expect(await box.open(await box.seal('new', address), address)).toBe('new');
  });

  it('is asked again for what it sealed, which is not called unreadable', async () => {
    const { box, kept, opens, refuses } = await refused();
    const other = createKeyBox('keychain', async () => Buffer.alloc(32, 7));
    const sealed = await other.seal('of yesterday', address);
    const opening = expect(box.open(sealed, address)).rejects.toBe(closed);
    await settle();
    refuses();
    await opening;
    opens();
    expect(await box.open(sealed, address)).toBe('of yesterday');
    expect([box.name, await kept.key('history')]).toEqual(['keychain', await box.key('history')]);
  });

  it('is asked again on request, and then counts', async () => {
    const { box, opens } = await refused();
    opens();
    await box.askAgain();
    expect([box.name, box.closed]).toEqual(['keychain', undefined]);
  });

  it('tells once that it has opened, and never where it was open', async () => {
    const { box, opens } = await refused();
    let told = 0;
    box.onceOpen(() => {
      told += 1;
    });
    expect(told).toBe(0);
    opens();
    await box.askAgain();
    await box.askAgain();
    expect(told).toBe(1);
  });

  it('leaves what was sealed meanwhile readable once it has opened', async () => {
    const { box, opens } = await refused();
    const meanwhile = await box.seal('meanwhile', address);
    opens();
    await box.ask(SECOND);
    expect([box.closed, await box.open(meanwhile, address)]).toEqual([undefined, 'meanwhile']);
  });
});

describe('a key store that asks a person', () => {
  it('is waited for only so long, and counts whenever the answer comes', async () => {
    const { box, clock, opens } = store();
    let isOver = false;
    const asking = box.ask(10 * SECOND).then(() => {
      isOver = true;
    });
    await clock.advance(9 * SECOND);
    expect(isOver).toBe(false);
    await clock.advance(SECOND);
    await asking;
    expect(box.closed?.detail).toContain('has not answered yet');
    opens();
    await settle();
    expect(box.closed).toBeUndefined();
  });

  it('holds nothing up that needs it meanwhile, and is not asked twice', async () => {
    const world = store();
    const { box, clock } = world;
    const asking = box.ask(10 * SECOND);
    await clock.advance(10 * SECOND);
    await asking;
    await expect(
      box.open(await createKeyBox('keychain', async () => Buffer.alloc(32)).seal('x', address), address),
    ).rejects.toMatchObject({
      code: 'secret.store-closed',
    });
    await box.askAgain();
    expect([world.asked, clock.remaining]).toEqual([1, []]);
  });
});

it('a key is never made in place of one that is only locked', async () => {
  const values = new Map<string, unknown>([['keyrings', { keychain: 'of yesterday' }]]);
  const settings = {
    get: (key: string) => values.get(key),
    set: (key: string, value: unknown) => void values.set(key, value),
  };
  const refuse = async () => {
    throw closed;
  };
  const wrap: KeyWrap = { name: 'keychain', wrap: refuse, unwrap: refuse, hasChanged: refuse, openFormer: refuse };
  const box = new StandInBox(createKeyring({ settings, wrap, now: () => 0 }), new FakeClock());
  await box.ask(SECOND);
  await box.seal('new', address);
  expect([...values]).toEqual([['keyrings', { keychain: 'of yesterday' }]]);
});
