/**
 * @file Keeps the key with which Chromium encrypts on Windows. It rests in the file `Local State` of Chromium's folder,
 * encrypted for the person by Windows. Where Windows cannot open it (another profile, a password reset, a domain that is
 * out of reach), Chromium makes another key without a word and writes it over the former one, up to 10 seconds later
 * (components/os_crypt/sync/os_crypt_win.cc, `OSCryptImpl::Init`; base/files/important_file_writer.cc). So a copy is kept,
 * and put back before Chromium reads the file: once Windows can open that key again, all is as before.
 * [Note: Proofs] Nothing tells with which key Chromium encrypts: it may have made one that never reaches the disk, since a write
 * that fails is not tried again, and a file that was locked as it was read is never written. So each key is kept with a text that
 * it has sealed: where this run opens that text, the key is that of this run.
 */

import { join } from 'node:path';
import { z } from 'zod';
import { AppError } from '../../../src-shared/errors.ts';
import { fact } from '../../../src-shared/languages/fact.ts';
import { type Clock, SECOND, systemClock } from '../../ground/clock.ts';
import { isInUse } from '../../ground/files/folder-lock.ts';
import { readJson } from '../../ground/files/json-file.ts';
import { writeWhole } from '../../ground/files/whole-file.ts';

/** Longer than Chromium takes to write a new key. */
const WRITTEN_BY_NOW = 15 * SECOND;
/** Then the disk does not take it. */
const GIVEN_UP = 45 * SECOND;
const LOOK_EVERY = SECOND / 4;

const stateSchema = z.looseObject({
  os_crypt: z.looseObject({ encrypted_key: z.string().min(1).optional() }).optional(),
});
const copySchema = z.object({
  /** The one that the folder's key was last wrapped with comes first. */
  encryptedKeys: z.array(z.string().min(1)),
  /** What each of them has sealed; earlier versions kept none. */
  proofs: z.record(z.string(), z.string()).default({}),
});

/** What Chromium seals and opens in this run. */
export interface Proving {
  seal: () => Promise<string>;
  opens: (proof: string) => Promise<boolean>;
}

/** Undefined on other systems, whose key stores keep the key. */
export function windowsKeyOf(folder: string, chromium: string, platform = process.platform): WindowsKey | undefined {
  return platform === 'win32' ? new WindowsKey({ folder, chromium, clock: systemClock }) : undefined;
}

/** Whether the data folder has a key, so that no process makes one there unless Windows cannot open it. */
export function isKeyKept(folder: string, chromium: string): boolean {
  return keptIn(folder).encryptedKeys.length > 0 || keyIn(chromium) !== undefined;
}

export class WindowsKey {
  readonly #folder: string;
  readonly #chromium: string;
  readonly #clock: Clock;
  readonly #begun: number;
  /** What Chromium has read at this start, as far as it could. */
  readonly #atStart: string | undefined;
  /** Proves nothing about an earlier run. */
  readonly #wrapped = new Set<string>();
  #isSettled = false;

  /**
   * Before the app is ready: Chromium reads its file then.
   * @param folder the data folder @param chromium that of Chromium in this process, to which no other one writes
   */
  constructor({ folder, chromium, clock }: { folder: string; chromium: string; clock: Clock }) {
    this.#folder = folder;
    this.#chromium = chromium;
    this.#clock = clock;
    this.#begun = clock.steady();
    const [kept] = keptIn(folder).encryptedKeys;
    const present = keyIn(chromium);
    // Before there were copies, only the window's folder had it.
    const wanted = kept ?? present ?? keyIn(join(folder, 'chromium'));
    this.#atStart = wanted;
    // Where neither can be written, Chromium goes on with what there is, and the next start tries again.
    try {
      if (kept === undefined && wanted !== undefined) this.#keep(wanted);
      if (wanted !== undefined && present !== wanted) this.#putBack(wanted);
    } catch {
      this.#atStart = present;
    }
  }

  /** Of this run. */
  noteWrapped(text: string): void {
    this.#wrapped.add(text);
  }

  /** Unless this run has wrapped the text, its key is that of the run which has, and on the disk. */
  async noteOpened(text: string, { seal }: Proving): Promise<void> {
    if (this.#isSettled || this.#wrapped.has(text)) return;
    this.#isSettled = true;
    const key = this.#atStart;
    if (key === undefined || keptIn(this.#folder).proofs[key] !== undefined) return;
    const proof = await seal();
    try {
      this.#keep(key, proof);
    } catch {
      // The next start tries again.
    }
  }

  /** Whether the key of this run rests on the disk, and is kept, as far as it is known. */
  get isSettled(): boolean {
    return this.#isSettled;
  }

  /** Whether another process has the data folder. */
  get isShared(): boolean {
    return isInUse(this.#folder);
  }

  /** Resolves once the key of this run rests on the disk, and is kept. @throws AppError secret.store-closed */
  async settled(proving: Proving): Promise<void> {
    for (;;) {
      if (this.#isSettled) return;
      const passed = this.#clock.steady() - this.#begun;
      const present = keyIn(this.#chromium);
      if (present !== undefined && (await this.#isOfThisRun(present, passed, proving))) {
        this.#keep(present, await proving.seal());
        this.#isSettled = true;
        return;
      }
      if (passed > GIVEN_UP) throw new AppError('secret.store-closed', { reason: NOT_WRITTEN });
      await this.#clock.sleep(LOOK_EVERY);
    }
  }

  async #isOfThisRun(present: string, passed: number, { opens }: Proving): Promise<boolean> {
    const proof = keptIn(this.#folder).proofs[present];
    if (proof !== undefined) return await opens(proof);
    // Chromium has made another one; or it has not, since it would have been written by now.
    return present !== this.#atStart || passed > WRITTEN_BY_NOW;
  }

  #keep(key: string, proof?: string): void {
    const { encryptedKeys, proofs } = keptIn(this.#folder);
    const kept = {
      encryptedKeys: [key, ...encryptedKeys.filter((other) => other !== key)],
      proofs: proof === undefined ? proofs : { ...proofs, [key]: proof },
    };
    writeWhole(copyIn(this.#folder), `${JSON.stringify(kept, null, 2)}\n`);
  }

  #putBack(key: string): void {
    const state = stateIn(this.#chromium) ?? {};
    const changed = { ...state, os_crypt: { ...state.os_crypt, encrypted_key: key } };
    writeWhole(fileIn(this.#chromium), JSON.stringify(changed));
  }
}

const NOT_WRITTEN = fact(
  'Chromium has not written the key of Windows to the disk: it may be full, or not be writable.',
);

function fileIn(chromium: string): string {
  return join(chromium, 'Local State');
}

function stateIn(chromium: string): z.infer<typeof stateSchema> | undefined {
  return readJson(fileIn(chromium), stateSchema);
}

function keyIn(chromium: string): string | undefined {
  return stateIn(chromium)?.os_crypt?.encrypted_key;
}

function copyIn(folder: string): string {
  return join(folder, 'key-store.json');
}

function keptIn(folder: string): z.infer<typeof copySchema> {
  return readJson(copyIn(folder), copySchema) ?? { encryptedKeys: [], proofs: {} };
}
