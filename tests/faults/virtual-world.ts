/**
 * @file The whole app with an opponent in this process and a clock that the test controls: hundreds of minutes in a few
 * seconds. It can be killed at any moment: what it would leave behind is taken, and another app begins with that.
 */

import { randomUUID } from 'node:crypto';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay, setImmediate } from 'node:timers/promises';
import { App } from '../../src-main/app.ts';
import { defaultRuleSet } from '../../src-main/check/rules/rule-set.ts';
import { HOUR } from '../../src-main/ground/clock.ts';
import type { SubmissionId } from '../../src-main/send/batch.ts';
import type { QueueStore } from '../../src-main/send/storage/store.ts';
import type { SubmissionOptions } from '../../src-main/send/submission.ts';
import { submissionViews } from '../../src-main/send/submission-view.ts';
import { destinationOf } from '../../src-main/wire/credentials/connection.ts';
import type { SecretBox } from '../../src-main/wire/credentials/secret-box.ts';
import type { TransferSettings } from '../../src-main/wire/transfer/transfer-settings.ts';
import { AppError } from '../../src-shared/errors.ts';
import { transactionLine } from '../cli/transactions.ts';
import { FakeClock } from '../fake-clock.ts';
import type { Endpoint } from '../harness/opponent/journal.ts';
import { BASE_PATH, Opponent, type OpponentOptions, TOKEN_PATH } from '../harness/opponent/opponent.ts';
import { MemorySettings } from '../memory-stores.ts';
import { createLastingBox } from '../wire/credentials/lasting-box.ts';
import { VirtualWire } from './virtual-wire.ts';

/** Nothing of the queue sleeps for so long. What does is kept for days, and wakes while the queue reads or writes a file. */
const LONGEST_SLEEP = 2 * HOUR;
/** Who waits for bandwidth waits less: only such waits pass while something stands still. */
const LONGEST_OF_BANDWIDTH = 100;
/** After so many turns of the event loop in which nothing happened, everything waits for the clock. */
const QUIET_TURNS = 6;
/** After so many waits for nothing, nothing will come. */
const MOST_VAIN = 2000;

/** What is there at a moment: on the disk, and of what the service knows. */
export interface Remains {
  readonly folder: string;
  /** The witness, which is outside of the data folder. */
  readonly witnesses: string;
  readonly at: number;
  readonly settings: MemorySettings;
  /** Makes the service forget what came since. */
  readonly forget: () => void;
}

/** The clock of the service and of the storage. */
class OthersClock {
  /** By how much the clock of this computer was set ahead of theirs. */
  behind = 0;
  readonly #clock: FakeClock;

  constructor(clock: FakeClock) {
    this.#clock = clock;
  }

  now(): number {
    return this.#clock.now() - this.behind;
  }

  sleep(milliseconds: number): Promise<void> {
    return this.#clock.sleep(milliseconds);
  }
}

export class VirtualWorld implements AsyncDisposable {
  readonly clock: FakeClock;
  readonly opponent: Opponent;
  readonly wire: VirtualWire;
  /** Of the app that is running, or that is to be started. */
  transfer: Partial<TransferSettings> = {};
  readonly #folder: string;
  readonly #others: OthersClock;
  /** Of the key store; another one knows none of what the first has sealed. */
  #box = createLastingBox();
  #settings = new MemorySettings();
  #app: App | undefined;
  /** Whether an app may stand still. */
  mayStandStill = false;
  /** Whether the key store is closed. */
  isLocked = false;
  /** Why nothing can be stored in the data folder, if so. */
  unwritable: AppError | undefined;
  /** Why an app stands still that should not. */
  #failure: unknown;
  #isClosed = false;

  private constructor({
    clock,
    others,
    opponent,
    wire,
  }: Pick<VirtualWorld, 'clock' | 'opponent' | 'wire'> & { others: OthersClock }) {
    this.clock = clock;
    this.#others = others;
    this.opponent = opponent;
    this.wire = wire;
    this.#folder = mkdtempSync(join(tmpdir(), 'tranship-world-'));
  }

