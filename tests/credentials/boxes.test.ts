/** @file Both boxes have the same guarantees; the passphrase box keeps them across restarts. */

import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { createMemoryBox } from '../../src-main/credentials/memory-box.ts';
import { createPassphraseBox, saltOf } from '../../src-main/credentials/passphrase-box.ts';
import type { Sealed, SecretBox } from '../../src-main/credentials/secret-box.ts';
import { MemorySettings } from '../memory-stores.ts';

const salt = Buffer.alloc(16, 7);
const passphraseBox = createPassphraseBox({ passphrase: 'open sesame', salt });
const PLAIN = 'canary secret ä€😀';

/** Foreign text, as in a file that was edited or written by another program. */
const foreign = (text: string) => text as Sealed;

describe.each<[string, SecretBox]>([
  ['the passphrase box', passphraseBox],
  ['the memory box', createMemoryBox()],
])('%s', (_, box) => {
  it('a box opens what it sealed', async () => {
    expect(await box.open(await box.seal(PLAIN))).toBe(PLAIN);
  });

  it('a box opens the empty text', async () => {
    expect(await box.open(await box.seal(''))).toBe('');
  });

  it('a sealed text hides its content', async () => {
    const sealed = await box.seal(PLAIN);
    expect(Buffer.from(sealed.split('.').at(-1) ?? '', 'base64url').toString()).not.toContain('canary');
  });

  it('the same text is sealed differently each time', async () => {
    expect(await box.seal(PLAIN)).not.toBe(await box.seal(PLAIN));
  });

  it('a sealed text begins with its version', async () => {
    expect(await box.seal(PLAIN)).toMatch(/^tranship1\.[\w-]{16}\.[\w-]+$/);
  });

  it('a box does not open a text in which any character was changed', async () => {
    const sealed = await box.seal(PLAIN);
    await fc.assert(
      fc.asyncProperty(fc.nat(sealed.length - 1), fc.constantFrom('A', 'B', '.', '-', '='), async (at, character) => {
        fc.pre(sealed[at] !== character);
        const changed = foreign(sealed.slice(0, at) + character + sealed.slice(at + 1));
        expect(await box.open(changed)).toBeUndefined();
      }),
    );
  });

  it.each(['', 'plain text', 'tranship1', 'tranship1..', 'tranship2.AAAA.BBBB', '{"sealed":1}'])(
    'a box does not open the foreign text “%s”',
    async (text) => {
      expect(await box.open(foreign(text))).toBeUndefined();
    },
  );

  it.each(['=', ' ', '\n', '!'])('a box does not open a text to which “%s” was added', async (extra) => {
    expect(await box.open(foreign((await box.seal(PLAIN)) + extra))).toBeUndefined();
  });

  it('a box does not open a text that was cut', async () => {
    const sealed = await box.seal(PLAIN);
    for (let length = 0; length < sealed.length; length += 1)
      expect(await box.open(foreign(sealed.slice(0, length)))).toBeUndefined();
  });
});

describe('the passphrase box after a restart', () => {
  let sealed: Sealed;
  beforeAll(async () => {
    sealed = await passphraseBox.seal(PLAIN);
  });
  const openWith = (change: { passphrase?: string; salt?: Buffer }) =>
    createPassphraseBox({ passphrase: 'open sesame', salt, ...change }).open(sealed);

  it('a passphrase box opens after a restart with the same passphrase and salt', async () => {
    expect(await openWith({})).toBe(PLAIN);
  });

  it('a passphrase box does not open with another passphrase', async () => {
    expect(await openWith({ passphrase: 'open barley' })).toBeUndefined();
  });

  it('a passphrase box does not open with another salt', async () => {
    expect(await openWith({ salt: Buffer.alloc(16, 8) })).toBeUndefined();
  });

  it('a passphrase box opens with the same words typed in another Unicode form', async () => {
    const composed = createPassphraseBox({ passphrase: 'schl\u00fcssel', salt });
    const decomposed = createPassphraseBox({ passphrase: 'schlu\u0308ssel', salt });
    expect(await decomposed.open(await composed.seal(PLAIN))).toBe(PLAIN);
  });
});

it('only the passphrase box survives a restart', () => {
  expect([passphraseBox.survivesRestart, createMemoryBox().survivesRestart]).toEqual([true, false]);
});

it('a memory box does not open what another one sealed', async () => {
  expect(await createMemoryBox().open(await createMemoryBox().seal(PLAIN))).toBeUndefined();
});

describe('saltOf', () => {
  it('saltOf returns the same salt again', () => {
    const settings = new MemorySettings();
    expect(saltOf(settings)).toEqual(saltOf(settings));
  });

  it('each data folder has its own salt', () => {
    expect(saltOf(new MemorySettings())).not.toEqual(saltOf(new MemorySettings()));
  });

  it.each(['short', 7, null])('a damaged salt is not replaced: %s', (stored) => {
    const settings = new MemorySettings();
    settings.set('salt', stored);
    expect(() => saltOf(settings)).toThrow(expect.objectContaining({ code: 'connection.invalid' }));
    expect(settings.get('salt')).toBe(stored);
  });
});
