/** @file Every box opens what it sealed, at the place where it was sealed, and nothing else. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DAY } from '../../../src-main/ground/clock.ts';
import type { SettingsFile } from '../../../src-main/ground/settings/settings-file.ts';
import { changeWrap, createKeyring, type KeyWrap, replaceKey } from '../../../src-main/wire/credentials/keyring.ts';
import { createMemoryBox } from '../../../src-main/wire/credentials/memory-box.ts';
import type { SealContext, Sealed, SecretBox } from '../../../src-main/wire/credentials/secret-box.ts';
import { settle } from '../../fake-clock.ts';
import { MemorySettings } from '../../memory-stores.ts';
import { createLastingBox } from './lasting-box.ts';

const PLAIN = 'canary secret ä€😀';
const bank: SealContext = ['secret', 'bank', 'https://api.example', 'no proxy'];

/** A wrap that stands for one person's passphrase. */
function wrapOf(person: string, change: Partial<KeyWrap> = {}): KeyWrap {
  return {
    name: 'passphrase',
    wrap: async (content) => `${person}:${Buffer.from(content).toString('base64url')}`,
    unwrap: async (wrapped) => {
      const [owner, content = ''] = wrapped.split(':');
      if (owner !== person) return undefined;
      return { content: Buffer.from(content, 'base64url').toString(), isOutdated: false };
    },
    hasChanged: async () => false,
    openFormer: async (sealed) => sealed.replace('tranship1.', ''),
    ...change,
  };
}

function keyringIn(
  settings: SettingsFile,
  { person = 'mara', now = (): number => 0, adopt = async () => {}, wrap = wrapOf(person) } = {},
): SecretBox {
  return createKeyring({ settings, wrap, now, adopt });
}

/** Foreign text, as in a file that was edited or written by another program. */
const foreign = (text: string) => text as Sealed;

describe.each<[string, () => SecretBox]>([
  ['a keyring', () => keyringIn(new MemorySettings())],
  ['the memory box', createMemoryBox],
])('%s', (_, create) => {
  const box = create();

  it.each([PLAIN, ''])('a box opens what it sealed: “%s”', async (plain) => {
    expect(await box.open(await box.seal(plain, bank), bank)).toBe(plain);
  });

  it('a sealed text hides its content, and is different each time', async () => {
    const [one, other] = [await box.seal(PLAIN, bank), await box.seal(PLAIN, bank)];
    expect(one).not.toBe(other);
    expect(Buffer.from(one.split('.').at(-1) ?? '', 'base64url').toString()).not.toContain('canary');
  });

  it('a sealed text does not open at any other place', async () => {
    const purposes: SealContext[0][] = ['secret', 'identity', 'proxy-password', 'token', 'upload-address'];
    const context = fc.tuple(fc.constantFrom(...purposes), fc.array(fc.string(), { maxLength: 4 }));
    const sealed = await box.seal(PLAIN, bank);
    await fc.assert(
      fc.asyncProperty(context, async ([purpose, parts]) => {
        fc.pre(JSON.stringify([purpose, ...parts]) !== JSON.stringify(bank));
        expect(await box.open(sealed, [purpose, ...parts])).toBeUndefined();
      }),
    );
    // The same letters, divided in another way.
    expect(await box.open(sealed, ['secret', 'bank https://api.example', 'no proxy'])).toBeUndefined();
  });

  it('a box does not open a text in which any character was changed', async () => {
    const sealed = await box.seal(PLAIN, bank);
    await fc.assert(
      fc.asyncProperty(fc.nat(sealed.length - 1), fc.constantFrom('A', 'B', '.', '-', '='), async (at, character) => {
        fc.pre(sealed[at] !== character);
        const changed = foreign(sealed.slice(0, at) + character + sealed.slice(at + 1));
        expect(await box.open(changed, bank)).toBeUndefined();
      }),
    );
  });

  it.each(['', 'plain text', 'tranship2', 'tranship2..', 'tranship3.AAAA.BBBB', '{"sealed":1}', 'tranship1.x.y'])(
    'a box does not open the foreign text “%s”',
    async (text) => {
      expect(await box.open(foreign(text), bank)).toBeUndefined();
    },
  );

  it('a box does not open a text that was cut, or to which something was added', async () => {
    const sealed = await box.seal(PLAIN, bank);
    for (let length = 0; length < sealed.length; length += 1)
      expect(await box.open(foreign(sealed.slice(0, length)), bank)).toBeUndefined();
    for (const extra of ['=', ' ', '\n', '!']) expect(await box.open(foreign(sealed + extra), bank)).toBeUndefined();
  });

  it('the keys for different purposes differ, and stay the same', async () => {
    const [history, settings, again] = [await box.key('history'), await box.key('settings'), await box.key('history')];
    expect([history.length, history.equals(settings), history.equals(again)]).toEqual([32, false, true]);
  });
});

