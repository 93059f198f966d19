/**
 * @file The ledger as the migration `parts` makes it, in memory and with a clock that a test moves. What it allows and refuses is
 * tested of the SQL itself in `tests/team/parts.long.test.ts`. Each call may be late, or be lost before or after it was obeyed.
 */

import type { FileToShare, PartNews, SharedFile, TakenPart } from '../../../src-main/team/parts-ledger.ts';
import type { Ledger } from '../../../src-main/team/sharing/ports.ts';
import { AppError } from '../../../src-shared/errors.ts';

interface ModelPart {
  id: number;
  file: string;
  start: number;
  end: number;
  lines: number;
  sha256: string;
  status: 'open' | 'done';
  batch: unknown;
  writtenAt: number;
  revision: number;
  token: number;
  writes: number;
  holder: string | null;
  leaseUntil: number | undefined;
  addressDesk: string | undefined;
  leftUntil: number | undefined;
  /** How many times a desk was told that what it is about to do is written. */
  confirmed: number;
}

interface WrittenBatch {
  state?: string;
  delivery?: { batchId?: string; mayHaveArrived?: boolean };
}

const written = (batch: unknown): WrittenBatch => batch ?? {};

export class ModelLedger {
  now = 0;
  readonly parts: ModelPart[] = [];
  readonly #files = new Map<string, SharedFile>();
  /** Which part each batch id was given for; capitals make no other id. */
  readonly #partOfId = new Map<string, number>();
  /** The desks whose person is no sender at the moment. */
  readonly withdrawn = new Set<string>();

  /** What a desk may do, as the functions of the ledger do it, while its person is a sender. */
  at(desk: string): Ledger {
    const allowed =
      <Values extends unknown[], Result>(call: (...values: Values) => Promise<Result>) =>
      async (...values: Values): Promise<Result> => {
        if (this.withdrawn.has(desk)) throw new AppError('team.refused', { reason: `${desk} is no sender.` });
        return await call(...values);
      };
    const ledger = this.#of(desk);
    return {
      share: allowed(ledger.share),
      take: allowed(ledger.take),
      keep: allowed(ledger.keep),
      write: allowed(ledger.write),
      decide: allowed(ledger.decide),
      file: allowed(ledger.file),
      partsOf: allowed(ledger.partsOf),
      news: allowed(ledger.news),
      open: allowed(ledger.open),
      isAwaited: allowed(ledger.isAwaited),
      tellParts: allowed(ledger.tellParts),
    };
  }

  #of(desk: string): Ledger {
    return {
      // It is never put back.
      isAwaited: async () => false,
      tellParts: async () => {},
      share: async (file) => this.#share(file),
      file: async (id) => this.#files.get(id),
      take: async ({ destinations, butNot, most, leaseMs, resuming }) => {
        const fits = (part: ModelPart) =>
          part.status === 'open' &&
          destinations.includes(this.#files.get(part.file)?.destination ?? '') &&
          !butNot.includes(part.file) &&
          (resuming ? part.holder === desk : this.#isFree(part, desk));
        const rank = (part: ModelPart) => [part.addressDesk === desk ? 0 : 1, part.holder === desk ? 0 : 1, part.id];
        const chosen = this.parts.filter(fits).sort((one, other) => compare(rank(one), rank(other)));
        return chosen.slice(0, most).map((part) => this.#give(part, desk, leaseMs));
      },
      keep: async (held, leaseMs) => {
        const mine = held.flatMap(({ part: id, token }) =>
          this.parts.filter((part) => part.id === id && part.token === token && part.holder === desk),
        );
        const open = mine.filter(({ status }) => status === 'open');
        for (const part of open) this.#lease(part, leaseMs);
        return new Set(open.map(({ id }) => id));
      },
      write: async ({ part: id, token, number }, { batch, hasAddress, becomes }) => {
        const part = this.parts.find((one) => one.id === id);
        if (part === undefined || part.token !== token) return undefined;
        const isDone = becomes === 'done' && part.status === 'done' && part.holder === desk;
        const isFree = becomes === 'free' && part.status === 'open' && part.holder === null;
        if (isDone || isFree) return part.revision;
        if (part.holder !== desk || part.status !== 'open') return undefined;
        if (part.writes >= number || part.leaseUntil === undefined || part.leaseUntil < this.now) return undefined;
        const before = written(part.batch);
        const after = written(batch);
        this.#claim(after.delivery?.batchId, part);
        const isSame = before.delivery?.batchId !== undefined && before.delivery.batchId === after.delivery?.batchId;
        const isOpen = ['uploading', 'verifying', 'unknown'].includes(after.state ?? '');
        const kept = isSame && isOpen && part.addressDesk !== desk ? part.addressDesk : undefined;
        part.addressDesk = hasAddress ? desk : kept;
        part.batch = structuredClone(batch);
        part.writtenAt = this.now;
        part.writes = number;
        part.revision += 1;
        part.confirmed += 1;
        if (becomes === 'done') part.status = 'done';
        if (becomes === 'free') part.holder = null;
        if (becomes !== 'held') {
          part.leaseUntil = undefined;
          part.leftUntil = undefined;
        }
        return part.revision;
      },
      decide: async ({ part: id, revision }, { batch, becomes }) => {
        const part = this.parts.find((one) => one.id === id);
        if (part === undefined || part.revision !== revision) return undefined;
        const before = written(part.batch);
        const inDoubt = part.status === 'open' && before.state === 'unknown' && written(batch).state === 'waiting';
        if ((part.leaseUntil ?? -1) >= this.now && !inDoubt) return undefined;
        const mayBe =
          becomes === 'free'
            ? inDoubt || (part.status === 'done' && ['failed', 'cancelled'].includes(before.state ?? ''))
            : part.status === 'open' &&
              written(batch).state === 'cancelled' &&
              before.delivery?.mayHaveArrived !== true;
        if (!mayBe) return undefined;
        Object.assign(part, {
          batch: structuredClone(batch),
          writtenAt: this.now,
          revision: part.revision + 1,
          token: part.token + 1,
          writes: 0,
          status: becomes === 'done' ? 'done' : 'open',
          holder: null,
          leaseUntil: undefined,
          addressDesk: undefined,
          leftUntil: undefined,
        });
        return part.revision;
      },
      partsOf: async (file) => this.parts.filter((part) => part.file === file).map((part) => this.#news(part)),
      news: async (known) =>
        this.parts
          .filter((part) => known.has(part.id) && known.get(part.id) !== part.revision)
          .map((part) => this.#news(part)),
      open: async (destinations) =>
        this.parts.filter(
          ({ status, file }) => status === 'open' && destinations.includes(this.#files.get(file)?.destination ?? ''),
        ).length,
    };
  }

  #claim(batchId: string | undefined, { id }: ModelPart): void {
    if (batchId === undefined) return;
    const key = batchId.toLowerCase();
    const claimedBy = this.#partOfId.get(key) ?? id;
    if (claimedBy !== id) throw new AppError('team.refused', { reason: `${batchId} was given for two parts` });
    this.#partOfId.set(key, id);
  }

  #isFree(part: ModelPart, desk: string): boolean {
    if (part.leaseUntil !== undefined && part.leaseUntil >= this.now) return false;
    const isLeft = written(part.batch).delivery?.mayHaveArrived === true && (part.leftUntil ?? 0) >= this.now;
    return part.addressDesk === undefined || part.addressDesk === desk || !isLeft;
  }

  #lease(part: ModelPart, leaseMs: number): void {
    part.leaseUntil = this.now + leaseMs;
    part.leftUntil = this.now + 3 * leaseMs;
  }

  #give(part: ModelPart, desk: string, leaseMs: number): TakenPart {
    const tokenBefore = part.token;
    part.token += 1;
    part.writes = 0;
    part.revision += 1;
    part.holder = desk;
    this.#lease(part, leaseMs);
    return { ...this.#news(part), tokenBefore };
  }

  #news({
    id,
    file,
    start,
    end,
    lines,
    sha256,
    status,
    batch,
    writtenAt,
    revision,
    token,
    holder,
  }: ModelPart): PartNews {
    const age = this.now - writtenAt;
    return { id, file, start, end, lines, sha256, status, batch: structuredClone(batch), age, revision, token, holder };
  }

