/** @file What this desk remembers of each team ledger, in the settings file: from where on it tells, and how far it came. */

import { z } from 'zod';
import { keptObject, type SettingsFile } from '../../ground/settings/settings-file.ts';
import type { LedgerAddress } from '../../wire/credentials/ledger-address.ts';
import type { LedgerMemory } from './history-teller.ts';

const KEY = 'toldLedgers';
const position = z.int().positive();
const memorySchema = z.object({
  desk: z.string(),
  began: position,
  latest: z.object({ position, hash: z.string() }).optional(),
});

type Ledger = Pick<LedgerAddress, 'name' | 'person'>;

export class LedgerMemories {
  readonly #file: SettingsFile;

  constructor(file: SettingsFile) {
    this.#file = file;
  }

  /** Undefined where nothing was told yet, and in a copy of the data folder, which is another desk. */
  of(ledger: Ledger, desk: string): LedgerMemory | undefined {
    const kept: unknown = new Map(Object.entries(keptObject(this.#file, KEY))).get(keyOf(ledger));
    const memory = memorySchema.safeParse(kept).data;
    return memory?.desk === desk ? { began: memory.began, latest: memory.latest } : undefined;
  }

  /** @throws AppError folder.unusable, disk.full */
  keep(ledger: Ledger, desk: string, memory: LedgerMemory): void {
    this.#file.set(KEY, { ...keptObject(this.#file, KEY), [keyOf(ledger)]: { desk, ...memory } });
  }
}

const keyOf = ({ name, person }: Ledger): string => `${person}@${name}`;
