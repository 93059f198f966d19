import { once } from 'node:events';
import https from 'node:https';
import net from 'node:net';
import { describe, expect, it } from 'vitest';
import { createMemoryBox } from '../../../src-main/wire/credentials/memory-box.ts';
import { checkedHosts, isTrustedFor } from '../../../src-main/wire/network/authority-hosts.ts';
import { KeptNetworkSettings } from '../../../src-main/wire/network/kept-settings.ts';
import type { NetworkSettings } from '../../../src-main/wire/network/network.ts';
import { toNetworkError } from '../../../src-main/wire/service/network-errors.ts';
import { beforeAllWith } from '../../before-all-with.ts';
import { MemorySettings } from '../../memory-stores.ts';
import { Authority } from './authority.ts';
import { listen, networkWith, serveSecurely } from './hosts.ts';

let ours: Authority;
let theirs: Authority;
beforeAllWith(['openssl'], () => {
  ours = new Authority('The authority of one host');
  theirs = new Authority('The authority of another');
});

type Trusted = NetworkSettings['authorities'];

/** The status of a GET, or the code of its error. */
async function outcomeOf(address: string, authorities: Trusted, proxyWords = 'DIRECT'): Promise<unknown> {
  const network = networkWith({ proxy: { mode: 'system' }, authorities }, { systemProxy: async () => proxyWords });
  return await network
    .fetch()(address)
    .then(
      ({ status }) => status,
      (thrown: unknown) => toNetworkError(new URL(address).host, thrown).code,
    );
}

describe('an authority that is limited to hosts', () => {
  it('vouches for its host, and not for another one with a certificate of its own', async () => {
    const port = await serveSecurely(ours.host());
    const limited = [{ pem: ours.cert, hosts: ['localhost'] }];
    expect(await outcomeOf(`https://localhost:${port}`, limited)).toBe(200);
    expect(await outcomeOf(`https://127.0.0.1:${port}`, limited)).toBe('network.untrusted');
  });

  it('vouches for no host of another authority with the same host', async () => {
    const port = await serveSecurely(theirs.host());
    expect(await outcomeOf(`https://localhost:${port}`, [{ pem: ours.cert, hosts: ['localhost'] }])).toBe(
      'network.untrusted',
    );
  });

  it('does not vouch for another host over a network that has just trusted its own', async () => {
    const port = await serveSecurely(ours.host());
    const network = networkWith({ authorities: [{ pem: ours.cert, hosts: ['127.0.0.1'] }] });
    expect((await network.fetch()(`https://127.0.0.1:${port}`)).status).toBe(200);
    await expect(network.fetch()(`https://localhost:${port}`)).rejects.toThrow();
  });

  it('does not vouch for another host that a header names', async () => {
    const port = await serveSecurely(ours.host({ names: 'DNS:service.test' }));
    const network = networkWith({ authorities: [{ pem: ours.cert, hosts: ['localhost'] }] });
    const request = https.get(`https://localhost:${port}`, {
      agent: network.agent(),
      headers: { Host: 'service.test' },
    });
    const [thrown] = await once(request, 'error');
    expect(toNetworkError('localhost', thrown)).toMatchObject({ params: { reason: 'it belongs to another host' } });
  });

  it('may stand beside one that is trusted for all hosts', async () => {
    const port = await serveSecurely(theirs.host());
    const both = [{ pem: ours.cert, hosts: ['localhost'] }, { pem: theirs.cert }];
    expect(await outcomeOf(`https://127.0.0.1:${port}`, both)).toBe(200);
  });

  /** A proxy that is itself encrypted, and connects to whatever is asked for on this machine. */
  async function encryptedProxy(authority: Authority): Promise<number> {
    const proxy = https.createServer(authority.host());
    proxy.on('connect', (request, socket) => {
      const onward = net.connect(Number(request.url?.split(':')[1]), '127.0.0.1', () => {
        socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
        onward.pipe(socket).pipe(onward);
      });
      onward.on('error', () => socket.destroy());
      socket.on('error', () => onward.destroy());
    });
    return await listen(proxy);
  }

  it('vouches for an encrypted proxy only if it is one of its hosts', async () => {
    const words = `HTTPS localhost:${await encryptedProxy(ours)}`;
    const port = await serveSecurely(theirs.host());
    const address = `https://service.test:${port}`;
    const withProxy = (hosts: string[]): Trusted => [
      { pem: ours.cert, hosts },
      { pem: theirs.cert, hosts: ['service.test'] },
    ];
    expect(await outcomeOf(address, withProxy(['localhost']), words)).toBe(200);
    expect(await outcomeOf(address, withProxy(['service.test']), words)).toBe('network.untrusted');
  });

  it('of the proxy does not vouch for the host behind it', async () => {
    const words = `HTTPS localhost:${await encryptedProxy(ours)}`;
    const port = await serveSecurely(ours.host());
    const limited = [{ pem: ours.cert, hosts: ['localhost'] }];
    expect(await outcomeOf(`https://service.test:${port}`, limited, words)).toBe('network.untrusted');
  });
});

