/** @file A complete app with the practice tenant, in a temporary folder, behind a window that only tests look through. */

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { Backend } from '../../src-main/actions/backend.ts';
import { answerCommand } from '../../src-main/actions/contract-server.ts';
import { App } from '../../src-main/app.ts';
import type { Environment } from '../../src-main/ground/environment.ts';
import { noPolicy } from '../../src-main/policy/own-policy.ts';
import type { MachinePolicy } from '../../src-main/policy/policy.ts';
import type { SecretBox } from '../../src-main/wire/credentials/secret-box.ts';
import type { CommandName } from '../../src-shared/channels.ts';
import type {
  CommandInput,
  CommandOutput,
  QueueChanged,
  Saved,
  SubmissionRow,
  Told,
} from '../../src-shared/contract.ts';
import { commands } from '../harness/commands.ts';
import { MemorySettings } from '../memory-stores.ts';
import { bridgeTo, type PageBridge } from '../shells/page-bridge.ts';
import { createLastingBox } from '../wire/credentials/lasting-box.ts';

/** A SecretBox like that of a desktop with a keychain. */
export function keychain(): SecretBox {
  return createLastingBox();
}

export class TestWindow {
  readonly folder: string;
  readonly settings: MemorySettings;
  readonly app: App;
  readonly backend: Backend;
  /** The app as its page sees it. */
  readonly bridge: PageBridge;
  readonly changes: QueueChanged[] = [];
  /** All events sent to the window, in order. */
  readonly told: Told[] = [];
  /** The person's choice in the next dialog. */
  picks: string[] = [];
  /** The folder that the person picks; undefined: the dialog is cancelled. */
  folderPick: string | undefined;
  /** The result of saving. */
  saved: Saved = { kind: 'cancelled' };
  readonly #box: SecretBox;
  readonly #watchers = new Set<() => void>();

  constructor(
    folder: string,
    settings = new MemorySettings(),
    box = keychain(),
    environment: Environment = {},
    policy = noPolicy,
  ) {
    this.folder = folder;
    this.settings = settings;
    this.#box = box;
    const boxes = { secretBox: box, sessionBox: box };
    this.app = new App({ folder, holder: 'a test', settings, ...boxes, environment, policy });
    this.backend = new Backend({
      app: this.app,
      settings,
      shell: {
        info: { version: '1.0.0', shell: 'browser', platform: 'linux', canDrop: true },
        chooseFiles: () => Promise.resolve(this.picks),
        chooseFolder: () => Promise.resolve(this.folderPick),
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
        this.bridge.tell(...told);
      },
      practicePace: 5,
    });
    this.bridge = bridgeTo(this.backend.handlers, async (files) => {
      const paths = files.map(async (file) => {
        const path = join(folder, file.name);
        await writeFile(path, new Uint8Array(await file.arrayBuffer()));
        return path;
      });
      return { ok: true, value: await this.backend.offer(await Promise.all(paths)) };
    });
  }

  /** Calls as the page does: through the contract. */
  async call(name: string, ...values: unknown[]) {
    return await answerCommand(name, values, this.backend.handlers);
  }

  /** The value of a call that should succeed. */
  async value<Name extends CommandName>(name: Name, input?: CommandInput<Name>): Promise<CommandOutput<Name>> {
    const result = await this.call(name, input);
    if (!result.ok) throw new Error(`${name}: ${JSON.stringify(result.error)}`);
    // Whatever is called in these tests: the answer is what the contract says, and nothing else is in it.
    expect(commands[name].output.parse(result.value)).toStrictEqual(result.value);
    // A value that passed the contract has the contract's type.
    return result.value as CommandOutput<Name>;
  }

  /** The error code of a call that should fail. */
  async code(name: string, ...values: unknown[]): Promise<string | undefined> {
    const result = await this.call(name, ...values);
    return result.ok ? undefined : result.error.code;
  }

  /** Resolves when the row of a submission meets the condition. */
  async until(id: number, wanted: (row: SubmissionRow) => boolean): Promise<SubmissionRow> {
    for (;;) {
      const changed = new Promise<void>((resolve) => this.#watchers.add(resolve));
      const { submissions } = await this.value('queue.snapshot');
      const row = submissions.find((candidate) => candidate.id === id);
      if (row !== undefined && wanted(row)) return row;
      await changed;
    }
  }

  /** Writes a file in the folder of this window and offers it. */
  async offered(name: string, content: string): Promise<string> {
    const path = join(this.folder, name);
    await writeFile(path, content);
    const { offers } = await this.backend.offer([path]);
    const [offer] = offers;
    if (offer === undefined) throw new Error('an offer expected');
    return offer.offer;
  }

  /** Adds a file over a connection, by default that of `bank`. */
  async added(name: string, content: string, connection: string = bank.name): Promise<SubmissionRow['id']> {
    const offers = [await this.offered(name, content)];
    const { added } = await this.value('files.add', { offers, options: { ...options, connection } });
    const [id] = added;
    if (id === undefined) throw new Error('It was not added.');
    return id;
  }

  /** Closes the app and deletes its files. */
  async close(): Promise<void> {
    await this.backend.close();
    await rm(this.folder, { recursive: true, force: true });
  }

  /** The same window after closing and restarting the app. */
  async reopened(): Promise<TestWindow> {
    await this.backend.close();
    return new TestWindow(this.folder, this.settings, this.#box);
  }
}

interface Surroundings {
  box?: SecretBox;
  environment?: Environment;
  policy?: MachinePolicy;
}

/** A window over a new folder. */
export async function openWindow({ box, environment, policy }: Surroundings = {}): Promise<TestWindow> {
  const folder = await mkdtemp(join(tmpdir(), 'tranship-window-'));
  return new TestWindow(folder, new MemorySettings(), box, environment, policy);
}

/** A connection as a person enters it. No server listens at its addresses. */
export const bank = {
  name: 'Bank',
  kind: 'test',
  baseUrl: 'https://bank.example',
  tokenUrl: 'https://bank.example/token',
  clientId: 'client',
  scope: 'tenant/1',
} as const;

export const options = { onInvalid: 'stop', ingestValid: false, maxBatchBytes: 1_000_000 } as const;
