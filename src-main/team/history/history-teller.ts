/**
 * @file Tells a team ledger how far the history of this desk has come and what was done, in order and without loss: what the
 * ledger knows is where it continues, so a ledger that was away, or was restored from a backup, gets what it lacks.
 */

import { AppError } from '../../../src-shared/errors.ts';
import { fact } from '../../../src-shared/languages/fact.ts';
import type { ChainedEntry, Head } from '../../audit/chain.ts';
import { atMost, type Clock, SECOND } from '../../ground/clock.ts';
import type { LedgerConnection } from '../connection/ledger-connection.ts';
import type { TeamLink } from '../connection/team-link.ts';
import type { RememberedAnchor } from './anchor-comparison.ts';
import { type EventSubject, isTold, type TeamEvent, teamEventOf } from './team-event.ts';
import { latestAnchors, tellHistory } from './told-history.ts';

/** How many entries are read and told at once. */
const PIECE = 2000;
/** How long the end of the app waits for the ledger. */
const CLOSING_TIME = 5 * SECOND;

/** The history, as the store reads it. */
export interface ReadHistory {
  historyAfter(position: number, most: number): ChainedEntry[];
  /** The hash of the entry there, if there is one. */
  historyHashAt(position: number): string | undefined;
  historyHead(): Head | undefined;
  historyUpTo(position: number): { count: number };
}

/** What this desk remembers of a ledger. */
export interface LedgerMemory {
  /** The first entry that it tells: what was before the ledger was named is covered by the first anchor. */
  began: number;
  /** What it has noted there last; absent until it was heard. */
  latest?: RememberedAnchor | undefined;
}

export interface HistoryTellerPorts {
  link: Pick<TeamLink, 'address' | 'desk' | 'use' | 'away' | 'subscribe'>;
  history: ReadHistory;
  clock: Clock;
  /** What a submission is about; undefined where it goes to a destination of another ledger, or to none yet. */
  subjectOf: (submission: number) => EventSubject | undefined;
  memory: { read(): LedgerMemory | undefined; write(memory: LedgerMemory): void };
  /** The data folder may be a copy: the ledger hears nothing then, since what it knows is what shows that. */
  isInDoubt: () => boolean;
  /** What the ledger has noted last of this desk, this history does not have. Must not throw. */
  onStrange: (ledger: string) => void;
  /** The same, and it was told nevertheless. Must not throw. */
  onParted: (ledger: string) => void;
  /** What could not be told, except while the ledger is away. Must not throw. */
  onFailure: (thrown: unknown) => void;
}

export class HistoryTeller {
  readonly #ports: HistoryTellerPorts;
  readonly #unsubscribe: () => void;
  #isDue = false;
  #isClosed = false;
  #telling: Promise<void> | undefined;
  /** Settled once the ledger was asked what it has noted last, since it has answered again. */
  #compared = Promise.withResolvers<void>();
  /** The anchor to continue; undefined until the ledger was asked. */
  #follows: RememberedAnchor | 'none' | undefined;

