/** @file Has the stories of the screens take pictures, and updates those of the README. */

import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The README's name of each picture, and its source. */
const shown = {
  queue: 'queue small light',
  findings: 'findings small light',
  'adding-files': 'adding files small light',
  submission: 'submission usual dark',
  rules: 'finished run of rules usual light',
  connections: 'connections small dark',
  preparing: 'prepare findings small light',
} as const;
const MOST_BYTES = 160_000;

const playwright = fileURLToPath(new URL('../../node_modules/@playwright/test/cli.js', import.meta.url));
execFileSync(process.execPath, [playwright, 'test', 'screens', 'preparing/outcome', '--project', 'browser'], {
  env: { ...process.env, TRANSHIP_PICTURES: 'yes', TRANSHIP_TESTS: 'night' },
  stdio: 'inherit',
});

const from = new URL('pictures/', import.meta.url);
const to = new URL('../../docs/pictures/', import.meta.url);
mkdirSync(to, { recursive: true });
for (const [name, picture] of Object.entries(shown)) {
  const target = fileURLToPath(new URL(`${name}.png`, to));
  copyFileSync(new URL(`${encodeURIComponent(picture)}.png`, from), target);
  const { size } = statSync(target);
  if (size > MOST_BYTES)
    throw new Error(`${target} has ${size} bytes; the README shows pictures of ${MOST_BYTES} at most.`);
}
