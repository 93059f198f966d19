/**
 * @file The SecretBox of a data folder: one random key seals everything and derives the keys for signing. It is stored
 * in the settings, wrapped by what the person has: the system's key store, or a passphrase. So the passphrase can change
 * without any sealed text being written again.
 */

import { hkdfSync, randomBytes } from 'node:crypto';
import { z } from 'zod';
import { AppError } from '../../../src-shared/errors.ts';
import { DAY } from '../../ground/clock.ts';
import { keptObject, type SettingsFile } from '../../ground/settings/settings-file.ts';
import { isWithoutContext, openText, sealText } from './cipher.ts';
import type { KeyPurpose, SealContext, SecretBox } from './secret-box.ts';

const KEY = 'keyrings';
/** Which key was wrapped before what wraps it was seen to be on the disk. */
const UNSETTLED = 'unsettled';
const KEY_BYTES = 32;
/** A signed address that was sealed before there were contexts is over by then. */
const ADDRESSES_LIVE = 8 * DAY;

/** What was in a wrapped text. */
export interface Unwrapped {
  content: string;
  /** Whether it must be wrapped again: the key that wrapped it was replaced, or protects less than the present one. */
  isOutdated: boolean;
}

/** Wraps the key of the keyring. */
export interface KeyWrap {
  /** The name under which the wrapped key is stored. */
  readonly name: 'passphrase' | 'keychain';
  /** Text that only this wrap can open. @throws AppError secret.store-closed, secret.weak-passphrase */
  wrap(content: string): Promise<string>;
  /**
   * Undefined for another passphrase, another machine, or damage.
   * @throws AppError secret.store-closed where nothing can be said now: a key store that is locked has lost nothing
   */
  unwrap(wrapped: string): Promise<Unwrapped | undefined>;
  /**
   * Whether what cannot be unwrapped needs another key than the present one, as where Windows could not open the key of then:
   * never for a passphrase, which may be mistyped.
   * @throws AppError secret.store-closed where that cannot be said now
   */
  hasChanged(): Promise<boolean>;
  /** Where the key that wraps gets to the disk only later: until then, a crash would lose all that it has wrapped. */
  disk?: {
    isReached(): boolean;
    /** Whether another process has the folder, whose key may have been wrapped last. */
    isShared(): boolean;
    /** Resolves once it is there. @throws AppError secret.store-closed where it does not get there */
    reached(): Promise<void>;
  };
  /** Opens what was sealed before there were keyrings; undefined when it cannot. @throws as `unwrap` */
  openFormer(sealed: string): Promise<string | undefined>;
}

/** Binds what was stored before there were keyrings to the place where it stands now. May run again after a crash. */
export type Adopt = (box: SecretBox, openFormer: KeyWrap['openFormer']) => Promise<void>;

export interface KeyringPorts {
  settings: SettingsFile;
  wrap: KeyWrap;
  now: () => number;
  adopt?: Adopt;
}

const contentSchema = z.object({
  key: z.base64url(),
  /** Milliseconds since the epoch. */
  createdAt: z.number(),
  /** Authenticated with the key, so that it cannot be taken back: after this, nothing without a context is opened. */
  hasAdopted: z.boolean(),
});
type Content = z.infer<typeof contentSchema>;

/** A keyring that is opened, or made, at its first use. */
export function createKeyring(ports: KeyringPorts): SecretBox {
  let opening: Promise<Content> | undefined;
  const content = async () => {
    opening ??= open(ports);
    try {
      return await opening;
    } catch (thrown) {
      opening = undefined;
      throw thrown;
    }
  };
  return boxOf(content, ports);
}

/** A box for one key, which is stored nowhere here: of a text that its owner has, or random for this process only. */
export function createKeyBox(name: SecretBox['name'], key: () => Promise<Buffer>): SecretBox {
  // Each once: one is asked for with every file that is checked.
  let derived: { from: Buffer; keys: Map<KeyPurpose | 'sealing', Buffer> } | undefined;
  const keyFor = async (purpose: KeyPurpose | 'sealing'): Promise<Buffer> => {
    const from = await key();
    if (derived?.from.equals(from) !== true) derived = { from, keys: new Map() };
    const known = derived.keys.get(purpose) ?? derive(from, purpose);
    derived.keys.set(purpose, known);
    return known;
  };
  return {
    name,
    survivesRestart: name !== 'memory',
    seal: async (plain, context) => sealText(await keyFor('sealing'), plain, context),
    open: async (sealed, context) => openText(await keyFor('sealing'), sealed, context),
    key: keyFor,
  };
}