it('only the memory box does not survive a restart', () => {
  const survives = [createMemoryBox(), createLastingBox(), keyringIn(new MemorySettings())];
  expect(survives.map(({ survivesRestart }) => survivesRestart)).toEqual([false, true, true]);
});

describe('the keyring of a data folder', () => {
  it('a keyring is the same after a restart', async () => {
    const settings = new MemorySettings();
    const sealed = await keyringIn(settings).seal(PLAIN, bank);
    expect(await keyringIn(settings).open(sealed, bank)).toBe(PLAIN);
  });

  it('a keyring cannot be opened by somebody else, and is not replaced', async () => {
    const settings = new MemorySettings();
    const sealed = await keyringIn(settings).seal(PLAIN, bank);
    const stranger = keyringIn(settings, { person: 'jon' });
    await expect(stranger.open(sealed, bank)).rejects.toMatchObject({ code: 'secret.wrong-passphrase' });
    await expect(stranger.seal('mine', bank)).rejects.toMatchObject({ code: 'secret.wrong-passphrase' });
    expect(await keyringIn(settings).open(sealed, bank)).toBe(PLAIN);
  });

  it('two data folders have different keys', async () => {
    const sealed = await keyringIn(new MemorySettings()).seal(PLAIN, bank);
    expect(await keyringIn(new MemorySettings()).open(sealed, bank)).toBeUndefined();
  });

  it('a changed passphrase opens everything, and the old one nothing', async () => {
    const settings = new MemorySettings();
    const sealed = await keyringIn(settings).seal(PLAIN, bank);
    await changeWrap(settings, wrapOf('mara'), wrapOf('jon'));
    expect(await keyringIn(settings, { person: 'jon' }).open(sealed, bank)).toBe(PLAIN);
    await expect(keyringIn(settings).open(sealed, bank)).rejects.toMatchObject({ code: 'secret.wrong-passphrase' });
  });

  it.each([
    ['there is none yet', new MemorySettings(), 'mara', 'secret.no-passphrase'],
    ['the present one is wrong', undefined, 'jon', 'secret.wrong-passphrase'],
  ])('a passphrase is not changed where %s', async (_, empty, person, code) => {
    const settings = empty ?? new MemorySettings();
    if (empty === undefined) await keyringIn(settings).key('history');
    const before = settings.get('keyrings');
    await expect(changeWrap(settings, wrapOf(person), wrapOf('eve'))).rejects.toMatchObject({ code });
    expect(settings.get('keyrings')).toEqual(before);
  });
});

describe('a key store that has changed', () => {
  const changed = wrapOf('new computer', { hasChanged: async () => true });
  const withKey = async () => {
    const settings = new MemorySettings();
    const sealed = await keyringIn(settings).seal(PLAIN, bank);
    return { settings, sealed, before: structuredClone(settings.get('keyrings')) };
  };
  const replace = (settings: SettingsFile) => replaceKey({ settings, wrap: changed, now: () => 0 });

  it('replaces nothing, and says what has happened', async () => {
    const { settings, sealed, before } = await withKey();
    const box = keyringIn(settings, { wrap: changed });
    await expect(box.open(sealed, bank)).rejects.toMatchObject({ code: 'secret.store-changed' });
    await expect(box.seal('mine', bank)).rejects.toMatchObject({ code: 'secret.store-changed' });
    expect(settings.get('keyrings')).toEqual(before);
  });

  it('opens everything again once it is back, however often that happens', async () => {
    const { settings, sealed } = await withKey();
    for (const _ of [1, 2, 3]) {
      await expect(keyringIn(settings, { wrap: changed }).key('history')).rejects.toThrow();
      expect(await keyringIn(settings).open(sealed, bank)).toBe(PLAIN);
    }
  });

  it('lets secrets be entered again once a person has the key replaced, and keeps the former one', async () => {
    const { settings, before } = await withKey();
    await replace(settings);
    const box = keyringIn(settings, { wrap: changed });
    expect(await box.open(await box.seal('entered again', bank), bank)).toBe('entered again');
    expect(settings.get('keyrings')).toMatchObject({ lost: [(before as { passphrase: string }).passphrase] });
  });

  it('opens with a key that was replaced where the former key store is back, and replaces nothing then either', async () => {
    const { settings, sealed } = await withKey();
    await replace(settings);
    const entered = await keyringIn(settings, { wrap: changed }).seal('entered again', bank);
    const before = structuredClone(settings.get('keyrings'));
    const back = wrapOf('mara', { hasChanged: async () => true });
    expect(await keyringIn(settings, { wrap: back }).open(sealed, bank)).toBe(PLAIN);
    expect(settings.get('keyrings')).toEqual(before);
    expect(await keyringIn(settings, { wrap: changed }).open(entered, bank)).toBe('entered again');
  });

  it('adopts nothing with a key that was replaced: its loss may be an attack', async () => {
    const { settings } = await withKey();
    await replace(settings);
    let adopted = 0;
    const adopt = async () => {
      adopted += 1;
    };
    await keyringIn(settings, { wrap: changed, adopt }).key('settings');
    expect(adopted).toBe(0);
  });
});

