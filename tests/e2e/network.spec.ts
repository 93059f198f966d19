/** @file Network settings: a manual proxy and its diagnosis, additional authorities, another secret, support. */

import { text } from 'node:stream/consumers';
import * as yauzl from 'yauzl';
import { addConnection, confirmSending, diagnose, expectOnClipboard, expectState, goToPage } from './gestures.ts';
import { dropFiles, expect, test } from './story.ts';

const authority = ['-----BEGIN CERTIFICATE-----', 'AAAA', '-----END CERTIFICATE-----'].join('\n');

test('a manual proxy is used once the person confirms it, and its password is never shown again', async ({ page }) => {
  await goToPage(page, 'Settings');
  const network = page.getByRole('region', { name: 'Network' });
  await expect(network.getByRole('radio', { name: 'Use the system setting' })).toBeChecked();
  await network.getByRole('radio', { name: 'Set a proxy by hand' }).check();
  await network.getByRole('textbox', { name: 'Address of the proxy' }).fill('proxy.bank.example');
  await network.getByRole('button', { name: 'Use this proxy' }).click();
  await expect(network.getByRole('textbox', { name: 'Address of the proxy' })).toBeFocused();
  await expect(network.getByText(/end with a port/)).toBeVisible();

  await network.getByRole('textbox', { name: 'Address of the proxy' }).fill('proxy.bank.example:8080');
  await network.getByRole('textbox', { name: 'User name' }).fill('mara');
  await network.getByLabel('Password', { exact: true }).fill('never shown');
  await network.getByRole('textbox', { name: 'Hosts without the proxy' }).fill('localhost\n.bank.example');
  await network.getByRole('button', { name: 'Use this proxy' }).click();
  await expect(network.getByText('This proxy is in use.')).toBeVisible();
  await expect(network.getByText('A password is stored. It is never shown again.')).toBeVisible();

  await page.reload();
  await expect(network.getByRole('textbox', { name: 'Address of the proxy' })).toHaveValue(
    'http://proxy.bank.example:8080',
  );
  await expect(network.getByRole('textbox', { name: 'Hosts without the proxy' })).toHaveValue(
    'localhost\n.bank.example',
  );
  await network.getByRole('button', { name: 'Delete it' }).click();
  // A page that is loaded again before that may take its request along.
  const saved = network.locator('[aria-live="polite"]', { hasText: 'Saved' });
  await expect(saved).toHaveText('Saved');
  await page.reload();
  await expect(network.getByLabel('Password', { exact: true })).toHaveValue('');
  await network.getByRole('radio', { name: 'Use no proxy' }).check();
  await expect(saved).toHaveText('Saved');
  await page.reload();
  await expect(network.getByRole('radio', { name: 'Use no proxy' })).toBeChecked();

  // A text without a certificate authority is refused with a reason.
  await network.getByRole('button', { name: 'Paste…' }).click();
  await network.getByRole('textbox', { name: 'Certificates as text (PEM)' }).fill('the certificate of our bank');
  await network.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(network.getByText(/contains no certificate as text/)).toBeVisible();
  await network.getByRole('textbox', { name: 'Certificates as text (PEM)' }).fill(authority);
  await network.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(network.getByText('No additional authorities.')).toBeVisible();
});

test('a diagnosis is shown step by step, copied for the help desk, and tries the storage when asked to', async ({
  page,
  startTenant,
}) => {
  await addConnection(page, await startTenant({ tokenLifetimeSeconds: 4800 }), { name: 'Nordbank' });
  await goToPage(page, 'Connections');
  await expect(page.getByText('Only when needed')).toBeVisible();
  await page.getByRole('button', { name: 'Diagnose Nordbank' }).click();
  const report = page.getByRole('list', { name: 'Diagnosis of Nordbank' });
  await expect(report.getByRole('listitem')).toHaveCount(8);
  await page.getByRole('button', { name: 'Copy for the help desk' }).click();
  await expectOnClipboard(page, /^Diagnosis of the connection “Nordbank”/);
  await page.getByRole('button', { name: 'Also try the storage' }).click();
  await expect(report.getByText('The storage answers.')).toBeVisible();

  // The rules need a sign-in, and the connection shows how long it lasts.
  await goToPage(page, 'Rules');
  await expect(page.getByRole('cell', { name: 'R-101' })).toBeVisible();
  await goToPage(page, 'Connections');
  await expect(page.getByText(/^For another (80|[67]\d) min$/)).toBeVisible();
});

test('the secret is changed from the card, and the queue continues with it', async ({
  page,
  startTenant,
  writeExport,
}) => {
  const tenant = await startTenant();
  await addConnection(page, tenant, { name: 'Nordbank', secret: 'mistyped' });
  await dropFiles(page, [await writeExport('export.jsonl')]);
  await confirmSending(page, 'Nordbank');
  await goToPage(page, 'Connections');
  await page.getByRole('button', { name: 'Change the secret of Nordbank' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change the secret of Nordbank' });
  await expect(dialog.getByText('The queue keeps running')).toBeVisible();
  await dialog.getByLabel('New client secret').fill(tenant.clientSecret);
  await dialog.getByRole('button', { name: 'Save the secret' }).click();
  await expect(dialog).toBeHidden();
  await goToPage(page, 'Queue');
  await expectState(page, 'export.jsonl', 'Done');
});

test('the file for support contains every request and no secret', async ({ app, page, startTenant, writeExport }) => {
  await goToPage(page, 'Settings');
  await page.getByRole('radio', { name: 'Set a proxy by hand' }).check();
  await page.getByRole('textbox', { name: 'Address of the proxy' }).fill('http://proxy.bank.example:8080');
  await page.getByRole('textbox', { name: 'User name' }).fill('mara');
  await page.getByLabel('Password', { exact: true }).fill('canary-of-the-proxy');
  await page.getByRole('button', { name: 'Use this proxy' }).click();
  await expect(page.getByText('This proxy is in use.')).toBeVisible();
  const tenant = await startTenant();
  await addConnection(page, tenant, { name: 'Nordbank trial', secret: 'canary-of-the-connection' });
  await diagnose(page, 'Nordbank trial');
  await addConnection(page, tenant, { name: 'Nordbank' });
  await dropFiles(page, [await writeExport('export.jsonl')]);
  await page.getByRole('combobox', { name: 'Send to' }).click();
  await page.getByRole('option', { name: 'Test Nordbank', exact: true }).click();
  await confirmSending(page, 'Nordbank');
  await expectState(page, 'export.jsonl', 'Done');

  await goToPage(page, 'Settings');
  const saved = await app.fileSavedBy(() => page.getByRole('button', { name: 'Save for support…' }).click());
  expect(saved.name).toMatch(/\.zip$/);
  const texts = await unzipped(saved.path);
  const all = Object.values(texts).join('\n');
  expect(all).toContain(tenant.batches()[0]?.batchId);
  for (const secret of ['canary', tenant.clientSecret, 'access_token', 'X-Amz-Signature']) {
    expect(all, secret).not.toContain(secret);
  }
});

/** The texts in a zip by their names. */
async function unzipped(path: string): Promise<Record<string, string>> {
  const zip = await yauzl.openPromise(path);
  const texts: Record<string, string> = {};
  for await (const entry of zip.eachEntry()) {
    texts[entry.fileName] = await text(await zip.openReadStreamPromise(entry));
  }
  return texts;
}