/** The same box, which also opens what another one has sealed in its place. Nothing new is sealed by that. */
export function openingAlso(box: SecretBox, former: SecretBox): SecretBox {
  return {
    name: box.name,
    survivesRestart: box.survivesRestart,
    seal: (plain, context) => box.seal(plain, context),
    open: async (sealed, context) => (await box.open(sealed, context)) ?? (await former.open(sealed, context)),
    key: (purpose) => box.key(purpose),
  };
}

/**
 * Wraps the key of the folder with another passphrase; nothing else is written.
 * @throws AppError secret.wrong-passphrase, secret.weak-passphrase
 */
export async function changeWrap(settings: SettingsFile, before: KeyWrap, after: KeyWrap): Promise<void> {
  const wrapped = wrappedKey(settings, before.name);
  if (wrapped === undefined) throw new AppError('secret.no-passphrase', {});
  const opened = await before.unwrap(wrapped);
  if (opened === undefined) throw new AppError('secret.wrong-passphrase', {});
  keepWrappedKey(settings, after.name, await after.wrap(opened.content));
}

async function open({ settings, wrap, now, adopt }: KeyringPorts): Promise<Content> {
  const present = await readOrForget({ settings, wrap, now });
  const content = present?.content ?? { ...makeKey(now()), hasAdopted: false };
  const keep = async () => keepWrappedKey(settings, wrap.name, await wrap.wrap(JSON.stringify(content)));
  // Before anything is sealed with it: what is sealed must be readable after a crash.
  if (present === undefined) {
    const unsettled = wrap.disk?.isReached() === false && { [UNSETTLED]: wrap.name };
    const wrapped = await wrap.wrap(JSON.stringify(content));
    settings.set(KEY, { ...keptObject(settings, KEY), [wrap.name]: wrapped, ...unsettled });
  }
  // It stands in for the present one, whose key store may come back, too: nothing takes its place.
  else if (present.wasReplaced) return content;
  // The key is open already: where it cannot be wrapped again now, the next start tries it.
  else if (present.isOutdated) await keep().catch(() => undefined);
  if (content.hasAdopted) return content;
  const box = createKeyBox(wrap.name, async () => keyOf(content));
  await adopt?.(box, wrap.openFormer);
  content.hasAdopted = true;
  await keep();
  return content;
}

/**
 * Makes a new key in place of one that the key store cannot unwrap. Only for a person who has decided so, while the folder is
 * locked: what the former key has sealed can be read again only once its key store is back.
 * @throws AppError secret.store-closed
 */
export async function replaceKey(ports: Omit<KeyringPorts, 'adopt'>): Promise<void> {
  await settle(ports);
  await replace(ports);
}

async function replace({ settings, wrap, now }: Omit<KeyringPorts, 'adopt'>): Promise<void> {
  // Nothing is adopted: somebody may have damaged the key to have their own settings signed.
  const wrapped = await wrap.wrap(JSON.stringify({ ...makeKey(now()), hasAdopted: true } satisfies Content));
  const former = wrappedKey(settings, wrap.name);
  const lost = [...(former === undefined ? [] : [former]), ...lostKeys(settings)];
  settings.set(KEY, { ...keptObject(settings, KEY), [wrap.name]: wrapped, lost });
}

/** Whether a person had the key of the folder replaced: what was signed before was not tampered with, and must be confirmed. */
export function hasReplacedKey(settings: SettingsFile): boolean {
  return lostKeys(settings).length > 0;
}

function makeKey(now: number): Omit<Content, 'hasAdopted'> {
  return { key: randomBytes(KEY_BYTES).toString('base64url'), createdAt: now };
}

/** Until what wraps is on the disk. @throws AppError secret.store-closed */
async function settle({ settings, wrap }: Omit<KeyringPorts, 'adopt'>): Promise<void> {
  await wrap.disk?.reached();
  noteSettled(settings);
}

function noteSettled(settings: SettingsFile): void {
  const { [UNSETTLED]: name, ...kept } = unsettledSchema.parse(keptObject(settings, KEY));
  if (name !== undefined) settings.set(KEY, kept);
}

