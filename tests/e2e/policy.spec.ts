/** @file What an organisation has set is shown as that, and cannot be changed in the window. */

import { goToPage } from './gestures.ts';
import { expect, test } from './story.ts';

test.use({
  policy: {
    connections: [
      {
        name: 'Nordbank',
        baseUrl: 'https://api.provider.example/tm',
        tokenUrl: 'https://login.provider.example/token',
        clientId: 'client-1',
        scope: 'tenant/nordbank',
      },
    ],
    connectionsOnly: true,
    proxy: { mode: 'manual', address: 'http://proxy.bank.example:3128', bypass: ['.bank.example'] },
    authorities: [],
    retention: { submissions: 90 },
    practice: false,
    serviceDecides: false,
  },
});
test.skip(({ shell }) => shell !== 'browser', 'The policy of a story needs the shell of the test itself.');

const NOTE = 'Set by your organisation.';

test('what the organisation has set is shown and disabled, and what stands beside it can be changed', async ({
  page,
}) => {
  await goToPage(page, 'Settings');
  const network = page.getByRole('region', { name: 'Network' });
  await expect(network.getByText(NOTE)).toHaveCount(2);
  await expect(network.getByRole('textbox', { name: 'Address of the proxy' })).toHaveValue(
    'http://proxy.bank.example:3128',
  );
  await expect(network.getByRole('textbox', { name: 'Address of the proxy' })).toBeDisabled();
  await expect(network.getByRole('radio', { name: 'Use no proxy' })).toBeDisabled();
  await expect(network.getByRole('button', { name: 'Paste…' })).toBeDisabled();

  const kept = page.getByRole('region', { name: 'Data that is kept' });
  await expect(kept.getByText(NOTE)).toHaveCount(1);
  await expect(kept.getByRole('checkbox', { name: 'Remove ended submissions after some days' })).toBeDisabled();
  await expect(kept.getByRole('checkbox', { name: 'Delete reports some days after they came' })).toBeEnabled();

  await expect(page.getByRole('radio', { name: 'Send it anyway' })).toBeDisabled();

  await kept.getByRole('checkbox', { name: 'Delete reports some days after they came' }).check();
  // The mark beside the title fades; what is announced stays.
  await expect(page.locator('[aria-live="polite"]', { hasText: 'Saved' })).toHaveText('Saved');
  await page.reload();
  await expect(kept.getByRole('checkbox', { name: 'Delete reports some days after they came' })).toBeChecked();
});

test('the connection of the organisation is there, takes only a secret, and no other can be added', async ({
  page,
}) => {
  await goToPage(page, 'Connections');
  await expect(page.getByRole('button', { name: 'New connection' })).toHaveCount(0);
  await expect(page.getByText('You can change only its secret and its certificate.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Remove Nordbank' })).toHaveCount(0);

  await page.getByRole('button', { name: 'Change Nordbank' }).click();
  await expect(page.getByRole('textbox', { name: 'Base address' })).toBeDisabled();
  await page.getByLabel(/^Client secret( \*)?$/).fill('canary of the clerk');
  await page.getByRole('button', { name: 'Save connection' }).click();
  await expect(page.getByText('A stored secret')).toBeVisible();

  await page.goto(`${page.url().split('#')[0]}#/connections/new`);
  await expect(page.getByRole('button', { name: 'Change Nordbank' })).toBeVisible();
});
