/** @file The history of a team as the window asks for it, over a real team ledger. */

import { afterAll, expect, it, onTestFinished } from 'vitest';
import { beforeAllWith } from '../before-all-with.ts';
import { PASSWORD } from '../team/postgres-server.ts';
import { TeamOfTest } from '../team/team-of-test.ts';
import { keychain, openWindow, TestWindow } from './window.ts';

let team: TeamOfTest;
beforeAllWith(['openssl', 'PostgreSQL'], async () => {
  team = await TeamOfTest.start();
});
afterAll(() => team?.[Symbol.asyncDispose]());

it('has what was done at this desk with who did it, page by page, and says why where it cannot be had', async () => {
  const place = `127.0.0.1:${team.server.port}/${await team.ledger()}`;
  const variables = {
    TRANSHIP_LEDGER: `postgresql://mara@${place}`,
    TRANSHIP_LEDGER_PASSWORD: PASSWORD,
    TRANSHIP_LEDGER_AUTHORITY: team.authorityFile,
  };
  const free = await openWindow();
  await free.backend.close();
  const open = () => new TestWindow(free.folder, free.settings, keychain(), variables);
  const first = open();
  first.app.store.record({
    at: Date.now(),
    kind: 'rule-set-changed',
    detail: { changes: [{ field: 'a', after: 'b' }] },
  });
  first.app.store.record({ at: Date.now(), kind: 'audit-set', detail: { anchorFile: '', syslog: 'syslog://log:514' } });
  await first.backend.close();

  const window = open();
  onTestFinished(() => window.close());
  const ledger = `mara@${place}`;
  const filter = { person: 'mara' };
  const { happenings, olderThan } = await window.value('team.history', { ledger, filter, limit: 1 });
  expect(happenings).toMatchObject([
    { person: 'mara', kind: 'audit-set', detail: { syslog: 'syslog://log:514' }, deskId: window.app.team.desk.id },
  ]);
  expect(await window.value('team.history', { ledger, filter, olderThan, limit: 1 })).toMatchObject({
    happenings: [{ kind: 'rule-set-changed', detail: { changes: [{ field: 'a', after: 'b' }] } }],
  });
  expect(await window.code('team.history', { ledger: 'mara@elsewhere', filter: {}, limit: 1 })).toBe('team.address');
  expect(await window.code('team.history', { ledger, filter: {}, olderThan: "1.1.1'", limit: 1 })).toBeDefined();
  await team.server.crash();
  expect(await window.code('team.history', { ledger, filter: {}, limit: 1 })).toBe('team.unreachable');
  await team.server.revive();
});
