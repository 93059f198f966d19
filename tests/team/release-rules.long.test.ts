/** @file Who may offer, release and refuse, held by the database also against plain SQL. */

import { afterAll, describe, expect, it } from 'vitest';
import { beforeAllWith } from '../before-all-with.ts';
import { allOffers, LEDGER_OWNER, offerOf, TeamOfTest } from './team-of-test.ts';

let team: TeamOfTest;
beforeAllWith(['openssl', 'PostgreSQL'], async () => {
  team = await TeamOfTest.start();
});
afterAll(() => team?.[Symbol.asyncDispose]());

const released = { outcome: 'released', reason: 'The sums agree.', desk: 'desk-9' } as const;

/** A ledger with an offer of mara. */
async function offered() {
  const database = await team.ledger();
  const offer = offerOf('a1');
  const [id = 0] = await team.as('mara', database, (ledger) => ledger.offer([offer]));
  return { database, id, offer: { id, sha256: offer.sha256 } };
}

const stateOf = async (database: string, id: number) =>
  (await team.as('cem', database, (ledger) => ledger.findOffer(id)))?.state;

describe('an offer', () => {
  it('is released by another person, who sees what was offered, and the sender sees who released it', async () => {
    const { database, id, offer } = await offered();
    const { sha256, figures, reason, destination } = offerOf('a1');
    expect(await team.as('cem', database, (ledger) => ledger.findOffer(id))).toMatchObject({
      sha256,
      figures,
      reason,
      destination,
      offeredBy: 'mara',
      state: 'open',
    });
    await team.as('cem', database, (ledger) => ledger.decide(offer, released));
    expect(await team.as('sol', database, (ledger) => ledger.releasedOffer(sha256, destination))).toMatchObject({
      id,
      state: 'released',
      decision: { by: 'cem', reason: 'The sums agree.' },
    });
  });

  it('is decided once: of two who decide at the same moment, one is told what the other decided', async () => {
    const { database, id, offer } = await offered();
    await team.as('ada', database, (ledger) => ledger.giveRole('ben', 'checker'));
    const decide = (person: string, outcome: 'released' | 'refused') =>
      team.as(person, database, (ledger) => ledger.decide(offer, { ...released, outcome }));
    const ends = await Promise.allSettled([decide('cem', 'released'), decide('ben', 'refused')]);
    expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const [winner, outcome] = ends[0].status === 'fulfilled' ? ['cem', 'released'] : ['ben', 'refused'];
    expect(ends.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { code: 'team.refused', detail: expect.stringContaining(`was ${outcome} by ${winner}`) },
    });
    expect(await stateOf(database, id)).toBe(outcome);
  });

  it('of other bytes than the checker saw is not released', async () => {
    const { database, id } = await offered();
    const other = { id, sha256: 'b2'.repeat(32) };
    await expect(team.as('cem', database, (ledger) => ledger.decide(other, released))).rejects.toMatchObject({
      code: 'team.refused',
      detail: expect.stringContaining('other bytes'),
    });
    expect(await stateOf(database, id)).toBe('open');
  });

  it('counts for its bytes and its destination alone', async () => {
    const { database, offer } = await offered();
    await team.as('cem', database, (ledger) => ledger.decide(offer, released));
    const find = (sha256: string, destination: string) =>
      team.as('sol', database, (ledger) => ledger.releasedOffer(sha256, destination));
    expect(await find('a2'.repeat(32), offerOf('a1').destination)).toBeUndefined();
    expect(await find(offer.sha256, 'https://other.example')).toBeUndefined();
  });

  it('of bytes that a colleague offered is refused with who and when, unless it is meant', async () => {
    const { database } = await offered();
    const again = (more = {}) => team.as('milo', database, (ledger) => ledger.offer([offerOf('a1', more)]));
    await expect(again()).rejects.toMatchObject({
      detail: expect.stringMatching(/offered for the same destination by mara on \d{4}-\d\d-\d\d .*not decided yet/),
    });
    await expect(again({ destination: 'https://other.example' })).resolves.toHaveLength(1);
    await expect(again({ again: true })).resolves.toHaveLength(1);
  });

  it('by two desks at the same moment is made once', async () => {
    const database = await team.ledger();
    const ends = await Promise.allSettled(
      ['mara', 'milo', 'mara', 'milo'].map((person) =>
        team.as(person, database, (ledger) => ledger.offer([offerOf('c3')])),
      ),
    );
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('that was refused can be made again', async () => {
    const { database, offer } = await offered();
    await team.as('cem', database, (ledger) => ledger.decide(offer, { ...released, outcome: 'refused' }));
    await expect(team.as('mara', database, (ledger) => ledger.offer([offerOf('a1')]))).resolves.toHaveLength(1);
  });

  it('of several files is made of all or none', async () => {
    const { database } = await offered();
    const both = [offerOf('d4'), offerOf('a1')];
    await expect(team.as('milo', database, (ledger) => ledger.offer(both))).rejects.toMatchObject({
      code: 'team.refused',
    });
    expect(await team.as('cem', database, allOffers)).toHaveLength(1);
  });

  it('is seen by its maker and by those who decide and send, not by other makers', async () => {
    const { database } = await offered();
    const seenBy = async (person: string) => (await team.as(person, database, allOffers)).length;
    expect(await Promise.all(['mara', 'milo', 'cem', 'sol', 'ada'].map(seenBy))).toEqual([1, 0, 1, 1, 1]);
  });
});

const sql = (id: number) => {
  const row = `(${id}, 'mara', 'released', 'mine', 'desk', 'cem')`;
  const insert = `INSERT INTO tranship.decisions (offer, offered_by, outcome, reason, desk, decided_by) VALUES ${row}`;
  const decide = `SELECT tranship.decide(${id}, decode(repeat('a1', 32), 'hex'), 'released', 'mine', 'desk')`;
  return { insert, decide };
};

describe('a maker with plain SQL', () => {
  /** What a maker may try, each with what the database says of it. */
  const attempts: [string, (database: string, id: number) => string[], RegExp][] = [
    ['calls the function', (_, id) => [sql(id).decide], /does not have the role “checker”/],
    ['writes a decision', (_, id) => [sql(id).insert], /permission denied for table decisions/],
    [
      'changes the maker of the offer',
      (_, id) => [`UPDATE tranship.offers SET offered_by = 'milo' WHERE id = ${id}`],
      /permission denied for table offers/,
    ],
    ['deletes the offer', () => ['DELETE FROM tranship.offers'], /permission denied for table offers/],
    [
      'appoints herself',
      () => ["INSERT INTO tranship.appointments (person, role, given_by) VALUES ('mara', 'checker', 'ada')"],
      /permission denied for table appointments/,
    ],
    ['gives herself a role', () => ["SELECT tranship.give_role('mara', 'checker')"], /does not have the role “admin/],
    [
      'calls what only the owner may',
      () => ["SELECT tranship.appoint('mara', 'checker')"],
      /permission denied for func/,
    ],
    ['becomes the checker', (_, id) => ['SET ROLE cem', sql(id).decide], /permission denied to set role/],
    ['becomes the owner', () => [`SET ROLE ${LEDGER_OWNER}`], /permission denied to set role/],
    [
      'signs in as another within the session',
      () => ['SET SESSION AUTHORIZATION cem'],
      /permission denied to set session/,
    ],
    [
      'forges who is signed in by a setting',
      (_, id) => ["SELECT set_config('session_authorization', 'cem', false)", sql(id).decide],
      /permission denied to set session/,
    ],
    [
      'forges the role by a setting',
      () => ["SELECT set_config('role', 'cem', false)"],
      /permission denied to set role/,
    ],
    ['turns the policies off', (_, id) => ['SET row_security = off', sql(id).decide], /does not have the role/],
    ['joins the owner', () => [`GRANT ${LEDGER_OWNER} TO mara`], /must have admin option|permission denied/],
    [
      'hides functions behind her own',
      (_, id) => ['CREATE SCHEMA mine', 'SET search_path = mine, pg_catalog, tranship', sql(id).decide],
      /permission denied for database/,
    ],
    [
      'hides tables behind temporary ones',
      () => ['CREATE TEMPORARY TABLE appointments (person text, role text, withdrawn_at timestamptz)'],
      /permission denied to create temporary tables/,
    ],
    [
      'replaces a function',
      () => [
        "CREATE OR REPLACE FUNCTION tranship.has_role(VARIADIC text[]) RETURNS boolean LANGUAGE sql AS 'SELECT true'",
      ],
      /permission denied for schema|must be owner/,
    ],
    ['takes the trigger away', () => ['DROP TRIGGER never_changes ON tranship.decisions'], /must be owner/],
    ['lifts the rule', () => ['ALTER TABLE tranship.decisions DROP CONSTRAINT not_your_own'], /must be owner/],
    ['locks the others out', () => ['BEGIN', 'LOCK TABLE tranship.decisions'], /permission denied/],
  ];

  it.each(attempts)('%s, in vain', async (_name, statements, said) => {
    const { database, id } = await offered();
    await expect(team.plainSql('mara', database, ...statements(database, id))).rejects.toThrow(said);
    expect(await stateOf(database, id)).toBe('open');
  });

  it('who also is a checker does not release her own, by the command or by SQL', async () => {
    const { database, id, offer } = await offered();
    await team.as('ada', database, (ledger) => ledger.giveRole('mara', 'checker'));
    const own = /Offer \d+ is your own: another person has to decide it/;
    await expect(team.as('mara', database, (ledger) => ledger.decide(offer, released))).rejects.toMatchObject({
      detail: expect.stringMatching(own),
    });
    await expect(team.plainSql('mara', database, sql(id).decide)).rejects.toThrow(own);
    expect(await stateOf(database, id)).toBe('open');
  });

  it('sees nothing of what others offered', async () => {
    const { database } = await offered();
    const look = (person: string) => team.plainSql(person, database, 'SELECT * FROM tranship.offers');
    expect([await look('milo'), (await look('cem')).length]).toEqual([[], 1]);
  });
});

describe('those who own the ledger', () => {
  it('cannot write that a person released their own, or change what was decided', async () => {
    const { database, id, offer } = await offered();
    const asOwner = (...statements: string[]) =>
      team.server.asSuperuser(database, [`SET ROLE ${LEDGER_OWNER}`, ...statements]);
    await expect(asOwner(sql(id).insert.replace("'cem')", "'mara')"))).rejects.toThrow(/not_your_own/);
    await expect(asOwner(sql(id).insert.replace("'mara', 'released'", "'milo', 'released'"))).rejects.toThrow(
      /foreign key/,
    );
    await team.as('cem', database, (ledger) => ledger.decide(offer, { ...released, outcome: 'refused' }));
    for (const change of [
      "UPDATE tranship.decisions SET outcome = 'released'",
      'DELETE FROM tranship.decisions',
      'TRUNCATE tranship.decisions',
      "UPDATE tranship.offers SET figures = '{}'",
    ])
      await expect(asOwner(change), change).rejects.toThrow(/never changes/);
    expect(await stateOf(database, id)).toBe('refused');
  });
});
