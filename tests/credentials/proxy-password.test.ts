import { describe, expect, it } from 'vitest';
import { createMemoryBox } from '../../src-main/credentials/memory-box.ts';
import { ProxyPassword } from '../../src-main/credentials/proxy-password.ts';
import type { Sealed, SecretBox } from '../../src-main/credentials/secret-box.ts';
import { MemorySettings } from '../memory-stores.ts';

const lastingBox = (): SecretBox => ({ ...createMemoryBox(), survivesRestart: true });

function start(box = lastingBox(), settings = new MemorySettings()) {
  return { settings, box, proxyPassword: new ProxyPassword(settings, box) };
}

describe('the password of the proxy', () => {
  it('there is no proxy password at first', async () => {
    const { proxyPassword } = start();
    expect(proxyPassword.has()).toBe(false);
    expect(await proxyPassword.get()).toBeUndefined();
  });

  it('the proxy password is kept over a restart, as ciphertext', async () => {
    const { proxyPassword, settings, box } = start();
    await proxyPassword.set('canary');
    expect(JSON.stringify(settings.get('proxyPassword'))).not.toContain('canary');
    const restarted = start(box, settings).proxyPassword;
    expect(restarted.has()).toBe(true);
    expect(await restarted.get()).toBe('canary');
  });

  it('the proxy password can be replaced and removed', async () => {
    const { proxyPassword } = start();
    await proxyPassword.set('old');
    await proxyPassword.set('new');
    expect(await proxyPassword.get()).toBe('new');
    await proxyPassword.set(undefined);
    expect(proxyPassword.has()).toBe(false);
    expect(await proxyPassword.get()).toBeUndefined();
  });

  it('the proxy password is refused where it could not be opened after a restart', async () => {
    const { proxyPassword, settings } = start(createMemoryBox());
    await expect(proxyPassword.set('canary')).rejects.toMatchObject({ code: 'secret.no-store' });
    expect(settings.get('proxyPassword')).toBeUndefined();
  });

  it('the proxy password can be removed in such a place too', async () => {
    const { settings, proxyPassword } = start();
    await proxyPassword.set('canary');
    const elsewhere = start(createMemoryBox(), settings).proxyPassword;
    await elsewhere.set(undefined);
    expect(elsewhere.has()).toBe(false);
  });

  it('a proxy password under another passphrase cannot be opened, and is kept', async () => {
    const { settings, box, proxyPassword } = start();
    await proxyPassword.set('canary');
    const stranger = start(lastingBox(), settings).proxyPassword;
    await expect(stranger.get()).rejects.toMatchObject({ code: 'network.proxy-password' });
    expect(await start(box, settings).proxyPassword.get()).toBe('canary');
  });

  it('the old proxy password stays when the new one cannot be read back', async () => {
    const { proxyPassword, settings, box } = start();
    await proxyPassword.set('old');
    const forgetful = start({ ...box, seal: async () => 'nonsense' as Sealed }, settings).proxyPassword;
    await expect(forgetful.set('new')).rejects.toMatchObject({ code: 'network.proxy-password' });
    expect(await proxyPassword.get()).toBe('old');
  });

  it.each([[7], [{}], [null]])('a proxy password that was edited to %j counts as none', async (edited) => {
    const { proxyPassword, settings } = start();
    settings.set('proxyPassword', edited);
    expect(proxyPassword.has()).toBe(false);
    expect(await proxyPassword.get()).toBeUndefined();
  });
});
