/**
 * @file `npm run soak`: kills a process (`kill -9`) repeatedly at random times while it sends many files over bad
 * networks, and then checks the accounts: nothing lost, nothing sent twice. Ends with 0 only if they balance.
 *
 * The limit of 20 reservations a minute (§8) would determine the duration; it applies to each tenant, so the files go
 * to several.
 */

import { parseArgs } from 'node:util';
import { balance, leaksIn } from '../faults/proof.ts';
import { tellCount } from '../harness/counted.ts';
import { printTable } from '../harness/printed-results.ts';
import { World } from './world.ts';

const { values } = parseArgs({ options: { seed: { type: 'string' }, rounds: { type: 'string', default: '200' } } });
const seed = Number(values.seed ?? Date.now() % 1_000_000);
const rounds = Number(values.rounds);
if (!Number.isSafeInteger(seed) || !Number.isSafeInteger(rounds) || rounds < 1) {
  console.error('Usage: node tests/soak/soak.ts [--seed NUMBER] [--rounds NUMBER]');
  process.exit(2);
}

/** The last run gets so long, under limits and addresses that have expired. */
const LAST_RUN_MS = 600_000;

console.log(`${rounds} rounds with seed ${seed} (--seed ${seed} plays them again; times differ)`);
const began = performance.now();
await using world = await World.open(seed);
for (let round = 1; round <= rounds; round += 1) {
  await world.playRound();
  if (round % 25 === 0) console.log(`  round ${round}, ${((performance.now() - began) / 1000).toFixed(0)} s`);
}
const lastRun = await world.finish(LAST_RUN_MS);
const submissions = await world.submissions();

const accounts = await balance(world, world.workplace, world.sentFiles(submissions));
const wrong = [
  ...accounts.wrong,
  ...world.forgotten(submissions).map((file) => `${file} was added, and is not in the queue`),
  ...submissions
    .filter(({ file, state }) => state !== world.expectedState(file))
    .map(({ file, state, batches }) => `${file} ended as ${state} ${batches.flatMap(({ error }) => error ?? [])}`),
  ...leaksIn(world.workplace.said(), world.secrets).map(() => 'a secret was said'),
];
const batches = submissions.flatMap((submission) => submission.batches);
const puts = world.requests.filter(({ endpoint }) => endpoint === 'upload');
const answered = (code: number) => puts.filter(({ status }) => status === code).length;
printTable(
  [],
  [
    ['killed', [...world.kills].map(([phase, times]) => `${times} × ${phase}`).join('\n')],
    ['ended before that', world.endedEarly],
    ['files, batches', `${submissions.length}, ${batches.length}`],
    ['uploads begun', puts.length],
    ['  stored (200)', answered(200)],
    ['  had been stored already (412)', answered(412)],
    ['  refused', puts.filter(({ status = 0 }) => status >= 400 && status !== 412).length],
    ['  broken off', puts.filter(({ status }) => status === undefined).length],
    ['batch ids issued', world.batches().length],
    ['  recorded as abandoned', batches.flatMap(({ abandoned }) => abandoned).length],
    ['  never answered, never used', accounts.unanswered.length],
    ['last run', `exit code ${lastRun.exitCode}`],
    ['seconds', ((performance.now() - began) / 1000).toFixed(0)],
  ],
);
const faults = { ...accounts, wrong };
printTable(
  [],
  [
    ['lost', faults.lost.length],
    ['doubled', faults.doubled.length],
    ['used, and not known any more', faults.unknown.length],
    ['otherwise wrong', faults.wrong.length],
  ],
);
for (const fault of [...faults.lost, ...faults.doubled, ...faults.unknown, ...faults.wrong]) console.log(`  ${fault}`);
tellCount(rounds, 'kills');
tellCount(world.batches().length, 'batch ids issued');
tellCount(faults.lost.length, 'lost');
tellCount(faults.doubled.length, 'doubled');
const isProven = [faults.lost, faults.doubled, faults.unknown, faults.wrong].every(({ length }) => length === 0);
console.log(isProven ? 'Nothing lost, nothing doubled.' : `The accounts do not balance. The seed was ${seed}.`);
process.exitCode = isProven ? 0 : 1;
