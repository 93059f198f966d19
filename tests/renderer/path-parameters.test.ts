import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { filledPath, parametersOf } from '../../src-renderer/observability/path-parameters.ts';
import { anyText } from '../any-text.ts';

describe('A path with places to fill in', () => {
  it('names each place once, in their order', () => {
    expect(parametersOf('/a/{batch_id}/{day}?again={batch_id}&x={}')).toEqual(['batch_id', 'day']);
    expect(parametersOf('/a/b')).toEqual([]);
  });

  it('is whole once every place has a value', () => {
    const path = '/a/{id}?day={day}';
    expect(filledPath(path, new Map([['id', ' 7 ']]))).toBeUndefined();
    expect(filledPath(path, new Map(Object.entries({ id: ' 7 ', day: ' ' })))).toBeUndefined();
    expect(filledPath(path, new Map(Object.entries({ id: ' 7 ', day: '2026-11-23' })))).toBe('/a/7?day=2026-11-23');
    expect(filledPath('/a', new Map())).toBe('/a');
  });

  it.each(['..', '.', '...'])('takes no %s, which would lead elsewhere', (value) => {
    expect(filledPath('/a/{id}', new Map([['id', value]]))).toBeUndefined();
  });

  it('leads to the same place, whatever the value', () => {
    fc.assert(
      fc.property(anyText({ minLength: 1 }), (value) => {
        const path = filledPath('/api/{id}/end?q=1', new Map([['id', value]]));
        if (path === undefined) return;
        const url = new URL(path, 'https://bank.example');
        expect([url.origin, url.pathname.split('/').length, url.search, url.hash]).toEqual([
          'https://bank.example',
          4,
          '?q=1',
          '',
        ]);
        expect(decodeURIComponent(url.pathname.split('/')[2] ?? '')).toBe(value.trim().toWellFormed());
      }),
    );
  });
});
