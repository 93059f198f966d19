/**
 * @file The environment of a soak: several practice tenants with misfortunes, a supply of files, and one data folder.
 */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as passTime } from 'node:timers/promises';
import type { PracticeRequest } from '../../src-main/practice/exchange.ts';
import type { Misfortune } from '../../src-main/practice/misfortune.ts';
import type { PracticeBatch } from '../../src-main/practice/practice-batch.ts';
import { writeSampleExport } from '../../src-main/practice/sample-export.ts';
import { type RandomNumbers, randomNumbers } from '../../src-main/practice/sample-transactions.ts';
import { type PracticeTenant, startPracticeTenant } from '../../src-main/practice/tenant.ts';
import { transactionLine, writeLines } from '../cli/transactions.ts';
import { type Finished, openWorkplace, type SubmissionSummary, type Workplace } from '../cli/tranship.ts';
import type { Counted, SentFile } from '../faults/proof.ts';

const TENANTS = 4;
/**
 * So slow that uploads last long enough to be killed, and so fast that some get through between two kills: what a killed
 * process had handed to the system still arrives, and takes its time on the line.
 */
const BYTES_PER_SECOND = 1_500_000;
const PACE_MS = 300;
const LARGEST_FILE = 1_200_000;
const BATCH_BYTES = 400_000;
/** How long a process lives after its first word. */
const LONGEST_LIFE_MS = 1500;
const PASSPHRASE = 'a passphrase for a soak';

/** The misfortunes; each strikes a few times, somewhere in the following rounds. */
const badDays: readonly ((random: RandomNumbers) => Misfortune)[] = [
  (random) => ({ name: 'drop-put-after', bytes: random() % BATCH_BYTES, times: 1 }),
  () => ({ name: 'swallow-put-reply', times: 1 }),
  () => ({ name: 'storage-status', status: 503, times: 2 }),
  () => ({ name: 'storage-status', status: 500, times: 1 }),
  () => ({ name: 'storage-status', status: 503, endpoint: 'report-download', times: 1 }),
  (random) => ({ name: 'expire-upload-url', seconds: random() % 3, times: 1 }),
  () => ({ name: 'rate-limit', retryAfterSeconds: 1, times: 1 }),
  () => ({ name: 'reject-token', times: 1 }),
  () => ({ name: 'service-status', status: 503, times: 1 }),
  () => ({ name: 'bad-json', endpoint: 'status', times: 1 }),
  (random) => ({ name: 'slow', milliseconds: 1 + (random() % 800), times: 2 }),
];

interface SourceFile {
  content: Buffer;
  /** The service refuses it. */
  isFaulty: boolean;
}

export class World implements Counted, AsyncDisposable {
  readonly workplace: Workplace;
  /** How often a process was killed, by its activity. */
  readonly kills = new Map<string, number>();
  endedEarly = 0;
  readonly #tenants: readonly PracticeTenant[];
  readonly #random: RandomNumbers;
  readonly #files = new Map<string, SourceFile>();
  /** Files that a process reported as added to its queue. */
  readonly #added = new Set<string>();

  private constructor(workplace: Workplace, tenants: readonly PracticeTenant[], random: RandomNumbers) {
    this.workplace = workplace;
    this.#tenants = tenants;
    this.#random = random;
  }

  static async open(seed: number): Promise<World> {
    const tenants = await Promise.all(
      Array.from({ length: TENANTS }, () => startPracticeTenant({ pace: PACE_MS, bytesPerSecond: BYTES_PER_SECOND })),
    );
    const workplace = await openWorkplace({ TRANSHIP_PASSPHRASE: PASSPHRASE });
    const world = new World(workplace, tenants, randomNumbers(seed));
    for (const [index, { baseUrl, tokenUrl, clientId, clientSecret, scope }] of tenants.entries()) {
      const call = ['connection', 'add', nameOf(index), '--base-url', baseUrl, '--token-url', tokenUrl];
      const { exitCode, stderr } = await workplace.runProcess([...call, '--client-id', clientId, '--scope', scope], {
        environment: { TRANSHIP_CLIENT_SECRET: clientSecret },
      });
      if (exitCode !== 0) throw new Error(`The connection could not be added:\n${stderr}`);
    }
    return world;
  }

