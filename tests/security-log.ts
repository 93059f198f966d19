/** @file The security log of a data folder, as tests read it. */

import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Its entries, without their times. */
export function securityLog(folder: string): Record<string, unknown>[] {
  return globSync(join(folder, 'logs', 'security-*.log'))
    .sort()
    .flatMap((path) => readFileSync(path, 'utf8').split('\n').filter(Boolean))
    .map((line) => {
      const { time: _, ...said }: Record<string, unknown> = JSON.parse(line);
      return said;
    });
}
