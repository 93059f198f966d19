/** @file A file that is gone when it is to be sent: the person says where it is, and only the same file goes on. */

import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { addConnection, confirmSending, expectState, rowOf } from './gestures.ts';
import { inspect } from './inspection.ts';
import { dropFiles, expect, test } from './story.ts';

test('a file that is gone is found again, and another one is refused', { tag: '@browser' }, async ({
  page,
  workplace,
  startTenant,
  writeExport,
}) => {
  const tenant = await startTenant({ misfortunes: [{ name: 'forbid' }] });
  await addConnection(page, tenant, { name: 'Nordbank' });
  const march = await writeExport('march.jsonl', { bytes: 20_000 });
  const other = await writeExport('other.jsonl', { bytes: 20_000, seed: 2 });
  await dropFiles(page, [march]);
  await confirmSending(page, 'Nordbank');
  const row = rowOf(page, 'march.jsonl');
  const tryAgain = row.getByRole('button', { name: /^Try (now|again)/ }).first();
  await expect(tryAgain).toBeVisible();
  const inbox = join(workplace.home, 'inbox');
  for (const name of await readdir(inbox)) await rm(join(inbox, name), { recursive: true });
  tenant.misbehave([]);
  await tryAgain.click();
  const find = row.getByRole('button', { name: /^Find the file…/ }).first();
  await expect(find).toBeVisible();
  await inspect(page, 'a file that is gone');

  const choose = async (path: string) => {
    const asked = page.waitForEvent('filechooser');
    await find.click();
    await (await asked).setFiles(path);
  };
  await choose(other);
  await expect(page.getByText('This is another file')).toBeVisible();
  await inspect(page, 'another file than the one that is gone');
  await choose(march);
  await expectState(page, 'march.jsonl', 'Done');
  await expect(page.getByText('This is another file')).toBeHidden();
});
