/** @file The session of a browser: how it begins, that all tabs share it, that no one else does, and how it ends. */

import { createServer, type IncomingHttpHeaders, request as sendRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { bothAppearances, inspect } from './inspection.ts';
import { expect, test } from './story.ts';

const welcome = (page: Page) => page.getByRole('heading', { name: 'Welcome to Tranship' });
const signedOut = (page: Page) => page.getByRole('heading', { name: 'You are signed out' });

/** Another user's page at another port of this machine, with a link to Tranship; it keeps what browsers bring. */
async function openTrap(target: string) {
  const brought: IncomingHttpHeaders[] = [];
  const server = createServer(({ headers }, response) => {
    brought.push(headers);
    response.writeHead(200, { 'Content-Type': 'text/html' }).end(`<a href="${target}">go on</a>`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // The server listens on a port, so the address is neither a pipe's name nor null.
  const { port } = server.address() as AddressInfo;
  return {
    brought,
    address: `http://127.0.0.1:${port}/`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The status of a request that brings what somebody else's browser brought. */
async function statusWith(headers: IncomingHttpHeaders, origin: string, path: string, method: string): Promise<number> {
  const { hostname, port, host } = new URL(origin);
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const own = { host, origin, 'sec-fetch-site': 'same-origin' };
  const sent = sendRequest({ hostname, port, path, method, headers: { ...headers, ...own } }, (response) => {
    response.resume();
    resolve(response.statusCode ?? 0);
  });
  sent.on('error', reject).end();
  return await promise;
}

test('a page at another port gets nothing that opens Tranship', { tag: '@browser' }, async ({ app, page }) => {
  await expect(welcome(page)).toBeVisible();
  const { origin } = new URL(page.url());
  await using trap = await openTrap(`${origin}/`);
  const tab = await page.context().newPage();
  await tab.goto(trap.address);

  const [loot = {}] = trap.brought;
  expect(await page.context().cookies()).toEqual([]);
  for (const [path, method] of [
    ['/session', 'GET'],
    ['/session', 'DELETE'],
    ['/inbox?name=a', 'PUT'],
  ] as const)
    expect(await statusWith(loot, origin, path, method)).toBe(401);
  // Neither what the page stored nor the page itself is within reach.
  expect(await tab.evaluate(() => localStorage.length)).toBe(0);
  const reach = await tab.evaluate(async (address) => {
    const answer = await fetch(address).then(
      () => 'read',
      () => 'refused',
    );
    const socket = new WebSocket(`${address.replace('http', 'ws')}/contract`);
    const end = await new Promise((resolve) => {
      socket.onopen = () => resolve('open');
      socket.onclose = () => resolve('closed');
    });
    return [answer, end];
  }, origin);
  expect(reach).toEqual(['refused', 'closed']);
  await tab.getByRole('link', { name: 'go on' }).click();
  await expect(tab.getByText('Another page led here.')).toBeVisible();
  await tab.close();
  await expect(welcome(app.page)).toBeVisible();
});

test('a reload and a second tab stay signed in, and signing out ends both until a new address is opened', {
  tag: '@browser',
}, async ({ app, page }) => {
  await expect(welcome(page)).toBeVisible();
  expect(page.url()).not.toContain('token');
  await page.reload();
  await expect(welcome(page)).toBeVisible();
  const other = await app.openAnother();
  await expect(welcome(other)).toBeVisible();
  await other.getByRole('button', { name: 'Sign out' }).click();
  for (const tab of [page, other]) {
    await expect(signedOut(tab)).toBeVisible();
    await expect(welcome(tab)).toBeHidden();
  }
  await page.reload();
  await expect(page.getByText('This browser is not signed in to Tranship.')).toBeVisible();
  await expect(other.getByText('Your session has ended')).toBeVisible();
  await inspect(other, 'signed out', bothAppearances);
  expect(await page.evaluate(() => localStorage.length)).toBe(0);
  // In the very same tab, where only what stands after “#” changes.
  await page.goto(await app.newAddress());
  await expect(welcome(page)).toBeVisible();
  expect(page.url()).not.toContain('token');
  // All tabs share the session, so the other one comes back by itself.
  await expect(welcome(other)).toBeVisible();
});

test('the page tells that a person is there, and only then', { tag: '@browser' }, async ({ page }) => {
  const said: string[] = [];
  page.on('websocket', (socket) => socket.on('framesent', ({ payload }) => said.push(String(payload))));
  await expect(welcome(page)).toBeVisible();
  said.length = 0;
  await page.reload();
  await expect(welcome(page)).toBeVisible();
  const presence = () => said.filter((text) => text === '{"present":true}').length;
  expect([presence(), said.length > 0]).toEqual([0, true]);
  await page.keyboard.press('Tab');
  await expect.poll(presence).toBe(1);
});

test('an address that was used lets no second browser in, and says so', { tag: '@browser' }, async ({
  app,
  page,
  chromium,
}) => {
  await expect(welcome(page)).toBeVisible();
  const stranger = await chromium?.newContext();
  const tab = await stranger?.newPage();
  if (tab === undefined) throw new Error('There is no browser.');
  await tab.goto(app.address);
  await expect(tab.getByText('This address does not work')).toBeVisible();
  await tab.goto(await app.newAddress());
  await expect(welcome(tab)).toBeVisible();
  await stranger?.close();
});

/** Loads a tab again until the app has readied its way back after a restart, which no page waits for. */
async function loadWithWayBack(tab: Page): Promise<void> {
  const readied = tab.waitForResponse((response) => new URL(response.url()).pathname === '/return');
  await tab.reload();
  await (await readied).finished();
  await expect(welcome(tab)).toBeVisible();
}

test.describe('as a process', () => {
  test.use({ hasProcess: true });

  test('an open page comes back by itself after Tranship was started again, and says so while it hangs @night', {
    tag: '@browser',
  }, async ({ app, page, workplace }) => {
    const other = await app.openAnother();
    for (const tab of [page, other]) await loadWithWayBack(tab);
    const alert = page.getByRole('alert').getByText('Tranship does not answer');
    await app.kill();
    await expect(alert).toBeVisible();
    const again = workplace.startProcess(['serve', '--json'], {
      environment: { TRANSHIP_PASSPHRASE: 'a harbour at dawn' },
    });
    await again.event(({ event }) => event === 'serving');
    for (const tab of [page, other]) {
      await expect(tab.getByRole('alert').getByText('Tranship does not answer')).toBeHidden();
      await expect(welcome(tab)).toBeVisible();
      await expect(signedOut(tab)).toBeHidden();
    }
    await page.reload();
    await expect(welcome(page)).toBeVisible();
    // Its connection stays open, but nothing comes over it.
    void again.kill('SIGSTOP');
    await expect(alert).toBeVisible();
    void again.kill('SIGCONT');
    await expect(alert).toBeHidden();
    await expect(page.getByRole('button', { name: 'Sign out' })).toBeEnabled();
  });
});
