import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { orderColumns, usualWish, type Wish } from '../../src-renderer/queue/arrangement.ts';
import { formatWish, parseWish } from '../../src-renderer/queue/queue-address.ts';
import { addressOf, routeOf } from '../../src-renderer/routes.ts';

const day = fc
  .integer({ min: 0, max: 30_000 })
  .map((days) => new Date(Date.UTC(1980, 0, 1 + days)).toISOString().slice(0, 10));
const range = fc.tuple(day, day).map(([one, other]) => ({
  from: one < other ? one : other,
  to: one < other ? other : one,
}));
/** What addresses, browsers and spreadsheets treat in ways of their own, and other scripts. */
const unit = fc.constantFrom(...'aB9 &=#/?%+,;"\'<>`.~\n\\ä\u202E\u00A0אد決😀');
const anyWish: fc.Arbitrary<Wish> = fc.record({
  search: fc.string({ unit, maxLength: 30 }),
  group: fc.constantFrom('all', 'needs', 'moving', 'done'),
  states: fc.uniqueArray(fc.constantFrom('held', 'failed', 'check-failed', 'processed', 'uploading')),
  connections: fc.uniqueArray(fc.string({ unit, minLength: 1, maxLength: 30 }), { maxLength: 8 }),
  added: fc.oneof(
    fc.constantFrom(undefined, 'today', 'yesterday', 'week'),
    range,
    day.map((from) => ({ from })),
    day.map((to) => ({ to })),
  ),
  order: fc.record({ column: fc.constantFrom(...orderColumns), direction: fc.constantFrom('ascending', 'descending') }),
});

const viewAt = (address: string) => {
  const route = routeOf(address);
  if (route.page !== 'queue') throw new Error(`${address} leads elsewhere`);
  return route.view;
};

describe('The address of a view of the queue', () => {
  it('leads back to the same view, whatever is searched for and however connections are named', () => {
    fc.assert(
      fc.property(anyWish, (wish) => {
        const address = addressOf({ page: 'queue', view: { wish, leftOut: [] } });
        expect(viewAt(address)?.wish ?? usualWish).toEqual(wish);
        expect(viewAt(address)?.leftOut ?? []).toEqual([]);
      }),
    );
  });

  it('has nothing in it that a browser would spell otherwise', () => {
    fc.assert(
      fc.property(anyWish, (wish) => {
        const address = addressOf({ page: 'queue', view: { wish, leftOut: [] } });
        expect(new URL(address, 'http://localhost/').hash).toBe(address);
      }),
    );
  });

  it('is readable', () => {
    const wish: Wish = {
      search: 'march cards',
      group: 'needs',
      states: ['held', 'failed'],
      connections: ['Nordbank / UAT'],
      added: { from: '2026-11-01', to: '2026-11-20' },
      order: { column: 'added', direction: 'ascending' },
    };
    expect(addressOf({ page: 'queue', view: { wish, leftOut: [] } })).toBe(
      '#/queue?search=march+cards&group=needs&state=held&state=failed&connection=Nordbank+%2F+UAT&added=2026-11-01..2026-11-20&order=added-ascending',
    );
  });

  it('of the usual view is that of the page', () => {
    expect(addressOf({ page: 'queue', view: { wish: usualWish, leftOut: [] } })).toBe('#/queue');
    expect(routeOf('#/queue?')).toEqual({ page: 'queue' });
  });

  it.each([
    ['state=lost', 'state=lost'],
    ['state=constructor', 'state=constructor'],
    ['group=__proto__', 'group=__proto__'],
    ['added=2026-02-30', 'added=2026-02-30'],
    ['added=..', 'added=..'],
    ['added=0050-01-01..', 'added=0050-01-01..'],
    ['added=2026-11-01..2026-11-02..2026-11-03', 'added=2026-11-01..2026-11-02..2026-11-03'],
    ['order=speed', 'order=speed'],
    ['order=name-sideways', 'order=name-sideways'],
    ['connection=', 'connection'],
    ['colour=red', 'colour=red'],
    ['toString', 'toString'],
  ])('asks in vain for %s, which is named and left out', (text, named) => {
    const { wish, leftOut } = parseWish(text);
    expect([wish, leftOut]).toEqual([usualWish, [named]]);
  });

  it('keeps what it understands beside what it does not', () => {
    expect(parseWish('state=lost&state=held&state=held&order=size')).toEqual({
      wish: { ...usualWish, states: ['held'], order: { column: 'size', direction: 'descending' } },
      leftOut: ['state=lost'],
    });
  });

  it('means one day by a day alone', () => {
    expect(parseWish('added=2026-11-01').wish.added).toEqual({ from: '2026-11-01', to: '2026-11-01' });
  });

  it('turns days that are the wrong way round', () => {
    expect(parseWish('added=2026-11-20..2026-11-01').wish.added).toEqual({ from: '2026-11-01', to: '2026-11-20' });
  });

  it('keeps a connection that is no longer there', () => {
    expect(parseWish('connection=Removed%20bank').wish.connections).toEqual(['Removed bank']);
  });

  it('never fails, whatever stands in it, and says the same when it is written again', () => {
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 100 }), (text) => {
        const { wish } = parseWish(text);
        expect(parseWish(formatWish(wish)).wish).toEqual(wish);
      }),
    );
    expect(parseWish(`search=${'x'.repeat(2000)}`).wish.search).toHaveLength(500);
    expect(parseWish('search=%E0%A4%A&state=%zz').wish.states).toEqual([]);
  });
});
