import { describe, expect, it } from 'vitest';
import { createMemoryBox } from '../../../src-main/wire/credentials/memory-box.ts';
import { ProxyPassword } from '../../../src-main/wire/credentials/proxy-password.ts';
import type { Sealed } from '../../../src-main/wire/credentials/secret-box.ts';
import { MemorySettings } from '../../memory-stores.ts';
import { createLastingBox } from './lasting-box.ts';

const MARA = 'http://proxy:3128 mara';

function start(box = createLastingBox(), settings = new MemorySettings()) {
  return { settings, box, proxyPassword: new ProxyPassword(settings, box) };
}

describe('the password of the proxy', () => {
  it('there is no proxy password at first', async () => {
    const { proxyPassword } = start();
    expect(proxyPassword.has()).toBe(false);
    expect(await proxyPassword.get(MARA)).toBeUndefined();
  });

  it('the proxy password is kept over a restart, as ciphertext', async () => {
    const { proxyPassword, settings, box } = start();
    await proxyPassword.set('canary', MARA);
    expect(JSON.stringify(settings.get('proxyPassword'))).not.toContain('canary');
    const restarted = start(box, settings).proxyPassword;
    expect(restarted.has()).toBe(true);
    expect(await restarted.get(MARA)).toBe('canary');
  });

  it('the proxy password can be replaced and removed', async () => {
    const { proxyPassword } = start();
    await proxyPassword.set('old', MARA);
    await proxyPassword.set('new', MARA);
    expect(await proxyPassword.get(MARA)).toBe('new');
    proxyPassword.remove();
    expect(proxyPassword.has()).toBe(false);
    expect(await proxyPassword.get(MARA)).toBeUndefined();
  });

  it('the proxy password is refused where it could not be opened after a restart', async () => {
    const { proxyPassword, settings } = start(createMemoryBox());
    await expect(proxyPassword.set('canary', MARA)).rejects.toMatchObject({ code: 'secret.no-store' });
    expect(settings.get('proxyPassword')).toBeUndefined();
  });

  it('the proxy password can be removed in such a place too', async () => {
    const { settings, proxyPassword } = start();
    await proxyPassword.set('canary', MARA);
    const elsewhere = start(createMemoryBox(), settings).proxyPassword;
    elsewhere.remove();
    expect(elsewhere.has()).toBe(false);
  });

  it('a proxy password under another passphrase cannot be opened, and is kept', async () => {
    const { settings, box, proxyPassword } = start();
    await proxyPassword.set('canary', MARA);
    const stranger = start(createLastingBox(), settings).proxyPassword;
    await expect(stranger.get(MARA)).rejects.toMatchObject({ code: 'network.proxy-password' });
    expect(await start(box, settings).proxyPassword.get(MARA)).toBe('canary');
  });

  it('a proxy password cannot be opened for another proxy or another name', async () => {
    const { proxyPassword } = start();
    await proxyPassword.set('canary', MARA);
    for (const receiver of ['http://thief:3128 mara', 'http://proxy:3128 thief', '']) {
      await expect(proxyPassword.get(receiver)).rejects.toMatchObject({ code: 'network.proxy-password' });
    }
  });

  it('the old proxy password stays when the new one cannot be read back', async () => {
    const { proxyPassword, settings, box } = start();
    await proxyPassword.set('old', MARA);
    const forgetful = start({ ...box, seal: async () => 'nonsense' as Sealed }, settings).proxyPassword;
    await expect(forgetful.set('new', MARA)).rejects.toMatchObject({ code: 'network.proxy-password' });
    expect(await proxyPassword.get(MARA)).toBe('old');
  });

  it.each([[7], [{}], [null]])('a proxy password that was edited to %j counts as none', async (edited) => {
    const { proxyPassword, settings } = start();
    settings.set('proxyPassword', edited);
    expect(proxyPassword.has()).toBe(false);
    expect(await proxyPassword.get(MARA)).toBeUndefined();
  });
});
