/** @file A ledger that requires a release: what the database takes of desks then, also by plain SQL, and who changes the rule. */

import pg from 'pg';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { beforeAllWith } from '../before-all-with.ts';
import { PASSWORD } from './postgres-server.ts';
import { LEDGER_OWNER, offerOf, TeamOfTest } from './team-of-test.ts';

let team: TeamOfTest;
beforeAllWith(['openssl', 'PostgreSQL'], async () => {
  team = await TeamOfTest.start();
});
afterAll(() => team?.[Symbol.asyncDispose]());

const reason = 'From December on.';
const { destination, figures } = offerOf('a1');
const desks = { sol: '00000000-0000-4000-8000-0000000000d1', ben: '00000000-0000-4000-8000-0000000000d2' };

/** A ledger with the senders sol and ben, each at a desk, and the administrators ada and milo. */
async function ledger({ isRequired = true } = {}) {
  const database = await team.ledger();
  await team.as('ada', database, async (all) => {
    await all.giveRole('ben', 'sender');
    await all.giveRole('milo', 'administrator');
  });
  const change = (person: string, wanted: boolean) =>
    team.as(person, database, (all) => all.requireRelease(wanted, reason));
  if (isRequired) await change('ada', true);
  return { database, change };
}

const status = async (database: string) => (await team.as('cem', database, (all) => all.status())).release;

async function sender(person: keyof typeof desks, database: string): Promise<pg.Client> {
  const client = new pg.Client({
    host: 'localhost',
    port: team.server.port,
    database,
    user: person,
    password: PASSWORD,
    ssl: { ca: team.authority.cert },
  });
  await client.connect();
  onTestFinished(() => client.end());
  await client.query('SELECT tranship.hello($1, $2, $3)', [desks[person], `desk of ${person}`, '1']);
  return client;
}

interface Said {
  content: string;
  to?: string;
  called?: string;
}

/** As a desk begins to announce. @returns the number of the sending */
async function begin(client: pg.Client, { content, to = destination, called = '1' }: Said): Promise<string> {
  const values = [desks[client.user as keyof typeof desks], called, Buffer.from(content, 'hex'), to];
  const { rows } = await client.query<{ id: string }>(
    `SELECT tranship.begin_sending($1, $2, $3, $4, 'a.jsonl', $5, NULL) AS id`,
    [...values, JSON.stringify(figures)],
  );
  return rows[0]?.id ?? '';
}

const announce = (client: pg.Client, sending: string) =>
  client.query('SELECT tranship.announce($1, NULL, false)', [sending]);

const send = async (client: pg.Client, said: Said) => await announce(client, await begin(client, said));

const share = (client: pg.Client, id: string, { content, to = destination }: Said) =>
  client.query(`SELECT tranship.share_file($1, $2, $3, $4, 'a.jsonl', '/a.jsonl', '{}', $5)`, [
    ...[desks[client.user as keyof typeof desks], id, Buffer.from(content, 'hex'), to],
    JSON.stringify([{ first: 0, past: 10, lines: 1, sha256: content }]),
  ]);

/** An offer of mara, decided by cem. */
async function decided(database: string, content: string, outcome: 'released' | 'refused' | 'open' = 'released') {
  const offer = offerOf(content.slice(0, 2), { sha256: content });
  const [id = 0] = await team.as('mara', database, (all) => all.offer([offer]));
  const decision = { reason: 'The sums agree.', desk: 'desk-9' };
  if (outcome !== 'open')
    await team.as('cem', database, (all) => all.decide({ id, sha256: content }, { ...decision, outcome }));
  return id;
}

const bytes = 'a1'.repeat(32);
const refusal = { code: 'TS002', message: expect.stringContaining('what another person has released') };
const fileId = '00000000-0000-4000-8000-0000000000f1';

