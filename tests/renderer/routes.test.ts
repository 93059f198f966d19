import { expect, it } from 'vitest';
import { everything } from '../../src-renderer/history/look-up.ts';
import { addressOf, routeOf } from '../../src-renderer/routes.ts';
import { events } from '../../src-shared/events.ts';
import { pages } from '../../src-shared/pages.ts';

it.each([
  '#/queue',
  '#/submission/12',
  '#/submission/12/line/3400',
  '#/submission/12/correct',
  '#/submission/12/correct/3400',
  '#/transactions',
  '#/transactions/line/12/3400',
  '#/rules',
  '#/rules/after/12',
  '#/team',
  '#/team/decided',
  '#/team/history',
  '#/team/cem%40ledger.example%3A5432%2Ftranship/12',
  '#/overview',
  '#/overview/statement',
  '#/overview/statement?from=2026-11-01&to=2026-11-30&connection=Nordbank',
  '#/overview/statement?from=first',
  '#/overview/statement?from=2026-11-30&to=2026-11-30&compare=core-system',
  '#/observability',
  '#/history',
  '#/history/removed',
  '#/history?file=march+cards&state=held&only=removed',
  '#/queue?search=march&state=held&order=size-ascending',
  '#/connections',
  '#/connections/new',
  '#/connections/of/Nordbank%20%2F%20UAT',
  '#/connections/secret/Nordbank',
  '#/connections/hours/Nordbank',
  '#/settings',
])('The address %s leads to a page and back', (address) => {
  expect(addressOf(routeOf(address))).toBe(address);
});

it.each(['', '#', '#/', '#/nonsense', '#/submission/abc', '#/submission'])(
  'The address %j leads to the queue',
  (address) => {
    expect(routeOf(address)).toEqual({ page: 'queue' });
  },
);

it('What an address of the history asks for in vain is left out', () => {
  expect(routeOf('#/history?state=lost&from=2026-02-30&person=mara&colour=red')).toEqual({
    page: 'history',
    lookUp: { ...everything, person: 'mara' },
  });
});

it.each(['#/transactions/line/x/1', '#/transactions/line/12', '#/transactions/12/1'])(
  'The address %j leads to the page of transactions without a line',
  (address) => {
    expect(routeOf(address)).toEqual({ page: 'transactions' });
  },
);

it.each(['#/connections/of', '#/connections/of/', '#/connections/secret/%E0%A4%A', '#/connections/Nordbank'])(
  'The address %j leads to the connections without one in sight',
  (address) => {
    expect(routeOf(address)).toEqual({ page: 'connections', isNew: false });
  },
);

it('An address of rules after an invalid submission leads to the page of rules alone', () => {
  expect(routeOf('#/rules/after/x')).toEqual({ page: 'rules' });
});

it.each(pages)('gives the page “$title” an address, and the menu a way to ask for it', ({ page }) => {
  expect(routeOf(addressOf({ page })).page).toBe(page);
  expect(events['page.show'].parse({ page })).toEqual({ page });
});

it('lets no one ask for a page that is none', () => {
  expect(events['page.show'].safeParse({ page: 'submission' }).success).toBe(false);
});

it.each(['#/submission/12/line', '#/submission/12/line/x', '#/submission/12/3400'])(
  'The address %j leads to the submission without a line',
  (address) => {
    expect(routeOf(address)).toEqual({ page: 'submission', id: 12 });
  },
);
