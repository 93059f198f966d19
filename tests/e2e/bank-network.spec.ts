/** @file Inside a bank's network: a server that requires a client certificate, and a proxy that requires a password. */

import { writeFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { install, provisionHere } from '../installed-programs.ts';
import { Authority } from '../wire/network/authority.ts';
import { startTinyproxy } from '../wire/network/proxies.ts';
import { type EncryptedService, encrypt } from './encrypted-service.ts';
import { addConnection, diagnose, goToPage, trust } from './gestures.ts';
import { expect, test as story } from './story.ts';

interface BankFixtures {
  authority: Authority;
  /** Starts a tenant behind TLS. */
  startEncrypted: (options?: Parameters<typeof encrypt>[2]) => Promise<EncryptedService>;
}

const test = story.extend<BankFixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern.
  authority: async ({}, use) => {
    await use(new Authority());
  },
  startEncrypted: async ({ authority, startTenant }, use) => {
    const services: EncryptedService[] = [];
    await use(async (options) => {
      const service = await encrypt(await startTenant(), authority, options);
      services.push(service);
      return service;
    });
    await Promise.all(services.map((service) => service.close()));
  },
});

test.beforeAll(() => {
  const provision = provisionHere('openssl', 'tinyproxy');
  if (provision.kind === 'to-install') install(provision.packages);
});

/** Picks a file with one of the buttons for certificates. */
async function pick(page: Page, button: string, path: string): Promise<void> {
  const asked = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: button, exact: true }).click();
  await (await asked).setFiles(path);
}

/** Lets the page read no file to its end, as from a slow network drive, until the returned function is called. */
async function holdReading(page: Page): Promise<() => Promise<boolean>> {
  await page.evaluate(() => {
    const { arrayBuffer } = Blob.prototype;
    const released = new Promise((resolve) => {
      window.addEventListener('reading-released', resolve, { once: true });
    });
    Blob.prototype.arrayBuffer = async function read(this: Blob) {
      await released;
      return await arrayBuffer.call(this);
    };
  });
  return () => page.evaluate(() => window.dispatchEvent(new Event('reading-released')));
}

const signsIn = 'The client id, the secret and the scope were accepted.';

test('a certificate and its key are picked one after the other, and give access to a server that requires them', async ({
  page,
  workplace,
  authority,
  startEncrypted,
}) => {
  const service = await startEncrypted({ demandsCertificate: true });
  await trust(page, authority.cert);
  await addConnection(page, service.values, { name: 'Nordbank' });
  const before = await diagnose(page, 'Nordbank');
  await expect(before.getByText('demands a client certificate, and this connection has none')).toBeVisible();

  const { cert, key } = authority.client('bank-uploader');
  const [certificate, keyFile] = [`${workplace.folder}/bank.crt`, `${workplace.folder}/bank.key`];
  await writeFile(certificate, cert);
  await writeFile(keyFile, key);
  await page.getByRole('button', { name: 'Change Nordbank' }).click();
  await pick(page, 'Choose the certificate…', certificate);
  await expect(page.getByText('This file contains no private key.')).toBeVisible();
  const release = await holdReading(page);
  await pick(page, 'Choose its key…', keyFile);
  await expect(page.getByRole('button', { name: 'Save connection' })).toBeDisabled();
  await release();
  await page.getByRole('button', { name: 'Save connection' }).click();

  await expect(page.getByText('A stored secret and a client certificate')).toBeVisible();
  await expect((await diagnose(page, 'Nordbank')).getByText(signsIn)).toBeVisible();
  expect([...service.clients]).toEqual(['bank-uploader']);
});

test('a certificate with a passphrase is accepted only with the right one @night', async ({
  page,
  workplace,
  authority,
  startEncrypted,
}) => {
  const service = await startEncrypted({ demandsCertificate: true });
  await trust(page, authority.cert);
  await addConnection(page, service.values, { name: 'Nordbank' });
  const identity = authority.pfx(authority.client('bank-uploader'), 'a harbour at noon');
  const file = `${workplace.folder}/bank.pfx`;
  await writeFile(file, Buffer.from(identity.kind === 'pfx' ? identity.content : '', 'base64'));
  await goToPage(page, 'Connections');
  await page.getByRole('button', { name: 'Change Nordbank' }).click();
  await pick(page, 'Choose the certificate…', file);
  await page.getByLabel('Passphrase of the key', { exact: true }).fill('a harbour at night');
  await page.getByRole('button', { name: 'Save connection' }).click();
  await expect(page.getByRole('group', { name: 'Client certificate' })).toContainText(
    'The passphrase does not open it.',
  );

  await page.getByLabel('Passphrase of the key', { exact: true }).fill('a harbour at noon');
  await page.getByRole('button', { name: 'Save connection' }).click();
  await expect((await diagnose(page, 'Nordbank')).getByText(signsIn)).toBeVisible();
  expect([...service.clients]).toEqual(['bank-uploader']);
});

test('a file that cannot be read is named, and the connection can be saved without it @night', async ({
  page,
  workplace,
  authority,
  startEncrypted,
}) => {
  const service = await startEncrypted();
  await trust(page, authority.cert);
  await addConnection(page, service.values, { name: 'Nordbank' });
  await goToPage(page, 'Connections');
  await page.getByRole('button', { name: 'Change Nordbank' }).click();
  // As from a network drive that is gone by then.
  await page.evaluate(() => {
    Blob.prototype.arrayBuffer = () => Promise.reject(new DOMException('Gone', 'NotReadableError'));
  });
  const file = `${workplace.folder}/bank.crt`;
  await writeFile(file, authority.client('bank-uploader').cert);
  await pick(page, 'Choose the certificate…', file);
  await expect(page.getByText('bank.crt cannot be read.')).toBeVisible();
  await page.getByRole('button', { name: 'Save connection' }).click();
  await expect(page.getByRole('button', { name: 'Diagnose Nordbank', exact: true })).toBeVisible();
});

test('the diagnosis names a wrong proxy password, and the right one gives access', async ({
  page,
  authority,
  startEncrypted,
}) => {
  const provision = provisionHere('tinyproxy');
  if (provision.kind === 'skip') test.skip(true, provision.reason);
  const proxy = await startTinyproxy({ username: 'mara', password: 'right' });
  try {
    const service = await startEncrypted({ host: proxy.hostName });
    await trust(page, authority.cert);
    await page.getByRole('radio', { name: 'Set a proxy by hand' }).check();
    await page.getByRole('textbox', { name: 'Address of the proxy' }).fill(proxy.address);
    await page.getByRole('textbox', { name: 'User name' }).fill('mara');
    await page.getByLabel('Password', { exact: true }).fill('wrong');
    await page.getByRole('button', { name: 'Use this proxy' }).click();
    await expect(page.getByText('This proxy is in use.')).toBeVisible();
    await addConnection(page, service.values, { name: 'Nordbank' });
    const refused = await diagnose(page, 'Nordbank');
    await expect(refused.getByText('does not accept the user name or the password')).toBeVisible();

    await goToPage(page, 'Settings');
    await page.getByRole('region', { name: 'Network' }).getByRole('button', { name: 'Replace it' }).click();
    await page.getByLabel('Password', { exact: true }).fill('right');
    await page.getByRole('button', { name: 'Use this proxy' }).click();
    await expect(page.getByText('This proxy is in use.')).toBeVisible();
    await expect((await diagnose(page, 'Nordbank')).getByText(signsIn)).toBeVisible();
  } finally {
    await proxy.close();
  }
});
