/** @file The proxy and the authorities of an organisation, in place of those of the person. */

import { describe, expect, it } from 'vitest';
import { KeptNetworkSettings } from '../../../src-main/wire/network/kept-settings.ts';
import type { NetworkSettings } from '../../../src-main/wire/network/network-settings.ts';
import { MemorySettings } from '../../memory-stores.ts';
import { createLastingBox } from '../credentials/lasting-box.ts';

const proxy = (host: string): NetworkSettings['proxy'] => ({
  mode: 'manual',
  address: `http://${host}:3128`,
  username: 'clerk',
  bypass: [],
});
const own: NetworkSettings = { proxy: proxy('own.example'), authorities: [] };
const set = { proxy: proxy('proxy.bank.example') };

function folder() {
  const settings = new MemorySettings();
  const box = createLastingBox();
  return { settings, under: (managed: Partial<NetworkSettings>) => new KeptNetworkSettings(settings, box, managed) };
}

const managed = expect.objectContaining({ code: 'policy.managed' });

describe('a proxy that the organisation has set', () => {
  it('counts instead of what a person has stored, which comes back without it', async () => {
    const { under } = folder();
    await under({}).change(own);
    expect(await under(set).trusted()).toEqual({ ...own, ...set });
    expect(await under({}).trusted()).toEqual(own);
  });

  it('is part of what secrets are bound to', async () => {
    const { under } = folder();
    await under({}).change(own);
    expect(under(set).route()).not.toBe(under({}).route());
  });

  it('cannot be changed, and takes a password of the person', async () => {
    const { under } = folder();
    await expect(under(set).change(own)).rejects.toEqual(managed);
    await under(set).change({ ...own, ...set }, 'canary');
    expect(await under(set).proxyPassword()).toBe('canary');
  });

  it('never gets the password that was stored for another proxy', async () => {
    const { under } = folder();
    await under({}).change(own, 'canary');
    await expect(under(set).proxyPassword()).rejects.toEqual(
      expect.objectContaining({ code: 'network.proxy-password' }),
    );
  });

  it('leaves what is stored in its place where another setting changes', async () => {
    const { under } = folder();
    await under({}).change(own);
    await under(set).change({ authorities: [], ...set });
    expect(await under({}).trusted()).toEqual(own);
  });

  it('leaves the password for the proxy of the person where it was', async () => {
    const { under } = folder();
    await under({}).change(own, 'canary');
    await under({ proxy: { mode: 'none' } }).change({ proxy: { mode: 'none' }, authorities: [] });
    expect(await under({}).proxyPassword()).toBe('canary');
  });

  it('does not turn what somebody else wrote into the file into what the person has stored', async () => {
    const { settings, under } = folder();
    settings.set('network', { proxy: proxy('evil.example'), authorities: [] });
    await under(set).change({ authorities: [], ...set });
    expect(await under({}).trusted()).toEqual({ proxy: { mode: 'system' }, authorities: [] });
  });

  it('needs no confirmation where all is set, and one where the rest is edited', async () => {
    const { settings, under } = folder();
    settings.set('network', { proxy: proxy('evil.example'), authorities: [] });
    const all = { ...set, authorities: [] };
    expect(await under(all).trusted()).toEqual(all);
    await expect(under(set).trusted()).rejects.toEqual(expect.objectContaining({ code: 'network.unconfirmed' }));
  });
});
