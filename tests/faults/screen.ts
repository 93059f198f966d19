/** @file The app of a virtual world as all its pages show it, over a connection that a person has entered. */

import { Backend } from '../../src-main/actions/backend.ts';
import { defaultRuleSet } from '../../src-main/check/rules/rule-set.ts';
import { SECOND } from '../../src-main/ground/clock.ts';
import { destinationOf } from '../../src-main/wire/credentials/connection.ts';
import { queueLine, type Tone } from '../../src-renderer/frame/queue-line.ts';
import { afterChange, fromSnapshot, type QueueList } from '../../src-renderer/queue-list.ts';
import type { CommandInput, CommandOutput, SubmissionRow } from '../../src-shared/contract.ts';
import { type ErrorCode, titleOfError } from '../../src-shared/errors.ts';
import { options } from '../actions/window.ts';
import { transactionLine } from '../cli/transactions.ts';
import { BASE_PATH, TOKEN_PATH } from '../harness/opponent/opponent.ts';
import { MemorySettings } from '../memory-stores.ts';
import { VirtualWorld } from './virtual-world.ts';

export const NAME = 'Bank';

const MOST_SECONDS = 60;

export class Screen implements AsyncDisposable {
  readonly world: VirtualWorld;
  #backend: Backend;
  /** The queue as a page has it that was opened with the app: what it was not told, it does not know. */
  #list: QueueList | undefined;

  private constructor(world: VirtualWorld) {
    this.world = world;
    this.#backend = this.#open();
  }

  /** @param report which the service has on each batch, once it has processed it */
  static async open(files: number, report?: string): Promise<Screen> {
    const reports = report === undefined ? {} : { report, takesOthers: true };
    const screen = new Screen(await VirtualWorld.open({ life: ['IN_PROGRESS'], ...reports }));
    await screen.#look();
    await screen.do('connections.add', { ...screen.connection, secret: screen.world.opponent.client.clientSecret });
    // The host of the storage is known.
    await screen.add(1);
    await screen.passes(() => screen.world.states().every((state) => state === 'processing'));
    screen.before = files;
    return screen;
  }

  /** How many files a test adds. */
  before = 0;
  /** The paths of those that were added. */
  readonly paths: string[] = [];

  get connection() {
    const { clientId, scope } = this.world.opponent.client;
    const [baseUrl, tokenUrl] = [`http://127.0.0.1${BASE_PATH}`, `http://127.0.0.1${TOKEN_PATH}`];
    return { name: NAME, kind: 'test' as const, baseUrl, tokenUrl, clientId, scope };
  }

  async do<Name extends keyof Backend['handlers']>(
    name: Name,
    input: CommandInput<Name>,
  ): Promise<CommandOutput<Name>> {
    // Each handler belongs to its name.
    const handler = this.#backend.handlers[name] as (input: CommandInput<Name>) => Promise<CommandOutput<Name>>;
    return await handler(input);
  }

  /** Adds files of one line; resolves once they are checked, and no time has passed. */
  async add(files = this.before, connection = NAME): Promise<void> {
    const { queue } = this.world.app;
    for (let file = 0; file < files; file += 1) {
      const path = this.world.write([transactionLine()]);
      this.paths.push(path);
      const { id } = await queue.additions.add({
        path,
        connection,
        destination: destinationOf(this.connection),
        options: { ...options, onUnknown: 'ask', ruleSet: defaultRuleSet },
      });
      await this.world.checked(id);
    }
  }

  async passes(isEnough: () => boolean): Promise<void> {
    await this.world.run(isEnough);
  }

  async wait(milliseconds: number): Promise<void> {
    const end = this.world.clock.now() + milliseconds;
    await this.passes(() => this.world.clock.now() >= end);
  }

