/** @file The server of the tests survives what the trial does to it. */

import { expect, it } from 'vitest';
import { beforeAllWith } from '../before-all-with.ts';
import { TeamOfTest } from './team-of-test.ts';

beforeAllWith(['openssl', 'PostgreSQL']);

it('a server that crashed comes back at its address, with what was committed', async () => {
  await using team = await TeamOfTest.start();
  const database = await team.ledger();
  const told = () => team.as('mara', database, (ledger) => ledger.status());
  const before = await told();
  await team.server.crash();
  await expect(told()).rejects.toMatchObject({ code: 'team.unreachable' });
  await team.server.goOn();
  expect(await told()).toEqual(before);
});
