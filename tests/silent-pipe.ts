/** @file A pipe that is open and stays silent: who reads it waits as for a share that is away, inside a call of the system. */

import { execFileSync } from 'node:child_process';
import { closeSync, constants, openSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';

/** Opened once somebody reads it; its end lets them go. */
export function silentPipe(folder: string) {
  const path = join(folder, 'silent');
  execFileSync('mkfifo', [path]);
  let writer: number | undefined;
  const isRead = (): boolean => {
    try {
      writer ??= openSync(path, constants.O_WRONLY | constants.O_NONBLOCK);
    } catch {
      // Not yet: it can be opened once there is a reader.
    }
    return writer !== undefined;
  };
  return {
    path,
    read: () => expect.poll(isRead).toBe(true),
    [Symbol.dispose]: () => {
      if (writer !== undefined) closeSync(writer);
    },
  };
}
