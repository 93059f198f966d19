import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readDrafts, writeDrafts } from '../../src-renderer/connections/kept-drafts.ts';
import type { ConnectionDraft } from '../../src-renderer/connections-store.ts';

const draft = { name: 'Bank', kind: 'test', baseUrl: 'https://b', tokenUrl: '', clientId: 'c', scope: 's' } as const;

/** As a window has one. */
function memory(content?: string) {
  const values = new Map<string, string>(content === undefined ? [] : [['tranship.connection-drafts', content]]);
  return {
    values,
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  };
}

describe('The drafts of connections', () => {
  it('survive in the storage of the session', () => {
    const storage = memory();
    const drafts = new Map<string, ConnectionDraft>([
      ['', draft],
      ['new', { ...draft, sending: '{"hours":[],"monthEndDays":2}' }],
      ['__proto__', { ...draft, kind: 'production' as const }],
    ]);
    writeDrafts(storage, drafts);
    expect(readDrafts(storage)).toEqual(drafts);
  });

  it('never take a secret with them', () => {
    const storage = memory();
    const typed = { ...draft, secret: 'hunter2', certificate: 'PEM' };
    writeDrafts(storage, new Map([['', typed]]));
    expect([...storage.values.values()].join()).not.toMatch(/hunter2|PEM|secret/);
  });

  it('leave nothing behind once there are none', () => {
    const storage = memory('[]');
    writeDrafts(storage, new Map());
    expect(storage.values.size).toBe(0);
  });

  it('are lost without a failure where nothing can be stored', () => {
    const full = {
      setItem: () => {
        throw new Error('QuotaExceededError');
      },
      removeItem: () => {},
    };
    expect(() => writeDrafts(full, new Map([['', draft]]))).not.toThrow();
  });

  it('are only what a draft consists of, whatever is stored', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.json(),
          fc.string(),
          fc.jsonValue().map((value) => JSON.stringify([['x', value]])),
        ),
        (text) => {
          for (const [of, one] of readDrafts(memory(text))) {
            expect(typeof of).toBe('string');
            expect(Object.keys(one).toSorted()).toEqual(['baseUrl', 'clientId', 'kind', 'name', 'scope', 'tokenUrl']);
          }
        },
      ),
    );
  });

  it('of which one is damaged keep the others', () => {
    const stored = JSON.stringify([
      ['a', draft],
      ['b', { ...draft, kind: 'practice' }],
      7,
      ['c', { ...draft, scope: 7 }],
    ]);
    expect([...readDrafts(memory(stored)).keys()]).toEqual(['a']);
  });
});
