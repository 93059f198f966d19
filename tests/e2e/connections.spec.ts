/** @file Setting up a connection: filled from one pasted text, diagnosed before use, its secret never shown again. */

import { addConnection, goToPage, paste } from './gestures.ts';
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

  await page.getByRole('button', { name: 'Diagnose Nordbank' }).click();
  await expect(page.getByText('The client id, the secret and the scope were accepted.')).toBeVisible();
  await expect(page.getByText('these credentials may ask about batches')).toBeVisible();
  await expect(page.getByText('The clock of this computer agrees with the service’s')).toBeVisible();
});

test('the diagnosis finds a wrong secret, which is replaced without being shown', async ({ page, startTenant }) => {
  const tenant = await startTenant();
  await addConnection(page, tenant, { name: 'Nordbank', secret: 'mistyped' });
  await goToPage(page, 'Connections');
  await page.getByRole('button', { name: 'Diagnose Nordbank' }).click();
  const result = page.getByRole('list', { name: 'Diagnosis of Nordbank' });
  await expect(result.getByRole('img', { name: 'Does not work' })).toBeVisible();
  await expect(result.getByText('The client id or the client secret is wrong')).toBeVisible();
  await expect(result.getByRole('img', { name: 'Not tried' })).toHaveCount(4);

  await page.getByRole('button', { name: 'Change Nordbank' }).click();
  await expect(page.getByText('A secret is stored and never shown.')).toBeVisible();
  await expect(page.getByText('mistyped')).toBeHidden();
  await page.getByRole('button', { name: 'Replace it' }).click();
  await expect(page.getByLabel('Client secret', { exact: true })).toHaveValue('');
  await page.getByLabel('Client secret', { exact: true }).fill(tenant.clientSecret);
  await page.getByRole('button', { name: 'Save connection' }).click();
  await page.getByRole('button', { name: 'Diagnose Nordbank' }).click();
  await expect(page.getByText('The client id, the secret and the scope were accepted.')).toBeVisible();
});

test('a form with mistakes moves the focus to the wrong field', async ({ page }) => {
  await page.getByRole('link', { name: 'Connect to the service' }).click();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Nordbank');
  await page.getByRole('textbox', { name: 'Base address' }).fill('nordbank');
  await page.getByRole('button', { name: 'Save connection' }).click();
  await expect(page.getByRole('textbox', { name: 'Base address' })).toBeFocused();
  await expect(page.getByRole('textbox', { name: 'Base address' })).toHaveAttribute('aria-invalid', 'true');
});

test('a connection is kept when the app is started again, and can be removed', async ({ app, page, startTenant }) => {
  await addConnection(page, await startTenant(), { name: 'Nordbank' });
  await app.kill();
  const again = await app.open();
  await goToPage(again, 'Connections');
  await expect(again.getByText('A stored secret', { exact: true })).toBeVisible();
  await again.getByRole('button', { name: 'Diagnose Nordbank' }).click();
  await expect(again.getByText('The client id, the secret and the scope were accepted.')).toBeVisible();
  await again.getByRole('button', { name: 'Remove Nordbank' }).click();
  await again.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(again.getByRole('heading', { name: 'No connection yet' })).toBeVisible();
});
