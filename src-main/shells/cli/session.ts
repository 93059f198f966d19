/** @file One run of the command line: where its data is, who it is, and how it ends when somebody presses Ctrl-C. */

import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { App } from '../../app/app.ts';
import { hasFormerSecrets, openDataFolderKey } from '../../app/data-folder-key.ts';
import { Connections } from '../../credentials/connections.ts';
import { type Environment, keyMaterialFrom } from '../../credentials/environment.ts';
import { createMemoryBox } from '../../credentials/memory-box.ts';
import { createClientSecretBox, keptSalt, passphraseWrap } from '../../credentials/passphrase.ts';
import type { SecretBox } from '../../credentials/secret-box.ts';
import { dataFolder } from '../../files/data-folder.ts';
import { KeptNetworkSettings } from '../../network/kept-settings.ts';
import { databaseName } from '../../queue/storage/database.ts';
import { QueueStore } from '../../queue/storage/store.ts';
import { makeDataFolder, openSettings } from '../../settings/open-settings.ts';
import type { SettingsFile } from '../../settings/settings-file.ts';
import type { TransferSettings } from '../../transfer/transfer-settings.ts';
import { exitCodes } from './exit-codes.ts';
import { environmentIdentity } from './identity-files.ts';
import type { Output } from './output.ts';

/** Two signals within this time are one: a terminal sends Ctrl-C to a program and to what started it. */
const SAME_INTERRUPT_MS = 500;

export class Session {
  readonly output: Output;
  readonly environment: Environment;
  readonly folder: string;
  /** Aborts when the person interrupts; its reason is an Interrupted. */
  readonly interrupted: AbortSignal;

  constructor(output: Output, environment: Environment) {
    this.output = output;
    this.environment = environment;
    this.folder = dataFolder(environment, process.platform, homedir());
    this.interrupted = interruptSignal();
  }

  /** Runs `work` with the app, and always closes it afterwards. */
  async withApp<Result>(
    command: string,
    work: (app: App, settings: SettingsFile) => Promise<Result>,
    transfer: Partial<TransferSettings> = {},
  ): Promise<Result> {
    const settings = openSettings(this.folder);
    const secretBox = this.#box(settings, 'stored-secrets');
    // A wrong passphrase is told before anything begins.
    if (secretBox.survivesRestart) await secretBox.key('settings');
    const app = new App({
      folder: this.folder,
      holder: `tranship ${command} (process ${process.pid})`,
      settings,
      secretBox,
      sessionBox: secretBox.survivesRestart ? secretBox : this.#box(settings, 'session'),
      environment: this.environment,
      identity: environmentIdentity(this.environment),
      transfer,
    });
    try {
      this.#tellNotice(app);
      return await work(app, settings);
    } finally {
      await app.close();
    }
  }

  /** Whether secrets given now can be stored: they rest only as ciphertext. */
  get canStoreSecrets(): boolean {
    return keyMaterialFrom(this.environment, 'stored-secrets').kind !== 'none';
  }

  /** What is kept in the settings, to be read while another process may be working. */
  kept(): { settings: SettingsFile; connections: Connections; network: KeptNetworkSettings } {
    const settings = openSettings(this.folder);
    const box = this.#box(settings, 'stored-secrets');
    const network = new KeptNetworkSettings(settings, box);
    return { settings, network, connections: new Connections(settings, box, () => network.route()) };
  }

  /** Reads the queue without taking it from a process that works on it. */
  readStore<Result>(read: (store: QueueStore) => Result): Result {
    makeDataFolder(this.folder);
    const store = openForReading(this.folder);
    try {
      return read(store);
    } finally {
      store.close();
    }
  }

  #tellNotice(app: App): void {
    if (app.notice === undefined) return;
    this.output.warn(app.notice);
    app.confirmNotice();
  }

  #box(settings: SettingsFile, purpose: 'stored-secrets' | 'session'): SecretBox {
    const material = keyMaterialFrom(this.environment, purpose);
    switch (material.kind) {
      case 'none':
        return createMemoryBox();
      case 'client-secret':
        return createClientSecretBox(material.text, settings);
      case 'passphrase': {
        const mayBeWeak = hasFormerSecrets(settings);
        return openDataFolderKey(settings, passphraseWrap(material.text, { salt: keptSalt(settings), mayBeWeak }));
      }
    }
  }
}

/** The queue as it stands; where there is none yet, an empty one is made. @throws AppError queue.damaged … */
function openForReading(folder: string): QueueStore {
  return new QueueStore(folder, { readOnly: existsSync(join(folder, databaseName)) });
}

/** Aborts at the first Ctrl-C (or a polite kill); a second one, later, ends the process where it stands. */
function interruptSignal(): AbortSignal {
  const controller = new AbortController();
  let first: number | undefined;
  const interrupt = () => {
    if (first !== undefined && performance.now() - first > SAME_INTERRUPT_MS) process.exit(exitCodes.leftInQueue);
    first ??= performance.now();
    controller.abort(new Interrupted());
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, interrupt);
  return controller.signal;
}

/** The person asked to stop; nothing is wrong. */
export class Interrupted extends Error {}
