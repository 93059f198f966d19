/**
 * @file `npm run bench:team`: what a team ledger costs, measured on a PostgreSQL server of its own that waits for its disk.
 *
 *     npm run bench:team -- --parts limits,senders
 *     npm run bench:team -- --parts desks --desks 8,50,200
 */

import { parseArgs } from 'node:util';
import { TeamOfTest } from '../team/team-of-test.ts';
import { measureConnections } from './team-connections.ts';
import { measureDesks } from './team-desks.ts';
import { measureLimits } from './team-limits.ts';
import { measureSenders } from './team-senders.ts';

const parts: Readonly<Record<string, (team: TeamOfTest) => Promise<void>>> = {
  limits: measureLimits,
  senders: measureSenders,
  desks: (team) => measureDesks(team, { sizes: values.desks.split(',').map(Number), ...secondsOf(values) }),
  connections: (team) => measureConnections(team, 200, Number(values.idle)),
};

const { values } = parseArgs({
  options: {
    parts: { type: 'string', default: 'limits,senders,desks,connections' },
    desks: { type: 'string', default: '8,50,200' },
    idle: { type: 'string', default: '60' },
    window: { type: 'string', default: '12' },
  },
});

function secondsOf({ idle, window }: { idle: string; window: string }): { idle: number; window: number } {
  return { idle: Number(idle), window: Number(window) };
}
await using team = await TeamOfTest.start({ durable: true });
for (const name of values.parts.split(',')) {
  const measure = parts[name];
  if (measure === undefined) throw new Error(`There is no part “${name}”, only: ${Object.keys(parts).join(', ')}.`);
  console.log(`\n${name}`);
  await measure(team);
}