describe('where the ledger requires a release', () => {
  it('what another person has released is announced and shared', async () => {
    const { database } = await ledger();
    await decided(database, bytes);
    const sol = await sender('sol', database);
    await send(sol, { content: bytes });
    await share(sol, fileId, { content: bytes });
  });

  /** What a sender may try with plain SQL, without a release of these bytes for this destination. */
  const attempts: [string, (client: pg.Client, database: string) => Promise<unknown>][] = [
    ['was never offered', (client) => send(client, { content: bytes })],
    [
      'is offered, and not decided',
      async (client, database) => {
        await decided(database, bytes, 'open');
        await send(client, { content: bytes });
      },
    ],
    [
      'was refused',
      async (client, database) => {
        await decided(database, bytes, 'refused');
        await send(client, { content: bytes });
      },
    ],
    [
      'was released for another destination',
      async (client, database) => {
        await decided(database, bytes);
        await send(client, { content: bytes, to: 'https://other.example' });
      },
    ],
    ...[` ${destination}`, `${destination} `, destination.toUpperCase(), `${destination}\u200b`].map(
      (to): (typeof attempts)[number] => [
        `was released for its destination in another spelling than ${JSON.stringify(to)}`,
        async (client, database) => {
          await decided(database, bytes);
          await send(client, { content: bytes, to });
        },
      ],
    ),
    [
      'has other bytes than were released, under the name of a sending that has them',
      async (client, database) => {
        await decided(database, bytes);
        await send(client, { content: bytes });
        await send(client, { content: 'b2'.repeat(32) });
      },
    ],
    ['is shared without being announced', (client) => share(client, fileId, { content: bytes })],
    [
      'is shared for another destination than it was released for',
      async (client, database) => {
        await decided(database, bytes);
        await share(client, fileId, { content: bytes, to: `${destination}/` });
      },
    ],
  ];

  it.each(attempts)('it takes nothing that %s', async (_, attempt) => {
    const { database } = await ledger();
    const sol = await sender('sol', database);
    await expect(attempt(sol, database)).rejects.toMatchObject(refusal);
  });

  it('the SHA-256 counts, however its digits are spelled', async () => {
    const { database } = await ledger();
    await decided(database, bytes);
    await send(await sender('sol', database), { content: bytes.toUpperCase() });
  });

  it('a sender who also is a maker and a checker cannot release their own to send it', async () => {
    const { database } = await ledger();
    await team.as('ada', database, async (all) => {
      await all.giveRole('sol', 'maker');
      await all.giveRole('sol', 'checker');
    });
    const [id = 0] = await team.as('sol', database, (all) => all.offer([offerOf('a1')]));
    const decision = { outcome: 'released', reason: 'Mine.', desk: 'desk' } as const;
    await expect(team.as('sol', database, (all) => all.decide({ id, sha256: bytes }, decision))).rejects.toMatchObject({
      code: 'team.refused',
    });
    await expect(send(await sender('sol', database), { content: bytes })).rejects.toMatchObject(refusal);
  });

  it('that something was sent before is told, and is no way to send it, nor to share its parts', async () => {
    const { database } = await ledger();
    const sol = await sender('sol', database);
    const values = [desks.sol, '1', Buffer.from(bytes, 'hex'), destination, JSON.stringify(figures)];
    const { rows } = await sol.query<{ id: string }>(
      `SELECT tranship.begin_sent($1, $2, $3, $4, 'a.jsonl', $5, 3600000) AS id`,
      values,
    );
    await announce(sol, rows[0]?.id ?? '');
    const told = `SELECT person, sent_at < announced_at - interval '59 minutes' AS earlier FROM tranship.sendings`;
    expect((await sol.query(told)).rows).toEqual([{ person: 'sol', earlier: true }]);
    await expect(send(sol, { content: bytes })).rejects.toMatchObject(refusal);
    await expect(share(sol, fileId, { content: bytes })).rejects.toMatchObject(refusal);
  });

  it.each([-1, 1e300, Number.NaN])('what was sent %d milliseconds ago was not sent in the future', async (ago) => {
    const { database } = await ledger();
    const sol = await sender('sol', database);
    const values = [desks.sol, '1', Buffer.from(bytes, 'hex'), destination, JSON.stringify(figures), ago];
    await sol.query(`SELECT tranship.begin_sent($1, $2, $3, $4, 'a.jsonl', $5, $6)`, values);
    const told = 'SELECT sent_at <= clock_timestamp() AS past FROM tranship.sendings';
    expect((await sol.query(told)).rows).toEqual([{ past: true }]);
  });

  it('a sending that was begun before is not announced after', async () => {
    const { database, change } = await ledger({ isRequired: false });
    const sol = await sender('sol', database);
    const sending = await begin(sol, { content: bytes });
    await change('ada', true);
    await expect(announce(sol, sending)).rejects.toMatchObject(refusal);
    await decided(database, bytes);
    await announce(sol, sending);
  });

  it('what was announced before continues, and its parts are shared; a second one at the same desk is not', async () => {
    const { database, change } = await ledger({ isRequired: false });
    const [sol, ben] = [await sender('sol', database), await sender('ben', database)];
    const sending = await begin(sol, { content: bytes });
    await announce(sol, sending);
    await change('ada', true);
    expect(await begin(sol, { content: bytes })).toBe(sending);
    await announce(sol, sending);
    await share(sol, fileId, { content: bytes });
    const needs = `SELECT tranship.needs_release(sha256, destination, desk) AS needs FROM tranship.shared_files`;
    expect((await ben.query(needs)).rows).toEqual([{ needs: false }]);
    await expect(send(sol, { content: bytes, called: '2' })).rejects.toMatchObject(refusal);
    await expect(send(ben, { content: bytes })).rejects.toMatchObject(refusal);
    await expect(share(ben, fileId.replace('f1', 'f2'), { content: bytes })).rejects.toMatchObject(refusal);
    await sol.query('SELECT tranship.withdraw_sending($1, false)', [sending]);
    expect((await ben.query(needs)).rows).toEqual([{ needs: true }]);
    await expect(send(sol, { content: bytes })).rejects.toMatchObject(refusal);
  });

  it('nothing is announced after the time of the rule that a transaction had begun before it', async () => {
    const { database, change } = await ledger({ isRequired: false });
    const [sol, ben] = [await sender('sol', database), await sender('ben', database)];
    const [first, second] = [await begin(sol, { content: bytes }), await begin(ben, { content: 'b2'.repeat(32) })];
    await sol.query('BEGIN');
    await announce(sol, first);
    let isSet = false;
    const set = change('ada', true).then(() => {
      isSet = true;
    });
    await expect.poll(() => waiting(database)).toBe(1);
    expect(isSet).toBe(false);
    const late = announce(ben, second);
    late.catch(() => {});
    await sol.query('COMMIT');
    await set;
    await expect(late).rejects.toMatchObject(refusal);
    const after = 'SELECT FROM tranship.sendings WHERE announced_at > tranship.release_required_since()';
    expect((await sol.query(after)).rowCount).toBe(0);
  });

  it('nothing gets in by the tables themselves, whoever writes', async () => {
    const { database } = await ledger();
    const columns = 'INSERT INTO tranship.shared_files (id, sha256, destination, name, path, facts, desk, shared_by)';
    await sender('sol', database);
    const row = `SELECT gen_random_uuid(), decode('${bytes}', 'hex'), '${destination}', 'a', '/a', '{}', '${desks.sol}', 'sol'`;
    await expect(team.server.asSuperuser(database, [`${columns} ${row}`])).rejects.toThrow(/“sender”/);
  });
});

