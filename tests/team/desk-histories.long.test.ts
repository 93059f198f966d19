/** @file The histories of the desks in the ledger: told without loss, and a history that is not what it was is found. */

import { randomUUID } from 'node:crypto';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { QueueStore } from '../../src-main/send/storage/store.ts';
import { LedgerConnection } from '../../src-main/team/connection/ledger-connection.ts';
import { type ToldPiece, tellHistory } from '../../src-main/team/history/told-history.ts';
import type { WrittenKind } from '../../src-shared/history.ts';
import { attack } from '../audit/attacked-folder.ts';
import { beforeAllWith } from '../before-all-with.ts';
import { addedSubmission } from '../send/samples.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { atWork, compared, type DeskOfTest, destination } from './desk-of-test.ts';
import { LEDGER_OWNER, offerOf, TeamOfTest } from './team-of-test.ts';
import { untilAway } from './until-away.ts';

let team: TeamOfTest;
beforeAllWith(['openssl', 'PostgreSQL'], async () => {
  team = await TeamOfTest.start();
});
afterAll(() => team?.[Symbol.asyncDispose]());

function deskOf(person: string): DeskOfTest {
  return { folder: temporaryFolder(), id: randomUUID(), person, memory: { kept: undefined } };
}

/** The data folder as it is now, and what rests in it, at another place. */
function copyOf(desk: DeskOfTest): Pick<DeskOfTest, 'folder' | 'memory'> {
  const folder = temporaryFolder();
  cpSync(desk.folder, folder, { recursive: true });
  return { folder, memory: { ...desk.memory } };
}

/** The end of the history of a desk, and the hash of its beginning. */
function lastOf({ folder }: DeskOfTest) {
  const store = new QueueStore(folder, { readOnly: true });
  const entries = store.historyAfter(0, 1000);
  store.close();
  const { position = 0, hash = '' } = entries.at(-1) ?? {};
  return { position, hash, chain: entries[0]?.hash ?? '' };
}

const act = (...kinds: WrittenKind[]) => {
  return (store: QueueStore) => {
    for (const kind of kinds) store.record({ at: Date.now(), kind, detail: { reason: `why ${kind}` } });
  };
};

const eventsIn = async (database: string, as = 'cem', filter = {}) =>
  (await team.as(as, database, (ledger) => ledger.history(filter, { limit: 1000 }))).happenings
    .filter(({ deskId }) => deskId !== undefined)
    .reverse();
const kindsIn = async (database: string, as = 'cem') => (await eventsIn(database, as)).map(({ kind }) => kind);

