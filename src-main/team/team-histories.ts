/** @file What this desk records, told to its team ledgers: to each what goes to its destinations, and what concerns all. */

import { ENVIRONMENT } from '../../src-shared/environment-connection.ts';
import { AppError } from '../../src-shared/errors.ts';
import type { Clock } from '../ground/clock.ts';
import type { SettingsFile } from '../ground/settings/settings-file.ts';
import { untilAborted } from '../ground/until-aborted.ts';
import { fileNameOf } from '../send/receipts/source-facts.ts';
import type { QueueStore } from '../send/storage/store.ts';
import type { Bound } from '../wire/credentials/connection.ts';
import type { TeamLink } from './connection/team-link.ts';
import { HistoryTeller } from './history/history-teller.ts';
import { LedgerMemories } from './history/ledger-memories.ts';
import type { EventSubject } from './history/team-event.ts';
import { eventsElsewhere, type ToldElsewhere } from './history/told-elsewhere.ts';
import { type NotedHistory, notedHistories } from './noted-histories.ts';
import type { Team } from './team.ts';

export interface TeamHistoriesPorts {
  team: Team;
  /** The names of the connections. */
  connections: () => readonly string[];
  store: QueueStore;
  settings: SettingsFile;
  clock: Clock;
  isInDoubt: () => boolean;
  /** A ledger has noted last what this history does not have. Must not throw. */
  onStrange: (ledger: string) => void;
  /** The same, and it was told nevertheless. Must not throw. */
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

  /** The history has grown: each ledger hears of it as soon as it takes it. Does not throw. */
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

  /** As QueuePorts.compared. */
  compared(bound: Pick<Bound, 'connection'>, signal: AbortSignal): Promise<void> | undefined {
    const link = this.#linkFor(bound);
    const compared = link && this.#tellerOf(link)?.compared();
    return compared && untilAborted(compared, signal);
  }

  /** What was told by copies of this folder, and is not in its history: of all its ledgers. @throws AppError team.* */
  async toldElsewhere(): Promise<ToldElsewhere[]> {
    const { store } = this.#ports;
    const chain = store.historyAfter(0, 1)[0]?.hash;
    if (chain === undefined) return [];
    const hashAt = (position: number) => store.historyHashAt(position);
    const told = [...this.#links()].map(async (link) => {
      const found = await link.use((connection) => eventsElsewhere(connection, { desk: link.desk.id, chain, hashAt }));
      return found.map((event) => ({ ...event, ledger: link.address.name }));
    });
    return (await Promise.all(told)).flat();
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

  #linkFor(bound: Pick<Bound, 'connection'>): TeamLink | undefined {
    try {
      return this.#ports.team.linkFor(bound);
    } catch {
      // Where its address cannot be used, nothing is admitted either.
      return undefined;
    }
  }

  #tellerOf(link: TeamLink): HistoryTeller | undefined {
    const known = this.#tellers.get(link);
    if (known !== undefined) return known;
    const { store, clock, isInDoubt, onStrange, onParted, onFailure } = this.#ports;
    const { address, desk } = link;
    const tellFailure = (thrown: unknown) => onFailure(`The team ledger ${address.name}`, reasonOf(thrown));
    try {
      const teller = new HistoryTeller({
        link,
        history: store,
        clock,
        isInDoubt,
        onStrange,
        onParted,
        onFailure: tellFailure,
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
