/** @file A watched folder with a data folder and a queue that only remembers, for tests of the folder alone. */

import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { asItIs } from '../../../src-main/prepare/watching/as-it-is.ts';
import { WatchJournal } from '../../../src-main/prepare/watching/journal.ts';
import type {
  Prepare,
  Verdict,
  WatchEvent,
  WatchedFolderSettings,
  WatchQueue,
} from '../../../src-main/prepare/watching/ports.ts';
import { WatchedFolder } from '../../../src-main/prepare/watching/watched-folder.ts';
import { FakeClock } from '../../fake-clock.ts';

/** What outlives a crash: the disk, and the queue’s database. */
export class WatchingPlace implements AsyncDisposable {
  /** The morning of this time zone: folders have the names of its days. */
  readonly clock = new FakeClock(new Date(2026, 0, 5, 9).getTime());
  readonly events: WatchEvent[] = [];
  /** The contents of all submissions, in their order. */
  readonly submissions: { path: string; content: string; needsPerson: boolean }[] = [];
  verdict: Verdict = { kind: 'awaits-release' };
  /** Replaces what the queue says of findings. */
  findings: string | undefined;
  readonly #root: string;
  #journal: WatchJournal | undefined;

  private constructor(root: string) {
    this.#root = root;
  }

  static async open(): Promise<WatchingPlace> {
    const root = await mkdtemp(join(tmpdir(), 'watching-'));
    await mkdir(join(root, 'in'));
    await mkdir(join(root, 'data'), { mode: 0o700 });
    return new WatchingPlace(root);
  }

  get folder(): string {
    return join(this.#root, 'in');
  }

  get dataFolder(): string {
    return join(this.#root, 'data');
  }

  /** The folder as a process sees it that starts now. */
  start({
    settings = {},
    prepare = asItIs(this.dataFolder),
    queue = {},
    requireUsable = async () => {},
    journal = new WatchJournal(this.dataFolder),
  }: {
    settings?: Partial<WatchedFolderSettings>;
    prepare?: Prepare;
    requireUsable?: () => Promise<void>;
    queue?: Partial<WatchQueue>;
    journal?: WatchJournal;
  } = {}): WatchedFolder {
    this.#journal?.close();
    this.#journal = journal;
    return new WatchedFolder(
      { folder: this.folder, connection: 'Nordbank', release: false, shared: false, settleMs: 60_000, ...settings },
      {
        dataFolder: this.dataFolder,
        journal,
        clock: this.clock,
        prepare,
        queue: { ...this.#queue(), ...queue },
        requireUsable,
        tell: (event) => this.events.push(event),
      },
    );
  }

  /** One pass with all the time it needs. Returns whether everything continued. */
  async once(watched: WatchedFolder, signal = new AbortController().signal): Promise<boolean> {
    const passing = watched.once(signal).then(
      (isWell) => ({ isWell }),
      (thrown: unknown) => ({ thrown }),
    );
    for (;;) {
      const ended = await Promise.race([passing, this.clock.sleeping().then(() => undefined)]);
      if (ended === undefined) await this.clock.advanceToNext();
      else if ('thrown' in ended) throw ended.thrown;
      else return ended.isWell;
    }
  }

  /** All files below a folder, with what is in them. */
  async files(folder = this.folder): Promise<Record<string, string>> {
    const all = await readdir(folder, { recursive: true, withFileTypes: true });
    const paths = all.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
    const contents = await Promise.all(paths.map((path) => readFile(path, 'utf8')));
    return Object.fromEntries(paths.map((path, at) => [path.slice(folder.length + 1), contents[at] ?? '']).sort());
  }

  #queue(): WatchQueue {
    return {
      add: async ({ path }, _, needsPerson) => {
        const content = await readFile(path, 'utf8');
        return this.submissions.push({ path, content, needsPerson });
      },
      addedAs: (path) => {
        const at = this.submissions.findIndex((one) => one.path === path);
        return at === -1 ? undefined : at + 1;
      },
      stands: () => true,
      checked: async () => this.verdict,
      held: () => new Set(),
      findingsOf: () => (this.findings === undefined ? undefined : [this.findings]),
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#journal?.close();
    if (existsSync(this.#root)) await rm(this.#root, { recursive: true, force: true });
  }
}
