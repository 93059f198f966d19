/** @file The queue behind a real proxy that dies in the middle of an upload, or requires a password. */

import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Front } from '../../src-main/practice/front.ts';
import type { PracticeTenant } from '../../src-main/practice/tenant.ts';
import { beforeAllWith } from '../before-all-with.ts';
import { writeTransactions } from '../cli/transactions.ts';
import { environmentOf, openWorkplace, type Workplace } from '../cli/tranship.ts';
import { Authority } from '../wire/network/authority.ts';
import { startTinyproxy } from '../wire/network/proxies.ts';
import { type SecuredTenant, securedTenant } from '../wire/network/secured-tenant.ts';

let authority: Authority;

beforeAllWith(['openssl', 'tinyproxy'], () => {
  authority = new Authority();
});

async function openBehind(proxyAddress: string, { tenant, secured }: SecuredTenant): Promise<Workplace> {
  const { baseUrl, tokenUrl } = tenant;
  const places = { ...tenant, baseUrl: secured(baseUrl), tokenUrl: secured(tokenUrl) };
  const workplace = await openWorkplace({
    ...environmentOf(places),
    TRANSHIP_PASSPHRASE: 'a passphrase of some length',
  });
  onTestFinished(() => workplace[Symbol.asyncDispose]());
  const path = join(workplace.folder, 'authority.pem');
  await writeFile(path, authority.cert);
  await workplace.run(['network', 'authorities', path]);
  await workplace.run(['network', 'proxy', '--address', proxyAddress]);
  return workplace;
}

/** The digests of what has arrived. */
function arrivedAt(tenant: PracticeTenant): (string | undefined)[] {
  return tenant.batches().flatMap(({ arrivedAt, sha256 }) => (arrivedAt === undefined ? [] : [sha256]));
}

describe('the queue behind a proxy', () => {
  it('loses and doubles nothing when the proxy dies in the middle of an upload and comes back', async () => {
    let proxy = await startTinyproxy();
    onTestFinished(() => proxy.close());
    // Its port stays taken while it is dead.
    const front = new Front((socket) => {
      const beyond = connect(Number(new URL(proxy.address).port), '127.0.0.1');
      socket.pipe(beyond).pipe(socket);
      for (const [one, other] of [
        [socket, beyond],
        [beyond, socket],
      ] as const) {
        one.on('error', () => {}).once('close', () => other.destroy());
      }
    });
    await front.open();
    onTestFinished(() => front.close());
    const inTheMiddle = Promise.withResolvers<void>();
    let isFirst = true;
    const place = await securedTenant(authority.host(), proxy.hostName, (request, response) => {
      if (!isFirst) return false;
      isFirst = false;
      response.writeContinue();
      request
        .on('error', () => {})
        .once('data', () => {
          request.pause();
          inTheMiddle.resolve();
        });
      return true;
    });
    const workplace = await openBehind(`http://127.0.0.1:${front.port}`, place);
    const file = await writeTransactions(workplace, 2000);
    const sending = workplace.start(['send', file, '--wait', '--json']);
    await inTheMiddle.promise;

    await front.refuse();
    await proxy.close();
    await sending.event(({ event }) => event === 'trouble');
    proxy = await startTinyproxy();
    await front.open();
    const ended = await sending.ended;

    expect([ended.exitCode, ended.submission.state]).toEqual([0, 'processed']);
    const sha256 = createHash('sha256')
      .update(await readFile(file))
      .digest('hex');
    expect(arrivedAt(place.tenant)).toEqual([sha256]);
    expect(proxy.tunnels()).toEqual(expect.arrayContaining(place.tunnels));
  });

  it('is held while the proxy does not take the password, and continues with the right one', async () => {
    const proxy = await startTinyproxy({ username: 'clerk', password: 'canary-right' });
    onTestFinished(() => proxy.close());
    const place = await securedTenant(authority.host(), proxy.hostName);
    const workplace = await openBehind(proxy.address, place);
    const setProxy = (password: string) =>
      workplace.run(['network', 'proxy', '--address', proxy.address, '--user', 'clerk'], {
        environment: { TRANSHIP_PROXY_PASSWORD: password },
      });
    const file = await writeTransactions(workplace, 3);

    await setProxy('canary-wrong');
    const held = await workplace.run(['send', file, '--wait', '--json']);
    await setProxy('canary-right');
    const ended = await workplace.run(['work', '--until-idle', '--json']);

    expect(held.exitCode).toBe(3);
    expect(held.stdout).toContain('network.proxy-credentials');
    expect([ended.exitCode, ended.submission.state]).toEqual([0, 'processed']);
    expect(arrivedAt(place.tenant)).toHaveLength(1);
    expect(workplace.said()).not.toContain('canary');
  });
});
