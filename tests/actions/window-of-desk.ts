/** @file The window of a person of a team, at a desk of their own. */

import { onTestFinished } from 'vitest';
import { PASSWORD } from '../team/postgres-server.ts';
import type { TeamOfTest } from '../team/team-of-test.ts';
import { openWindow, type TestWindow } from './window.ts';

export async function windowOfDesk(
  team: TeamOfTest,
  { person, database, service }: { person: string; database: string; service: string },
): Promise<TestWindow> {
  const environment = {
    TRANSHIP_LEDGER: `postgresql://${person}@127.0.0.1:${team.server.port}/${database}`,
    TRANSHIP_LEDGER_PASSWORD: PASSWORD,
    TRANSHIP_LEDGER_AUTHORITY: team.authorityFile,
    TRANSHIP_BASE_URL: service,
    TRANSHIP_TOKEN_URL: `${service}/token`,
    TRANSHIP_CLIENT_ID: 'client',
    TRANSHIP_CLIENT_SECRET: 'secret',
    TRANSHIP_SCOPE: 'tenant/a',
  };
  const window = await openWindow({ environment });
  onTestFinished(() => window.close());
  await window.backend.start();
  return window;
}