  /**
   * One round: may add something to the queue, may set a misfortune, and kills the process at a random time; runs again
   * if it ended before.
   */
  async playRound(): Promise<void> {
    while (!(await this.#killOne())) this.endedEarly += 1;
  }

  async #killOne(): Promise<boolean> {
    for (const tenant of this.#tenants) if (this.#chance(25)) tenant.misbehave([this.#pick(badDays)(this.#random)]);
    const running = this.workplace.startProcess(this.#chance(50) ? await this.#send() : ['work', '--json']);
    const life = this.#random() % LONGEST_LIFE_MS;
    const lived = running.said(/\n/).then(() => passTime(life));
    await Promise.race([lived, running.ended]);
    const finished = await running.kill('SIGKILL');
    for (const { event, file } of finished.events) {
      if (event === 'submission' && typeof file === 'string') this.#added.add(file);
    }
    if (finished.exitCode !== null) return false;
    const phase = phaseOf(finished);
    this.kills.set(phase, (this.kills.get(phase) ?? 0) + 1);
    return true;
  }

  /** A last process may finish, without further misfortunes. */
  async finish(patienceMs: number): Promise<Finished> {
    for (const tenant of this.#tenants) tenant.misbehave([]);
    const running = this.workplace.startProcess(['work', '--until-idle', '--json']);
    const patience = new AbortController();
    await Promise.race([running.ended, passTime(patienceMs, undefined, { signal: patience.signal })]);
    patience.abort();
    return await running.kill('SIGINT');
  }

  async submissions(): Promise<SubmissionSummary[]> {
    const { submissions } = await this.workplace.runProcess(['queue', 'list', '--json']);
    return submissions;
  }

  sentFiles(submissions: readonly SubmissionSummary[]): SentFile[] {
    return submissions.map((submission) => {
      const source = this.#files.get(submission.file);
      if (source === undefined) throw new Error(`${submission.file} is not one of our files.`);
      return { submission, content: source.content };
    });
  }

  /** Files that a process reported as added, and that are not in the queue. */
  forgotten(submissions: readonly SubmissionSummary[]): string[] {
    const listed = new Set(submissions.map(({ file }) => file));
    return [...this.#added].filter((file) => !listed.has(file));
  }

  expectedState(file: string): string {
    return this.#files.get(file)?.isFaulty === true ? 'rejected' : 'processed';
  }

  batches(): PracticeBatch[] {
    return this.#tenants.flatMap((tenant) => tenant.batches());
  }

  get requests(): PracticeRequest[] {
    return this.#tenants.flatMap((tenant) => tenant.requests);
  }

  get uploadPaths(): ReadonlySet<string> {
    return new Set(this.requests.filter(({ endpoint }) => endpoint === 'upload').map(({ path }) => path));
  }

  get secrets(): string[] {
    return [PASSPHRASE, ...this.#tenants.map(({ clientSecret }) => clientSecret)];
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.workplace[Symbol.asyncDispose]();
    await Promise.all(this.#tenants.map((tenant) => tenant.close()));
  }

  /** The call that sends a new file. */
  async #send(): Promise<string[]> {
    const number = this.#files.size + 1;
    const name = `export-${number}.jsonl`;
    const path = join(this.workplace.folder, name);
    const isFaulty = this.#chance(15);
    if (isFaulty)
      await writeLines(
        this.workplace,
        Array.from({ length: 300 }, () => transactionLine(SHARED_ID)),
        name,
      );
    else await writeSampleExport(path, 1 + (this.#random() % LARGEST_FILE), this.#random());
    this.#files.set(path, { content: await readFile(path), isFaulty });
    const connection = nameOf(this.#random() % TENANTS);
    const options = ['--connection', connection, '--max-batch', String(BATCH_BYTES), '--on-invalid', 'service-decides'];
    return ['send', path, '--wait', '--json', ...options];
  }

  #chance(percent: number): boolean {
    return this.#random() % 100 < percent;
  }

  #pick<Item>(items: readonly Item[]): Item {
    const item = items[this.#random() % items.length];
    if (item === undefined) throw new Error('There is nothing to pick from.');
    return item;
  }
}

/** Transactions that share a modification id are refused (§2.6.2). */
const SHARED_ID = '7d4f7a5e-9c0b-4b0e-8d57-6a2f4bb1c001';

function nameOf(index: number): string {
  return `tenant-${index + 1}`;
}

/** The last known activity of a process. */
function phaseOf({ events }: Finished): string {
  const last = events.findLast(({ event }) => event === 'batch' || event === 'submission');
  const state = last?.event === 'batch' ? last['state'] : last?.['stage'];
  return typeof state === 'string' ? state : 'starting';
}
