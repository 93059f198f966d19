/** @file What the window may do in a team ledger, called as a changed page would call it. */

import { afterAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { beforeAllWith } from '../before-all-with.ts';
import { offerOf, TeamOfTest } from '../team/team-of-test.ts';
import { openWindow, type TestWindow } from './window.ts';
import { windowOfDesk } from './window-of-desk.ts';

let team: TeamOfTest;
let database: string;
beforeAllWith(['openssl', 'PostgreSQL'], async () => {
  team = await TeamOfTest.start();
});
afterAll(async () => {
  await team?.[Symbol.asyncDispose]();
});
beforeEach(async () => {
  database = await team.ledger();
});

const line = (id: number) =>
  `{"sender":{"known":{"external_id":"s"}},"receiver":{"known":{"external_id":"r"}},"modification":{"external_id":"m-${id}"}}\n`;

const windowOf = (person: string) => windowOfDesk(team, { person, database, service: 'https://bank.example' });

async function ledgerOf(window: TestWindow): Promise<string> {
  const { ledgers } = await window.value('team.ledgers');
  return ledgers[0]?.ledger ?? '';
}

/** A checked submission of these lines. */
async function checked(window: TestWindow, content: string): Promise<number> {
  const offer = await window.offered('november.jsonl', content);
  const { added } = await window.value('files.check', { offers: [offer], maxBatchBytes: 1_000_000 });
  const [id] = added;
  if (id === undefined) throw new Error('The file was not added.');
  await window.until(id, ({ state }) => state === 'checked');
  return id;
}

/** Offers these lines as mara. @returns the number of the offer */
async function offeredByMara(content: string): Promise<number> {
  const window = await windowOf('mara');
  const id = await checked(window, content);
  const wish = { connection: 'environment', reason: 'The export of November.', again: false };
  return (await window.value('team.offerSubmission', { id, ...wish })).id;
}

describe('A release in the window', () => {
  it('needs the same bytes and figures at this desk, also where the page does not ask for them', async () => {
    const id = await offeredByMara(line(1));
    const cem = await windowOf('cem');
    const wanted = { ledger: await ledgerOf(cem), id };
    const release = { ...wanted, outcome: 'released', reason: 'The sums agree.' } as const;
    expect(await cem.code('team.decide', release)).toBe('team.refused');
    const other = await cem.value('team.compare', { ...wanted, copy: await cem.offered('other.jsonl', line(2)) });
    expect(other.kind).toBe('other-bytes');
    expect(await cem.code('team.decide', release)).toBe('team.refused');
    const copy = await cem.value('team.compare', { ...wanted, copy: await cem.offered('copy.jsonl', line(1)) });
    expect(copy).toMatchObject({ kind: 'same', fileName: 'copy.jsonl' });
    expect(await cem.value('team.decide', release)).toMatchObject({ state: 'released', decision: { by: 'cem' } });
    expect(await cem.code('team.decide', release)).toBe('team.refused');
  });

  it('is refused where the maker has written other figures into the ledger', async () => {
    const id = await offeredByMara(line(1));
    const cem = await windowOf('cem');
    const ledger = await ledgerOf(cem);
    const { sha256, destination } = await cem.value('team.offer', { ledger, id });
    const [forged = 0] = await team.as('milo', database, (own) =>
      own.offer([offerOf('ab', { sha256, destination, again: true })]),
    );
    const copy = await cem.offered('copy.jsonl', line(1));
    const compared = await cem.value('team.compare', { ledger, id: forged, copy });
    expect(compared).toMatchObject({ kind: 'other-figures', differing: expect.arrayContaining(['totals', 'bytes']) });
    const release = { ledger, id: forged, outcome: 'released', reason: 'The sums agree.' };
    expect(await cem.code('team.decide', release)).toBe('team.refused');
  });

  it('of an own offer is refused by the ledger, whatever was proved here', async () => {
    await team.as('ada', database, (ledger) => ledger.giveRole('mara', 'checker'));
    const id = await offeredByMara(line(1));
    const mara = await windowOf('mara');
    const wanted = { ledger: await ledgerOf(mara), id };
    await mara.value('team.compare', { ...wanted, copy: await mara.offered('copy.jsonl', line(1)) });
    expect(await mara.value('team.offer', wanted)).toMatchObject({ isOwn: true, isProved: true });
    expect(await mara.code('team.decide', { ...wanted, outcome: 'released', reason: 'Mine.' })).toBe('team.refused');
  });

  it('leaves the file on offer where it could not be compared', async () => {
    const cem = await windowOf('cem');
    const copy = await cem.offered('copy.jsonl', line(1));
    const ledger = await ledgerOf(cem);
    expect(await cem.code('team.compare', { ledger, id: 99, copy })).toBe('team.refused');
    expect(await cem.code('team.compare', { ledger: 'cem@elsewhere:5432/ledger', id: 1, copy })).toBe('team.address');
    expect(await cem.code('files.check', { offers: [copy], maxBatchBytes: 1_000_000 })).toBeUndefined();
  });
});

describe('The offers in the window', () => {
  it('are told page by page, the latest first, and by whether they are decided', async () => {
    const offers = Array.from({ length: 53 }, (_, place) => offerOf((16 + place).toString(16)));
    const ids = await team.as('mara', database, (ledger) => ledger.offer(offers));
    const [first = 0] = ids;
    const refusal = { outcome: 'refused', reason: 'No.', desk: 'desk-1' } as const;
    await team.as('cem', database, async (ledger) => {
      const found = await ledger.findOffer(first);
      if (found !== undefined) await ledger.decide(found, refusal);
    });
    const cem = await windowOf('cem');
    const ledger = await ledgerOf(cem);
    const open = await cem.value('team.offers', { ledger, isOpen: true });
    expect(open.offers.map(({ id }) => id)).toEqual(ids.toReversed().slice(0, 50));
    const older = await cem.value('team.offers', { ledger, isOpen: true, before: open.before });
    expect([older.offers.map(({ id }) => id), older.before]).toEqual([ids.slice(1, 3).toReversed(), undefined]);
    const decided = await cem.value('team.offers', { ledger, isOpen: false });
    expect(decided.offers).toMatchObject([{ id: first, state: 'refused', decision: { by: 'cem', reason: 'No.' } }]);
  });

  it('are there beside one with figures that a person wrote by plain SQL, and that are none', async () => {
    await team.as('milo', database, (ledger) => ledger.offer([offerOf('ab')]));
    const call = `tranship.offer(decode(repeat('cd', 32), 'hex'), 'there', 'x.jsonl', '{}', 'why', 'desk', false)`;
    await team.plainSql('mara', database, `SELECT ${call}`);
    const cem = await windowOf('cem');
    const { offers } = await cem.value('team.offers', { ledger: await ledgerOf(cem), isOpen: true });
    expect(offers.map(({ fileName }) => fileName)).toEqual(['ab.jsonl']);
  });

  it('of other makers are not seen by a maker', async () => {
    await team.as('milo', database, (ledger) => ledger.offer([offerOf('ab')]));
    const mara = await windowOf('mara');
    const ledger = await ledgerOf(mara);
    expect((await mara.value('team.offers', { ledger, isOpen: true })).offers).toEqual([]);
    expect(await mara.code('team.offer', { ledger, id: 1 })).toBe('team.refused');
  });

  it('of a submission are those of its bytes, a second one only knowingly', async () => {
    const mara = await windowOf('mara');
    const id = await checked(mara, line(1));
    expect(await mara.value('team.ofSubmission', { id })).toEqual({ connections: ['environment'], offers: [] });
    const wish = { id, connection: 'environment', reason: 'The export of November.' };
    await mara.value('team.offerSubmission', { ...wish, again: false });
    expect(await mara.code('team.offerSubmission', { ...wish, again: false })).toBe('team.refused');
    await mara.value('team.offerSubmission', { ...wish, again: true });
    const { offers } = await mara.value('team.ofSubmission', { id });
    expect(offers.map(({ id: number, isOwn }) => [number, isOwn])).toEqual([
      [2, true],
      [1, true],
    ]);
  });
});

it('Without a ledger, the window says so and nothing is asked', async () => {
  const window = await openWindow();
  onTestFinished(() => window.close());
  expect(await window.value('team.ledgers')).toEqual({ ledgers: [] });
  expect(window.settings.get('desk')).toBeUndefined();
});
