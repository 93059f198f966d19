/** @file A team ledger in a connection, and who sends a file: this computer, or the team. */

import { copyFile } from 'node:fs/promises';
import { writeFaultySample } from '../../../src-main/practice/sample-export.ts';
import { makeFolder } from '../../cli/tranship.ts';
import { PASSWORD } from '../../team/postgres-server.ts';
import { addConnection, expectState, goToPage, openSubmission } from '../gestures.ts';
import { bothAppearances, inspect } from '../inspection.ts';
import { dropFiles } from '../story.ts';
import { dropExport, expect, needsPostgres, test } from './desks.ts';

needsPostgres();

test('a person names the ledger in a connection, and its page is there @browser', async ({
  page,
  team,
  database,
  startTenant,
}) => {
  await addConnection(page, await startTenant(), { name: 'Nordbank' });
  await expect(page.getByRole('link', { name: 'Team', exact: true })).toBeHidden();
  await goToPage(page, 'Connections');
  await page.getByRole('button', { name: 'Team ledger of Nordbank' }).click();
  const dialog = page.getByRole('dialog', { name: 'Team ledger of Nordbank' });
  await dialog
    .getByRole('textbox', { name: 'Address of the ledger' })
    .fill(`postgresql://127.0.0.1:${team.server.port}/${database}`);
  await dialog.getByRole('textbox', { name: 'Your login' }).fill('mara');
  await dialog.getByLabel('Password of this login', { exact: true }).fill('mistyped');
  const asked = page.waitForEvent('filechooser');
  await dialog.getByRole('button', { name: 'Choose its file (PEM)…' }).click();
  await (await asked).setFiles([team.authorityFile]);
  await inspect(page, 'ledger of a connection');
  await dialog.getByRole('button', { name: 'Save and try' }).click();
  await expect(dialog.getByText('The team ledger does not let you in')).toBeVisible();
  await dialog.getByLabel('Password of this login', { exact: true }).fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Save and try' }).click();
  await expect(dialog).toBeHidden();

  await page.reload();
  await goToPage(page, 'Team');
  await expect(page.getByText('Your roles: maker')).toBeVisible();
  await goToPage(page, 'Connections');
  await page.getByRole('button', { name: 'Team ledger of Nordbank' }).click();
  await expect(dialog.getByText('A password is stored.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Use no ledger' }).click();
  await expect(page.getByRole('link', { name: 'Team', exact: true })).toBeHidden();
});

test('a sender gives a file to the team, and another computer carries it to the end @browser', async ({
  deskOf,
  workplaceOf,
  service,
  writeExport,
}) => {
  test.slow();
  const sol = await deskOf('sol');
  const path = await writeExport('november.jsonl', { bytes: 40_000 });
  const { dialog, byTeam } = await dropExport(sol, service, path);
  await byTeam.check();
  await expect(dialog).toContainText('this copy came through the browser');
  await dialog.getByRole('button', { name: 'Check and let the team send to Nordbank' }).click();
  await expect(dialog).toBeHidden();
  await expectState(sol.page, 'november.jsonl', 'Waiting');
  await expectState(sol.page, 'november.jsonl', 'The team sends it');
  await openSubmission(sol.page, 'november.jsonl');
  await expect(sol.page.getByText('Who sends it')).toBeVisible();
  await expect(sol.page.getByRole('button', { name: 'Pause' })).toBeHidden();

  const other = await workplaceOf('sol');
  const folder = await makeFolder(other, 'exports');
  await copyFile(path, `${folder}/november.jsonl`);
  const parts = async () => (await other.run(['team', 'parts', '--json'])).stdout;
  await expect.poll(parts).toContain('waiting');
  const sent = await other.run(['work', '--team', '--until-done', '--files', folder, '--json']);
  expect(sent).toMatchObject({ exitCode: 0, stderr: '' });
  await sol.page.getByRole('link', { name: 'Back to the queue' }).click();
  await expectState(sol.page, 'november.jsonl', 'Done');
  await expectState(sol.page, 'november.jsonl', 'Sent by the team');

  // The next file begins with the same choice.
  await dropFiles(sol.page, [await writeExport('december.jsonl', { seed: 2 })]);
  await expect(byTeam).toBeChecked();
});

test('a file that was only checked, and is held then, is still for the team once a person sends it @browser', async ({
  deskOf,
  service,
}) => {
  const sol = await deskOf('sol');
  const path = `${sol.workplace.folder}/faulty.jsonl`;
  await writeFaultySample(path, 3);
  const { dialog } = await dropExport(sol, service, path);
  await dialog.getByRole('button', { name: 'Check only' }).click();
  await sol.page.getByRole('button', { name: 'Send…', exact: true }).click();
  const sending = sol.page.getByRole('dialog', { name: 'Send faulty.jsonl' });
  await sending.getByRole('radio', { name: 'The team' }).check();
  await sending.getByRole('button', { name: 'Let the team send to Nordbank' }).click();
  await expect(sending).toBeHidden();
  await sol.page.getByRole('button', { name: 'Send anyway' }).click();
  const anyway = sol.page.getByRole('dialog', { name: 'Send faulty.jsonl anyway?' });
  await anyway.getByRole('textbox').fill('The service is to decide.');
  await anyway.getByRole('button', { name: 'Send anyway' }).click();
  await expect(anyway).toBeHidden();
  await expect(sol.page.getByText('Waiting', { exact: true })).toBeVisible();
  await expect(sol.page.getByText('The team sends it')).toBeVisible();
});

test('only a sender has the choice, and one who is none any more is told so in the dialog @browser', async ({
  deskOf,
  service,
  team,
  database,
  writeExport,
}) => {
  const path = await writeExport('november.jsonl');
  const mara = await dropExport(await deskOf('mara'), service, path);
  await expect(mara.dialog.getByRole('button', { name: 'Check and send to Nordbank' })).toBeEnabled();
  await expect(mara.byTeam).toBeHidden();

  const sol = await dropExport(await deskOf('sol'), service, path);
  await sol.byTeam.check();
  await team.as('ada', database, async (ledger) => await ledger.withdrawRole('sol', 'sender'));
  await sol.dialog.getByRole('button', { name: 'Check and let the team send to Nordbank' }).click();
  await expect(sol.dialog).toContainText('The team ledger does not let you in');
  await expect(sol.dialog).toContainText('november.jsonl');
});

test('the choice who sends @browser @night', async ({ deskOf, service, writeExport, team }) => {
  const sol = await deskOf('sol');
  const { dialog, byTeam } = await dropExport(sol, service, await writeExport('november.jsonl'));
  await byTeam.check();
  await inspect(sol.page, 'file for the team', bothAppearances);
  await team.server.crash();
  await expect(dialog).toContainText('The team ledger does not answer now');
  await inspect(sol.page, 'file for the team, ledger away', bothAppearances);
  await team.server.revive();
  await expect(dialog).not.toContainText('The team ledger does not answer now');
  await dialog.getByRole('button', { name: 'Check and let the team send to Nordbank' }).click();
  await expectState(sol.page, 'november.jsonl', 'Waiting');
  await inspect(sol.page, 'queue with a file for the team', bothAppearances);
  await openSubmission(sol.page, 'november.jsonl');
  await inspect(sol.page, 'submission for the team', bothAppearances);
});
