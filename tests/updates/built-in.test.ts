import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { publicKeyOf } from '../../build/sign-update.ts';
import { updateSource } from '../../build/update-source.ts';
import { builtInUpdates } from '../../src-main/updates/built-in.ts';

const TRANSHIP_UPDATE_PUBLIC_KEY = publicKeyOf(generateKeyPairSync('ed25519').privateKey);
const TRANSHIP_UPDATE_FEED = 'https://updates.example/feed';

describe('What a build knows about updates', () => {
  it('Without a key and a feed there are none', () => {
    expect(updateSource({ TRANSHIP_UPDATE_PUBLIC_KEY: '', TRANSHIP_UPDATE_FEED: '' })).toBe('undefined');
    expect(builtInUpdates).toBeUndefined();
  });

  it('The key and the feed are those of the environment', () => {
    const source: unknown = JSON.parse(updateSource({ TRANSHIP_UPDATE_PUBLIC_KEY, TRANSHIP_UPDATE_FEED }));
    expect(source).toEqual({ publicKey: TRANSHIP_UPDATE_PUBLIC_KEY, feed: TRANSHIP_UPDATE_FEED });
  });

  it.each<[string, NodeJS.ProcessEnv]>([
    ['a key without a feed', { TRANSHIP_UPDATE_PUBLIC_KEY }],
    ['a feed without a key', { TRANSHIP_UPDATE_FEED }],
    ['a key that is none', { TRANSHIP_UPDATE_FEED, TRANSHIP_UPDATE_PUBLIC_KEY: 'abc' }],
    ['a feed that is not encrypted', { TRANSHIP_UPDATE_PUBLIC_KEY, TRANSHIP_UPDATE_FEED: 'http://updates.example' }],
  ])('The build stops at %s', (_what, environment) => {
    expect(() => updateSource(environment)).toThrow('TRANSHIP_UPDATE_');
  });

  it('Only an Ed25519 key can sign', () => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    expect(() => publicKeyOf(privateKey)).toThrow('must be an Ed25519 key');
  });
});