describe('a desk at work', () => {
  it('tells who did what with which file, and of paths and other things nothing', async () => {
    const database = await team.ledger();
    const desk = deskOf('mara');
    await atWork(team, database, desk, (store) => {
      const detail = { path: '/home/mara/canary/november.jsonl', baseAddress: 'https://canary.example' };
      const { id } = store.addSubmission(addedSubmission(), { at: Date.now(), kind: 'added', detail });
      store.saveSubmission(
        { ...addedSubmission(), id },
        { at: Date.now(), kind: 'approved', detail: { sha256: 'ab', lines: 3, reason: 'The sums agree.' } },
      );
      store.saveSubmission({ ...addedSubmission(), id }, { at: Date.now(), kind: 'held', detail: { error: 'canary' } });
    });
    const told = await eventsIn(database);
    expect(told).toMatchObject([
      { person: 'mara', desk: 'computer of mara', deskId: desk.id, kind: 'added', detail: { file: 'november.jsonl' } },
      {
        person: 'mara',
        kind: 'approved',
        detail: {
          file: 'november.jsonl',
          destination,
          submission: 1,
          sha256: 'ab',
          lines: 3,
          reason: 'The sums agree.',
          user: 'mara-user',
          machine: 'desk-7',
        },
      },
    ]);
    expect(JSON.stringify(told)).not.toContain('canary');
    expect(await compared(team, database, desk)).toEqual({ anchors: expect.any(Number), doubts: [], flaws: [] });
  });

  it('tells in order and once each what happened while the ledger was away', async () => {
    const database = await team.ledger();
    const desk = deskOf('mara');
    await atWork(team, database, desk, act('audit-set'));
    await atWork(team, database, desk, async (store, link) => {
      act('removed')(store);
      await team.server.crash();
      act('paused', 'resumed')(store);
      await untilAway(link, true);
      act('retried')(store);
      await team.server.revive();
      await untilAway(link, false);
    });
    expect(await kindsIn(database)).toEqual(['audit-set', 'removed', 'paused', 'resumed', 'retried']);
    expect(await compared(team, database, desk)).toMatchObject({ doubts: [], flaws: [] });
  });

  it('says at its end that the ledger did not hear all, and tells it at the next start', async () => {
    const database = await team.ledger();
    const desk = deskOf('mara');
    await atWork(team, database, desk, act('audit-set'));
    await team.server.crash();
    const { failures } = await atWork(team, database, desk, act('paused'));
    expect(failures).toMatchObject([{ code: 'team.unreachable' }]);
    await team.server.revive();
    await atWork(team, database, desk, () => {});
    expect(await kindsIn(database)).toEqual(['audit-set', 'paused']);
  });

  it('tells nothing of what goes to a destination of another ledger', async () => {
    const database = await team.ledger();
    const desk = deskOf('mara');
    await atWork(team, database, desk, (store) => {
      store.addSubmission(addedSubmission(), { at: Date.now(), kind: 'added' });
      attack(desk.folder, (database) => {
        database.exec('UPDATE sqlite_sequence SET seq = 98');
      });
      store.addSubmission(addedSubmission(), { at: Date.now(), kind: 'added' });
    });
    expect(await eventsIn(database)).toMatchObject([{ detail: { submission: 1 } }]);
  });

  it('whose history is older than the ledger begins with what happens from then on', async () => {
    const database = await team.ledger();
    const desk = deskOf('mara');
    const other = await team.ledger();
    await atWork(team, other, desk, act('paused', 'resumed'));
    desk.memory.kept = undefined;
    await atWork(team, database, desk, act('retried'));
    expect(await kindsIn(database)).toEqual(['resumed', 'retried']);
  });

  it('tells texts that the database cannot store as near as it can', async () => {
    const database = await team.ledger();
    await atWork(team, database, deskOf('mara'), (store) => {
      store.record({ at: Date.now(), kind: 'paused', detail: { reason: 'a\0b\ud800c' } });
      store.record({ at: Date.now(), kind: 'resumed', detail: { reason: '\u{1f600}'.repeat(5000) } });
    });
    expect(await eventsIn(database)).toMatchObject([{ detail: { reason: 'ab\ufffdc' } }, {}]);
  });

  it('whose clock is wrong puts nothing into the future, nor before what the ledger had heard already', async () => {
    const database = await team.ledger();
    const desk = deskOf('mara');
    await atWork(team, database, desk, act('audit-set'));
    await atWork(team, database, desk, (store) => {
      store.record({ at: Date.now() + 9e9, kind: 'paused' });
      store.record({ at: 1, kind: 'resumed' });
    });
    const times = (await eventsIn(database)).map(({ at }) => at);
    expect(times).toEqual([...times].sort());
    expect(times.at(-1)).toBeLessThan(Date.now() + 60_000);
  });
});