const unsettledSchema = z.looseObject({ [UNSETTLED]: z.string().optional() });

/**
 * Undefined where there is no key yet. One that was lost in a crash of the run that made it, before anything entered was sealed
 * with it, is replaced without a question.
 * @throws as `read`
 */
async function readOrForget(ports: Omit<KeyringPorts, 'adopt'>): Promise<Read | undefined> {
  const { settings, wrap } = ports;
  const wrapped = wrappedKey(settings, wrap.name);
  if (wrapped === undefined) return undefined;
  const isUnsettled = unsettledSchema.parse(keptObject(settings, KEY))[UNSETTLED] === wrap.name;
  try {
    const present = await read(wrapped, lostKeys(settings), wrap);
    if (isUnsettled && wrap.disk?.isReached() !== false) noteSettled(settings);
    return present;
  } catch (thrown) {
    const hasChanged = thrown instanceof AppError && thrown.code === 'secret.store-changed';
    if (!hasChanged || !isUnsettled || wrap.disk?.isShared() !== false) throw thrown;
    await replace(ports);
    return await read(wrappedKey(settings, wrap.name) ?? '', [], wrap);
  }
}

interface Read {
  content: Content;
  isOutdated: boolean;
  /** A person had it replaced, and the key store that opens it has come back. */
  wasReplaced: boolean;
}

/** @throws AppError secret.wrong-passphrase, secret.store-closed, secret.store-changed */
async function read(wrapped: string, lost: readonly string[], wrap: KeyWrap): Promise<Read> {
  const attempt = async (text: string, wasReplaced: boolean): Promise<Read | undefined> => {
    const opened = await wrap.unwrap(text);
    return opened && { ...opened, content: contentSchema.parse(JSON.parse(opened.content)), wasReplaced };
  };
  const present = await attempt(wrapped, false);
  if (present !== undefined) return present;
  if (!(await wrap.hasChanged())) throw new AppError('secret.wrong-passphrase', {});
  // The store works by now. It may not have when it was asked first.
  const again = await attempt(wrapped, false);
  if (again !== undefined) return again;
  for (const text of lost) {
    const former = await attempt(text, true);
    if (former !== undefined) return former;
  }
  throw new AppError('secret.store-changed', {});
}

function boxOf(content: () => Promise<Content>, { settings, wrap, now }: KeyringPorts): SecretBox {
  const box = createKeyBox(wrap.name, async () => keyOf(await content()));
  return {
    ...box,
    async seal(plain, context) {
      // What a person has entered must not be lost by a crash; addresses and tokens are asked for again.
      if (isEntered(context)) {
        // What an earlier run has wrapped proves that its key is on the disk.
        await content();
        await settle({ settings, wrap, now });
      }
      return await box.seal(plain, context);
    },
    async open(sealed, context) {
      const { createdAt } = await content();
      if (!isWithoutContext(sealed)) return await box.open(sealed, context);
      return isFormerAddress(context, now() - createdAt) ? await wrap.openFormer(sealed) : undefined;
    },
  };
}

function isEntered([purpose]: SealContext): boolean {
  return purpose !== 'upload-address' && purpose !== 'token' && purpose !== 'browser-sessions';
}

function isFormerAddress([purpose]: SealContext, age: number): boolean {
  return purpose === 'upload-address' && age >= 0 && age < ADDRESSES_LIVE;
}

function keyOf({ key }: Content): Buffer {
  return Buffer.from(key, 'base64url');
}

function derive(key: Buffer, purpose: KeyPurpose | 'sealing'): Buffer {
  return Buffer.from(hkdfSync('sha256', key, '', `tranship ${purpose}`, KEY_BYTES));
}

function wrappedKey(settings: SettingsFile, name: KeyWrap['name']): string | undefined {
  const kept: unknown = new Map(Object.entries(keptObject(settings, KEY))).get(name);
  return typeof kept === 'string' ? kept : undefined;
}

function keepWrappedKey(settings: SettingsFile, name: KeyWrap['name'], wrapped: string): void {
  settings.set(KEY, { ...keptObject(settings, KEY), [name]: wrapped });
}

/** Those that were replaced, the latest first: the key store of then may come back, as from a backup of the computer. */
function lostKeys(settings: SettingsFile): string[] {
  return z.object({ lost: z.array(z.string()).catch([]) }).parse({ lost: [], ...keptObject(settings, KEY) }).lost;
}
