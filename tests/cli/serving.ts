/** @file An app that serves a data folder, with a connection, beside which commands run. */

import { expect } from 'vitest';
import type { Reachable } from '../harness/opponent/carried.ts';
import type { Workplace } from './tranship.ts';

/** Opens the key of the data folder, for the app and for commands. */
export const passphrase = { TRANSHIP_PASSPHRASE: 'correct horse battery staple' };
export const overBank = ['--connection', 'bank'];

/** An app that has the folder, with the connection `bank`, and has opened its door. */
export async function serveWithBank(workplace: Workplace, service: Reachable) {
  const { baseUrl, tokenUrl, clientId, scope, clientSecret } = service;
  const add = ['connection', 'add', 'bank', '--base-url', baseUrl, '--token-url', tokenUrl, '--client-id', clientId];
  const environment = { TRANSHIP_CLIENT_SECRET: clientSecret };
  expect(await workplace.run([...add, '--scope', scope], { environment })).toMatchObject({ exitCode: 0 });
  const app = workplace.startProcess(['serve', '--json']);
  await app.event(({ event }) => event === 'serving');
  return app;
}
