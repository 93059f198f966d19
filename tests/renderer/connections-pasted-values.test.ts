import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cleanValue, pastedValues } from '../../src-renderer/connections/pasted-values.ts';

const all = {
  clientId: 'abc-123',
  secret: 's3cr=t/+x',
  tokenUrl: 'https://login.example/oauth2/token',
  scope: 'tenant/42',
  baseUrl: 'https://api.example/v1',
};

describe('A pasted value', () => {
  it.each([
    ['  abc \n', 'abc'],
    ['"abc"', 'abc'],
    ["'abc',", 'abc'],
    ['“abc”', 'abc'],
    ['\u200Babc\uFEFF', 'abc'],
    ['a"b', 'a"b'],
    ['abc,', 'abc,'],
    ['"', '"'],
    ['', ''],
  ])('The pasted value %j becomes %j', (text, value) => {
    expect(cleanValue(text)).toBe(value);
  });

  it('A pasted value without surrounding characters stays unchanged', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9+/=~.,;_-]*$/), (value) => {
        expect(cleanValue(`  "${value}" `)).toBe(value);
      }),
    );
  });
});

describe('A pasted block', () => {
  it('A pasted block may be the lines of an environment file', () => {
    const text = `CLIENT_ID=${all.clientId}\nCLIENT_SECRET="${all.secret}"\nTOKEN_URL=${all.tokenUrl}\nTENANT_SCOPE=${all.scope}\nBASE_URL=${all.baseUrl}\n`;
    expect(pastedValues(text)).toEqual(all);
  });

  it('A pasted block may be on one line', () => {
    const text = `CLIENT_ID=${all.clientId} CLIENT_SECRET=${all.secret} TOKEN_URL=${all.tokenUrl} TENANT_SCOPE=${all.scope} BASE_URL=${all.baseUrl}`;
    expect(pastedValues(text)).toEqual(all);
  });

  it('A pasted block may be shell commands', () => {
    expect(pastedValues("export TRANSHIP_CLIENT_ID='abc'\nexport TRANSHIP_BASE_URL='https://x.example'")).toEqual({
      clientId: 'abc',
      baseUrl: 'https://x.example',
    });
  });

  it('A pasted block may be an e-mail', () => {
    expect(
      pastedValues(
        'Hello,\nClient ID: abc\nClient secret: xyz\nToken endpoint: https://t.example/token\nScope: tenant/7',
      ),
    ).toEqual({ clientId: 'abc', secret: 'xyz', tokenUrl: 'https://t.example/token', scope: 'tenant/7' });
  });

  it('A pasted block may be JSON with any spelling of keys', () => {
    const text = JSON.stringify({
      clientId: 'abc',
      'client-secret': 'x"y\\z',
      credentials: { token_url: 'https://t.example' },
    });
    expect(pastedValues(text)).toEqual({ clientId: 'abc', secret: 'x"y\\z', tokenUrl: 'https://t.example' });
  });

  it('A pasted block may be JSON with a trailing comma', () => {
    expect(pastedValues('{"CLIENT_ID": "abc", "TENANT_SCOPE": "tenant/1",}')).toEqual({
      clientId: 'abc',
      scope: 'tenant/1',
    });
  });

  it('A pasted block of JSON yields its values unchanged, with any content', () => {
    const value = fc.string({ minLength: 1 }).map((text) => text.replace(/[\u200B-\u200D\u2060\uFEFF]/gu, '').trim());
    fc.assert(
      fc.property(value, value, (clientId, secret) => {
        fc.pre(clientId !== '' && secret !== '' && !/client|scope|url/i.test(clientId + secret));
        expect(pastedValues(JSON.stringify({ CLIENT_ID: clientId, CLIENT_SECRET: secret }))).toEqual({
          clientId,
          secret,
        });
      }),
    );
  });

  it('A pasted block with two values for a field yields the first one', () => {
    expect(pastedValues('CLIENT_ID=a\nCLIENT_ID=b')).toEqual({ clientId: 'a' });
  });

  it.each(['https://api.example/v1', 'tenant/42', 'dGhpcyBpcyBhIHNlY3JldA==', '', 'my client id is here'])(
    'The text %j is not a pasted block',
    (text) => {
      expect(pastedValues(text)).toEqual({});
    },
  );
});
