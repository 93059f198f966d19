import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { belongsToPage, isPage, pageOf, servePage } from '../../../src-main/shells/electron/page.ts';
import { folderOfFile } from '../../temporary-folder.ts';

const built = pageOf(undefined);
const development = pageOf('http://localhost:5173');

describe('The policy of the built page', () => {
  const directives = new Map(
    built
      .policy('bm9uY2U=')
      .split('; ')
      .map((directive) => {
        const [name = '', ...sources] = directive.split(' ');
        return [name, sources.join(' ')];
      }),
  );

  it('The policy allows nothing by default', () => {
    expect(directives.get('default-src')).toBe("'none'");
  });

  it('The policy allows no inline script or style, and no evaluated one', () => {
    expect(built.policy('bm9uY2U=')).not.toContain('unsafe');
    expect([directives.get('script-src'), directives.get('style-src')]).toEqual(["'self'", "'self' 'nonce-bm9uY2U='"]);
  });

  it('The policy allows no connection', () => {
    expect(directives.get('connect-src')).toBe("'none'");
  });
});

describe('The address of the page', () => {
  it("The address is the app's own scheme in an installed app", () => {
    expect(built.address).toBe('tranship://app/index.html');
  });

  it('The address is the same for any part of the page', () => {
    expect(isPage(built, 'tranship://app/index.html#queue')).toBe(true);
  });

  it.each([
    'tranship://app/other.html',
    'tranship://app.example/index.html',
    'https://app/index.html',
    'file:///index.html',
    'about:blank',
    '',
  ])('The address of the page is not “%s”', (address) => {
    expect(isPage(built, address)).toBe(false);
  });

  it.each(['https://app/index.html', 'https://example.com/', 'file:///etc/passwd', 'data:text/html,x', 'nonsense'])(
    "The page's origin does not include “%s”",
    (address) => {
      expect(belongsToPage(built, address)).toBe(false);
    },
  );

  it("The page's origin includes the development server and its socket, but no other port", () => {
    const asked = ['http://localhost:5173/main.tsx', 'ws://localhost:5173/?token=1', 'http://localhost:5174/'];
    expect(asked.map((address) => belongsToPage(development, address))).toEqual([true, true, false]);
  });
});

describe('The files of the page', () => {
  let folder: string;
  beforeAll(() => {
    folder = folderOfFile();
    mkdirSync(join(folder, 'renderer', 'assets'), { recursive: true });
    writeFileSync(
      join(folder, 'renderer', 'index.html'),
      '<html lang="__LANGUAGE__"><meta name="csp-nonce" content="__CSP_NONCE__">',
    );
    writeFileSync(join(folder, 'renderer', 'assets', 'main.js'), 'start()');
    writeFileSync(join(folder, 'renderer', 'notes.txt'), 'notes');
    writeFileSync(join(folder, 'settings.js'), 'outside');
    mkdirSync(join(folder, 'renderer-old'));
    writeFileSync(join(folder, 'renderer-old', 'old.js'), 'outside');
  });

  const serve = (address: string) =>
    servePage({ url: address }, { root: join(folder, 'renderer'), page: built, language: 'de' });

  it('The files of the page come with a policy and a declared type', async () => {
    const { headers, status } = await serve('tranship://app/index.html');
    expect([status, headers.get('X-Content-Type-Options'), headers.get('Content-Type')]).toEqual([
      200,
      'nosniff',
      'text/html; charset=utf-8',
    ]);
    expect(headers.get('Content-Security-Policy')).toContain("default-src 'none'");
  });

  it('The files of the page carry the nonce of their policy, a new one for each load', async () => {
    const loads = [await serve('tranship://app/index.html'), await serve('tranship://app/index.html')];
    const nonces = loads.map(
      ({ headers }) => /'nonce-([^']+)'/.exec(headers.get('Content-Security-Policy') ?? '')?.[1],
    );
    const pages = await Promise.all(loads.map((load) => load.text()));
    expect(pages).toEqual(nonces.map((nonce) => `<html lang="de"><meta name="csp-nonce" content="${nonce}">`));
    expect(new Set(nonces).size).toBe(2);
  });

  it('The files of the page are served unchanged', async () => {
    const reply = await serve('tranship://app/assets/main.js');
    expect(await reply.text()).toBe('start()');
  });

  it.each([
    '/../settings.js',
    '/..%2fsettings.js',
    '/assets/..%2f..%2fsettings.js',
    '/..%2frenderer-old/old.js',
    '/%E0%A4%A',
    '/missing.js',
    '/notes.txt',
    '/assets',
    '/',
  ])('The files of the page do not include “%s”', async (path) => {
    expect((await serve(`tranship://app${path}`)).status).toBe(404);
  });
});