describe('a history that is not what the ledger has noted', () => {
  it('is found where the data folder was put back to an earlier state, at once and later', async () => {
    const database = await team.ledger();
    const desk = deskOf('mara');
    await atWork(team, database, desk, act('paused'));
    const backup = copyOf(desk);
    await atWork(team, database, desk, act('resumed', 'retried'));
    const restored = { ...desk, ...backup };
    const lost = [{ kind: 'lost', desk: 'computer of mara', person: 'mara' }];
    expect(await compared(team, database, restored)).toMatchObject({
      doubts: lost,
      flaws: expect.arrayContaining([{ why: 'cut-off', from: 2, to: 3 }]),
    });
    const { parted } = await atWork(team, database, restored, act('cancelled'));
    expect(parted).toBe(1);
    expect(await kindsIn(database)).toEqual(['paused', 'resumed', 'retried', 'cancelled', 'history-parted']);
    expect(await compared(team, database, restored)).toMatchObject({ doubts: lost, flaws: [{ to: 3 }] });
  });

  it('is found where it was cut back, and where it was written again with the key', async () => {
    const database = await team.ledger();
    const desk = deskOf('mara');
    await atWork(team, database, desk, act('paused'));
    const former = copyOf(desk);
    await atWork(team, database, desk, act('resumed'));
    attack(desk.folder, (sql) => sql.exec('DELETE FROM events WHERE position > 1'));
    expect(await compared(team, database, desk)).toMatchObject({ flaws: [{ why: 'cut-off', from: 2, to: 2 }] });
    const again = { ...desk, folder: former.folder };
    const elsewhere = await team.ledger();
    await atWork(team, elsewhere, { ...again, memory: { kept: undefined } }, act('cancelled'));
    expect(await compared(team, database, again)).toMatchObject({
      doubts: [{ kind: 'lost' }],
      flaws: [{ why: 'changed', from: 2, to: 2 }],
    });
  });

  it('is found where two data folders are used as one desk, also from the other folder', async () => {
    const database = await team.ledger();
    const desk = deskOf('mara');
    await atWork(team, database, desk, act('paused'));
    const twin = { ...desk, ...copyOf(desk) };
    for (const one of [desk, twin, desk, twin, desk, twin]) await atWork(team, database, one, act('resumed'));
    for (const one of [desk, twin])
      expect(await compared(team, database, one)).toMatchObject({ doubts: [{ kind: 'returned' }] });
    // Told once for each parting, not with each word.
    expect((await kindsIn(database)).filter((kind) => kind === 'history-parted')).toHaveLength(1);
  });

  it('is found where a copy of its data folder became another desk and went its own way', async () => {
    const database = await team.ledger();
    const desk = deskOf('mara');
    await atWork(team, database, desk, act('paused'));
    const copy: DeskOfTest = { ...desk, ...copyOf(desk), id: randomUUID(), memory: { kept: undefined } };
    await atWork(team, database, desk, act('resumed'));
    const found = await compared(team, database, copy);
    expect(found).toMatchObject({ doubts: [{ kind: 'copied' }], flaws: [{ why: 'cut-off', from: 2 }] });
    // What the other desk notes later adds nothing to what a person has to review.
    await atWork(team, database, desk, act('retried', 'removed'));
    expect(await compared(team, database, copy)).toMatchObject({ flaws: found.flaws });
  });

  it('is not in doubt where the ledger was put back, which is told what it lacks', async () => {
    const database = await team.ledger();
    const desk = deskOf('mara');
    await atWork(team, database, desk, act('paused'));
    const dump = join(team.server.folder, `${database}.dump`);
    team.server.program('pg_dump', '--create', '--format=custom', '--file', dump, database);
    await atWork(team, database, desk, act('resumed', 'retried'));
    await team.server.asSuperuser('postgres', [`DROP DATABASE ${database} WITH (FORCE)`]);
    team.server.program('pg_restore', '--create', '--dbname', 'postgres', dump);
    expect(await compared(team, database, desk)).toMatchObject({ doubts: [{ kind: 'forgotten' }], flaws: [] });
    expect(await atWork(team, database, desk, act('removed'))).toEqual({ parted: 0, failures: [] });
    expect((await kindsIn(database)).sort()).toEqual(['ledger-put-back', 'paused', 'removed', 'resumed', 'retried']);
    expect(await compared(team, database, desk)).toMatchObject({ doubts: [], flaws: [] });
  });

  it('is told from its first word on to a ledger that was put back to before that', async () => {
    const database = await team.ledger();
    const desk = deskOf('mara');
    await atWork(team, database, desk, act('paused', 'resumed'));
    const empty = await team.ledger();
    expect(await atWork(team, empty, desk, () => {})).toEqual({ parted: 0, failures: [] });
    expect((await kindsIn(empty)).sort()).toEqual(['ledger-put-back', 'paused', 'resumed']);
  });
});

