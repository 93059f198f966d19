/** @file What this desk records, told to its team ledgers: to each what goes to its destinations, and what concerns all. */

import { ENVIRONMENT } from '../../src-shared/environment-connection.ts';
import { AppError } from '../../src-shared/errors.ts';
import type { Clock } from '../ground/clock.ts';
import type { SettingsFile } from '../ground/settings/settings-file.ts';
import { fileNameOf } from '../send/receipts/source-facts.ts';
import type { QueueStore } from '../send/storage/store.ts';
import type { TeamLink } from './connection/team-link.ts';
import { HistoryTeller } from './history/history-teller.ts';
import { LedgerMemories } from './history/ledger-memories.ts';
import type { EventSubject } from './history/team-event.ts';
import { type NotedHistory, notedHistories } from './noted-histories.ts';
import type { Team } from './team.ts';

export interface TeamHistoriesPorts {
  team: Team;
  /** The names of the connections. */
  connections: () => readonly string[];
  store: QueueStore;
  settings: SettingsFile;
  clock: Clock;
  /** A ledger has noted what this history does not have. Must not throw. */
  onParted: (ledger: string) => void;
  /** Must not throw. */
  onFailure: (place: string, reason: string) => void;
}

export class TeamHistories {
  readonly #ports: TeamHistoriesPorts;
  readonly #memories: LedgerMemories;
  readonly #tellers = new Map<TeamLink, HistoryTeller>();

  constructor(ports: TeamHistoriesPorts) {
    this.#ports = ports;
    this.#memories = new LedgerMemories(ports.settings);
  }

  /** The history has grown: each ledger is told as soon as it takes it. Does not throw. */
  note(): void {
    const links = this.#links();
    for (const [link, teller] of this.#tellers) {
      if (links.has(link)) continue;
      // A person has named another ledger.
      this.#tellers.delete(link);
      void teller.close();
    }
    for (const link of links) this.#tellerOf(link)?.note();
  }

  /** What the ledgers have noted of this history. */
  noted(): readonly NotedHistory[] {
    const { team, connections, settings } = this.#ports;
    return notedHistories(team, connections(), settings);
  }

  /** Waits for what is being told, five seconds at most. The store must still be open. */
  async close(): Promise<void> {
    await Promise.all([...this.#tellers.values()].map((teller) => teller.close()));
  }

  #links(): ReadonlySet<TeamLink> {
    const { connections, team, onFailure } = this.#ports;
    const links = new Set<TeamLink>();
    const problems = new Set<string>();
    for (const connection of [...connections(), ENVIRONMENT]) {
      try {
        const link = team.linkFor({ connection });
        if (link !== undefined) links.add(link);
      } catch (thrown) {
        problems.add(reasonOf(thrown));
      }
    }
    for (const reason of problems) onFailure('The team ledger', reason);
    return links;
  }

  #tellerOf(link: TeamLink): HistoryTeller | undefined {
    const known = this.#tellers.get(link);
    if (known !== undefined) return known;
    const { store, clock, onParted, onFailure } = this.#ports;
    const { address, desk } = link;
    const tellFailure = (thrown: unknown) => onFailure(`The team ledger ${address.name}`, reasonOf(thrown));
    try {
      const teller = new HistoryTeller({
        ...{ link, history: store, clock, onParted, onFailure: tellFailure },
        subjectOf: (submission) => this.#subjectOf(submission, link),
        memory: {
          read: () => this.#memories.of(address, desk.id),
          write: (memory) => this.#memories.keep(address, desk.id, memory),
        },
      });
      this.#tellers.set(link, teller);
      return teller;
    } catch (thrown) {
      tellFailure(thrown);
      return undefined;
    }
  }

  /** Undefined for what goes elsewhere than by this ledger, and for what is only to be checked. */
  #subjectOf(id: number, link: TeamLink): EventSubject | undefined {
    const { store, team } = this.#ports;
    const submission = store.submission(id);
    if (submission === undefined || submission.connection === '') return undefined;
    try {
      if (team.linkFor(submission) !== link) return undefined;
    } catch {
      return undefined;
    }
    return { file: fileNameOf(submission.name), destination: submission.destination };
  }
}

function reasonOf(thrown: unknown): string {
  if (thrown instanceof AppError) return thrown.detail;
  return thrown instanceof Error ? thrown.message : String(thrown);
}
