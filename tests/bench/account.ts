/**
 * @file Measures a file of which the service rejects scattered lines: `node tests/bench/account.ts [LINES] [REJECTED]`, after a build.
 * Time and memory of each call from the report on, and what it says; then the accounts of many submissions, and the stored sets.
 */

import { once } from 'node:events';
import { createWriteStream, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { LineSet } from '../../src-main/ground/line-set.ts';
import { startPracticeTenant } from '../../src-main/practice/tenant.ts';
import { accountOf } from '../../src-main/send/account.ts';
import { Tally } from '../../src-main/send/view/tally.ts';
import { linesOf } from '../../src-shared/account.ts';
import { transactionLine } from '../cli/transactions.ts';
import { environmentOf } from '../cli/tranship.ts';
import { sampleBatch } from '../send/samples.ts';
import { measureProcess } from './measured-process.ts';

const [LINES = 300_000, REJECTED = 40_000] = process.argv.slice(2).map(Number);
const KNOWN = 'customer-4711';
const OTHER = 'customer-0815';
const folder = mkdtempSync(join(tmpdir(), 'tranship-account-'));

const rejected = new Set<number>();
// Scattered, and the same in each run.
for (let at = 0; rejected.size < REJECTED; at += 1) rejected.add(1 + ((Math.imul(at, 0x9e3779b1) >>> 7) % LINES));

async function writeExport(path: string): Promise<void> {
  const file = createWriteStream(path);
  for (let line = 1; line <= LINES; line++) {
    const text = transactionLine();
    if (!file.write(`${rejected.has(line) ? text.replace(KNOWN, OTHER) : text}\n`)) await once(file, 'drain');
  }
  file.end();
  await finished(file);
}

const tenant = await startPracticeTenant({ pace: 0, onboarded: new Set([KNOWN]) });
Object.assign(process.env, environmentOf(tenant), { TRANSHIP_HOME: join(folder, 'home') });
const entry = join(import.meta.dirname, '../../out/main/tranship.js');

async function call(what: string, args: readonly string[], expected: readonly number[] = [0]): Promise<string> {
  const stdout = join(folder, 'answer');
  const {
    processorMs = 0,
    milliseconds,
    peakBytes = 0,
  } = await measureProcess([process.execPath, entry, ...args, '--json'], { stdout, expected });
  const core = (processorMs / 1000).toFixed(1);
  console.log(
    `${what.padEnd(34)} ${core} core-s  ${(milliseconds / 1000).toFixed(1)} s  ${Math.round(peakBytes / 1e6)} MB`,
  );
  return readFileSync(stdout, 'utf8');
}

/** The last account that a call has told. */
function accountIn(answer: string): string {
  return answer.match(/"account":\{[^}]*\}/g)?.at(-1) ?? 'no account';
}

try {
  const file = join(folder, 'export.jsonl');
  await writeExport(file);
  console.log(`${LINES} lines, ${REJECTED} rejected`);
  const sent = await call('send, until its reports are read', ['send', file, '--ingest-valid', '--wait'], [1]);
  console.log(accountIn(sent));
  await call('export --rejected', ['export', '1', '--rejected', '--out', join(folder, 'rejected')]);
  await call('export --accepted', ['export', '1', '--accepted', '--out', join(folder, 'accepted')]);
  await call('resend --dry-run', ['resend', '1', '--dry-run']);
  const recipe = join(folder, 'recipe.json');
  const step = { step: 'replace', field: 'sender.by_external_id', from: OTHER, to: KNOWN };
  writeFileSync(recipe, JSON.stringify({ version: 1, steps: [step] }));
  const fixed = await call('fix --add', ['fix', '1', '--recipe', recipe, '--out', join(folder, 'fixed'), '--add']);
  console.log(fixed.trim().split('\n').at(-1)?.slice(0, 300));
  await call('work --until-idle', ['work', '--until-idle']);
  console.log(accountIn(await call('queue list 2', ['queue', 'list', '2'])));
} finally {
  await tenant.close();
  rmSync(folder, { recursive: true });
}

const sets = [
  LineSet.of(rejected),
  LineSet.of(Array.from({ length: 5_000_000 }, (_, at) => at + 1).filter(() => Math.random() < 0.13)),
];
for (const set of sets) console.log(`a set of ${set.size} lines is stored in ${set.encode().length} bytes`);

const batches = Array.from({ length: 10_000 }, (_, at) =>
  [1, 2, 3].map((part) =>
    sampleBatch(3 * at + part, {
      start: part,
      state: part === 2 ? 'partially-accepted' : 'processed',
      named: part === 2 ? 3 : 0,
    }),
  ),
);
const tallies = batches.map((some) => new Tally(some));
const start = performance.now();
let lines = 0;
for (const { sums } of tallies) {
  const account = accountOf({ stage: 'approved', check: { lines: 30, valid: 30 } }, sums.account);
  lines += account === undefined ? 0 : linesOf(account);
}
console.log(`10,000 accounts (${lines} lines): ${(performance.now() - start).toFixed(1)} ms`);
