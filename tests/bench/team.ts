/**
 * @file `npm run bench:team`: what a team ledger costs, measured on a PostgreSQL server of its own that waits for its disk.
 *
 *     npm run bench:team -- --parts limits,senders
 */

import { parseArgs } from 'node:util';
import { TeamOfTest } from '../team/team-of-test.ts';
import { measureLimits } from './team-limits.ts';
import { measureSenders } from './team-senders.ts';

const parts: Readonly<Record<string, (team: TeamOfTest) => Promise<void>>> = {
  limits: measureLimits,
  senders: measureSenders,
};

const { values } = parseArgs({ options: { parts: { type: 'string', default: Object.keys(parts).join(',') } } });
await using team = await TeamOfTest.start({ durable: true });
for (const name of values.parts.split(',')) {
  const measure = parts[name];
  if (measure === undefined) throw new Error(`There is no part “${name}”, only: ${Object.keys(parts).join(', ')}.`);
  console.log(`\n${name}`);
  await measure(team);
}
