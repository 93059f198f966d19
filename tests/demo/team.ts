/**
 * @file `npm run demo:team`: three desks send one file over one team ledger, and one of them is killed. It prints who sent what,
 * and ends with 0 only if each batch arrived once and the limits were kept jointly.
 *
 *     npm run demo:team -- --batches 40 --size 1MB
 */

import { parseArgs } from 'node:util';
import { requirePostgres } from '../team/trial/require-postgres.ts';
import { playTrial } from '../team/trial/trial.ts';
import { printTrial } from '../team/trial/trial-report.ts';

/** §8: of one tenant, for all its desks together. */
const BATCHES_A_MINUTE = 20;

const { values } = parseArgs({
  options: { batches: { type: 'string', default: '200' }, size: { type: 'string', default: '5MB' } },
});
const batches = Number(values.batches);
const [, digits = '', unit] = /^(\d+)(kB|MB)$/.exec(values.size) ?? [];
const batchBytes = Number(digits) * (unit === 'MB' ? 1_000_000 : 1000);
if (!Number.isSafeInteger(batches) || batches < 1 || batchBytes < 10_000) {
  console.error('Usage: npm run demo:team -- [--batches NUMBER] [--size 5MB], of 10kB and more');
  process.exit(2);
}
requirePostgres();

console.log(
  `Three desks send ${batches} batches of ${values.size}. One tenant takes ${BATCHES_A_MINUTE} a minute, from all its desks together: some ${Math.ceil(batches / BATCHES_A_MINUTE)} minutes.`,
);
const result = await playTrial(
  {
    desks: 3,
    batches,
    batchBytes,
    seed: 32,
    minute: 60_000,
    lease: 30_000,
    // By this seed, the second desk is killed after half a minute and comes back a good minute later: the others have taken over
    // what it had begun.
    kills: 1,
    longestPeaceMs: 40_000,
    longestAbsenceMs: 120_000,
    crashes: 0,
    patienceMs: 7_200_000,
    longestOutageMs: 0,
  },
  (news) => console.log(`  ${news}`),
);
const isProven = printTrial(result);
console.log(isProven ? 'Each batch arrived exactly once, and no limit was exceeded.' : 'Not all came out as expected.');
process.exitCode = isProven ? 0 : 1;
