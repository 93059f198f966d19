/** @file Ten thousand single transactions at the limit of §8, some refused with 429, between two real processes. */

import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { writeTransactions } from '../cli/transactions.ts';
import { environmentOf, openWorkplace } from '../cli/tranship.ts';

const TRANSACTIONS = 10_000;
const LIMIT = 500;

const text = z.string();
const addresses = z.object({ baseUrl: text, tokenUrl: text, clientId: text, clientSecret: text, scope: text });
const seenSchema = z.object({
  arrivals: z.array(z.number()),
  taken: z.array(z.tuple([text, z.int()])),
  overLimit: z.int(),
});

async function startService() {
  const child = fork(fileURLToPath(new URL('post-limit-service.ts', import.meta.url)), {
    execPath: fileURLToPath(new URL('../../node_modules/.bin/node', import.meta.url)),
    execArgv: [],
  });
  return {
    ...addresses.parse(await message(child)),
    seen: async () => {
      child.send('what did you see?');
      return seenSchema.parse(await message(child));
    },
    [Symbol.dispose]: () => child.disconnect(),
  };
}

async function message(child: ChildProcess): Promise<unknown> {
  const [said] = await once(child, 'message');
  return said;
}

/** The most arrivals in any stretch of one second. */
function mostInASecond(times: readonly number[]): number {
  let most = 0;
  let first = 0;
  for (const [last, at] of times.entries()) {
    while (at - (times[first] ?? at) >= 1000) first++;
    most = Math.max(most, last - first + 1);
  }
  return most;
}

it('§8 sends 10,000 transactions at the limit, each taken once, never more than 500 in any second', async () => {
  using service = await startService();
  await using workplace = await openWorkplace(environmentOf(service));
  const file = await writeTransactions(workplace, TRANSACTIONS);

  const { exitCode, summary } = await workplace.run(['post', file, '--json']);

  const { arrivals, taken, overLimit } = await service.seen();
  expect(taken.filter(([, times]) => times !== 1)).toEqual([]);
  expect(taken).toHaveLength(TRANSACTIONS);
  expect(mostInASecond(arrivals)).toBeLessThanOrEqual(LIMIT);
  expect(overLimit).toBe(0);
  expect({ exitCode, summary }).toMatchObject({ exitCode: 0, summary: { accepted: TRANSACTIONS, unknown: 0 } });
  // Those that were sent away came again, and no one else did.
  expect(arrivals).toHaveLength(TRANSACTIONS + 16 + 1 + 41);
  const seconds = ((arrivals.at(-1) ?? 0) - (arrivals[0] ?? 0)) / 1000;
  console.info(
    `${TRANSACTIONS} single transactions in ${seconds.toFixed(1)} s: ${Math.round(arrivals.length / seconds)} a second, at most ${mostInASecond(arrivals)} in one`,
  );
});
