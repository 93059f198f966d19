/**
 * @file Reads the settings file only when it may have changed: a list of connections asks for it several times for each.
 * Another process may change it at any time, and two changes within one tick of the disk's clock can leave size, times and
 * even the number of the file as they were. So a file that has changed a moment ago is read each time.
 */

import { statSync } from 'node:fs';
import type { Clock } from '../clock.ts';
import type { SettingsFile } from './settings-file.ts';

/** More than any disk's clock takes for a tick: FAT notes times in steps of two seconds. */
const SETTLED_AFTER_MS = 3000;

/** @param file the store that reads `path` at each `get`; its values are frozen, because callers share them */
export function readWhenChanged(path: string, file: SettingsFile, clock: Pick<Clock, 'now'>): SettingsFile {
  const values = new Map<string, unknown>();
  let stamp: string | undefined;
  return {
    get: (key) => {
      const present = settledStamp(path, clock.now());
      if (present === undefined || present !== stamp) values.clear();
      stamp = present;
      if (values.has(key)) return values.get(key);
      const value = frozen(file.get(key));
      // If the file has changed since it was looked at, the next look shows that.
      if (stamp !== undefined) values.set(key, value);
      return value;
    },
    set: (key, value) => {
      stamp = undefined;
      file.set(key, value);
    },
  };
}

/**
 * What is different once the file was written, replaced, or given other times. Undefined while that cannot be told: it was
 * changed a moment ago, its times are ahead of the clock, or it cannot be looked at, which reading it will explain.
 */
function settledStamp(path: string, now: number): string | undefined {
  try {
    const { dev, ino, size, mtimeNs, ctimeNs, mtimeMs, ctimeMs } = statSync(path, { bigint: true });
    const age = now - Number(mtimeMs > ctimeMs ? mtimeMs : ctimeMs);
    return age < SETTLED_AFTER_MS ? undefined : [dev, ino, size, mtimeNs, ctimeNs].join(' ');
  } catch {
    return undefined;
  }
}

function frozen(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  for (const part of Object.values(value)) frozen(part);
  return Object.freeze(value);
}
