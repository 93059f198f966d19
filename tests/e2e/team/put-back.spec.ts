/** @file The team ledger was put back from a backup: the window says which desks it waits for, and a sender decides about one. */

import { join } from 'node:path';
import { expectState, goToPage } from '../gestures.ts';
import { bothAppearances, inspect } from '../inspection.ts';
import { dropExport, expect, needsPostgres, test } from './desks.ts';

needsPostgres();

test('a sender reads which desk the ledger waits for, and says that it does not come back @browser @night', async ({
  team,
  database,
  deskOf,
  workplaceOf,
  service,
  writeExport,
}) => {
  test.slow();
  const gone = await workplaceOf('sol');
  await gone.run(['send', await writeExport('october.jsonl', { bytes: 2000, seed: 1 }), '--wait']);
  const sol = await deskOf('sol');
  const dump = join(team.server.folder, `${database}.dump`);
  team.server.program('pg_dump', '--create', '--format=custom', '--file', dump, database);
  const { dialog } = await dropExport(sol, service, await writeExport('november.jsonl', { bytes: 2000, seed: 2 }));
  await dialog.getByRole('button', { name: /^Check and send/ }).click();
  await expectState(sol.page, 'november.jsonl', 'Done');
  await team.server.asSuperuser('postgres', [`DROP DATABASE ${database} WITH (FORCE)`]);
  team.server.program('pg_restore', '--create', '--dbname', 'postgres', dump);

  await goToPage(sol.page, 'Team');
  const notice = sol.page.getByRole('alert').filter({ hasText: 'The team ledger was put back' });
  await expect(notice).toBeVisible();
  await notice.getByRole('button', { name: 'Continue without them' }).click();
  await expect(notice.getByText('Choose the desks that do not come back.')).toBeVisible();
  await inspect(sol.page, 'ledger that was put back', bothAppearances);
  // Its own desk tells the ledger by itself.
  await expect(notice.getByRole('checkbox')).toHaveCount(1);
  await notice.getByRole('checkbox').check();
  await notice.getByRole('textbox', { name: 'Reason' }).fill('Its computer was given back.');
  await notice.getByRole('button', { name: 'Continue without them' }).click();
  await expect(notice).toBeHidden();
});
