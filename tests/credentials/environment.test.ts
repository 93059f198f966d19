import { describe, expect, it } from 'vitest';
import {
  connectionFromEnvironment,
  keyMaterialFrom,
  secretFromEnvironment,
} from '../../src-main/credentials/environment.ts';

const complete = {
  TRANSHIP_BASE_URL: 'https://api.example.com/tm',
  TRANSHIP_TOKEN_URL: 'https://tokens.example.com/',
  TRANSHIP_CLIENT_ID: 'client',
  TRANSHIP_CLIENT_SECRET: 'canary',
  TRANSHIP_SCOPE: 'tenant/t-1',
};

describe('connectionFromEnvironment', () => {
  it('§5.2 takes the supplied values for a connection named environment', () => {
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

  it.each(Object.keys(complete))('names %s when it is missing', (name) => {
    expect(connectionFromEnvironment({ ...complete, [name]: undefined })).toEqual({ missing: [name] });
  });

  it('takes an empty variable for a missing one', () => {
    expect(connectionFromEnvironment({ ...complete, TRANSHIP_SCOPE: '' })).toEqual({ missing: ['TRANSHIP_SCOPE'] });
  });

  it('names all that is missing', () => {
    expect(connectionFromEnvironment({})).toEqual({ missing: Object.keys(complete) });
  });

  it.each([
    ['TRANSHIP_BASE_URL', 'api.example.com'],
    ['TRANSHIP_TOKEN_URL', 'ftp://tokens.example.com'],
    ['TRANSHIP_SCOPE', 'two words'],
  ])('names %s when its value cannot be used', (name, value) => {
    expect(() => connectionFromEnvironment({ ...complete, [name]: value })).toThrow(
      expect.objectContaining({ code: 'connection.invalid', params: expect.objectContaining({ field: name }) }),
    );
  });
});

describe('keyMaterialFrom', () => {
  it('prefers the passphrase', () => {
    const material = keyMaterialFrom({ ...complete, TRANSHIP_PASSPHRASE: 'sesame' }, 'session');
    expect(material).toEqual({ kind: 'passphrase', text: 'sesame' });
  });

  it('takes the client secret for what was got with it', () => {
    expect(keyMaterialFrom(complete, 'session')).toEqual({ kind: 'client-secret', text: 'canary' });
  });

  it('does not seal a secret with itself', () => {
    expect(keyMaterialFrom(complete, 'stored-secrets')).toEqual({ kind: 'none' });
  });

  it('has none in an empty environment', () => {
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