  /** Waits until what has failed is told in these places: on a busy machine, the clock of the test is ahead of the bytes. */
  async shows(code: ErrorCode, places: readonly string[]): Promise<void> {
    for (let second = 0; second < MOST_SECONDS; second += 1) {
      const found = await this.placesOf(code);
      if (places.every((place) => found.includes(place))) return;
      await this.wait(SECOND);
    }
    throw new Error(`${code} is not told in ${places.join(', ')}`);
  }

  async restart(): Promise<void> {
    await this.#backend.leave();
    await this.world.restart();
    this.#backend = this.#open();
    await this.#look();
  }

  async #look(): Promise<void> {
    this.#list = fromSnapshot(await this.do('queue.snapshot', undefined));
  }

  get rows(): readonly SubmissionRow[] {
    return [...(this.#list?.rows.values() ?? [])];
  }

  /** The line of the header. */
  get line(): string {
    return this.#line.words;
  }

  /** The colour of its dot. */
  get tone(): Tone {
    return this.#line.tone;
  }

  get #line() {
    const connections = [{ name: NAME }];
    return queueLine({ list: this.#list, connections, isConnected: true, now: this.world.clock.now() });
  }

  /** The submissions that have asked for an address and have no answer yet, in the order in which they asked. */
  get asking(): number[] {
    const asked = this.rows.flatMap(({ id }) => {
      const last = this.world.app.store.history(id).at(-1);
      return last?.kind === 'begin' ? [{ id, position: last.position }] : [];
    });
    return asked.sort((one, other) => one.position - other.position).map(({ id }) => id);
  }

  /** The submissions in the order in which the addresses were asked for that they got: answers may overtake each other. */
  get reserved(): number[] {
    const { store } = this.world.app;
    const asked = this.rows.flatMap(({ id }) => {
      const own = store.history(id);
      const issued = own.findIndex(({ kind }) => kind === 'reserved');
      const begun = own.slice(0, Math.max(issued, 0)).findLast(({ kind }) => kind === 'begin');
      return begun === undefined ? [] : [{ id, position: begun.position }];
    });
    return asked.sort((one, other) => one.position - other.position).map(({ id }) => id);
  }

  /** Where it is said that something waits because of this. */
  async placesOf(code: ErrorCode): Promise<string[]> {
    const connections = await this.do('connections.list', undefined);
    const { rows } = this;
    const { words } = queueLine({ list: this.#list, connections, isConnected: true });
    const details = await Promise.all(rows.map(({ id }) => this.do('submission.details', { id })));
    const named = await this.do('queue.named', { ids: rows.map(({ id }) => String(id)) });
    const title = titleOfError(code).toLowerCase();
    return [
      ...rows.filter(({ error }) => error?.code === code).map(({ id }) => `row ${id}`),
      ...(words.toLowerCase().includes(title) ? ['line'] : []),
      ...(this.#list?.stopped?.code === code ? ['stopped'] : []),
      ...(this.#list?.waits ?? []).flatMap(({ error }) => (error?.code === code ? ['waits'] : [])),
      ...details
        .flatMap(({ row, batches }) => [row, ...batches])
        .flatMap(({ error }) => (error?.code === code ? ['details'] : [])),
      ...named.flatMap((one) => one?.batches ?? []).flatMap(({ error }) => (error === code ? ['named'] : [])),
      ...connections.flatMap(({ name, error }) => (error?.code === code ? [name] : [])),
    ];
  }

  #open(): Backend {
    return new Backend({
      app: this.world.app,
      settings: new MemorySettings(),
      clock: this.world.clock,
      shell: {
        info: { version: '1.0.0', shell: 'browser', platform: 'linux', canDrop: true },
        chooseFiles: async () => [],
        chooseFolder: async () => undefined,
        save: async () => ({ kind: 'cancelled' }),
      },
      tell: (name, payload) => {
        if (name !== 'queue.changed' || this.#list === undefined) return;
        const list = afterChange(this.#list, payload);
        if (list === 'gap') throw new Error('A change was not told.');
        this.#list = list;
      },
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#backend.leave();
    await this.world[Symbol.asyncDispose]();
  }
}