describe('a person with plain SQL', () => {
  const hash = (digit: string) => digit.repeat(64);
  const piece = (more: Partial<ToldPiece> = {}): ToldPiece => ({
    chain: hash('a'),
    continues: undefined,
    reached: { position: 1, hash: hash('a'), count: 1 },
    events: [],
    ...more,
  });

  async function asPerson(person: string, database: string, desk: string, told: ToldPiece) {
    const connection = await LedgerConnection.open(team.server.person(person, database, team.authorityFile));
    try {
      await connection.rows('SELECT tranship.hello($1, $2, $3)', [desk, 'a desk', '0.1.0']);
      return await tellHistory(connection, desk, told);
    } finally {
      await connection.close();
    }
  }

  it('tells nothing for the desk of another person', async () => {
    const database = await team.ledger();
    const desk = randomUUID();
    expect(await asPerson('mara', database, desk, piece())).toBe('told');
    await expect(asPerson('sol', database, desk, piece())).rejects.toMatchObject({ code: 'team.refused' });
    const call = `SELECT tranship.tell_history('${desk}', decode('${hash('a')}', 'hex'), NULL, 2, decode('${hash('b')}', 'hex'), 2, '[]')`;
    await expect(team.plainSql('sol', database, call)).rejects.toThrow(/is not one of sol/);
    await expect(team.plainSql('mara', database, call)).resolves.toHaveLength(1);
  });

  it.each([
    ["INSERT INTO tranship.anchors (desk) VALUES ('00000000-0000-0000-0000-000000000000')", /permission denied/],
    ['UPDATE tranship.anchors SET position = 1', /permission denied/],
    ['DELETE FROM tranship.events', /permission denied/],
    ["UPDATE tranship.events SET person = 'milo'", /permission denied/],
    ['TRUNCATE tranship.events', /permission denied/],
    ['DROP TRIGGER never_changes ON tranship.anchors', /must be owner/],
  ])('is refused %s', async (statement, said) => {
    await expect(team.plainSql('mara', await team.ledger(), statement)).rejects.toThrow(said);
  });

  it.each(['anchors', 'events'])('who owns the database cannot rewrite the %s by mistake either', async (table) => {
    const database = await team.ledger();
    await atWork(team, database, deskOf('mara'), act('paused'));
    const statements = [`SET ROLE ${LEDGER_OWNER}`, `DELETE FROM tranship.${table}`];
    await expect(team.server.asSuperuser(database, statements)).rejects.toThrow(/never changes/);
  });

  it.each(['offered', 'offer-released', 'role-given', 'history-parted'])('cannot make up “%s”', async (kind) => {
    const told = piece({ events: [{ position: 1, hash: hash('a'), kind, detail: { offer: 1 }, ageMs: 0 }] });
    await expect(asPerson('mara', await team.ledger(), randomUUID(), told)).rejects.toMatchObject({
      code: 'team.refused',
    });
  });

  it('who says that a rewritten history continues what was noted is found by the verification', async () => {
    const database = await team.ledger();
    const desk = deskOf('mara');
    await atWork(team, database, desk, act('paused'));
    const former = copyOf(desk);
    await atWork(team, database, desk, act('resumed'));
    const noted = lastOf(desk);
    // The same desk with another past, told as if nothing had happened.
    const rewritten = { ...desk, folder: former.folder, memory: { kept: undefined } };
    await atWork(team, await team.ledger(), rewritten, act('cancelled', 'removed'));
    const { chain, ...reached } = lastOf(rewritten);
    const told = piece({ chain, continues: noted.hash, reached: { ...reached, count: reached.position } });
    expect(await asPerson('mara', database, desk.id, told)).toBe('told');
    expect(await compared(team, database, rewritten)).toMatchObject({
      doubts: [{ kind: 'lost' }],
      flaws: [{ why: 'changed', from: 2, to: 2 }],
    });
  });

  it('told again after an answer was lost, it stands there once', async () => {
    const database = await team.ledger();
    const desk = randomUUID();
    const event = { position: 1, hash: hash('a'), kind: 'paused', detail: {}, ageMs: 5 };
    for (const _ of [1, 2]) expect(await asPerson('mara', database, desk, piece({ events: [event] }))).toBe('told');
    expect(await eventsIn(database)).toHaveLength(1);
  });

  it('continues nothing that the ledger does not know, and nothing of that is taken', async () => {
    const database = await team.ledger();
    const desk = randomUUID();
    const told = piece({ continues: hash('f'), reached: { position: 9, hash: hash('9'), count: 9 } });
    expect(await asPerson('mara', database, desk, told)).toBe('unknown');
    expect(await team.plainSql('cem', database, 'SELECT FROM tranship.anchors')).toHaveLength(0);
  });
});