  /** One with an app that is running. */
  static async open(options: Omit<OpponentOptions, 'clock'> = {}): Promise<VirtualWorld> {
    const clock = new FakeClock();
    const others = new OthersClock(clock);
    const opponent = new Opponent({ ...options, clock: others });
    const world = new VirtualWorld({ clock, others, opponent, wire: await VirtualWire.open(opponent, others) });
    world.start();
    return world;
  }

  get app(): App {
    if (this.#app === undefined) throw new Error('No app is running.');
    return this.#app;
  }

  /** Whether an app is running: what changes otherwise is no doing of the product. */
  get isRunning(): boolean {
    return this.#app !== undefined;
  }

  get home(): string {
    return join(this.#folder, 'home');
  }

  get #witnesses(): string {
    return join(this.#folder, 'witness');
  }

  /** @param sends false: it only checks */
  start({ sends = true } = {}): void {
    const app = new App({
      folder: this.home,
      holder: 'a test',
      clock: this.clock,
      settings: this.#settings,
      transfer: this.transfer,
      witnesses: this.#witnesses,
      secretBox: this.#lockable(),
      sessionBox: this.#lockable(),
      environment: this.#variables,
      fetch: this.wire.fetch,
    });
    app.queue.subscribe((news) => {
      this.wire.moved += 1;
      if (news.kind === 'stopped' && !this.mayStandStill) this.#failure ??= news.error;
    });
    this.#watchFolder(app.store);
    app.queue.start({ sends });
    this.#app = app;
  }

  /** The present key store, behind a door. */
  #lockable(): SecretBox {
    const box = this.#box;
    const behindDoor = async <Result>(work: () => Promise<Result>): Promise<Result> => {
      if (this.isLocked) throw new AppError('secret.store-closed', { reason: 'The key store is locked.' });
      return await work();
    };
    return {
      name: box.name,
      survivesRestart: box.survivesRestart,
      seal: async (plain, context) => await behindDoor(() => box.seal(plain, context)),
      open: async (sealed, context) => await behindDoor(() => box.open(sealed, context)),
      key: async (purpose) => await box.key(purpose),
    };
  }

  #watchFolder(store: QueueStore): void {
    const { saveBatch, hasRoom } = store;
    store.saveBatch = (...batch) => {
      if (this.unwritable !== undefined) throw this.unwritable;
      saveBatch.apply(store, batch);
    };
    store.hasRoom = () => {
      if (this.unwritable?.code === 'folder.unusable') throw this.unwritable;
      return this.unwritable === undefined && hasRoom.call(store);
    };
  }

  async stop(): Promise<void> {
    const app = this.#app;
    this.#app = undefined;
    await app?.close();
    await this.wire.drained();
  }

  /** Ends the app and starts it again in the same folder. */
  async restart(): Promise<void> {
    await this.stop();
    this.start();
  }

