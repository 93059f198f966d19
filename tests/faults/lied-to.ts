/**
 * @file A desk that is lied to, and the judge of what it says then. The judge knows nothing of the product's own books: it compares what
 * the storage has really stored and the service really processed with what the program claims of each line.
 */

import { readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { HOUR } from '../../src-main/ground/clock.ts';
import type { Batch, SubmissionId } from '../../src-main/send/batch.ts';
import { linesInTheEnd } from '../../src-main/send/lines-in-the-end.ts';
import { isHeldReport } from '../../src-main/send/machine/retry-policy.ts';
import { isIntact } from '../../src-main/send/receipt.ts';
import { type LineOutcome, lineOutcomes } from '../../src-shared/account.ts';
import { isEndState } from '../../src-shared/states.ts';
import { transactionLine } from '../cli/transactions.ts';
import { type Lie, type Misled, TOLD_FOR } from './lies.ts';
import { leaksIn } from './virtual-proof.ts';
import { type Remains, VirtualWorld } from './virtual-world.ts';

/** Of each of two batches; the service takes all of their lines but the first and the last. */
const LINES = 20;
const REPORT = `line,reason\r\n1,Unknown entity\r\n${LINES},Unknown entity\r\n`;
/** So slow that a batch leaves in some ten pieces. */
const BYTES_PER_SECOND = 20_000;
/** Everything comes to its end within this, whatever was said. */
const LONGEST = 96 * HOUR;
const MOST_HELP = 4;

/** What is found wrong: what was claimed, and of which line of the file. */
export interface Violation {
  claim: Misled;
  what: string;
}

/** A desk with a file that is checked and of which nothing was sent, and one that was sent before. */
export class LiedTo implements AsyncDisposable {
  readonly world: VirtualWorld;
  readonly report = REPORT;
  readonly id: SubmissionId;
  readonly earlierId: string;
  readonly earlierAddress: string;
  readonly #file: string;
  readonly #content: Buffer;
  readonly #checked: Remains;
  readonly #seen = new Set<string>();
  #until = 0;
  /** What the disk will have after the power has failed. */
  #disk: Pick<Remains, 'folder'> | undefined;
  #powerFails: 'disk' | 'keys' | undefined;
  #learnKeys = () => {};

  private constructor(
    parts: Pick<LiedTo, 'world' | 'id' | 'earlierId' | 'earlierAddress'> & { file: string; checked: Remains },
  ) {
    this.world = parts.world;
    this.id = parts.id;
    this.earlierId = parts.earlierId;
    this.earlierAddress = parts.earlierAddress;
    this.#file = parts.file;
    this.#content = readFileSync(parts.file);
    this.#checked = parts.checked;
  }

  static async open(): Promise<LiedTo> {
    const world = await VirtualWorld.open({
      life: ['VALIDATION_STARTED', 'IN_PROGRESS', 'PROCESSED'],
      report: REPORT,
      takesOthers: true,
    });
    const options = { ingestValid: true, onInvalid: 'service-decides' } as const;
    await world.add(world.write(lines(LINES)), options);
    await world.run(() => world.states()[0] === 'partially-accepted');
    const [first] = world.opponent.seen('upload');
    const { origin } = new URL(`${world.app.store.batches()[0]?.delivery?.host}`);
    await world.stop();
    world.start({ sends: false });
    const both = lines(2 * LINES);
    const file = world.write(both);
    const maxBatchBytes = Buffer.byteLength(both.slice(0, LINES).join('\n')) + 1;
    const id = await world.add(file, { ...options, maxBatchBytes });
    const earlier = { earlierId: first?.batchId ?? '', earlierAddress: `${origin}${first?.target}` };
    return new LiedTo({ world, id, ...earlier, file, checked: world.take() });
  }

  /** Whether this is asked for the first time under this name. */
  isFirst(name: string): boolean {
    return this.#seen.size < this.#seen.add(name).size;
  }

  noteDisk(): void {
    this.#disk = this.world.take();
  }

  /** The power fails with this request; after that the disk, or the key store, knows less than it did. */
  failPower(lost: 'disk' | 'keys' = 'disk'): 'freeze' {
    this.#powerFails = lost;
    return 'freeze';
  }

  /** Other bytes, of the same size and time. */
  changeFile(): void {
    const { atime, mtime } = statSync(this.#file);
    const other = Buffer.from(this.#content);
    other[other.length - 30] = 'x'.charCodeAt(0);
    writeFileSync(this.#file, other);
    utimesSync(this.#file, atime, mtime);
  }

  /** Sends the file while these lies are told, and helps where a person has to. @returns all that was said and was not so */
  async hear(told: readonly Lie[]): Promise<Violation[]> {
    await this.#begin(told);
    const { world } = this;
    const found: Violation[] = [];
    /** By line: how often a person has sent it again, knowing that it may be there. */
    const sentKnowingly = new Map<number, number>();
    const end = world.clock.steady() + LONGEST;
    for (let help = 0; help <= MOST_HELP; help += 1) {
      await world.run(() => this.#powerFails !== undefined || this.#standsStill || world.clock.steady() > end);
      if (this.#powerFails !== undefined) {
        await this.#startAgain(this.#powerFails);
        help -= 1;
        continue;
      }
      const isInDoubt = world.app.queue.doubt !== undefined;
      if (isInDoubt) await this.#ask();
      found.push(...this.#judge(sentKnowingly));
      if (world.clock.steady() > end) {
        found.push({ claim: 'other', what: `It never ends: ${world.states()}` });
        break;
      }
      // What a folder in doubt has no id of, it says that it may have been sent.
      for (const line of this.#claims()[isInDoubt ? 'unsent' : 'unknown'])
        sentKnowingly.set(line, 1 + (sentKnowingly.get(line) ?? 0));
      if (help === MOST_HELP || !(await this.#help())) break;
    }
    found.push(...leaksIn(world).map((what) => ({ claim: 'other' as const, what: `In a file of the app: ${what}` })));
    const misled = told.flatMap(({ misleads = [] }) => misleads);
    return found.filter(({ claim }) => !misled.includes(claim));
  }

  async #begin(told: readonly Lie[]): Promise<void> {
    const { world } = this;
    world.wire.strike = () => undefined;
    world.opponent.earlyState = '404';
    this.#learnKeys();
    this.#learnKeys = () => {};
    this.#disk = undefined;
    this.#powerFails = undefined;
    await world.goBack(this.#checked);
    writeFileSync(this.#file, this.#content);
    this.#seen.clear();
    this.#until = world.clock.steady() + TOLD_FOR;
    world.transfer = { bytesPerSecond: BYTES_PER_SECOND };
    if (told.some(({ isEarly }) => isEarly)) world.opponent.earlyState = 'VALIDATION_STARTED';
    const counts = new Map<Lie, number>();
    world.wire.strike = (request, point, answer) => {
      if (world.clock.steady() > this.#until) {
        world.opponent.earlyState = '404';
        return undefined;
      }
      for (const lie of told) {
        const before = counts.get(lie) ?? 0;
        const asked = { cell: this, request, point, answer, before };
        lie.happen?.(asked);
        const strike = lie.strike?.(asked);
        if (strike === undefined) continue;
        counts.set(lie, before + 1);
        return strike;
      }
      return undefined;
    };
    world.start();
  }

  async #startAgain(lost: 'disk' | 'keys'): Promise<void> {
    const { world } = this;
    this.#powerFails = undefined;
    if (lost === 'disk' && this.#disk !== undefined) return await world.loseWrites(this.#disk);
    this.#learnKeys = world.forgetKeys();
    await world.restart();
  }

  get #standsStill(): boolean {
    const { queue } = this.world.app;
    if (queue.doubt !== undefined) return true;
    const { batches, submission } = queue.view(this.id);
    if (queue.waits.holdOf(submission) !== undefined) return true;
    return batches.every(
      (batch) =>
        batch.state === 'unknown' || (isEndState(batch.state) && batch.report !== 'wanted') || waitsWithReport(batch),
    );
  }

  /** The data folder, which may be a copy, asks about all that it knows of. */
  async #ask(): Promise<void> {
    const { world } = this;
    let isAnswered = false;
    const asking = world.app.queue.questions.ask(new AbortController().signal).finally(() => {
      isAnswered = true;
    });
    await world.run(() => isAnswered);
    await asking;
  }

  /** What a person would do. @returns whether there was anything to do */
  async #help(): Promise<boolean> {
    const { world, id } = this;
    if (await world.app.confirmFolder('The disk had lost what it said that it had written.')) return true;
    const { batches, submission } = world.app.queue.view(id);
    if (world.app.queue.waits.holdOf(submission) !== undefined || batches.some(waitsWithReport)) {
      this.#learnKeys();
      await world.restart();
      return true;
    }
    if (!batches.some(({ state }) => ['unknown', 'failed', 'unreported'].includes(state))) return false;
    world.app.queue.actions.retry(id);
    return true;
  }

  #claims() {
    const { store } = this.world.app;
    const submission = store.submission(this.id);
    const account = submission && linesInTheEnd(store, submission)?.account;
    if (account === undefined) throw new Error('It has no account of its lines.');
    return account;
  }

  #judge(sentKnowingly: ReadonlyMap<number, number>): Violation[] {
    const { world } = this;
    const truth = this.#truth();
    const found: Violation[] = [];
    const claims = this.#claims();
    let counted = 0;
    for (const claim of lineOutcomes)
      for (const line of claims[claim]) {
        counted += 1;
        const what = falsehood(claim, truth.get(line) ?? nothing);
        if (what === 'unsent' && world.app.queue.doubt !== undefined) continue;
        if (what !== undefined) found.push({ claim: what, what: `line ${line} is said to be ${claim}` });
      }
    if (counted !== 2 * LINES) found.push({ claim: 'other', what: `The account is of ${counted} lines` });
    for (const [line, { stored }] of truth)
      if (stored > 1 + (sentKnowingly.get(line) ?? 0))
        found.push({ claim: 'doubled', what: `line ${line}, ${stored} times` });
    const batches = world.opponent.batches();
    for (const { acceptedAt, delivery, start, end, state } of world.app.queue.view(this.id).batches) {
      const there = batches.find(({ batchId }) => batchId === delivery?.batchId.toLowerCase())?.stored;
      const isThere = there?.equals(this.#content.subarray(start, end)) === true;
      if (acceptedAt !== undefined && !isThere) found.push({ claim: 'arrival', what: `${start} to ${end}, ${state}` });
    }
    const known = new Set(
      world.app.store
        .batches()
        .flatMap(({ delivery, abandoned }) => [delivery?.batchId ?? '', ...abandoned].map((id) => id.toLowerCase())),
    );
    for (const { batchId, stored } of batches)
      if (stored !== undefined && !known.has(batchId)) found.push({ claim: 'other', what: `${batchId} is not known` });
    if (!isIntact(world.app.store.history())) found.push({ claim: 'other', what: 'The history is not intact' });
    return [...found, ...world.opponent.complaints().map((what) => ({ claim: 'other' as const, what }))];
  }

  /** By line of the file, from 1: how often it is in the storage, and how often the service accepts it. */
  #truth(): Map<number, Truth> {
    const places = new Map(textLines(this.#content).map((text, index) => [text, index + 1]));
    const truth = new Map<number, Truth>();
    for (const { stored } of this.world.opponent.batches()) {
      const texts = textLines(stored ?? Buffer.alloc(0));
      for (const [index, text] of texts.entries()) {
        const line = places.get(text);
        if (line === undefined) continue;
        const before = truth.get(line) ?? nothing;
        const isAccepted = index !== 0 && index !== LINES - 1;
        truth.set(line, { stored: before.stored + 1, accepted: before.accepted + (isAccepted ? 1 : 0) });
      }
    }
    return truth;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.world[Symbol.asyncDispose]();
  }
}

interface Truth {
  stored: number;
  accepted: number;
}
const nothing: Truth = { stored: 0, accepted: 0 };

/** What is claimed of a line and is not so. `pending` and `unknown` claim nothing. */
function falsehood(claim: LineOutcome, { stored, accepted }: Truth): Misled | undefined {
  switch (claim) {
    case 'accepted':
      return accepted > 0 ? undefined : 'accepted';
    case 'rejected':
      return stored > 0 && accepted === 0 ? undefined : 'rejected';
    case 'unsent':
    case 'leftOut':
      return stored > 0 ? 'unsent' : undefined;
    default:
      return undefined;
  }
}

const lines = (count: number) => Array.from({ length: count }, () => transactionLine());
const textLines = (content: Buffer) => content.toString('utf8').split('\n').filter(Boolean);

/** Whether a person has to see to the host of its report. */
function waitsWithReport({ reportError }: Pick<Batch, 'reportError'>): boolean {
  return reportError !== undefined && isHeldReport(reportError);
}
