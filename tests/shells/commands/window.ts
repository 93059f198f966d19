/** @file A whole app behind a window that is not there, in a temporary folder and with the practice tenant beside it. */

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App } from '../../../src-main/app.ts';
import type { Environment } from '../../../src-main/credentials/environment.ts';
import { createMemoryBox } from '../../../src-main/credentials/memory-box.ts';
import type { SecretBox } from '../../../src-main/credentials/secret-box.ts';
import { answerCommand } from '../../../src-main/shells/contract-server.ts';
import { WindowBackend } from '../../../src-main/shells/window-backend.ts';
import type { CommandName } from '../../../src-shared/channels.ts';
import type {
  CommandInput,
  CommandOutput,
  QueueState,
  Saved,
  SubmissionRow,
  Told,
} from '../../../src-shared/contract.ts';
import { MemorySettings } from '../../memory-stores.ts';

/** A box as a desktop with a keychain has one. */
export function keychain(): SecretBox {
  return { ...createMemoryBox(), survivesRestart: true };
}

export class TestWindow {
  readonly folder: string;
  readonly settings: MemorySettings;
  readonly app: App;
  readonly backend: WindowBackend;
  readonly changes: QueueState[] = [];
  /** All that the window was told, in order. */
  readonly told: Told[] = [];
  /** What the person picks in the next dialog. */
  picks: string[] = [];
  /** What became of what was saved. */
  saved: Saved = { kind: 'cancelled' };
  readonly #box: SecretBox;
  readonly #watchers = new Set<() => void>();

  constructor(folder: string, settings = new MemorySettings(), box = keychain(), environment: Environment = {}) {
    this.folder = folder;
    this.settings = settings;
    this.#box = box;
    const boxes = { secretBox: box, sessionBox: box };
    this.app = new App({ folder, holder: 'a test', settings, ...boxes, environment });
    this.backend = new WindowBackend({
      app: this.app,
      settings,
      shell: {
        info: { version: '1.0.0', shell: 'browser', platform: 'linux', canDrop: true },
        chooseFiles: () => Promise.resolve(this.picks),
        save: async (name, write) => {
          const path = join(folder, name);
          await write(path);
          this.saved = { kind: 'saved', path };
          return this.saved;
        },
      },
      tell: (...told) => {
        this.told.push(told);
        const [name, payload] = told;
        if (name === 'queue.changed') this.changes.push(payload);
        for (const watcher of this.#watchers) watcher();
      },
      practicePace: 5,
    });
  }

  /** As the page calls: through the contract. */
  async call(name: string, ...values: unknown[]) {
    return await answerCommand(name, values, this.backend.handlers);
  }

  /** The value of a call that should go well. */
  async value<Name extends CommandName>(name: Name, input?: CommandInput<Name>): Promise<CommandOutput<Name>> {
    const result = await this.call(name, input);
    if (!result.ok) throw new Error(`${name}: ${JSON.stringify(result.error)}`);
    // What came through the contract has the shape that the contract gives it.
    return result.value as CommandOutput<Name>;
  }

  /** The code of the error of a call that should fail. */
  async code(name: string, ...values: unknown[]): Promise<string | undefined> {
    const result = await this.call(name, ...values);
    return result.ok ? undefined : result.error.code;
  }

  /** Resolves when the row of a submission is as wanted. */
  async until(id: number, wanted: (row: SubmissionRow) => boolean): Promise<SubmissionRow> {
    for (;;) {
      const changed = new Promise<void>((resolve) => this.#watchers.add(resolve));
      const { submissions } = await this.value('queue.snapshot');
      const row = submissions.find((candidate) => candidate.id === id);
      if (row !== undefined && wanted(row)) return row;
      await changed;
    }
  }

  /** A file in the folder of this window, offered to it. */
  async offered(name: string, content: string): Promise<string> {
    const path = join(this.folder, name);
    await writeFile(path, content);
    const { offers } = await this.backend.offer([path]);
    const [offer] = offers;
    if (offer === undefined) throw new Error('an offer expected');
    return offer.offer;
  }

  /** Closes the app, and removes all that it stored. */
  async close(): Promise<void> {
    await this.backend.close();
    await rm(this.folder, { recursive: true, force: true });
  }

  /** The same window after the app was closed and started again. */
  async reopened(): Promise<TestWindow> {
    await this.backend.close();
    return new TestWindow(this.folder, this.settings, this.#box);
  }
}

/** A window over a new folder. */
export async function openWindow(box?: SecretBox): Promise<TestWindow> {
  return new TestWindow(await mkdtemp(join(tmpdir(), 'tranship-window-')), new MemorySettings(), box);
}

/** A connection as a person enters it. Nothing answers at its addresses. */
export const bank = {
  name: 'Bank',
  kind: 'test',
  baseUrl: 'https://bank.example',
  tokenUrl: 'https://bank.example/token',
  clientId: 'client',
  scope: 'tenant/1',
} as const;

export const options = { onInvalid: 'stop', ingestValid: false, maxBatchBytes: 1_000_000 } as const;
