import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { observedAddress } from '../../../src-main/wire/service/endpoints.ts';
import {
  ObservedPaths,
  observabilityPresets,
  observedPathSchema,
} from '../../../src-main/wire/service/observability.ts';
import { MemorySettings } from '../../memory-stores.ts';

const summary = { name: 'Summary', path: '/api/observability/summary?day=2026-01-05' };

describe('the observed paths of a connection', () => {
  it('the observed paths are the presets until a person changes them', () => {
    const paths = new ObservedPaths(new MemorySettings());
    expect(paths.of('bank')).toEqual(observabilityPresets);
  });

  it('the observed paths are kept for their connection only', () => {
    const file = new MemorySettings();
    new ObservedPaths(file).change('bank', [summary]);
    const paths = new ObservedPaths(file);
    expect(paths.of('bank')).toEqual([summary]);
    expect(paths.of('other bank')).toEqual(observabilityPresets);
  });

  it('a connection may have no observed paths', () => {
    const paths = new ObservedPaths(new MemorySettings());
    paths.change('bank', []);
    expect(paths.of('bank')).toEqual([]);
  });

  it('an entry that was edited into an invalid one is left out', () => {
    const file = new MemorySettings();
    file.set('observability', {
      bank: [summary, { name: 'No path' }, { ...summary, path: 'https://elsewhere' }],
      other: 7,
    });
    const paths = new ObservedPaths(file);
    expect(paths.of('bank')).toEqual([summary]);
    expect(paths.of('other')).toEqual(observabilityPresets);
  });

  it.each([
    'api/observability',
    'https://elsewhere.example/api',
    '/https://elsewhere.example/api',
    '//elsewhere.example/api',
    '/\\elsewhere.example/api',
    '/../admin',
    '/api/%2e%2E/admin',
    '/api/summary#part',
    '/api/a summary',
    '/api/100%',
    '',
  ])('a path that could lead elsewhere is refused: %j', (path) => {
    const paths = new ObservedPaths(new MemorySettings());
    expect(() => paths.change('bank', [{ name: 'Odd', path }])).toThrow(
      expect.objectContaining({ code: 'service.path-invalid' }),
    );
  });

  it('every accepted path can be asked for and stays below the base address', () => {
    const part = fc.stringMatching(/^[/.%2eE\\\w?#:@-]{0,12}$/);
    fc.assert(
      fc.property(part, (rest) => {
        const parsed = observedPathSchema.safeParse({ name: 'Any', path: `/${rest}` });
        fc.pre(parsed.success);
        const address = new URL(observedAddress('https://api.example.com/tm/realtime', parsed.data?.path ?? ''));
        expect(address.host).toBe('api.example.com');
        expect(address.pathname.startsWith('/tm/realtime/')).toBe(true);
      }),
    );
  });
});
