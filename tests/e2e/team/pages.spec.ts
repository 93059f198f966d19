/** @file Every screen of a team, in light and dark; and an id that colleagues have sent. */

import { readFile } from 'node:fs/promises';
import { writeFaultySample } from '../../../src-main/practice/sample-export.ts';
import { expectState, goToPage } from '../gestures.ts';
import { bothAppearances, inspect } from '../inspection.ts';
import { chooseCopy, dropExport, expect, needsPostgres, offer, openOffer, test } from './desks.ts';

needsPostgres();

test('the screens of the team @browser @night', async ({ deskOf, team }) => {
  test.slow();
  const mara = await deskOf('mara');
  const name = 'migration of the old core system, 4th trial.jsonl';
  const path = await offer(mara, name, 'The export of November, as agreed with the provider.');
  await inspect(mara.page, 'submission that was offered', bothAppearances);
  await mara.page.getByRole('button', { name: 'Offer again…' }).click();
  await inspect(mara.page, 'offering again', bothAppearances);
  await mara.page.getByRole('button', { name: 'Go back' }).click();
  await mara.page.getByRole('link', { name: 'Show offer 1' }).click();
  await expect(mara.page.getByText('This is your own offer')).toBeVisible();
  await inspect(mara.page, 'own offer', bothAppearances);

  const cem = await deskOf('cem');
  await goToPage(cem.page, 'Team');
  await expect(cem.page.getByRole('link', { name })).toBeVisible();
  await inspect(cem.page, 'offers of a team', bothAppearances);
  await openOffer(cem.page, name);
  await inspect(cem.page, 'offer to decide', bothAppearances);
  const other = `${cem.workplace.folder}/another.jsonl`;
  await writeFaultySample(other, 4);
  await chooseCopy(cem.page, other);
  await expect(cem.page.getByText('This is another file')).toBeVisible();
  await cem.page.getByRole('button', { name: 'Release', exact: true }).click();
  await inspect(cem.page, 'offer with another file', bothAppearances);
  await chooseCopy(cem.page, path);
  await expect(cem.page.getByText('You can release it.')).toBeVisible();
  await inspect(cem.page, 'offer with the same file', bothAppearances);
  await cem.page.getByRole('textbox', { name: 'Reason' }).fill('The sums agree.');
  await cem.page.getByRole('button', { name: 'Release', exact: true }).click();
  await expect(cem.page.getByRole('heading', { name: /^Released by cem/ })).toBeVisible();
  await inspect(cem.page, 'released offer', bothAppearances);
  await cem.page.getByRole('link', { name: 'Back to the offers' }).click();
  await cem.page.getByText('Decided', { exact: true }).click();
  await expect(cem.page.getByRole('link', { name })).toBeVisible();
  await inspect(cem.page, 'decided offers', bothAppearances);
  await cem.page.getByText('Who did what', { exact: true }).click();
  await expect(cem.page.getByText('Released (offer 1)')).toBeVisible();
  await inspect(cem.page, 'who did what', bothAppearances);
  await team.server.crash();
  await expect(cem.page.getByText('Does not answer', { exact: true })).toBeVisible();
  await inspect(cem.page, 'ledger that is away', bothAppearances);
});

/** The first modification id of a file. */
async function firstIdOf(path: string): Promise<string> {
  return /"modification":{"external_id":"([^"]+)/.exec(await readFile(path, 'utf8'))?.[1] ?? '';
}

test('an id is found in the files of colleagues, and also while the ledger is away in those of this computer @browser @night', async ({
  deskOf,
  workplaceOf,
  service,
  team,
  database,
  writeExport,
}) => {
  test.slow();
  await team.as('ada', database, (ledger) => ledger.giveRole('ben', 'sender'));
  const [theirs, own] = [await writeExport('theirs.jsonl'), await writeExport('own.jsonl')];
  const ben = await workplaceOf('ben');
  expect(await ben.run(['send', theirs, '--wait', '--json'])).toMatchObject({ exitCode: 0 });
  const { page, ...sol } = await deskOf('sol');
  const { dialog } = await dropExport({ page, ...sol }, service, own);
  await dialog.getByRole('button', { name: 'Check and send to Nordbank' }).click();
  await expectState(page, 'own.jsonl', 'Done');

  const search = page.getByRole('searchbox', { name: 'Find by name, folder or id' });
  const [theirId, ownId] = [await firstIdOf(theirs), await firstIdOf(own)];
  await search.fill(theirId);
  const ofTeam = page.getByRole('table', { name: `${theirId} in the team ledger` });
  await expect(ofTeam.getByRole('row', { name: /theirs\.jsonl ben .*Announced, counts as sent/ })).toBeVisible();
  await inspect(page, 'id that a colleague sent');
  await search.fill(ownId);
  const here = page.getByRole('table', { name: `Where ${ownId} went` });
  await expect(here.getByRole('link', { name: 'own.jsonl' })).toBeVisible();
  await expect(page.getByText('No other desk has announced it in the team ledger')).toBeVisible();

  // The ledger answers late: what this computer knows does not wait, and what was typed before is not shown any more.
  const held = team.server.asSuperuser(database, [
    'BEGIN',
    'LOCK TABLE tranship.places IN ACCESS EXCLUSIVE MODE',
    'SELECT pg_sleep(600)',
  ]);
  const ended = held.catch(() => {});
  await search.fill(theirId);
  await expect(page.getByText('Asking the team ledger')).toBeVisible();
  await search.fill(ownId);
  await expect(here.getByRole('link', { name: 'own.jsonl' })).toBeVisible();
  await team.server.asSuperuser(database, [
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query = 'SELECT pg_sleep(600)'",
  ]);
  await ended;
  await expect(page.getByText('No other desk has announced it in the team ledger')).toBeVisible();
  await expect(ofTeam).toBeHidden();

  await team.server.crash();
  await search.fill(theirId);
  await expect(page.getByText(/does not answer, so only this computer was searched/)).toBeVisible();
  await search.fill(ownId);
  await expect(here.getByRole('link', { name: 'own.jsonl' })).toBeVisible();
  await team.server.revive();
  await search.fill(theirId);
  await expect(ofTeam.getByText('theirs.jsonl')).toBeVisible();
});
