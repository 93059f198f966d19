/** @file A desk of a test: a data folder whose history is told to a real team ledger, as the app does it. */

import { createHistoryKey, type HistoryKey } from '../../src-main/audit/history-key.ts';
import { verifyChain } from '../../src-main/audit/verification.ts';
import { systemClock } from '../../src-main/ground/clock.ts';
import { QueueStore } from '../../src-main/send/storage/store.ts';
import { TeamLink } from '../../src-main/team/connection/team-link.ts';
import {
  HistoryTeller,
  type HistoryTellerPorts,
  type LedgerMemory,
} from '../../src-main/team/history/history-teller.ts';
import type { TeamOfTest } from './team-of-test.ts';

export const destination = 'https://tm.example https://tm.example/token client tenant/one';
const key: HistoryKey = createHistoryKey(Buffer.alloc(32, 7));

export interface DeskOfTest {
  folder: string;
  id: string;
  person: string;
  /** What the desk remembers of the ledger; it rests in the data folder. */
  memory: { kept: LedgerMemory | undefined };
}

/** Runs as the app does between a start and a proper end: what `work` records is told. */
export async function atWork(
  team: TeamOfTest,
  database: string,
  desk: DeskOfTest,
  work: (store: QueueStore, link: TeamLink) => unknown,
  /** What becomes of the calls on their way. */
  way: (link: TeamLink) => TeamLink['use'] = (link) => (ask) => link.use(ask),
): Promise<{ parted: number; failures: unknown[] }> {
  const link = new TeamLink({
    ...team.server.person(desk.person, database, team.authorityFile),
    desk: { id: desk.id, name: `computer of ${desk.person}` },
    version: '0.1.0',
    clock: systemClock,
  });
  const author = { user: `${desk.person}-user`, machine: 'desk-7', version: '0.1.0', key };
  const store = new QueueStore(desk.folder, { author });
  const failures: unknown[] = [];
  let parted = 0;
  const teller = new HistoryTeller({
    link: wayTo(link, way(link)),
    history: store,
    clock: systemClock,
    subjectOf: (submission) => (submission === 99 ? undefined : { file: 'november.jsonl', destination }),
    memory: {
      read: () => desk.memory.kept,
      write: (memory) => {
        desk.memory.kept = memory;
      },
    },
    isInDoubt: () => false,
    onStrange: () => {},
    onParted: () => {
      parted += 1;
    },
    onFailure: (thrown) => failures.push(thrown),
  });
  store.onRecorded(() => teller.note());
  teller.note();
  try {
    await work(store, link);
  } finally {
    await teller.close();
    await link.close();
    store.close();
  }
  return { parted, failures };
}

/** Verifies the history against its key and the ledger, as `audit verify` does. */
export async function compared(team: TeamOfTest, database: string, desk: DeskOfTest, reader = desk.person) {
  const store = new QueueStore(desk.folder, { readOnly: true });
  try {
    const { checkpoints, doubts, anchors } = await team.as(reader, database, (ledger) =>
      ledger.compare(
        {
          desk: desk.id,
          ledger: 'the ledger',
          remembered: desk.memory.kept?.latest,
          hashAt: (position) => store.historyHashAt(position),
        },
        store.historyAfter(0, 1)[0]?.hash,
      ),
    );
    const { flaws } = verifyChain({
      entries: store.entries(),
      key,
      checkpoints,
      has: (hash: string) => store.hasHash(hash),
    });
    return { anchors, doubts, flaws: flaws.map(({ why, from, to }) => ({ why, from, to })) };
  } finally {
    store.close();
  }
}

function wayTo(link: TeamLink, use: TeamLink['use']): HistoryTellerPorts['link'] {
  const { address, desk } = link;
  return {
    address,
    desk,
    use,
    subscribe: (listener) => link.subscribe(listener),
    get away() {
      return link.away;
    },
  };
}