describe('a key that does not rest on the disk yet', () => {
  it('seals what a person has entered only once it does, and addresses at once', async () => {
    const written = Promise.withResolvers<void>();
    const box = keyringIn(new MemorySettings(), {
      wrap: wrapOf('mara', { disk: { isReached: () => false, isShared: () => false, reached: () => written.promise } }),
    });
    await box.seal('address', ['upload-address', 'destination', 'batch']);
    let isSealed = false;
    const sealing = box.seal(PLAIN, bank).then(() => {
      isSealed = true;
    });
    await settle();
    expect(isSealed).toBe(false);
    written.resolve();
    await sealing;
  });
});

describe('a key store that has another key beside the former one', () => {
  const outdated = (change: Partial<KeyWrap> = {}) => {
    const wrap = wrapOf('mara');
    return wrapOf('mara', {
      unwrap: async (wrapped) => {
        const opened = await wrap.unwrap(wrapped);
        return opened && { ...opened, isOutdated: true };
      },
      wrap: async (content) => `${await wrap.wrap(content)}:again`,
      ...change,
    });
  };

  it('the key of the folder is wrapped again', async () => {
    const settings = new MemorySettings();
    const sealed = await keyringIn(settings).seal(PLAIN, bank);
    const { passphrase } = settings.get('keyrings') as { passphrase: string };
    expect(await keyringIn(settings, { wrap: outdated() }).open(sealed, bank)).toBe(PLAIN);
    expect(settings.get('keyrings')).toEqual({ passphrase: `${passphrase}:again` });
  });

  it('the key of the folder is used and stays as it is where it cannot be wrapped again', async () => {
    const settings = new MemorySettings();
    const sealed = await keyringIn(settings).seal(PLAIN, bank);
    const before = structuredClone(settings.get('keyrings'));
    const fails = async () => {
      throw new Error('it is locked by now');
    };
    expect(await keyringIn(settings, { wrap: outdated({ wrap: fails }) }).open(sealed, bank)).toBe(PLAIN);
    expect(settings.get('keyrings')).toEqual(before);
  });
});

describe('what was sealed before there were keyrings', () => {
  const former = foreign('tranship1.https://storage.example/signed');
  const address: SealContext = ['upload-address', 'destination', 'batch'];

  it('what was stored before is adopted once, when the keyring is made', async () => {
    const settings = new MemorySettings();
    let adopted = 0;
    const adopt = async () => {
      adopted += 1;
    };
    await keyringIn(settings, { adopt }).key('history');
    await keyringIn(settings, { adopt }).key('history');
    expect(adopted).toBe(1);
  });

  it('adopting that was broken off is done again', async () => {
    const settings = new MemorySettings();
    const crash = async () => {
      throw new Error('power cut');
    };
    const sealedBefore = keyringIn(settings, { adopt: crash }).key('history');
    await expect(sealedBefore).rejects.toThrow('power cut');
    let adopted = 0;
    const box = keyringIn(settings, {
      adopt: async () => {
        adopted += 1;
      },
    });
    await box.key('history');
    expect(adopted).toBe(1);
  });

  it('an upload address of then is still opened, as long as it can last', async () => {
    const settings = new MemorySettings();
    let time = 0;
    const box = keyringIn(settings, { now: () => time });
    await box.key('history');
    time = 7 * DAY;
    expect(await box.open(former, address)).toBe('https://storage.example/signed');
    time = 9 * DAY;
    expect(await box.open(former, address)).toBeUndefined();
  });

  it('nothing else of then is opened any more: it is bound to no place', async () => {
    const box = keyringIn(new MemorySettings());
    for (const purpose of ['secret', 'identity', 'proxy-password', 'token'] as const)
      expect(await box.open(former, [purpose, 'thief'])).toBeUndefined();
  });
});
