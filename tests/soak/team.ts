/**
 * @file `npm run trial:team`: four desks send 500 batches over one team ledger while senders are killed (`kill -9`) and the
 * database crashes, at random. Ends with 0 only if nothing was lost or doubled and the limits were kept jointly.
 *
 *     npm run trial:team -- --seed 5 --batches 500 --senders 4
 */

import { parseArgs } from 'node:util';
import { requirePostgres } from '../team/trial/require-postgres.ts';
import { playTrial } from '../team/trial/trial.ts';
import { printTrial } from '../team/trial/trial-report.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    batches: { type: 'string', default: '500' },
    senders: { type: 'string', default: '4' },
  },
});
const seed = Number(values.seed ?? Date.now() % 1_000_000);
const [batches, desks] = [Number(values.batches), Number(values.senders)];
if (![seed, batches, desks].every((number) => Number.isSafeInteger(number) && number > 0)) {
  console.error('Usage: npm run trial:team -- [--seed NUMBER] [--batches NUMBER] [--senders NUMBER]');
  process.exit(2);
}
requirePostgres();
console.log(`${desks} senders, ${batches} batches, seed ${seed} (the misfortunes are the same, their times differ)`);
const result = await playTrial(
  {
    desks,
    batches,
    seed,
    batchBytes: 30_000,
    bytesPerSecond: 60_000,
    breakEvery: 40,
    minute: 6000,
    lease: 10_000,
    // As many as there are batches to spoil.
    kills: Math.ceil(batches / 10),
    longestPeaceMs: 8000,
    longestAbsenceMs: 20_000,
    crashes: Math.ceil(batches / 50),
    patienceMs: 600_000,
    longestOutageMs: 10_000,
  },
  (news) => console.log(`  ${news}`),
);
const isProven = printTrial(result);
console.log(
  isProven ? 'Nothing lost, nothing doubled, no limit exceeded.' : `The accounts do not balance. The seed was ${seed}.`,
);
process.exitCode = isProven ? 0 : 1;
