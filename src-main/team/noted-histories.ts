/** @file What the team ledgers of this desk have noted of its history, for a verification; it says hello to none of them. */

import { ENVIRONMENT } from '../../src-shared/environment-connection.ts';
import { AppError } from '../../src-shared/errors.ts';
import type { SettingsFile } from '../ground/settings/settings-file.ts';
import type { LedgerAddress } from '../wire/credentials/ledger-address.ts';
import { keptDeskId } from './desk.ts';
import type { AnchorComparison, ComparedHistory } from './history/anchor-comparison.ts';
import { LedgerMemories } from './history/ledger-memories.ts';
import type { Team } from './team.ts';

/** A ledger that has, or should have, notes of this history. */
export interface NotedHistory {
  ledger: string;
  /** @param chain the hash of the first entry @throws AppError team.* */
  compare(hashAt: ComparedHistory['hashAt'], chain: string | undefined): Promise<AnchorComparison>;
}

/** No desk has it. */
const NO_DESK = '00000000-0000-0000-0000-000000000000';

/** The ledgers that the policy, the environment and these connections name. */
export function notedHistories(team: Team, connections: readonly string[], settings: SettingsFile): NotedHistory[] {
  const desk = keptDeskId(settings) ?? NO_DESK;
  const memories = new LedgerMemories(settings);
  const found = new Map<string, NotedHistory>();
  for (const connection of [...connections, ENVIRONMENT]) {
    try {
      const address = team.addressFor({ connection });
      if (address === undefined || found.has(`${address.person}@${address.name}`)) continue;
      const ledger = address.name;
      found.set(`${address.person}@${ledger}`, {
        ledger,
        compare: (hashAt, chain) =>
          compareOver(team, address, { desk, ledger, remembered: memories.of(address, desk)?.latest, hashAt }, chain),
      });
    } catch (thrown) {
      if (!(thrown instanceof AppError)) throw thrown;
      found.set(thrown.detail, { ledger: '', compare: () => Promise.reject(thrown) });
    }
  }
  return [...found.values()];
}

async function compareOver(
  team: Team,
  address: LedgerAddress,
  history: ComparedHistory,
  chain: string | undefined,
): Promise<AnchorComparison> {
  // Evaluated only where there is a ledger.
  const { TeamLedger } = await import('./team-ledger.ts');
  const ledger = await TeamLedger.open({ address, askPassword: () => team.ledgers.password(address) });
  return await ledger.compare(history, chain).finally(() => ledger.close());
}