  constructor(ports: HistoryTellerPorts) {
    this.#ports = ports;
    // Before the ledger answers, so that nothing of the time until then is left out.
    if (ports.memory.read() === undefined)
      ports.memory.write({ began: Math.max(1, ports.history.historyHead()?.position ?? 1) });
    this.#unsubscribe = ports.link.subscribe(() => {
      if (this.#isDue && ports.link.away === undefined) this.note();
    });
  }

  /** Tells what is new as soon as the ledger takes it. Does not throw. */
  note(): void {
    this.#isDue = true;
    if (this.#isClosed) return;
    this.#telling ??= this.#tellAll().finally(() => {
      this.#telling = undefined;
    });
  }

  /** Undefined where it was compared. Rejects never. */
  compared(): Promise<void> | undefined {
    if (this.#follows !== undefined) return undefined;
    this.note();
    return this.#compared.promise;
  }

  /** Waits at most five seconds for what is on its way; the rest goes at the next start. */
  async close(): Promise<void> {
    const { clock, link, onFailure } = this.#ports;
    this.#unsubscribe();
    if (this.#telling !== undefined) await atMost(clock, CLOSING_TIME, this.#telling);
    this.#isClosed = true;
    const { name: ledger } = link.address;
    if (this.#isDue)
      onFailure(link.away ?? new AppError('team.unreachable', { ledger, reason: fact('no answer in time') }));
  }

  async #tellAll(): Promise<void> {
    const { link, onFailure } = this.#ports;
    while (this.#isDue && !this.#isClosed) {
      this.#isDue = false;
      try {
        await link.use((connection) => this.#tellOver(connection));
      } catch (thrown) {
        const isAway = thrown instanceof AppError && thrown.code === 'team.unreachable';
        if (isAway && this.#follows !== undefined) this.#compared = Promise.withResolvers<void>();
        // Another server may answer next time, which knows less.
        this.#follows = undefined;
        this.#isDue = isAway;
        // What it does not let this person read, it will not tell later.
        if (!isAway) this.#compared.resolve();
        if (!isAway) onFailure(thrown);
        return;
      }
    }
  }

  async #tellOver(connection: LedgerConnection): Promise<void> {
    for (let isTold = false; !isTold && !this.#isClosed; ) {
      const follows = this.#follows ?? (await this.#lastKnown(connection));
      if (this.#isClosed) return;
      this.#follows = follows;
      this.#compared.resolve();
      if (this.#ports.isInDoubt()) return;
      isTold = await this.#tellPiece(connection, follows);
    }
  }

  /** @returns whether there is nothing more to tell */
  async #tellPiece(connection: LedgerConnection, follows: RememberedAnchor | 'none'): Promise<boolean> {
    const { history, link, memory, onParted } = this.#ports;
    const chain = history.historyAfter(0, 1)[0]?.hash;
    const head = history.historyHead();
    if (chain === undefined || head === undefined) return true;
    const remembered = memory.read();
    const began = Math.min(remembered?.began ?? head.position, head.position);
    const entries = history.historyAfter(follows === 'none' ? began - 1 : follows.position, PIECE);
    const last = entries.at(-1);
    if (last === undefined) return true;
    const { position, hash } = last;
    const count = position === head.position ? head.count : history.historyUpTo(position).count;
    const answer = await tellHistory(connection, link.desk.id, {
      chain,
      continues: follows === 'none' ? undefined : follows.hash,
      reached: { position, hash, count },
      events: [...this.#forgotten(follows, remembered?.latest), ...this.#eventsOf(entries)],
    });
    if (this.#isClosed) return true;
    if (answer === 'unknown') {
      this.#follows = undefined;
      return false;
    }
    this.#follows = { position, hash };
    memory.write({ began, latest: { position, hash } });
    if (answer === 'parted') onParted(link.address.name);
    return false;
  }

  /** The latest anchor in the ledger that this history has. */
  async #lastKnown(connection: LedgerConnection): Promise<RememberedAnchor | 'none'> {
    const { history, link, onStrange } = this.#ports;
    let isLatest = true;
    for await (const anchors of latestAnchors(connection, link.desk.id)) {
      if (this.#isClosed) break;
      const [latest] = anchors;
      if (isLatest && latest !== undefined && history.historyHashAt(latest.position) !== latest.hash)
        onStrange(link.address.name);
      isLatest = false;
      const known = anchors.find(({ position, hash }) => history.historyHashAt(position) === hash);
      if (known !== undefined) return { position: known.position, hash: known.hash };
    }
    return 'none';
  }

  #eventsOf(entries: readonly ChainedEntry[]): TeamEvent[] {
    const { clock, subjectOf } = this.#ports;
    const now = clock.now();
    return entries.flatMap((entry) => {
      if (!isTold(entry.kind)) return [];
      if (entry.submission === 0) return [teamEventOf(entry, undefined, now)];
      const subject = subjectOf(entry.submission);
      return subject === undefined ? [] : [teamEventOf(entry, subject, now)];
    });
  }

  /** That the ledger had known more: everybody who reads its history should know that it was put back. */
  #forgotten(follows: RememberedAnchor | 'none', latest: RememberedAnchor | undefined): TeamEvent[] {
    const known = follows === 'none' ? 0 : follows.position;
    if (latest === undefined || latest.position <= known) return [];
    const { position, hash } = latest;
    if (this.#ports.history.historyHashAt(position) !== hash) return [];
    return [{ position, hash, kind: 'ledger-put-back', detail: { known }, ageMs: 0 }];
  }
}