describe('the hosts of an authority', () => {
  it.each([
    ['a.example', 'a.example', true],
    ['A.Example.', 'a.example', true],
    ['a.example', 'b.a.example', false],
    ['a.example', 'nota.example', false],
    ['*.b.example', 'a.b.example', true],
    ['*.b.example', 'x.a.b.example', true],
    ['*.b.example', 'b.example', false],
    ['*.b.example', 'evilb.example', false],
    ['*.b.example', 'a.b.example.evil', false],
    ['10.1.2.3', '10.1.2.3', true],
    ['::1', '[::1]', true],
    ['bücher.example', 'xn--bcher-kva.example', true],
    ['http://a.example', 'a.example', false],
    ['*', 'a.example', false],
    ['', 'a.example', false],
  ])('with the entry %j, %s is covered: %s', (entry, host, expected) => {
    expect(isTrustedFor({ pem: '', hosts: [entry] }, host)).toBe(expected);
  });

  it('are all hosts where none are named', () => {
    expect(isTrustedFor({ pem: '' }, 'any.example')).toBe(true);
  });

  it.each([
    [[]],
    [['']],
    [['*']],
    [['a.example:443']],
    [['https://a.example']],
    [['*.10.1.2.3']],
    [['a b']],
    [['*.*.b']],
  ])('are refused with the reason when they are %j', (entries) => {
    expect(() => checkedHosts(entries)).toThrow(expect.objectContaining({ code: 'network.invalid' }));
  });
});

describe('the authorities in the settings', () => {
  function kept(authorities: unknown) {
    const settings = new MemorySettings();
    settings.set('network', { proxy: { mode: 'none' }, authorities });
    const network = new KeptNetworkSettings(settings, createMemoryBox());
    return { network, read: () => network.read().authorities };
  }

  it('keep their meaning where an earlier Tranship stored them: all hosts', () => {
    expect(kept(ours.cert).read()).toEqual([{ pem: ours.cert }]);
    expect(kept('').read()).toEqual([]);
  });

  it.each([[[{ pem: 'x', hosts: [] }]], [[{ pem: 'x', hosts: 'a.example' }]], [[{ hosts: ['a.example'] }]], [7]])(
    'count as none where they do not fit, such as %j: a limit is never lost',
    (authorities) => {
      expect(kept(authorities).read()).toEqual([]);
    },
  );

  it('are stored with their hosts', async () => {
    const { network, read } = kept([]);
    const authorities = [{ pem: ours.cert, hosts: [' A.example ', '*.B.example'] }];
    await network.change({ proxy: { mode: 'none' }, authorities });
    expect(read()).toMatchObject([{ hosts: ['a.example', '*.b.example'] }]);
  });
});
