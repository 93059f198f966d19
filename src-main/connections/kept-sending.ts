/** @file The sending hours and the bandwidth of each connection, in the settings file, beside what the organisation has set. */

import { z } from 'zod';
import { AppError } from '../../src-shared/errors.ts';
import { fact } from '../../src-shared/languages/fact.ts';
import { isUnruled, type SendingRules, sendingRulesSchema, unruled } from '../../src-shared/sending-hours.ts';
import type { SettingsFile } from '../ground/settings/settings-file.ts';

const KEY = 'sendingHours';
const keptSchema = z.record(z.string(), z.unknown()).catch({});

export class KeptSending {
  readonly #file: SettingsFile;
  readonly #setFor: (connection: string) => SendingRules | undefined;
  /** As they were read: each batch that waits asks for them. */
  readonly #known = new Map<string, SendingRules>();

  /** @param setFor what the organisation has set for a connection; undefined where that is left to people */
  constructor(file: SettingsFile, setFor: (connection: string) => SendingRules | undefined) {
    this.#file = file;
    this.#setFor = setFor;
  }

  /** People edit the file, so an invalid entry counts as missing. */
  of(connection: string): SendingRules {
    const known =
      this.#known.get(connection) ??
      this.#setFor(connection) ??
      sendingRulesSchema.safeParse(this.#all().get(connection)).data ??
      unruled;
    this.#known.set(connection, known);
    return known;
  }

  isSet(connection: string): boolean {
    return this.#setFor(connection) !== undefined;
  }

  /** @throws AppError policy.managed, folder.unusable, disk.full */
  change(connection: string, rules: SendingRules): void {
    if (this.isSet(connection))
      throw new AppError('policy.managed', {
        what: fact('the hours and the bandwidth of “{connection}”', { connection }),
      });
    const all = this.#all();
    if (isUnruled(rules)) all.delete(connection);
    else all.set(connection, rules);
    this.#write(all);
  }

  /** The connection is gone: another one of its name begins without rules. */
  forget(connection: string): void {
    const all = this.#all();
    if (all.delete(connection)) this.#write(all);
  }

  #write(all: ReadonlyMap<string, unknown>): void {
    this.#file.set(KEY, Object.fromEntries(all));
    this.#known.clear();
  }

  #all(): Map<string, unknown> {
    return new Map(Object.entries(keptSchema.parse(this.#file.get(KEY))));
  }
}
