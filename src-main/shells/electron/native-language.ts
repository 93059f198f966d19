/**
 * @file The language of what the app shows outside its page: menu, tray, dialogs, notifications. It is that of the page. The
 * process itself speaks English, in its logs and in what it stores.
 */

import { type Catalogue, english, type KnownLanguage, languageFor } from '../../../src-shared/languages/languages.ts';
import { speaking } from '../../../src-shared/languages/message.ts';

/** Makes texts in the language of the page. They are made at once: after an `await` the process speaks English again. */
export type Say = <T>(make: () => T) => T;

export interface NativeLanguagePorts {
  /** The languages of the system, the best first. */
  preferred: () => readonly string[];
  find?: typeof languageFor;
}

export class NativeLanguage {
  readonly #ports: Required<NativeLanguagePorts>;
  #wanted: KnownLanguage = english;
  #spoken: { language: KnownLanguage; catalogue: Catalogue } = { language: english, catalogue: {} };
  readonly #listeners: (() => void)[] = [];

  /** Speaks English until a setting is followed. */
  constructor({ preferred, find = languageFor }: NativeLanguagePorts) {
    this.#ports = { preferred, find };
  }

  /** The language that a setting means on this system. */
  of(setting: string): KnownLanguage {
    return this.#ports.find(setting, this.#ports.preferred());
  }

  /** Speaks the language of a setting, or English where its texts cannot be loaded. Of several calls the last one counts. */
  async follow(setting: string): Promise<void> {
    const wanted = this.of(setting);
    this.#wanted = wanted;
    const catalogue = await wanted.load().catch(() => undefined);
    if (wanted !== this.#wanted) return;
    const before = this.#spoken.language;
    this.#spoken = catalogue === undefined ? { language: english, catalogue: {} } : { language: wanted, catalogue };
    if (this.#spoken.language === before) return;
    for (const listener of this.#listeners) listener();
  }

  /** Has what is shown for long, such as a menu, made again in another language. */
  onChange(listener: () => void): void {
    this.#listeners.push(listener);
  }

  readonly say: Say = (make) => speaking(this.#spoken.language, this.#spoken.catalogue, make);
}
