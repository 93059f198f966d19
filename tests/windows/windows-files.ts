/**
 * @file Node's functions for files as on Windows: its paths are read and answered, permissions are not kept, and what holds
 * an open database cannot be deleted or moved.
 */

import type { DatabaseSyncOptions } from 'node:sqlite';
import { systemError, toThisMachine, toWindows } from './windows-paths.ts';

type FileFunction = (...values: unknown[]) => unknown;

/** The open databases, as paths of this machine. */
const openDatabases = new Set<string>();

const takesTwoPaths = /^(rename|copyFile|link|symlink|cp)(Sync)?$/;
const removes = /^(rename|rm|rmdir|unlink)(Sync)?$/;
const answersPaths = /^(mkdtemp|mkdir|realpath|readlink)(Sync)?$/;
const setsPermissions = /^l?(chmod|chown)(Sync)?$/;

/**
 * @param module `node:fs` or `node:fs/promises`
 * @param promises whether its functions answer with promises
 */
export function filesOnWindows(module: object, promises = false): Record<string, unknown> {
  const played: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(module)) {
    if (name === 'promises') played[name] = filesOnWindows(Object(value), true);
    else played[name] = isFunction(value) && /^[a-z]/.test(name) ? fileFunction(name, value, promises) : value;
  }
  return { ...played, default: played };
}

/** @param module `node:sqlite` */
export function databasesOnWindows(module: typeof import('node:sqlite')): object {
  class DatabaseOnWindows extends module.DatabaseSync {
    readonly #path: string;
    constructor(path: string, options: DatabaseSyncOptions = {}) {
      const here = path === ':memory:' ? path : toThisMachine(path);
      super(here, options);
      this.#path = here;
      openDatabases.add(here);
    }
    override close(): void {
      super.close();
      openDatabases.delete(this.#path);
    }
    override [Symbol.dispose](): void {
      if (this.isOpen) this.close();
    }
  }
  return { ...module, DatabaseSync: DatabaseOnWindows };
}

function isFunction(value: unknown): value is FileFunction {
  return typeof value === 'function';
}

function fileFunction(name: string, real: FileFunction, promises: boolean): FileFunction {
  if (name === 'globSync') return (pattern, options) => globOnWindows(real, pattern, Object(options));
  const paths = takesTwoPaths.test(name) ? 2 : 1;
  const act = (values: unknown[]) => {
    const here = values.map((value, at) => (at < paths && typeof value === 'string' ? toThisMachine(value) : value));
    if (removes.test(name)) refuseOpenDatabases(String(here[0]));
    return setsPermissions.test(name) ? undefined : real(...here);
  };
  const answer = (value: unknown) => (answersPaths.test(name) && typeof value === 'string' ? toWindows(value) : value);
  if (promises) return async (...values) => answer(await act(values));
  const played: FileFunction = (...values) => {
    try {
      return answer(act(values));
    } catch (error) {
      if (name === 'existsSync') return false;
      throw error;
    }
  };
  return Object.assign(played, real);
}

function globOnWindows(real: FileFunction, pattern: unknown, options: { cwd?: unknown }): unknown {
  const cwd = toThisMachine(String(options.cwd ?? process.cwd()));
  const found = real(pattern, { ...options, cwd });
  return Array.isArray(found) ? found.map((path) => String(path).replaceAll('/', '\\')) : found;
}

/** @throws Error EBUSY */
function refuseOpenDatabases(path: string): void {
  for (const database of openDatabases) {
    if (database === path || database.startsWith(`${path}/`)) throw systemError('EBUSY', toWindows(path));
  }
}
