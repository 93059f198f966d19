import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { NetworkSettings } from '../../../src-main/wire/network/network.ts';
import { networkSettingsSchema } from '../../../src-main/wire/network/network-settings.ts';
import { parseProxyAddress, proxyName } from '../../../src-main/wire/network/proxy.ts';
import { proxyFromEnvironment, readProxyWords, routesTo } from '../../../src-main/wire/network/routes.ts';

const API = 'https://api.example/tm?sig=canary';
const direct = { kind: 'direct' };
const proxy = (host: string, port: number, protocol = 'http') => ({ kind: 'proxy', protocol, host, port });

function routes(settings: NetworkSettings['proxy'], address = API, words = 'DIRECT', asked: string[] = []) {
  return routesTo(address, {
    settings: async () => ({ proxy: settings, authorities: [] }),
    proxyPassword: async () => 'secret',
    systemProxy: async (origin) => {
      asked.push(origin);
      return words;
    },
  });
}

describe('the words of PAC', () => {
  it.each([
    ['', [direct]],
    ['DIRECT', [direct]],
    ['PROXY a:8080; HTTPS b:443; DIRECT', [proxy('a', 8080), proxy('b', 443, 'https'), direct]],
    ['proxy a:8080;direct', [proxy('a', 8080), direct]],
    ['PROXY a', [proxy('a', 80)]],
    ['HTTPS a', [proxy('a', 443, 'https')]],
    ['HTTP a:1', [proxy('a', 1)]],
    ['SOCKS s:1080; SOCKS5 s:1080; PROXY a:8080', [proxy('a', 8080)]],
    ['PROXY [fd12::1]:8080', [proxy('fd12::1', 8080)]],
    ['PROXY a:notaport; DIRECT', [direct]],
    ['PROXY me:p%40ss@a:1', [{ ...proxy('a', 1), credentials: { username: 'me', password: 'p@ss' } }]],
  ])('“%s”', (words, expected) => {
    expect(readProxyWords(words)).toEqual(expected);
  });

  it('PAC words that name only SOCKS are refused, and the kind is named', () => {
    expect(() => readProxyWords('SOCKS s:1080; SOCKS5 me:canary@s:1080')).toThrow(
      expect.objectContaining({
        code: 'network.proxy-unusable',
        message: expect.stringMatching(/SOCKS, SOCKS5(?!.*canary)/),
      }),
    );
  });

  it('any PAC words give a route or an AppError', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.string().map((text) => `PROXY ${text}; HTTPS ${text}`),
        ),
        (words) => {
          try {
            expect(readProxyWords(words).length).toBeGreaterThan(0);
          } catch (thrown) {
            expect(thrown).toMatchObject({ code: 'network.proxy-unusable' });
          }
        },
      ),
    );
  });
});

describe('the routes', () => {
  it.each(['http://127.0.0.1:4100', 'https://localhost', 'https://[::1]:1'])(
    'the routes to %s never lead through a proxy',
    async (address) => {
      const manual = { mode: 'manual', address: 'http://proxy.example:8080', bypass: [] } as const;
      expect(await routes(manual, address)).toEqual([direct]);
      expect(await routes({ mode: 'system' }, address, 'PROXY a:1')).toEqual([direct]);
    },
  );

  it('a proxy of the settings gets the password that is kept', async () => {
    const manual = { mode: 'manual', address: 'https://proxy.example:8443', username: 'clerk', bypass: [] } as const;
    const credentials = { username: 'clerk', password: 'secret' };
    expect(await routes(manual)).toEqual([{ ...proxy('proxy.example', 8443, 'https'), credentials }]);
  });

  it('a proxy of the settings gets no password where no user is named', async () => {
    const manual = { mode: 'manual', address: 'http://proxy.example:8080', bypass: [] } as const;
    expect(await routes(manual)).toEqual([proxy('proxy.example', 8080)]);
  });

  it('hosts of the bypass list are reached without the proxy of the settings', async () => {
    const manual = { mode: 'manual', address: 'http://proxy.example:8080', bypass: ['.example'] } as const;
    expect(await routes(manual)).toEqual([direct]);
  });

  it('a proxy of the settings needs a valid address', async () => {
    const manual = { mode: 'manual', address: 'socks5://me:canary@proxy.example', bypass: [] } as const;
    await expect(routes(manual)).rejects.toThrow(
      expect.objectContaining({ code: 'network.proxy-unusable', message: expect.not.stringContaining('canary') }),
    );
  });

  it('the system is asked for routes without path and query', async () => {
    const asked: string[] = [];
    await routes({ mode: 'system' }, API, 'DIRECT', asked);
    expect(asked).toEqual(['https://api.example']);
  });
});

