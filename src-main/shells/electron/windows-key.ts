/**
 * @file Keeps the key with which Chromium encrypts on Windows. It rests in the file `Local State` of Chromium's folder,
 * encrypted for the person by Windows. Where Windows cannot open it (another profile, a password reset, a domain that is
 * out of reach), Chromium makes another key without a word and writes it over the former one, up to 10 seconds later
 * (components/os_crypt/sync/os_crypt_win.cc, `OSCryptImpl::Init`; base/files/important_file_writer.cc). So a copy is kept,
 * and put back before Chromium reads the file: once Windows can open that key again, all is as before.
 */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { AppError } from '../../../src-shared/errors.ts';
import { type Clock, SECOND, systemClock } from '../../ground/clock.ts';
import { writeWhole } from '../../ground/files/whole-file.ts';

/** Longer than Chromium takes to write a new key. */
const WRITTEN_BY_NOW = 15 * SECOND;
/** Then the disk does not take it. */
const GIVEN_UP = 45 * SECOND;
const LOOK_EVERY = SECOND / 4;

const stateSchema = z.looseObject({
  os_crypt: z.looseObject({ encrypted_key: z.string().min(1).optional() }).optional(),
});
const copySchema = z.object({ encryptedKeys: z.array(z.string().min(1)) });

/** Undefined on other systems, whose key stores keep the key. */
export function windowsKeyOf(folder: string, chromium: string, platform = process.platform): WindowsKey | undefined {
  return platform === 'win32' ? new WindowsKey({ folder, chromium, clock: systemClock }) : undefined;
}

export class WindowsKey {
  readonly #state: string;
  readonly #copy: string;
  readonly #clock: Clock;
  readonly #begun: number;
  /** What Chromium has read at this start. */
  readonly #atStart: string | undefined;
  #isSettled = false;

  /**
   * Before the app is ready: Chromium reads its file then.
   * @param folder the data folder @param chromium that of Chromium
   */
  constructor({ folder, chromium, clock }: { folder: string; chromium: string; clock: Clock }) {
    this.#state = join(chromium, 'Local State');
    this.#copy = join(folder, 'key-store.json');
    this.#clock = clock;
    this.#begun = clock.steady();
    const [kept] = this.#keptKeys();
    const present = this.#presentKey();
    this.#atStart = kept ?? present;
    // Where neither can be written, Chromium goes on with what there is, and the next start tries again.
    try {
      if (kept === undefined && present !== undefined) this.#keep(present);
      if (kept !== undefined && present !== kept) this.#putBack(kept);
    } catch {
      this.#atStart = present;
    }
  }

  /** What was encrypted in an earlier run has been opened: the key of this run is that of then, and kept. */
  noteProven(): void {
    this.#isSettled = true;
  }

  /** Resolves once the key of this run rests on the disk, and is kept. @throws AppError secret.store-closed */
  async settled(): Promise<void> {
    for (;;) {
      if (this.#isSettled) return;
      const passed = this.#clock.steady() - this.#begun;
      const present = this.#presentKey();
      // Chromium has made another one; or it has not, since it would have been written by now.
      if (present !== undefined && (present !== this.#atStart || passed > WRITTEN_BY_NOW)) {
        this.#keep(present);
        this.#isSettled = true;
        return;
      }
      if (passed > GIVEN_UP) throw new AppError('secret.store-closed', { reason: NOT_WRITTEN });
      await this.#clock.sleep(LOOK_EVERY);
    }
  }

  #presentKey(): string | undefined {
    return parsed(this.#state, stateSchema)?.os_crypt?.encrypted_key;
  }

  /** The one that the folder's key was last wrapped with comes first. */
  #keptKeys(): readonly string[] {
    return parsed(this.#copy, copySchema)?.encryptedKeys ?? [];
  }

  #keep(key: string): void {
    const others = this.#keptKeys().filter((other) => other !== key);
    writeWhole(this.#copy, `${JSON.stringify({ encryptedKeys: [key, ...others] }, null, 2)}\n`);
  }

  #putBack(key: string): void {
    const state = parsed(this.#state, stateSchema) ?? {};
    writeWhole(this.#state, JSON.stringify({ ...state, os_crypt: { ...state.os_crypt, encrypted_key: key } }));
  }
}

const NOT_WRITTEN = 'Chromium has not written the key of Windows to the disk: it may be full, or not be writable.';

/** Undefined where there is none, or it cannot be read. */
function parsed<Value>(path: string, schema: z.ZodType<Value>): Value | undefined {
  try {
    return schema.safeParse(JSON.parse(readFileSync(path, 'utf8'))).data;
  } catch {
    return undefined;
  }
}
