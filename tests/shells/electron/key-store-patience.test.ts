/** @file A key store that never answers ends a command in words, and one that answers late does not. */

import { describe, expect, it } from 'vitest';
import { SECOND } from '../../../src-main/ground/clock.ts';
import { withPatience } from '../../../src-main/shells/electron/key-store-patience.ts';
import type { KeyWrap } from '../../../src-main/wire/credentials/keyring.ts';
import { AppError } from '../../../src-shared/errors.ts';
import { FakeClock } from '../../fake-clock.ts';

function patient(answer: Promise<never> | Promise<void>) {
  const store: KeyWrap = {
    name: 'keychain',
    wrap: async (content) => `${await answer} ${content}`,
    unwrap: async (wrapped) => ({ content: `${await answer} ${wrapped}`, isOutdated: false }),
    hasChanged: async () => (await answer) === undefined,
    openFormer: async (sealed) => `${await answer} ${sealed}`,
  };
  const clock = new FakeClock();
  return { clock, wrap: withPatience(store, clock) };
}

const uses: [string, (wrap: KeyWrap) => Promise<unknown>, unknown][] = [
  ['wrap', (wrap) => wrap.wrap('x'), 'undefined x'],
  ['unwrap', (wrap) => wrap.unwrap('x'), { content: 'undefined x', isOutdated: false }],
  ['hasChanged', (wrap) => wrap.hasChanged(), true],
  ['openFormer', (wrap) => wrap.openFormer('x'), 'undefined x'],
];

describe.each(uses)('waiting for the key store: %s', (_name, use, answered) => {
  it('ends in words where no answer comes', async () => {
    const { clock, wrap } = patient(new Promise<never>(() => {}));
    const using = expect(use(wrap)).rejects.toMatchObject({
      code: 'secret.store-closed',
      detail: expect.stringContaining('has not answered for 30 seconds'),
    });
    await clock.advance(30 * SECOND);
    await using;
    expect(clock.remaining).toEqual([]);
  });

  it('takes an answer that comes late', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const { clock, wrap } = patient(promise);
    const using = use(wrap);
    await clock.advance(29 * SECOND);
    resolve();
    expect(await using).toEqual(answered);
    expect(clock.remaining).toEqual([]);
  });

  it('passes on what the store refuses', async () => {
    const refused = new AppError('secret.store-closed', { reason: 'It is locked.' });
    const { wrap } = patient(Promise.reject(refused));
    await expect(use(wrap)).rejects.toBe(refused);
  });
});
