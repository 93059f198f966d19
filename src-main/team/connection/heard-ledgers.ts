/** @file What this desk has heard of each team ledger last, in the settings file: it notices by that if one was put back. */

import { z } from 'zod';
import { keptObject, type SettingsFile } from '../../ground/settings/settings-file.ts';
import type { LedgerAddress } from '../../wire/credentials/ledger-address.ts';
import type { Desk } from '../desk.ts';
import { heardSchema, type TeamLinkPorts } from './team-link.ts';

const KEY = 'heardLedgers';
const keptSchema = heardSchema.extend({ ofDesk: z.string() });

/** In a copy of the data folder, which is another desk, nothing was heard yet. */
export function memoryOf(
  file: SettingsFile,
  { name, person }: Pick<LedgerAddress, 'name' | 'person'>,
  { id: ofDesk }: Pick<Desk, 'id'>,
): NonNullable<TeamLinkPorts['memory']> {
  const ledger = `${person}@${name}`;
  return {
    read: () => {
      const kept = keptSchema.safeParse(new Map(Object.entries(keptObject(file, KEY))).get(ledger)).data;
      if (kept?.ofDesk !== ofDesk) return undefined;
      const { reached, desks } = kept;
      return { reached, desks };
    },
    write: (heard) => file.set(KEY, { ...keptObject(file, KEY), [ledger]: { ofDesk, ...heard } }),
  };
}