  /** What a process would leave that is killed now. */
  take(): Remains {
    const folder = join(this.#folder, `remains-${randomUUID()}`);
    // What SQLite shares between processes ends with them.
    cpSync(this.home, folder, { recursive: true, filter: (path) => !path.endsWith('-shm') });
    const witnesses = `${folder}-witness`;
    cpSync(this.#witnesses, witnesses, { recursive: true });
    return {
      folder,
      witnesses,
      at: this.clock.now(),
      settings: this.#settings.copy(),
      forget: this.opponent.remember(),
    };
  }

  /** Everything becomes as it was then; no app is running. */
  async goBack({ folder, witnesses, at, settings, forget }: Remains): Promise<void> {
    await this.stop();
    this.#failure = undefined;
    this.clock.set(at);
    this.#others.behind = 0;
    forget();
    this.#settings = settings.copy();
    rmSync(this.home, { recursive: true, force: true });
    cpSync(folder, this.home, { recursive: true });
    rmSync(this.#witnesses, { recursive: true, force: true });
    cpSync(witnesses, this.#witnesses, { recursive: true });
  }

  /** The power fails, and of what the disk said that it had written only what was there then is left; the others know what came since. */
  async loseWrites({ folder }: Pick<Remains, 'folder'>): Promise<void> {
    await this.stop();
    rmSync(this.home, { recursive: true, force: true });
    cpSync(folder, this.home, { recursive: true });
    this.start();
  }

  /** The key store knows its keys no more, or again. @returns lets it know them again */
  forgetKeys(): () => void {
    const known = this.#box;
    this.#box = createLastingBox();
    return () => {
      this.#box = known;
    };
  }

  /** Sets the clock of this computer, and that of no other. */
  setOwnClock(by: number): void {
    this.#others.behind += by;
    this.clock.set(this.clock.now() + by);
  }

  /** Writes a file of these lines beside the app's folder. */
  write(lines: readonly string[]): string {
    const path = join(this.#folder, `${randomUUID()}.jsonl`);
    writeFileSync(path, lines.map((line) => `${line}\n`).join(''));
    return path;
  }

  /** Adds a file; resolves once it is checked. */
  async add(path: string, options: Partial<SubmissionOptions> = {}): Promise<SubmissionId> {
    const connection = this.app.services.connection();
    const { id } = await this.app.queue.additions.add({
      path,
      connection: connection.name,
      destination: destinationOf(connection),
      options: {
        onInvalid: 'stop',
        onUnknown: 'ask',
        ingestValid: false,
        maxBatchBytes: 1_000_000,
        ruleSet: defaultRuleSet,
        ...options,
      },
    });
    await this.checked(id);
    return id;
  }

  /** Resolves once a file is checked: its thread has the processor meanwhile. */
  async checked(id: SubmissionId): Promise<void> {
    const { queue } = this.app;
    const { promise, resolve } = Promise.withResolvers<void>();
    const look = () => queue.view(id).submission.stage !== 'checking' && resolve();
    const end = queue.subscribe(look);
    look();
    await promise;
    end();
  }

  /** Adds a file that is cut into so many batches; resolves once it is checked. */
  async send(batches: number): Promise<void> {
    const lines = Array.from({ length: batches }, () => transactionLine());
    const maxBatchBytes = Math.max(...lines.map((line) => Buffer.byteLength(line) + 1));
    await this.add(this.write(lines), { maxBatchBytes });
  }

  /** Lets virtual time pass until `isEnough`, but never while something happens. */
  async run(isEnough: () => boolean): Promise<void> {
    const { clock, wire } = this;
    let vain = 0;
    for (let quiet = 0, seen = -1; ; ) {
      if (this.#failure !== undefined) throw this.#failure;
      if (isEnough()) return;
      await setImmediate();
      quiet = wire.moved !== seen || isAtFiles() ? 0 : quiet + 1;
      seen = wire.moved;
      if (quiet < QUIET_TURNS) continue;
      const [wait = Number.POSITIVE_INFINITY] = clock.remaining;
      const isLong = wait > (wire.isFrozen ? LONGEST_OF_BANDWIDTH : LONGEST_SLEEP);
      if (wait > LONGEST_OF_BANDWIDTH && (await wire.isCarrying())) continue;
      if (!isLong) await clock.advanceToNext();
      // What stands still is given up in real time.
      else if (wire.isFrozen) await delay(5);
      vain = !isLong || wire.isFrozen || this.app.queue.situation().checking > 0 ? 0 : vain + 1;
      if (vain > MOST_VAIN) throw new Error(`Nothing moves any more: ${this.states()}`);
      quiet = 0;
    }
  }

  /** Of all batches, in order. */
  states(): string[] {
    return [...submissionViews(this.app.store)].flatMap(({ batches }) => batches.map(({ state }) => state));
  }

  /** Of one endpoint, in order. */
  times(endpoint: Endpoint): number[] {
    return this.opponent.seen(endpoint).map(({ at }) => at);
  }

  get #variables() {
    const { clientId, clientSecret, scope } = this.opponent.client;
    return {
      TRANSHIP_BASE_URL: `http://127.0.0.1${BASE_PATH}`,
      TRANSHIP_TOKEN_URL: `http://127.0.0.1${TOKEN_PATH}`,
      TRANSHIP_CLIENT_ID: clientId,
      TRANSHIP_CLIENT_SECRET: clientSecret,
      TRANSHIP_SCOPE: scope,
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    await this.stop();
    this.wire.close();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** Whether a file is being opened, read, or written at this moment. */
function isAtFiles(): boolean {
  return process.getActiveResourcesInfo().some((name) => name.startsWith('FSReq'));
}