/** How many wait for a lock. */
async function waiting(database: string): Promise<number> {
  const client = new pg.Client({ host: team.server.folder, port: team.server.port, user: 'postgres', database });
  await client.connect();
  try {
    return (await client.query('SELECT FROM pg_locks WHERE NOT granted')).rowCount ?? 0;
  } finally {
    await client.end();
  }
}

describe('the rule', () => {
  it('is set by one administrator, with a reason, and everybody reads by whom and since when', async () => {
    const { database, change } = await ledger({ isRequired: false });
    expect(await status(database)).toBeUndefined();
    expect(await change('ada', true)).toBe('required');
    expect(await status(database)).toEqual({ by: 'ada', at: expect.stringMatching(/^20/), reason });
    await expect(change('milo', true)).rejects.toMatchObject({
      detail: expect.stringMatching(/required already, as ada said on \d{4}-/),
    });
    await expect(team.as('milo', database, (all) => all.requireRelease(false, ' '))).rejects.toMatchObject({
      detail: expect.stringContaining('A reason has'),
    });
  });

  it('ends when two administrators say so; until then it holds', async () => {
    const { database, change } = await ledger();
    const sol = await sender('sol', database);
    expect(await change('ada', false)).toBe('ending');
    expect(await status(database)).toMatchObject({ by: 'ada', ending: { by: 'ada' } });
    await expect(send(sol, { content: bytes })).rejects.toMatchObject(refusal);
    await expect(change('ada', false)).rejects.toMatchObject({
      detail: expect.stringContaining('another administrator has to end it'),
    });
    expect(await change('milo', false)).toBe('ended');
    expect(await status(database)).toBeUndefined();
    await send(sol, { content: bytes });
    await expect(change('ada', false)).rejects.toMatchObject({ detail: 'This ledger requires no release.' });
    expect(await change('milo', true)).toBe('required');
    expect(await status(database)).toMatchObject({ by: 'milo' });
  });

  it('stays where the request to end it is taken back, since when it was set', async () => {
    const { database, change } = await ledger();
    const before = await status(database);
    await change('milo', false);
    expect(await change('ada', true)).toBe('required');
    expect(await status(database)).toEqual(before);
    expect(await change('ada', false)).toBe('ending');
  });

  it('does not end by the request of one who is no administrator any more', async () => {
    const { database, change } = await ledger();
    await change('milo', false);
    await team.as('ada', database, (all) => all.withdrawRole('milo', 'administrator'));
    expect(await change('ada', false)).toBe('ending');
    expect(await status(database)).toMatchObject({ ending: { by: 'ada' } });
  });

  it('is told in the history of the team, which no desk can make up', async () => {
    const { database, change } = await ledger();
    await change('ada', false);
    await change('milo', false);
    const { happenings } = await team.as('mara', database, (all) => all.history({}, { limit: 3 }));
    expect(happenings).toMatchObject([
      { kind: 'release-ended', person: 'milo', detail: { reason } },
      { kind: 'release-ending', person: 'ada', detail: { reason } },
      { kind: 'release-required', person: 'ada', detail: { reason } },
    ]);
    const sol = await sender('sol', database);
    const hash = `decode(repeat('aa', 32), 'hex')`;
    const event = JSON.stringify([{ position: 1, hash: 'aa', kind: 'release-ended', detail: {}, age_ms: 0 }]);
    await expect(
      sol.query(`SELECT tranship.tell_history('${desks.sol}', ${hash}, NULL, 1, ${hash}, 1, '${event}')`),
    ).rejects.toThrow(/not told by a desk/);
  });

  /** What others may try. */
  const attempts: [string, string, RegExp][] = [
    ['cem', `SELECT tranship.require_release(false, 'why')`, /does not have the role “administrator”/],
    ['sol', `SELECT tranship.require_release(true, 'why')`, /does not have the role “administrator”/],
    [
      'ada',
      `INSERT INTO tranship.release_rules (word, reason, person) VALUES ('ended', 'a', 'ada')`,
      /permission denied/,
    ],
    ['ada', `UPDATE tranship.release_rules SET person = 'milo'`, /permission denied/],
    ['ada', 'DELETE FROM tranship.release_rules', /permission denied/],
    ['sol', `SELECT tranship.require_released(decode('a1', 'hex'), 'there')`, /permission denied for func/],
    ['sol', 'DROP TRIGGER is_released ON tranship.sendings', /must be owner/],
    ['sol', 'ALTER TABLE tranship.sendings DISABLE TRIGGER is_released', /must be owner/],
    ['sol', 'SET session_replication_role = replica', /permission denied/],
  ];
  it.each(attempts)('is not changed by %s with %s', async (person, statement, said) => {
    const { database } = await ledger();
    await expect(team.plainSql(person, database, statement)).rejects.toThrow(said);
    expect(await status(database)).toMatchObject({ by: 'ada' });
  });

  it('is not ended by one alone, or changed, by those who own the ledger either', async () => {
    const { database, change } = await ledger();
    await change('ada', false);
    const asOwner = (statement: string) => team.server.asSuperuser(database, [`SET ROLE ${LEDGER_OWNER}`, statement]);
    const ended = (person: string, of = 'NULL', by = 'NULL') =>
      `INSERT INTO tranship.release_rules (word, reason, person, request, asked_by) VALUES ('ended', 'a', '${person}', ${of}, ${by})`;
    await expect(asOwner(ended('ada', '2', "'ada'"))).rejects.toThrow(/ended_by_two/);
    await expect(asOwner(ended('ada', '2', "'milo'"))).rejects.toThrow(/foreign key/);
    await expect(asOwner(ended('milo'))).rejects.toThrow(/check constraint/);
    await expect(asOwner('DELETE FROM tranship.release_rules')).rejects.toThrow(/never changes/);
  });
});
