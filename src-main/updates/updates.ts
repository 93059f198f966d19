/**
 * @file Updates of the installed app: off until a person or the policy turns them on; asked for once a day, loaded while
 * nothing moves, and installed only when the person says so.
 */

import { z } from 'zod';
import type { UpdateState } from '../../src-shared/contract.ts';
import { AppError, toAppError } from '../../src-shared/errors.ts';
import { fact } from '../../src-shared/languages/fact.ts';
import { type Clock, DAY, HOUR, MINUTE } from '../ground/clock.ts';
import type { SettingsFile } from '../ground/settings/settings-file.ts';
import { downloadUpdate, fetchManifest, isWhole } from './download.ts';
import { offersLater, openManifest, seenSchema, type UpdateFile, type UpdateTarget } from './manifest.ts';

/** What the machine policy says: the person decides, no one may, or a feed of the organisation is used. */
export type UpdatePolicy = 'off' | 'ask-person' | { feed: string };

/** Set when the app is built; without a key there are no updates. */
export interface UpdateSource {
  /** Ed25519, 32 bytes in base64url. */
  publicKey: string;
  /** The https address of the folder with the manifest and the installers. */
  feed: string;
}

export interface UpdatesPorts {
  settings: SettingsFile;
  /** Where the installers are kept. */
  folder: string;
  clock: Clock;
  fetch: typeof globalThis.fetch;
  /** The version that runs. */
  version: string;
  source: UpdateSource | undefined;
  policy: () => UpdatePolicy;
  /** The installer that can update this installation; undefined where others install, and the person is only told. */
  target: UpdateTarget | undefined;
  /** Whether bytes of the queue move. */
  isMoving: () => boolean;
  /** Starts the installer. It waits until this process has ended, which is the caller's to do. */
  install: (path: string) => Promise<void>;
  tell: (state: UpdateState) => void;
}

const MANIFEST = 'tranship-update.txt';
const [WISH, SEEN] = ['updates', 'updatesSeen'];
const wishSchema = z.literal('on').optional().catch(undefined);

export class Updates {
  readonly #ports: UpdatesPorts;
  readonly #closing = new AbortController();
  #step: UpdateState['step'] = { kind: 'nothing' };
  #ready: { path: string; file: UpdateFile } | undefined;
  #asking: Promise<void> | undefined;

  constructor(ports: UpdatesPorts) {
    this.#ports = ports;
  }

  get state(): UpdateState {
    const { source, policy } = this.#ports;
    const said = policy();
    if (source === undefined) return { isOn: false, decidedBy: 'build', step: { kind: 'nothing' } };
    if (said === 'off') return { isOn: false, decidedBy: 'policy', step: { kind: 'nothing' } };
    if (said !== 'ask-person') return { isOn: true, decidedBy: 'policy', step: this.#step };
    const isOn = wishSchema.parse(this.#ports.settings.get(WISH)) === 'on';
    return { isOn, decidedBy: 'person', step: isOn ? this.#step : { kind: 'nothing' } };
  }

  /** Asks once a day, until `close`. */
  async follow(): Promise<void> {
    const { clock, isMoving } = this.#ports;
    const { signal } = this.#closing;
    while (!signal.aborted) {
      if (!isMoving()) await this.ask();
      const pause = isMoving() ? 10 * MINUTE : this.#step.kind === 'failed' ? HOUR : DAY;
      await clock.sleep(pause, signal).catch(() => {});
    }
  }

  /** What the person wants; without effect where the policy or the build decides. @throws as SettingsFile.set */
  async turn(isOn: boolean): Promise<UpdateState> {
    if (this.state.decidedBy === 'person') {
      this.#ports.settings.set(WISH, isOn ? 'on' : 'off');
      if (isOn) await this.ask();
      else this.#take({ kind: 'nothing' });
    }
    return this.state;
  }

  /** Asks the server now, and loads what it offers. Does not throw: the state says what came of it. */
  ask(): Promise<void> {
    this.#asking ??= this.#ask().finally(() => {
      this.#asking = undefined;
    });
    return this.#asking;
  }

  /**
   * Starts the installer that is ready, if nothing moves.
   * @throws AppError update.moving, update.not-ready, update.damaged, and what the installer's start throws
   */
  async install(): Promise<void> {
    const { isMoving, install } = this.#ports;
    const ready = this.#ready;
    if (!this.state.isOn || ready === undefined) throw new AppError('update.not-ready', {});
    if (isMoving()) throw new AppError('update.moving', {});
    // It has been on the disk for days.
    if (!(await isWhole(ready.path, ready.file))) {
      const error = new AppError('update.damaged', { fileName: ready.file.name });
      this.#ready = undefined;
      this.#take({ kind: 'failed', error: error.toRecord() });
      throw error;
    }
    if (isMoving()) throw new AppError('update.moving', {});
    await install(ready.path);
  }

  async close(): Promise<void> {
    this.#closing.abort(new Error('Tranship is being closed.'));
    await this.#asking;
  }

  async #ask(): Promise<void> {
    const { source, isMoving } = this.#ports;
    if (source === undefined || !this.state.isOn || isMoving() || this.#closing.signal.aborted) return;
    try {
      this.#take(await this.#find(source));
    } catch (thrown) {
      if (!this.#closing.signal.aborted) this.#take({ kind: 'failed', error: toAppError(thrown).toRecord() });
    }
  }

  async #find({ publicKey, feed }: UpdateSource): Promise<UpdateState['step']> {
    const { settings, folder, clock, fetch, version: running, policy, target, isMoving } = this.#ports;
    const said = policy();
    const base = feedFolder(typeof said === 'object' ? said.feed : feed);
    const ports = { fetch, signal: this.#closing.signal, mayGoOn: () => this.state.isOn && !isMoving() };
    const manifest = openManifest(await fetchManifest(new URL(MANIFEST, base).href, ports), publicKey);
    const seen = seenSchema.optional().catch(undefined).parse(settings.get(SEEN));
    const isNew = offersLater(manifest, { now: clock.now(), seen, running });
    const { version, issued } = manifest;
    settings.set(SEEN, { version, issued });
    this.#ready = undefined;
    if (!isNew) return { kind: 'current', at: clock.now() };
    const file = manifest.files.find((one) => one.target === target);
    if (file === undefined) return { kind: 'told', version };
    this.#take({ kind: 'loading', version });
    const path = await downloadUpdate(new URL(file.name, base).href, file, folder, ports);
    if (path === undefined) return { kind: 'nothing' };
    this.#ready = { path, file };
    return { kind: 'ready', version };
  }

  #take(step: UpdateState['step']): void {
    this.#step = step;
    this.#ports.tell(this.state);
  }
}

/** @throws AppError update.untrusted for an address that is not encrypted */
function feedFolder(feed: string): URL {
  const address = URL.parse(feed.endsWith('/') ? feed : `${feed}/`);
  if (address?.protocol === 'https:' && address.username === '') return address;
  throw new AppError('update.untrusted', { reason: fact('its address is not an https address') });
}
