import { describe, expect, it } from 'vitest';
import { usualPlaces } from './e2e/app/chromium.ts';
import { provisionOf } from './installed-programs.ts';

describe('Tests that need programs of others', () => {
  it('are never skipped on Linux, where the programs are installed', () => {
    expect(provisionOf(['squid', 'tinyproxy'], 'linux')).toEqual({
      kind: 'to-install',
      packages: ['squid-openssl', 'tinyproxy'],
    });
  });

  it.each(['darwin', 'win32'])('are skipped on %s where a program is missing, which they name', (platform) => {
    expect(provisionOf(['tinyproxy', 'squid'], platform)).toEqual({
      kind: 'skip',
      reason: `needs tinyproxy and squid, which this system (${platform}) does not have`,
    });
  });

  it.each(['darwin', 'linux', 'win32'])('run on %s when nothing is missing', (platform) => {
    expect(provisionOf([], platform)).toEqual({ kind: 'there' });
  });
});

describe('Chrome', () => {
  it('is found on Windows in the folders for all users and for one', () => {
    const variables = { ProgramFiles: 'C:\\Program Files', LOCALAPPDATA: 'C:\\Users\\mara\\AppData\\Local' };
    expect(usualPlaces('win32', variables)).toContain('C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe');
    expect(usualPlaces('win32', variables)).toContain(
      'C:\\Users\\mara\\AppData\\Local\\Google\\Chrome\\Application\\chrome.exe',
    );
  });

  it('is found on macOS among the applications', () => {
    expect(usualPlaces('darwin', {})).toContain('/Applications/Google Chrome.app/Contents/MacOS/Google Chrome');
  });
});
