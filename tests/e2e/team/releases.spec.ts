/** @file Two persons at two desks and one team ledger: what one offers, the other releases or refuses. */

import { copyFile } from 'node:fs/promises';
import { writeFaultySample } from '../../../src-main/practice/sample-export.ts';
import { goToPage } from '../gestures.ts';
import { inspect } from '../inspection.ts';
import { chooseCopy, expect, needsPostgres, offer, openOffer, test } from './desks.ts';

needsPostgres();

test('what one person offers, another one releases with their own copy, at the same figures @browser', async ({
  deskOf,
}) => {
  const mara = await deskOf('mara');
  const path = await offer(mara, 'november.jsonl', 'The export of November.');

  // The maker sees that it is for others to decide.
  await mara.page.getByRole('link', { name: 'Show offer 1' }).click();
  await expect(mara.page.getByText('This is your own offer')).toBeVisible();
  await expect(mara.page.getByRole('button', { name: 'Release', exact: true })).toBeHidden();
  const figures = mara.page.getByRole('table', { name: 'Figures' });
  const offered = await figures.innerText();

  const cem = await deskOf('cem');
  await goToPage(cem.page, 'Team');
  await expect(cem.page.getByRole('region', { name: 'For you to decide' })).toContainText('november.jsonl');
  await openOffer(cem.page, 'november.jsonl');
  await expect.poll(() => cem.page.getByRole('table', { name: 'Figures' }).innerText()).toBe(offered);
  await expect(cem.page.getByText('The export of November.')).toBeVisible();

  // Without the file, nothing is released.
  await cem.page.getByRole('textbox', { name: 'Reason' }).fill('The sums agree.');
  await cem.page.getByRole('button', { name: 'Release', exact: true }).click();
  await expect(cem.page.getByText('Choose your own copy of the file first.')).toBeVisible();

  const copy = `${cem.workplace.folder}/as handed over.jsonl`;
  await copyFile(path, copy);
  await chooseCopy(cem.page, copy);
  await expect(cem.page.getByText('as handed over.jsonl has the same bytes and the same figures.')).toBeVisible();
  await expect(cem.page.getByRole('region', { name: 'Findings by rule' })).toContainText('First in line');
  await cem.page.getByRole('button', { name: 'Release', exact: true }).click();
  await expect(cem.page.getByRole('heading', { name: /^Released by cem/ })).toBeVisible();

  await cem.page.getByRole('link', { name: 'Back to the offers' }).click();
  await cem.page.getByText('Who did what', { exact: true }).click();
  const happened = cem.page.getByRole('region', { name: 'Who did what at which desk' });
  await expect(happened.getByRole('row', { name: /cem.*Released \(offer 1\).*november\.jsonl/ })).toBeVisible();
  await expect(happened.getByRole('row', { name: /mara.*Offered for release \(offer 1\)/ })).toBeVisible();
  await cem.page.getByRole('textbox', { name: 'Person' }).fill('mara');
  await expect(happened.getByText('Released (offer 1)')).toBeHidden();

  // The maker's window hears of it by itself.
  await expect(mara.page.getByRole('heading', { name: /^Released by cem/ })).toBeVisible();
  await expect(mara.page.getByText('The sums agree.')).toBeVisible();
});

test('another file is not released, and an offer is refused with a reason that the maker reads @browser', async ({
  deskOf,
}) => {
  const mara = await deskOf('mara');
  await offer(mara, 'november.jsonl', 'The export of November.');
  const cem = await deskOf('cem');
  await openOffer(cem.page, 'november.jsonl');
  const other = `${cem.workplace.folder}/november (old).jsonl`;
  await writeFaultySample(other, 4);
  await chooseCopy(cem.page, other);
  await expect(cem.page.getByText('This is another file')).toBeVisible();
  await cem.page.getByRole('textbox', { name: 'Reason' }).fill('x');
  await cem.page.getByRole('button', { name: 'Release', exact: true }).click();
  await expect(cem.page.getByText('Choose your own copy of the file first.')).toBeVisible();

  await cem.page.getByRole('textbox', { name: 'Reason' }).fill('');
  await cem.page.getByRole('button', { name: 'Refuse', exact: true }).click();
  await expect(cem.page.getByText('Say why you release or refuse it.')).toBeVisible();
  await cem.page.getByRole('textbox', { name: 'Reason' }).fill('A day is missing.');
  await cem.page.getByRole('button', { name: 'Refuse', exact: true }).click();
  await expect(cem.page.getByRole('heading', { name: /^Refused by cem/ })).toBeVisible();

  await mara.page.reload();
  const standing = mara.page.getByRole('region', { name: 'Release by another person' });
  await expect(standing).toContainText('Refused by cem');
  await expect(standing).toContainText('A day is missing.');
});

test('the same bytes are offered a second time only knowingly @browser', async ({ deskOf }) => {
  const mara = await deskOf('mara');
  await offer(mara, 'november.jsonl', 'The export of November.');
  await mara.page.getByRole('button', { name: 'Offer again…' }).click();
  const dialog = mara.page.getByRole('dialog');
  await expect(dialog).toContainText('The same bytes were offered before, by mara.');
  await dialog.getByRole('textbox').fill('Once more.');
  await dialog.getByRole('button', { name: 'Offer it' }).click();
  await expect(mara.page.getByRole('link', { name: 'Show offer 2' })).toBeVisible();
});

test('who has no role is told so, and the window says when the ledger is away and back @browser @night', async ({
  team,
  deskOf,
}) => {
  const ben = await deskOf('ben');
  await goToPage(ben.page, 'Team');
  await expect(ben.page.getByText(/does not let you in|You have no role/)).toBeVisible();

  const cem = await deskOf('cem');
  await goToPage(cem.page, 'Team');
  await expect(cem.page.getByText('Answers', { exact: true })).toBeVisible();
  await expect(cem.page.getByText('Nothing waits for a decision.')).toBeVisible();
  await team.server.crash();
  await expect(cem.page.getByText('Does not answer', { exact: true })).toBeVisible();
  // What was known stays in sight.
  await expect(cem.page.getByText('Nothing waits for a decision.')).toBeVisible();
  await team.server.revive();
  await expect(cem.page.getByText('Answers', { exact: true })).toBeVisible();
});

test('the page says whether a release is required, by whom, and that an administrator wants to end it @browser @night', async ({
  team,
  database,
  deskOf,
}) => {
  const sol = await deskOf('sol');
  await goToPage(sol.page, 'Team');
  await expect(sol.page.getByText('No release is required of what is sent.')).toBeVisible();
  const require = (isRequired: boolean) =>
    team.as('ada', database, (ledger) => ledger.requireRelease(isRequired, 'From December on.'));
  await require(true);
  const required = sol.page.getByText(
    /^Only what another person has released is sent\. Required by ada, .*: From December on\./,
  );
  await expect(required).toBeVisible();
  await require(false);
  await expect(sol.page.getByText(/^ada asked to end that.*once another administrator says the same\.$/)).toBeVisible();
  await expect(required).toBeVisible();
  await inspect(sol.page, 'required release');
});
