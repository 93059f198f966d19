/**
 * @file A desk of a trial: a person with a data folder, whose sender is a real process that is killed and comes back.
 *
 * [Note: What a person would decide] A sender that is killed between the word of the ledger that its last block may leave and the
 * block leaves a part in doubt. It is kept for that desk, which alone has the address, for three leases. Where the desk is not
 * back by then (a busy machine needs long to start it), another one asks the service, and without proof a person decides. In a
 * trial no person is there: the files are shared with their answer, to send such a part again.
 */

import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { environmentOf, openWorkplace, type RunningProcess, type Workplace } from '../../cli/tranship.ts';
import type { Access } from '../../harness/opponent/carried.ts';

const partsSchema = z.looseObject({
  parts: z.array(
    z.looseObject({
      file: z.string(),
      destination: z.string().optional(),
      start: z.int(),
      end: z.int(),
      state: z.string(),
      desk: z.string().nullish(),
      person: z.string().nullish(),
      batchId: z.string().nullish(),
    }),
  ),
});
export type ListedPart = z.output<typeof partsSchema>['parts'][number];

const root = new URL('../../../', import.meta.url);
/** The product, in which a minute of the limits is shorter. */
const program = [
  '--import',
  new URL('shorter-minute.ts', import.meta.url).href,
  fileURLToPath(new URL('out/main/tranship.js', root)),
];

export interface DeskPlaces {
  ledger: Readonly<Record<string, string>>;
  access: Access;
  /** The folder where all desks find the files. */
  share: string;
  /** What limits call a minute, and for how long a desk takes a part, in milliseconds. */
  minute: number;
  lease: number;
}

export class TrialDesk implements AsyncDisposable {
  readonly person: string;
  readonly workplace: Workplace;
  readonly #places: DeskPlaces;
  readonly #complaints: string[] = [];
  #working: RunningProcess | undefined;

  private constructor(person: string, workplace: Workplace, places: DeskPlaces) {
    this.person = person;
    this.workplace = workplace;
    this.#places = places;
  }

  static async open(person: string, places: DeskPlaces): Promise<TrialDesk> {
    const { ledger, access, minute, lease } = places;
    const environment = { ...ledger, ...environmentOf(access), TRIAL_MINUTE: String(minute) };
    const workplace = await openWorkplace(environment);
    await mkdir(workplace.home, { mode: 0o700 });
    // As long as a lease, by which the bytes that were under way are where they were to go.
    const settings = { transfer: { askSeconds: Math.ceil(lease / 1000) } };
    await writeFile(join(workplace.home, 'settings.json'), JSON.stringify(settings), { mode: 0o600 });
    return new TrialDesk(person, workplace, places);
  }

  /** Gives a file to the team, in batches of this size. See [Note: What a person would decide]. */
  async share(file: string, batchBytes: number): Promise<void> {
    const decision = ['--on-unknown', 'send-again'];
    await this.#run(['send', file, '--team', '--max-batch', String(batchBytes), ...decision, '--json']);
  }

  /** Sends a file as a desk does that has no team. */
  async sendAlone(file: string, batchBytes: number): Promise<void> {
    await this.#run(['send', file, '--max-batch', String(batchBytes), '--wait', '--json']);
  }

  get isWorking(): boolean {
    return this.#working !== undefined;
  }

  /** Starts its sender, which ends by itself once nothing is left to send. */
  work(): void {
    const { share, lease } = this.#places;
    const call = ['work', '--team', '--files', share, '--lease', `${lease / 1000}s`, '--until-done', '--json'];
    const running = this.workplace.startProcess(call, { program });
    this.#working = running;
    running.ended.then(({ exitCode, stdout, stderr }) => {
      if (this.#working === running) this.#working = undefined;
      if (exitCode === 0 || exitCode === null) return;
      const said = `${stdout.split('\n').slice(-5).join('\n')}\n${stderr}`;
      this.#complaints.push(`The sender of ${this.person} ended by itself with ${exitCode}:\n${said}`);
    });
  }

  /** What was wrong with senders that ended before all was sent. */
  get complaints(): readonly string[] {
    return this.#complaints;
  }

  /** @returns whether there was a sender to kill */
  async kill(): Promise<boolean> {
    const finished = await this.#working?.kill('SIGKILL');
    return finished?.exitCode === null;
  }

  /** Resolves once its sender has ended by itself. */
  async finished(): Promise<void> {
    await this.#working?.ended;
  }

  async parts(): Promise<ListedPart[]> {
    const { events } = await this.#run(['team', 'parts', '--json']);
    return partsSchema.parse(events.at(-1)).parts;
  }

  async #run(call: readonly string[]) {
    const finished = await this.workplace.runProcess(call, { program });
    if (finished.exitCode !== 0)
      throw new Error(
        `tranship ${call.join(' ')} ended with ${finished.exitCode}:\n${finished.stdout}\n${finished.stderr}`,
      );
    return finished;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.workplace[Symbol.asyncDispose]();
  }
}
