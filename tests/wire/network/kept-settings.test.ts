import { describe, expect, it } from 'vitest';
import { createMemoryBox } from '../../../src-main/wire/credentials/memory-box.ts';
import { KeptNetworkSettings } from '../../../src-main/wire/network/kept-settings.ts';
import type { NetworkSettings } from '../../../src-main/wire/network/network-settings.ts';
import { MemorySettings } from '../../memory-stores.ts';
import { makeKeyPair } from '../credentials/certificates.ts';
import { createLastingBox } from '../credentials/lasting-box.ts';

const defaults: NetworkSettings = { proxy: { mode: 'system' }, authorities: [] };
const byHand = (more: object = {}): NetworkSettings => ({
  proxy: { mode: 'manual', address: 'http://proxy.bank.example:3128', bypass: [], ...more },
  authorities: [],
});

function start(box = createLastingBox()) {
  const settings = new MemorySettings();
  const network = new KeptNetworkSettings(settings, box);
  const change = (entered: NetworkSettings, password?: string) => network.change(entered, password);
  return { settings, box, network, proxyPassword: network.password, change };
}

describe('the network settings', () => {
  it.each<[string, unknown, NetworkSettings]>([
    ['nothing is kept', undefined, defaults],
    ['they are no object', 'edited', defaults],
    ['the proxy is of no kind', { proxy: { mode: 'magic' } }, defaults],
    ['the address is none', { proxy: { mode: 'manual', address: 'ftp://proxy', bypass: [] } }, defaults],
    [
      'the authorities are no text',
      { proxy: { mode: 'none' }, authorities: 7 },
      { ...defaults, proxy: { mode: 'none' } },
    ],
    ['there is more than is known', { proxy: { mode: 'none' }, more: 1 }, { ...defaults, proxy: { mode: 'none' } }],
  ])('the network settings are read as far as they are valid: %s', (_, kept, read) => {
    const { settings, network } = start();
    settings.set('network', kept);
    expect(network.read()).toEqual(read);
  });

  it.each<NetworkSettings>([
    { proxy: { mode: 'none' }, authorities: [] },
    byHand({ username: 'mara', bypass: ['bank.example', '10.0.0.0/8', '*'] }),
    byHand({ address: 'https://[fd00::1]:443' }),
    byHand({ address: 'http://proxy:80' }),
  ])('the network settings are kept as they were entered: %j', async (entered) => {
    const { network, change } = start();
    expect(await change(entered)).toEqual(entered);
    expect([network.read(), await network.trusted()]).toEqual([entered, entered]);
  });

  it('spaces around pasted network settings are removed', async () => {
    const { change } = start();
    const pasted = byHand({ address: ' http://proxy:3128/ ', username: ' mara ', bypass: [' bank.example', ''] });
    expect(await change(pasted)).toEqual(
      byHand({ address: 'http://proxy:3128', username: 'mara', bypass: ['bank.example'] }),
    );
  });

  it.each([
    ['proxy:3128', /must start with http/],
    ['socks5://proxy:1080', /must start with http/],
    ['http://', /not an address/],
    ['http://proxy', /must end with the port/],
    ['http://proxy:99999', /not an address/],
    ['http://mara:canary@proxy:3128', /must not contain a name and a password/],
    ['http://proxy:3128/path', /must end after the port/],
    ['http://proxy:3128?x=:1', /must end after the port/],
  ])('an invalid proxy address such as %s is refused with the reason', async (address, words) => {
    const { settings, change } = start();
    const refusal = change(byHand({ address }));
    await expect(refusal).rejects.toMatchObject({ code: 'network.invalid', detail: expect.stringMatching(words) });
    await expect(refusal).rejects.not.toMatchObject({ detail: expect.stringContaining('canary') });
    expect(settings.get('network')).toBeUndefined();
  });

  it.each([['http://bank.example'], ['a b']])('an invalid host without a proxy such as %s is refused', async (host) => {
    await expect(start().change(byHand({ bypass: [host] }))).rejects.toMatchObject({ code: 'network.invalid' });
  });

  it('the authorities are kept without the text around them', async () => {
    const { certificate } = makeKeyPair({ subject: '/CN=Bank CA' });
    const { change } = start();
    const { authorities } = await change({
      ...defaults,
      authorities: [{ pem: `# Bank\n${certificate}more\n${certificate}` }],
    });
    expect(authorities).toEqual([{ pem: certificate + certificate }]);
  });

  it('a text without a certificate is refused as authorities', async () => {
    const refusal = start().change({ ...defaults, authorities: [{ pem: 'nothing' }] });
    await expect(refusal).rejects.toMatchObject({ code: 'network.authorities' });
  });
});

describe('the password of the proxy in the network settings', () => {
  const mara = byHand({ username: 'mara' });

  it('the proxy password stays when it is not entered again for the same name and proxy', async () => {
    const { network, change } = start();
    await change(mara, 'canary');
    await change({ ...byHand({ username: 'mara', bypass: ['bank.example'] }) });
    expect(await network.proxyPassword()).toBe('canary');
  });

  it.each<[string, NetworkSettings, string | undefined]>([
    ['another proxy', byHand({ username: 'mara', address: 'http://other:3128' }), undefined],
    ['another name', byHand({ username: 'jon' }), undefined],
    ['no name', byHand(), 'canary'],
    ['no proxy', { ...defaults, proxy: { mode: 'none' } }, undefined],
    ['an empty one', mara, ''],
  ])('the proxy password is removed with %s', async (_, entered, password) => {
    const { proxyPassword, change } = start();
    await change(mara, 'canary');
    await change(entered, password);
    expect(proxyPassword.has()).toBe(false);
  });

  it('a proxy password that cannot be kept changes nothing', async () => {
    const { settings, change } = start(createMemoryBox());
    await expect(change(mara, 'canary')).rejects.toMatchObject({ code: 'secret.no-store' });
    expect(settings.get('network')).toBeUndefined();
  });
});

describe('network settings that were changed without the key of the data folder', () => {
  const thief: NetworkSettings = byHand({ address: 'http://thief:3128' });

  it.each<[string, unknown]>([
    ['the proxy was replaced', { ...thief }],
    ['a signature was invented', { ...thief, signatures: { passphrase: 'c2lnbmF0dXJl' } }],
    ['the signatures are no object', { ...thief, signatures: 7 }],
  ])('changed network settings are shown but not used: %s', async (_, edited) => {
    const { settings, network, change } = start();
    await change({ ...defaults, proxy: { mode: 'none' } });
    settings.set('network', edited);
    expect(network.read()).toEqual(thief);
    await expect(network.trusted()).rejects.toMatchObject({ code: 'network.unconfirmed' });
  });

  it('the signature of earlier settings does not vouch for others', async () => {
    const { settings, network, change } = start();
    await change({ ...defaults, proxy: { mode: 'none' } });
    const { signatures } = settings.get('network') as { signatures: unknown };
    settings.set('network', { ...thief, signatures });
    await expect(network.trusted()).rejects.toMatchObject({ code: 'network.unconfirmed' });
  });

  it('changed network settings are used once a person has confirmed them', async () => {
    const { settings, network } = start();
    settings.set('network', thief);
    await network.confirm();
    expect(await network.trusted()).toEqual(thief);
  });

  it('a proxy that somebody moved a password to does not receive it', async () => {
    const { settings, network, change } = start();
    await change(byHand({ username: 'mara' }), 'canary');
    settings.set('network', byHand({ address: 'http://thief:3128', username: 'mara' }));
    await expect(network.proxyPassword()).rejects.toMatchObject({ code: 'network.proxy-password' });
  });
});
