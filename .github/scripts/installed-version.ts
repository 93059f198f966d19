/** @file `node .github/scripts/installed-version.ts ARCHIVE`: fails unless the archive has the version of package.json. */

import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { contentOf } from './archive.ts';
import { run } from './run.ts';

const packageSchema = z.looseObject({ version: z.string() });

/** @throws Error if the archive is of another version */
export function checkVersion(archive: Buffer, version: string): void {
  const installed = packageSchema.parse(JSON.parse(contentOf(archive, ['package.json']).toString('utf8')));
  if (installed.version !== version) throw new Error(`Version ${installed.version} is installed, not ${version}.`);
}

if (import.meta.main) {
  run(([archive = '']) => {
    const { version } = packageSchema.parse(JSON.parse(readFileSync('package.json', 'utf8')));
    checkVersion(readFileSync(archive), version);
    return `Version ${version} is installed.`;
  });
}
