import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');
const configuration = read('build/electron-builder.yml');

describe('The installers', () => {
  it.each([
    ['runAsNode', false],
    ['enableNodeOptionsEnvironmentVariable', false],
    ['enableNodeCliInspectArguments', false],
    ['enableCookieEncryption', true],
    ['enableEmbeddedAsarIntegrityValidation', true],
    ['onlyLoadAppFromAsar', true],
    ['grantFileProtocolExtraPrivileges', false],
  ])('The installers set the fuse %s to %s', (fuse, value) => {
    expect(configuration).toContain(`\n  ${fuse}: ${value}\n`);
  });

  it('The installers carry the id by which Windows knows the desktop shell', () => {
    const id = /^appId: (.+)$/m.exec(configuration)?.[1];
    expect(read('src-main/shells/electron/desktop.ts')).toContain(`const APP_ID = '${id}'`);
  });

  it('The installers register no scheme of addresses: nothing on a web page can open the app', () => {
    expect(configuration).not.toMatch(/^\s*(protocols|CFBundleURLTypes):/m);
    expect(read('build/installer.nsh')).not.toContain('URL Protocol');
    expect(read('src-main/shells/electron/desktop.ts')).not.toContain('setAsDefaultProtocolClient');
  });

  it('The installers loosen the hardened runtime only for the compiler', () => {
    const entitlements = read('build/entitlements.mac.plist').match(/<key>.*<\/key>/g);
    expect(entitlements).toEqual(['<key>com.apple.security.cs.allow-jit</key>']);
  });

  it.each(['icon.ico', 'icon.icns'])('The installers contain the icon %s, of the right kind', (name) => {
    const kind = { 'icon.ico': '\0\0\u0001\0', 'icon.icns': 'icns' }[name];
    const start = readFileSync(new URL(`../../../build/${name}`, import.meta.url)).subarray(0, 4);
    expect(start.toString('latin1')).toBe(kind);
  });
});
