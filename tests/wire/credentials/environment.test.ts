import { describe, expect, it } from 'vitest';
import {
  identityFilesFromEnvironment,
  keyMaterialFrom,
  proxyPasswordFromEnvironment,
  secretFromEnvironment,
} from '../../../src-main/ground/environment.ts';
import { connectionFromEnvironment } from '../../../src-main/wire/credentials/environment-connection.ts';

const complete = {
  TRANSHIP_BASE_URL: 'https://api.example.com/tm',
  TRANSHIP_TOKEN_URL: 'https://tokens.example.com/',
  TRANSHIP_CLIENT_ID: 'client',
  TRANSHIP_CLIENT_SECRET: 'canary',
  TRANSHIP_SCOPE: 'tenant/t-1',
};

describe('connectionFromEnvironment', () => {
  it('§5.2 the variables give a connection named environment', () => {
    expect(connectionFromEnvironment(complete)).toEqual({
      connection: {
        name: 'environment',
        baseUrl: 'https://api.example.com/tm',
        tokenUrl: 'https://tokens.example.com/',
        clientId: 'client',
        scope: 'tenant/t-1',
      },
      secret: 'canary',
    });
  });

  it.each(Object.keys(complete))('the variable %s is named when it is missing', (name) => {
    expect(connectionFromEnvironment({ ...complete, [name]: undefined })).toEqual({ missing: [name] });
  });

  it('an empty variable counts as missing', () => {
    expect(connectionFromEnvironment({ ...complete, TRANSHIP_SCOPE: '' })).toEqual({ missing: ['TRANSHIP_SCOPE'] });
  });

  it('all missing variables are named', () => {
    expect(connectionFromEnvironment({})).toEqual({ missing: Object.keys(complete) });
  });

  it.each([
    ['TRANSHIP_BASE_URL', 'api.example.com'],
    ['TRANSHIP_TOKEN_URL', 'ftp://tokens.example.com'],
    ['TRANSHIP_SCOPE', 'two words'],
  ])('the variable %s is named when its value cannot be used', (name, value) => {
    expect(() => connectionFromEnvironment({ ...complete, [name]: value })).toThrow(
      expect.objectContaining({ code: 'connection.invalid', params: expect.objectContaining({ field: name }) }),
    );
  });
});

describe('a client certificate in the environment', () => {
  const withCertificate = { ...complete, TRANSHIP_CLIENT_SECRET: undefined, TRANSHIP_CLIENT_CERTIFICATE: 'bank.pfx' };

  it('§5.7 a client certificate may replace the secret', () => {
    expect(connectionFromEnvironment(withCertificate)).toMatchObject({
      connection: { name: 'environment' },
      secret: undefined,
    });
  });

  it('§5.7 a client certificate may accompany the secret', () => {
    const both = { ...complete, TRANSHIP_CLIENT_CERTIFICATE: 'bank.pfx' };
    expect(connectionFromEnvironment(both)).toMatchObject({ secret: 'canary' });
  });

  it.each([
    ['by its file alone', {}, { certificate: 'bank.pfx' }],
    ['with its key', { TRANSHIP_CLIENT_KEY: 'bank.key' }, { certificate: 'bank.pfx', key: 'bank.key' }],
    ['with its passphrase', { TRANSHIP_CERTIFICATE_PASSPHRASE: 'p' }, { certificate: 'bank.pfx', passphrase: 'p' }],
    [
      'and takes empty variables for missing ones',
      { TRANSHIP_CLIENT_KEY: '', TRANSHIP_CERTIFICATE_PASSPHRASE: '' },
      { certificate: 'bank.pfx' },
    ],
  ])('a client certificate in the environment is named %s', (_, more, files) => {
    expect(identityFilesFromEnvironment({ ...withCertificate, ...more })).toEqual(files);
  });

  it.each([[complete], [{ ...complete, TRANSHIP_CLIENT_CERTIFICATE: '' }]])(
    'no client certificate is needed',
    (environment) => {
      expect(identityFilesFromEnvironment(environment)).toBeUndefined();
    },
  );
});

it.each([
  ['the password', { TRANSHIP_PROXY_PASSWORD: 'canary' }, 'canary'],
  ['none for an empty one', { TRANSHIP_PROXY_PASSWORD: '' }, undefined],
])('proxyPasswordFromEnvironment gives %s', (_, environment, password) => {
  expect(proxyPasswordFromEnvironment(environment)).toBe(password);
});

describe('keyMaterialFrom', () => {
  it('the passphrase is preferred as key material', () => {
    const material = keyMaterialFrom({ ...complete, TRANSHIP_PASSPHRASE: 'sesame' }, 'session');
    expect(material).toEqual({ kind: 'passphrase', text: 'sesame' });
  });

  it('the client secret is key material for a session', () => {
    expect(keyMaterialFrom(complete, 'session')).toEqual({ kind: 'client-secret', text: 'canary' });
  });

  it('a secret is not encrypted with itself', () => {
    expect(keyMaterialFrom(complete, 'stored-secrets')).toEqual({ kind: 'none' });
  });

  it('an empty environment has no key material', () => {
    expect(keyMaterialFrom({ TRANSHIP_PASSPHRASE: '' }, 'session')).toEqual({ kind: 'none' });
  });
});

it.each([
  ['the secret', complete, 'canary'],
  ['none', {}, undefined],
  ['none for an empty one', { TRANSHIP_CLIENT_SECRET: '' }, undefined],
])('secretFromEnvironment gives %s', (_, environment, secret) => {
  expect(secretFromEnvironment(environment)).toBe(secret);
});