describe('the environment', () => {
  const words = (environment: Record<string, string>, address = API) => proxyFromEnvironment(environment)(address);

  it.each([
    [{}, 'DIRECT'],
    [{ HTTPS_PROXY: 'http://p:1' }, 'PROXY p:1'],
    [{ https_proxy: 'http://p:1' }, 'PROXY p:1'],
    [{ Https_Proxy: 'http://p:1' }, 'PROXY p:1'],
    [{ HTTPS_PROXY: 'http://upper:1', https_proxy: 'http://lower:1' }, 'PROXY lower:1'],
    [{ HTTPS_PROXY: 'https://p' }, 'HTTPS p:443'],
    [{ HTTPS_PROXY: 'p:3128' }, 'PROXY p:3128'],
    [{ HTTPS_PROXY: 'http://[fd12::1]:3128/' }, 'PROXY [fd12::1]:3128'],
    [{ HTTP_PROXY: 'http://p:1' }, 'DIRECT'],
    [{ ALL_PROXY: 'http://p:1' }, 'PROXY p:1'],
    [{ HTTPS_PROXY: 'http://own:1', ALL_PROXY: 'http://all:1' }, 'PROXY own:1'],
    [{ HTTPS_PROXY: '', ALL_PROXY: ' ' }, 'DIRECT'],
    [{ HTTPS_PROXY: 'http://p:1', NO_PROXY: 'other.example, api.example' }, 'DIRECT'],
    [{ HTTPS_PROXY: 'http://p:1', no_proxy: '*' }, 'DIRECT'],
    [{ HTTPS_PROXY: 'http://p:1', NO_PROXY: 'other.example' }, 'PROXY p:1'],
    [{ HTTPS_PROXY: 'socks5h://me:canary@p:1' }, 'socks5h'],
    [{ HTTPS_PROXY: '://canary' }, 'UNKNOWN'],
  ])('%j: %s', async (environment, expected) => {
    expect(await words(environment)).toBe(expected);
  });

  it('the environment has another variable for http', async () => {
    expect(await words({ HTTP_PROXY: 'http://p:1', HTTPS_PROXY: 'http://q:1' }, 'http://api.example')).toBe(
      'PROXY p:1',
    );
  });

  it('credentials in the environment come back unchanged', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ minLength: 1, unit: 'grapheme' }),
        fc.string({ unit: 'grapheme' }),
        async (username, password) => {
          const address = `http://${encodeURIComponent(username)}:${encodeURIComponent(password)}@p:3128`;
          const [route] = readProxyWords(await words({ HTTPS_PROXY: address }));
          expect(route).toEqual({ ...proxy('p', 3128), credentials: { username, password } });
        },
      ),
    );
  });
});

describe('the settings', () => {
  const manual = { mode: 'manual', address: 'https://proxy.example:8443', bypass: ['.example'] };

  it.each([
    [{ mode: 'system' }, true],
    [{ mode: 'none' }, true],
    [manual, true],
    [{ ...manual, username: 'clerk' }, true],
    [{ ...manual, address: 'socks5://proxy.example:1080' }, false],
    [{ ...manual, password: 'canary' }, false],
    [{ mode: 'magic' }, false],
  ])('%j: %s', (proxy, expected) => {
    expect(networkSettingsSchema.safeParse({ proxy, authorities: '' }).success).toBe(expected);
  });
});

describe('the address of a proxy', () => {
  it.each(['', 'http://', 'ftp://p', 'socks5://p:1', 'http://p:99999', 'a b'])('“%s” is no address', (address) => {
    expect(parseProxyAddress(address)).toBeUndefined();
  });

  it('a password with a bare percent sign is taken as it is', () => {
    expect(parseProxyAddress('http://me:100%@p')).toMatchObject({ credentials: { username: 'me', password: '100%' } });
  });

  it('a proxy is named without its credentials', () => {
    const found = parseProxyAddress('http://me:canary@[fd12::1]:8080');
    expect(found && proxyName(found)).toBe('[fd12::1]:8080');
  });
});