describe('the history of the team', () => {
  async function worked() {
    const database = await team.ledger();
    await atWork(team, database, deskOf('mara'), act('paused', 'resumed', 'retried'));
    await atWork(team, database, deskOf('sol'), act('removed'));
    const [id = 0] = await team.as('mara', database, (ledger) => ledger.offer([offerOf('a1')]));
    const released = { outcome: 'released', reason: 'The sums agree.', desk: 'desk-9' } as const;
    await team.as('cem', database, (ledger) => ledger.decide({ id, sha256: offerOf('a1').sha256 }, released));
    return database;
  }

  it('has what desks told, offers, decisions and roles in one, the latest first', async () => {
    const database = await worked();
    const { happenings } = await team.as('cem', database, (ledger) => ledger.history({}, { limit: 7 }));
    expect(happenings.map(({ kind, person }) => `${person} ${kind}`)).toEqual([
      ...['cem offer-released', 'mara offered', 'sol removed', 'mara retried', 'mara resumed', 'mara paused'],
      'ada role-given',
    ]);
    expect(happenings[0]).toMatchObject({ desk: 'desk-9', detail: { file: 'a1.jsonl', reason: 'The sums agree.' } });
  });

  it('comes in pages that leave nothing out and repeat nothing, also within one moment', async () => {
    const database = await worked();
    const all = await team.as('cem', database, (ledger) => ledger.history({}, { limit: 100 }));
    const paged = await team.as('cem', database, async (ledger) => {
      const found = [];
      for (let olderThan: string | undefined; ; ) {
        const page = await ledger.history({}, { limit: 2, olderThan });
        found.push(...page.happenings);
        olderThan = page.olderThan;
        if (olderThan === undefined) return found;
      }
    });
    expect(paged).toEqual(all.happenings);
  });

  it('is filtered by desk, person, kind and time', async () => {
    const database = await worked();
    const kinds = async (filter: object) => (await eventsIn(database, 'cem', filter)).map(({ kind }) => kind);
    expect(await kinds({ person: 'sol' })).toEqual(['removed']);
    expect(await kinds({ desk: 'computer of mara' })).toEqual(['paused', 'resumed', 'retried']);
    expect(await kinds({ kind: 'resumed' })).toEqual(['resumed']);
    expect(await kinds({ from: Date.now() + 1e6 })).toEqual([]);
    expect(await kinds({ before: Date.now() + 1e6 })).toHaveLength(4);
  });

  it('shows a maker what they did, and all to those who decide, send or administer', async () => {
    const database = await worked();
    const seen = async (person: string) => new Set((await eventsIn(database, person)).map((event) => event.person));
    expect(await seen('mara')).toEqual(new Set(['mara']));
    expect(await seen('milo')).toEqual(new Set());
    for (const person of ['cem', 'sol', 'ada']) expect(await seen(person)).toEqual(new Set(['mara', 'sol']));
  });
});
