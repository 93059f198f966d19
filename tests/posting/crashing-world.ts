/**
 * @file A simulated service, disk and process that may be killed at any moment: what the rules of posting must survive.
 * Time passes at once.
 */

import type { Clock } from '../../src-main/ground/clock.ts';
import { Journal } from '../../src-main/posting/journal.ts';
import { readRecord } from '../../src-main/posting/journal-record.ts';
import { PostedLines, type Resend } from '../../src-main/posting/posted-lines.ts';
import { PostingRun, type RunEnding } from '../../src-main/posting/posting-run.ts';
import type { PostReply } from '../../src-main/posting/send.ts';
import type { Passage } from '../../src-main/wire/service/service-client.ts';
import { AppError } from '../../src-shared/errors.ts';

/** The outcome of a line's arrival at the service, or of the attempt to get there. */
export const fates = [
  'accepted',
  'refused',
  'too many',
  'busy',
  'unreachable',
  'taken, then cut',
  'cut, then not taken',
  'broken',
  'token trouble',
  'forbidden',
  'killed before',
  'killed after it was taken',
] as const;
export type Fate = (typeof fates)[number];

/** When the power fails: after so many records, with this share of the next one written. */
export interface PowerCut {
  after: number;
  share: number;
}

const none: Resend = { unknown: false, refused: false };

export class CrashingWorld {
  /** How often the service took each line. */
  readonly taken = new Map<number, number>();
  /** Lines that were sent again although they may have arrived. */
  readonly repeated = new Set<number>();
  readonly #lines: number;
  readonly #fates: Fate[];
  readonly #doubtful = new Set<number>();
  #disk = '';

  /** @param ahead what happens to the arrivals in their order; then all goes well */
  constructor(lines: number, ahead: readonly Fate[]) {
    this.#lines = lines;
    this.#fates = [...ahead];
  }

  /** What a new process reads from the disk. */
  posted(): PostedLines {
    const lines = new PostedLines(this.#lines);
    for (const record of this.#disk.split('\n').slice(0, -1)) {
      const entries = readRecord(record);
      if (entries === undefined) throw new Error('The journal is damaged.');
      for (const entry of entries) lines.apply(entry);
    }
    lines.settleInterrupted();
    return lines;
  }

  /** One process, to its end or until it is killed. */
  async process(concurrency: number, powerCut?: PowerCut, resend = none): Promise<RunEnding | 'killed'> {
    const lines = this.posted();
    this.#disk = this.#disk.slice(0, this.#disk.lastIndexOf('\n') + 1);
    const killed = Promise.withResolvers<'killed'>();
    let isKilled = false;
    const kill = () => {
      isKilled = true;
      killed.resolve('killed');
      return new Promise<never>(() => {});
    };
    let records = 0;
    const append = async (text: string) => {
      if (isKilled) await kill();
      if (records === powerCut?.after) {
        this.#disk += text.slice(0, Math.floor(text.length * powerCut.share));
        await kill();
      }
      records += 1;
      this.#disk += text;
    };
    const clock = hastyClock();
    const journal = new Journal({ append, clock }, lines);
    const post = async ({ 0: line = 0 }: Uint8Array, _signal: AbortSignal, passage: Passage): Promise<PostReply> =>
      isKilled ? await kill() : await this.#arrive(line, passage, kill);
    const run = new PostingRun(
      {
        post,
        clock,
        random: () => 0.5,
        patience: () => 30_000,
        note: (entry) => journal.note(entry),
        onResult: () => {},
        onTrouble: () => {},
      },
      due(lines, resend),
    );
    return await Promise.race([run.run(concurrency, new AbortController().signal), killed.promise]);
  }

  async #arrive(line: number, passage: Passage, kill: () => Promise<never>): Promise<PostReply> {
    passage.mayHaveArrived = false;
    await Promise.resolve();
    const fate = this.#fates.shift() ?? 'accepted';
    if (fate === 'token trouble') throw unavailable(500);
    if (fate === 'unreachable') throw new AppError('network.unreachable', { host: 'bank', reason: 'no network' });
    if (fate === 'killed before') return await kill();
    passage.mayHaveArrived = true;
    if (this.#doubtful.has(line)) this.repeated.add(line);
    switch (fate) {
      case 'too many':
        throw new AppError('service.rate-limited', { endpoint: 'POST /event', seconds: 1 });
      case 'busy':
        throw unavailable(503);
      case 'forbidden':
        throw new AppError('auth.forbidden', { endpoint: 'POST /event' });
      case 'refused':
        return { status: 422, text: '{}', correlationId: 'c' };
      default:
    }
    this.#doubtful.add(line);
    if (fate === 'broken') throw unavailable(500);
    if (fate !== 'cut, then not taken') this.taken.set(line, (this.taken.get(line) ?? 0) + 1);
    if (fate === 'killed after it was taken') return await kill();
    if (fate !== 'accepted') throw new AppError('network.cut', { host: 'bank', reason: 'closed' });
    return { status: 200, text: '{}', correlationId: 'c' };
  }
}

async function* due(lines: PostedLines, resend: Resend) {
  for (let number = 1; number <= lines.lines; number++)
    if (lines.isDue(number, resend)) yield { number, bytes: Uint8Array.of(number) };
}

function unavailable(status: number): AppError {
  return new AppError('service.unavailable', { endpoint: 'POST /event', status, reason: 'unwell' });
}

/** A clock on which every sleep ends at once, at its later time. */
function hastyClock(): Clock {
  let now = 0;
  return {
    now: () => now,
    steady: () => now,
    sleep: async (milliseconds, signal) => {
      await new Promise((resolve) => setImmediate(resolve));
      signal?.throwIfAborted();
      now += Math.max(0, milliseconds);
    },
  };
}
