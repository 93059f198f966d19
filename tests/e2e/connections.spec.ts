/** @file Setting up a connection: filled from one pasted text, diagnosed before use, its secret never shown again. */

import { addConnection, goToPage, paste, typeConnection } from './gestures.ts';
import { inspect } from './inspection.ts';
import { expect, test } from './story.ts';

test('a pasted text fills the whole form, and the diagnosis reports what works', async ({ page, startTenant }) => {
  const tenant = await startTenant();
  await page.getByRole('link', { name: 'Connect to the service' }).click();
  await page.getByRole('radio', { name: 'Test' }).check();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Nordbank');
  const mail = [
    `BASE_URL=${tenant.baseUrl}`,
    `TOKEN_URL=${tenant.tokenUrl}`,
    `CLIENT_ID=${tenant.clientId}`,
    `CLIENT_SECRET=${tenant.clientSecret}`,
    `TENANT_SCOPE=${tenant.scope}`,
  ].join('\n');
  await paste(page.getByRole('textbox', { name: 'Client id' }), mail);
  await expect(page.getByText(/^5 fields filled/)).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Token address' })).toHaveValue(tenant.tokenUrl);
  await page.getByRole('button', { name: 'Save connection' }).click();

  // Saving tests it.
  await expect(page.getByText('The client id, the secret and the scope were accepted.')).toBeVisible();
  await expect(page.getByText('Ready to send')).toBeVisible();
  await expect(page.getByText(/^Tested on .*: no problem found$/)).toBeVisible();
  await goToPage(page, 'Queue');
  await goToPage(page, 'Connections');
  await expect(page.getByText('these credentials may ask about batches')).toBeVisible();
  await expect(page.getByText('The clock of this computer agrees with the service’s')).toBeVisible();
});

test('the diagnosis finds a wrong secret, which is replaced without being shown', async ({ page, startTenant }) => {
  const tenant = await startTenant();
  await typeConnection(page, tenant, { name: 'Nordbank', secret: 'mistyped' });
  await goToPage(page, 'Connections');
  await expect(page.getByText(/^Tested on .*: 1 problem found$/)).toBeVisible();
  await expect(page.getByText('Ready to send')).toBeHidden();
  await expect(page.getByText('No: the last sign-in was refused')).toBeVisible();
  await inspect(page, 'connection that does not work');
  const result = page.getByRole('list', { name: 'Diagnosis of Nordbank' });
  await expect(result.getByRole('img', { name: 'Does not work' })).toBeVisible();
  await expect(result.getByText('The client id or the client secret is wrong')).toBeVisible();
  await expect(result.getByRole('img', { name: 'Not tried' })).toHaveCount(4);

  await page.getByRole('button', { name: 'Change Nordbank' }).click();
  await expect(page.getByText('A secret is stored and never shown.')).toBeVisible();
  await expect(page.getByText('mistyped')).toBeHidden();
  await page.getByRole('button', { name: 'Replace it' }).click();
  await expect(page.getByLabel(/^Client secret( \*)?$/)).toHaveValue('');
  await page.getByLabel(/^Client secret( \*)?$/).fill(tenant.clientSecret);
  await page.getByRole('button', { name: 'Save connection' }).click();
  await page.getByRole('button', { name: 'Diagnose Nordbank' }).click();
  await expect(page.getByText('The client id, the secret and the scope were accepted.')).toBeVisible();
});

test('a form with mistakes marks them all, and moves the focus to the first', async ({ page }) => {
  await page.getByRole('link', { name: 'Connect to the service' }).click();
  await expect(page.getByRole('radio', { name: 'Test' })).toBeChecked();
  const field = (name: string) => page.getByRole('textbox', { name, exact: true });
  await field('Name').fill('Nordbank');
  await field('Base address').fill('nordbank');
  await field('Client id').fill('client');
  await page.getByRole('button', { name: 'Save connection' }).click();
  await expect(field('Base address')).toBeFocused();
  for (const name of ['Base address', 'Token address', 'Scope']) {
    await expect(field(name)).toHaveAttribute('aria-invalid', 'true');
  }
  for (const name of ['Name', 'Client id']) await expect(field(name)).not.toHaveAttribute('aria-invalid', 'true');
  await inspect(page, 'connection with mistakes', ['dark']);
});

test('what was typed into a form stays when a person leaves it, except the secret @night', async ({ page }) => {
  await page.getByRole('link', { name: 'Connect to the service' }).click();
  const field = (name: string) => page.getByRole('textbox', { name, exact: true });
  await field('Name').fill('Nordbank');
  await page.getByLabel(/^Client secret( \*)?$/).fill('canary-secret');
  await page.getByRole('radio', { name: 'Production' }).check();
  await goToPage(page, 'Settings');
  await goToPage(page, 'Connections');
  await page.getByRole('button', { name: 'New connection' }).click();
  await expect(field('Name')).toHaveValue('Nordbank');
  await expect(page.getByRole('radio', { name: 'Production' })).toBeChecked();
  await expect(page.getByLabel(/^Client secret( \*)?$/)).toHaveValue('');
  await expect(page.getByText('What you typed before is still here.')).toBeVisible();
  await page.reload();
  await expect(field('Name')).toHaveValue('Nordbank');
  await expect(page.getByText('A secret is never kept: enter it again.')).toBeVisible();
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('canary-secret');
  await inspect(page, 'connection typed before');
  await page.getByRole('button', { name: 'Clear the form' }).click();
  await expect(field('Name')).toHaveValue('');
  await expect(page.getByRole('radio', { name: 'Test' })).toBeChecked();
  await page.getByRole('button', { name: 'Back to the connections' }).click();
  await page.getByRole('button', { name: 'New connection' }).click();
  await expect(page.getByText('What you typed before')).toBeHidden();
});

test('a connection is kept when the app is started again, and can be removed', async ({ app, page, startTenant }) => {
  await addConnection(page, await startTenant(), { name: 'Nordbank' });
  await app.end();
  const again = await app.open();
  await goToPage(again, 'Connections');
  await expect(again.getByText('A stored secret', { exact: true })).toBeVisible();
  await again.getByRole('button', { name: 'Diagnose Nordbank' }).click();
  await expect(again.getByText('The client id, the secret and the scope were accepted.')).toBeVisible();
  await again.getByRole('button', { name: 'Remove Nordbank' }).click();
  await again.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(again.getByRole('heading', { name: 'No connection yet' })).toBeVisible();
});
