/**
 * @file `npm run test:night`: all that has a full form, in its full form. Every test file that asks `tests/harness/night.ts`
 * how much it does is run, a folder at a time, and then the trials. It goes on after what failed, prints one table, and
 * ends with 0 only if nothing failed, was lost or doubled.
 *
 *     npm run test:night -- --only soak --only faults     # some parts of it
 *     npm run test:night -- --share 0.01                  # a hundredth of each, to try the night itself
 */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { countsIn } from '../harness/counted.ts';
import { printTable } from '../harness/printed-results.ts';
import { type NightPart, partsOfNight } from './parts.ts';

interface Ended {
  part: NightPart;
  exitCode: number | null;
  counts: ReadonlyMap<string, number>;
  seconds: number;
}

const root = fileURLToPath(new URL('../..', import.meta.url));
/** What each part said, for whoever looks for the cause of a failure. */
const outputs = join(root, 'out/night');
/** What may never be. */
const losses: ReadonlySet<string> = new Set(['lost', 'doubled']);
const USAGE = 'Usage: npm run test:night -- [--only PART]… [--share NUMBER], more than 0 and at most 1';

const { values } = parseArgs({
  options: { only: { type: 'string', multiple: true }, share: { type: 'string', default: '1' } },
});
const share = Number(values.share);
const all = partsOfNight(root, share);
const unknown = values.only?.filter((name) => !all.some((part) => part.name === name)) ?? [];
if (!(share > 0 && share <= 1) || unknown.length > 0) {
  console.error(`${USAGE}\nThe parts are: ${all.map(({ name }) => name).join(', ')}`);
  process.exit(2);
}

mkdirSync(outputs, { recursive: true });
const ended: Ended[] = [];
for (const part of all) {
  if (values.only !== undefined && !values.only.includes(part.name)) continue;
  console.log(`${part.name} …`);
  ended.push(await run(part));
}
print();
process.exitCode = ended.every(isFlawless) ? 0 : 1;

async function run(part: NightPart): Promise<Ended> {
  const began = performance.now();
  const child = spawn(process.execPath, part.call, {
    cwd: root,
    env: { ...process.env, TRANSHIP_TESTS: 'night', TRANSHIP_NIGHT_SHARE: String(share), NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const log = createWriteStream(join(outputs, `${part.name}.log`));
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      log.write(text);
      output += text;
    });
  }
  const [exitCode] = await once(child, 'close');
  log.end();
  return { part, exitCode, counts: countsIn(output), seconds: (performance.now() - began) / 1000 };
}

function isFlawless({ exitCode, counts }: Ended): boolean {
  return exitCode === 0 && [...losses].every((what) => (counts.get(what) ?? 0) === 0);
}

function print(): void {
  const rows = ended.map((each) => {
    const { part, exitCode, counts, seconds } = each;
    const counted = [...counts].filter(([what]) => !losses.has(what)).map(([what, count]) => `${count} ${what}`);
    const end = isFlawless(each) ? '' : `FAILED (${exitCode}): ${join('out/night', `${part.name}.log`)}`;
    const [lost, doubled] = [...losses].map((what) => String(counts.get(what) ?? ''));
    return [part.name, counted.join('\n'), lost ?? '', doubled ?? '', seconds.toFixed(0), end];
  });
  printTable(['part', 'counted', 'lost', 'doubled', 'seconds', ''], rows);
}