  #share({ ranges, ...file }: FileToShare): void {
    if (this.#files.has(file.id)) return;
    this.#files.set(file.id, { ...file, sharedBy: 'sol' });
    for (const range of ranges)
      this.parts.push({
        id: this.parts.length + 1,
        file: file.id,
        status: 'open',
        batch: null,
        writtenAt: this.now,
        revision: 1,
        token: 0,
        writes: 0,
        confirmed: 0,
        holder: null,
        leaseUntil: undefined,
        addressDesk: undefined,
        leftUntil: undefined,
        start: range.start,
        end: range.end,
        lines: range.lines,
        sha256: range.sha256,
      });
  }
}

/** How calls get through: at once, when the test says so, or not at all: not obeyed, or obeyed without an answer. */
export type Way = 'prompt' | 'slow' | 'away' | 'answers-lost';

/** The way of one desk, in one life of its program, to the ledger. */
export class WayToLedger {
  #way: Way = 'prompt';
  isAway = false;
  readonly #requests: (() => void)[] = [];
  readonly #answers: (() => void)[] = [];
  readonly #listeners = new Set<() => void>();
  readonly #ledger: Ledger;
  /** Whether the program still runs; what it waited for is never heard of otherwise. */
  readonly #isAlive: () => boolean;

  constructor(ledger: Ledger, isAlive: () => boolean) {
    this.#ledger = ledger;
    this.#isAlive = isAlive;
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  set way(way: Way) {
    this.#way = way;
    if (way === 'prompt') {
      this.deliver('requests');
      this.deliver('answers');
    }
    // As the greeting of a link finds out.
    if (way === 'prompt' || way === 'slow') this.#note(false);
  }

  /** Lets everything arrive that is on its way there, or back. */
  deliver(what: 'requests' | 'answers'): void {
    const waiting = what === 'requests' ? this.#requests : this.#answers;
    for (const next of waiting.splice(0)) next();
  }

  async use<Result>(work: (ledger: Ledger) => Promise<Result>): Promise<Result> {
    if (!this.#isAlive()) return await new Promise(() => {});
    const way = this.#way;
    if (way === 'away') this.#fail();
    if (way === 'slow') await new Promise<void>((arrive) => this.#requests.push(arrive));
    const result = await work(this.#ledger);
    if (!this.#isAlive()) return await new Promise(() => {});
    if (way === 'answers-lost') this.#fail();
    if (way === 'slow' && this.#way !== 'prompt') await new Promise<void>((arrive) => this.#answers.push(arrive));
    if (!this.#isAlive()) return await new Promise(() => {});
    this.#note(false);
    return result;
  }

  #fail(): never {
    this.#note(true);
    throw new AppError('team.unreachable', { ledger: 'the ledger of the test', reason: 'cut' });
  }

  #note(isAway: boolean): void {
    const isNews = this.isAway !== isAway;
    this.isAway = isAway;
    if (isNews) for (const listener of [...this.#listeners]) listener();
  }
}

function compare(one: readonly number[], other: readonly number[]): number {
  const index = one.findIndex((value, place) => value !== other[place]);
  return index < 0 ? 0 : (one[index] ?? 0) - (other[index] ?? 0);
}
