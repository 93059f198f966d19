/**
 * @file The practice tenant within the app: its connection is listed with the others, its files are in the data folder,
 * and its address never changes, since a submission is bound to its destination.
 */

import { mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { PRACTICE_CONNECTION } from '../../src-shared/connection-shapes.ts';
import { AppError } from '../../src-shared/errors.ts';
import type { Clock } from '../ground/clock.ts';
import { isPortTaken } from '../ground/files/error-codes.ts';
import { toWriteError } from '../ground/files/file-errors.ts';
import type { SettingsFile } from '../ground/settings/settings-file.ts';
import type { Connections, StoredConnection } from '../wire/credentials/connections.ts';
import { writeFaultySample, writeSampleExport } from './sample-export.ts';
import { type PracticeTenant, startPracticeTenant } from './tenant.ts';

export interface PracticeGroundPorts {
  connections: Connections;
  settings: SettingsFile;
  /** The data folder. */
  folder: string;
  clock: Clock;
  /** Throws AppError policy.managed where practice is off. */
  requireAllowed?: () => void;
  /** The storage of this connection has another address from now on, as nothing else could use the old one. */
  onStorageMoved?: (connection: string) => void;
  /** Whether anything in the queue still needs the connection of this name. */
  isInUse: (connection: string) => boolean;
  /** Whether a submission in the queue is of this file. */
  isInQueue: (path: string) => boolean;
  /** Milliseconds between two states of a batch. */
  pace?: number;
}

/** Slow enough for people to watch. */
const PACE = 800;
/** A sample takes a moment, and the largest batch arrives before its address expires. */
const BYTES_PER_SECOND = 5_000_000;
const SAMPLE_BYTES = 2_000_000;
/** The key of the storage's last port; that of the service is in the connection. */
const STORAGE_PORT = 'practiceStoragePort';
const port = z.number().int().min(0).max(65_535).catch(0);

export class PracticeGround {
  readonly #ports: PracticeGroundPorts;
  readonly #folder: string;
  #tenant: Promise<PracticeTenant> | undefined;
  #storing: Promise<string> | undefined;
  #error: AppError | undefined;

  constructor(ports: PracticeGroundPorts) {
    this.#ports = ports;
    this.#folder = join(ports.folder, 'practice');
  }

  /** Why the practice tenant could not be started; undefined without an error. */
  get error(): AppError | undefined {
    return this.#error;
  }

  /**
   * Starts the practice tenant if it does not run yet, and stores its connection.
   * @returns the name of the connection
   * @throws AppError policy.managed, practice.port-taken, file.cannot-write, disk.full
   */
  async begin(): Promise<string> {
    this.#ports.requireAllowed?.();
    const tenant = await this.#started(true);
    // Storing takes a while, and a second start meanwhile must not store a second connection.
    this.#storing ??= this.#kept(tenant).finally(() => {
      this.#storing = undefined;
    });
    return await this.#storing;
  }

  async #kept(tenant: PracticeTenant): Promise<string> {
    const stored = this.#stored();
    if (stored === undefined) return await this.#store(tenant);
    if (stored.baseUrl !== tenant.baseUrl) await this.#ports.connections.change({ ...stored, ...addressesOf(tenant) });
    return stored.name;
  }

  /** Starts the practice tenant with the app if a person has practised before. Does not throw. */
  async resume(): Promise<void> {
    if (this.#stored() === undefined) return;
    await this.#started(false).catch(() => undefined);
  }

  /**
   * Writes a valid sample export and one that is full of faults, unless there are two that are not in the queue yet.
   */
  async writeSamples(): Promise<string[]> {
    for (let number = 1; ; number++) {
      const sound = join(this.#folder, `practice-export-${number}.jsonl`);
      const faulty = join(this.#folder, `practice-export-${number}-with-faults.jsonl`);
      if (this.#ports.isInQueue(sound) || this.#ports.isInQueue(faulty)) continue;
      try {
        await mkdir(this.#folder, { recursive: true, mode: 0o700 });
        // A link that leads nowhere counts as missing, and must not be written through.
        for (const missing of [sound, faulty]) if (!(await exists(missing))) await rm(missing, { force: true });
        if (!(await exists(sound))) await writeSampleExport(sound, SAMPLE_BYTES, number);
        // Of another seed: ids that went with the one would hold the other.
        if (!(await exists(faulty))) await writeFaultySample(faulty, -number);
      } catch (thrown) {
        throw toWriteError(thrown, sound);
      }
      return [sound, faulty];
    }
  }

  async close(): Promise<void> {
    const tenant = this.#tenant;
    this.#tenant = undefined;
    await tenant?.then(
      (running) => running.close(),
      () => undefined,
    );
  }

  /**
   * @param mayMove whether it may use another address than before, which is possible where nothing needs the old one
   */
  #started(mayMove: boolean): Promise<PracticeTenant> {
    this.#tenant ??= this.#start(mayMove).then(
      (tenant) => {
        this.#error = undefined;
        return tenant;
      },
      (thrown) => {
        this.#tenant = undefined;
        this.#error = thrown instanceof AppError ? thrown : toWriteError(thrown, this.#folder);
        throw this.#error;
      },
    );
    return this.#tenant;
  }

  async #start(mayMove: boolean): Promise<PracticeTenant> {
    const { settings, isInUse } = this.#ports;
    const stored = this.#stored();
    const apiPort = stored === undefined ? 0 : Number(new URL(stored.baseUrl).port);
    const storagePort = port.parse(settings.get(STORAGE_PORT));
    const places = [
      { port: apiPort, storagePort },
      { port: apiPort, storagePort: 0 },
      ...(mayMove && stored !== undefined && !isInUse(stored.name) ? [{ port: 0, storagePort: 0 }] : []),
    ];
    for (const place of places) {
      try {
        const tenant = await this.#open(place);
        settings.set(STORAGE_PORT, tenant.storagePort);
        if (stored !== undefined && tenant.storagePort !== storagePort) this.#ports.onStorageMoved?.(stored.name);
        return tenant;
      } catch (thrown) {
        if (!isPortTaken(thrown)) throw thrown;
      }
    }
    throw new AppError('practice.port-taken', { port: apiPort });
  }

  async #open(place: { port: number; storagePort: number }): Promise<PracticeTenant> {
    const { clock, pace = PACE } = this.#ports;
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const folder = join(this.#folder, 'tenant');
    return await startPracticeTenant({
      ...place,
      folder,
      clock,
      pace,
      remembers: true,
      bytesPerSecond: BYTES_PER_SECOND,
      reportShape: 'json-object',
    });
  }

  #stored(): StoredConnection | undefined {
    return this.#ports.connections.list().connections.find(({ kind }) => kind === 'practice');
  }

  async #store(tenant: PracticeTenant): Promise<string> {
    const { connections } = this.#ports;
    const taken = new Set(connections.list().connections.map((connection) => connection.name));
    let name = PRACTICE_CONNECTION;
    for (let number = 2; taken.has(name); number++) name = `${PRACTICE_CONNECTION} ${number}`;
    // Without its secret, which is none, and is known to the app: practising needs no keychain.
    await connections.add({ name, kind: 'practice', ...addressesOf(tenant) });
    return name;
  }
}

function addressesOf({ baseUrl, tokenUrl, clientId, scope }: PracticeTenant) {
  return { baseUrl, tokenUrl, clientId, scope };
}

async function exists(path: string): Promise<boolean> {
  return await stat(path).then(
    () => true,
    () => false,
  );
}
