/**
 * @file What no person gains by plain SQL, for every table and function of the ledger: those of the catalogue, so that a new
 * one is tried as well. What is special to a rule stands in the tests beside this one.
 */

import fc from 'fast-check';
import pg from 'pg';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { beforeAllWith } from '../before-all-with.ts';
import { runs } from '../harness/night.ts';
import { PASSWORD } from './postgres-server.ts';
import { LEDGER_OWNER, LEDGER_TEAM, TeamOfTest } from './team-of-test.ts';

let team: TeamOfTest;
let database: string;
beforeAllWith(['openssl', 'PostgreSQL'], async () => {
  team = await TeamOfTest.start();
  database = await team.ledger();
});
afterAll(() => team?.[Symbol.asyncDispose]());

const members = ['ada', 'mara', 'cem', 'sol'] as const;
type Member = (typeof members)[number];

/** Who may call what; all others are told that they may not, before anything else is looked at. */
const callers: Record<string, readonly Member[]> = {
  has_role: members,
  require_role: members,
  require_member: members,
  hello: members,
  own_desk: members,
  give_role: ['ada'],
  withdraw_role: ['ada'],
  offer: ['mara'],
  decide: ['cem'],
  tell_history: members,
  life_age: members,
  require_release: ['ada'],
  release_required_since: members,
  needs_release: ['sol'],
  known_desks: members,
  still_awaited: members,
  name_desks: ['sol'],
  told_all: ['sol'],
  require_all_heard: ['sol'],
  tell_parts: ['sol'],
  continue_without: ['ada', 'sol'],
  take_turns: members,
  note_pause: members,
  keep_shares: members,
  leave: members,
  id_key: ['ada', 'cem', 'sol'],
  find_ids: ['ada', 'cem', 'sol'],
  begin_sending: ['sol'],
  begin_sent: ['sol'],
  store_ids: ['sol'],
  announce: ['sol'],
  withdraw_sending: ['sol'],
  refuse_ids: ['sol'],
  note_refused: ['sol'],
  announced_before: ['sol'],
  levels_before: ['sol'],
  ids_before: ['sol'],
  require_reader: ['ada', 'cem', 'sol'],
  share_file: ['sol'],
  take_parts: ['sol'],
  keep_leases: ['sol'],
  write_part: ['sol'],
  decide_part: ['sol'],
};

async function connectionOf(person: string, to = database): Promise<pg.Client> {
  const client = new pg.Client({
    host: 'localhost',
    port: team.server.port,
    database: to,
    user: person,
    password: PASSWORD,
    ssl: { ca: team.authority.cert },
    statement_timeout: 20_000,
  });
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

/** Rows that a superuser reads. */
async function catalogue<Row extends z.ZodType>(row: Row, query: string, from = database): Promise<z.output<Row>[]> {
  const client = new pg.Client({ host: team.server.folder, port: team.server.port, user: 'postgres', database: from });
  await client.connect();
  try {
    return z.array(row).parse((await client.query(query)).rows);
  } finally {
    await client.end();
  }
}

const tables = () =>
  catalogue(
    z.object({ name: z.string(), owner: z.string(), secured: z.boolean(), rights: z.array(z.string()).nullable() }),
    `SELECT relname AS name, pg_get_userbyid(relowner) AS owner, relrowsecurity OR relname = 'versions' AS secured,
       ARRAY(SELECT grantee::regrole || ' ' || privilege_type FROM aclexplode(relacl)
         WHERE grantee <> relowner ORDER BY 1) AS rights
     FROM pg_class WHERE relnamespace = 'tranship'::regnamespace AND relkind IN ('r', 'p', 'v', 'm') ORDER BY 1`,
  );

const functionSchema = z.object({
  name: z.string(),
  signature: z.string(),
  types: z.array(z.string()),
  granted: z.boolean(),
  definer: z.boolean(),
  settings: z.array(z.string()).nullable(),
  owner: z.string(),
  everybody: z.boolean(),
});
const functions = () =>
  catalogue(
    functionSchema,
    `SELECT proname AS name, oid::regprocedure::text AS signature, prosecdef AS definer, proconfig AS settings,
       ARRAY(SELECT format_type(t, NULL) FROM unnest(proargtypes) WITH ORDINALITY a (t, n) ORDER BY n) AS types,
       pg_get_userbyid(proowner) AS owner, has_function_privilege('${LEDGER_TEAM}', oid, 'EXECUTE') AS granted,
       EXISTS (SELECT FROM aclexplode(coalesce(proacl, acldefault('f', proowner))) WHERE grantee = 0) AS everybody
     FROM pg_proc WHERE pronamespace = 'tranship'::regnamespace ORDER BY 1`,
  );

/** What the database says, or “done”. */
async function said(
  client: pg.Client,
  statement: string,
  values: unknown[] = [],
): Promise<{ code: string; message: string }> {
  return await client.query(statement, values).then(
    () => ({ code: 'done', message: 'done' }),
    (thrown: unknown) =>
      thrown instanceof pg.DatabaseError
        ? { code: thrown.code ?? '', message: thrown.message }
        : { code: 'no answer', message: String(thrown) },
  );
}

describe('the tables of the ledger', () => {
  it('belong to its owner, and no one else may do more than read them, by row-level security', async () => {
    for (const { name, owner, secured, rights } of await tables()) {
      expect({ name, owner, secured }).toEqual({ name, owner: `${LEDGER_OWNER}`, secured: true });
      expect(rights?.filter((right) => right !== `${LEDGER_TEAM} SELECT`) ?? [], name).toEqual([]);
    }
    const policies = await catalogue(
      z.object({ name: z.string(), command: z.string() }),
      `SELECT tablename AS name, cmd AS command FROM pg_policies WHERE schemaname = 'tranship'`,
    );
    expect(policies.filter(({ command }) => command !== 'SELECT')).toEqual([]);
  });

  it.each([...members, 'stranger'])('are neither written, emptied nor locked by %s', async (person) => {
    const client = await connectionOf(person).catch((thrown: Error) => thrown);
    if (client instanceof Error) {
      expect(person).toBe('stranger');
      expect(client.message).toMatch(/permission denied for database/);
      return;
    }
    for (const { name } of await tables())
      for (const statement of [
        `INSERT INTO tranship.${name} DEFAULT VALUES`,
        `UPDATE tranship.${name} SET ctid = ctid`,
        `UPDATE tranship.${name} SET tableoid = NULL`,
        `DELETE FROM tranship.${name}`,
        `TRUNCATE tranship.${name}`,
        `LOCK TABLE tranship.${name} IN ACCESS EXCLUSIVE MODE`,
        `LOCK TABLE tranship.${name} IN ROW EXCLUSIVE MODE`,
        `SELECT FROM tranship.${name} FOR KEY SHARE`,
        `COPY tranship.${name} FROM STDIN`,
        `ALTER TABLE tranship.${name} DISABLE ROW LEVEL SECURITY`,
        `ALTER TABLE tranship.${name} OWNER TO ${person}`,
        `CREATE POLICY mine ON tranship.${name} USING (true)`,
        `CREATE TRIGGER mine BEFORE INSERT ON tranship.${name} EXECUTE FUNCTION tranship.never_changes()`,
        `CREATE INDEX ON tranship.${name} ((true))`,
        `DROP TABLE tranship.${name}`,
      ]) {
        await client.query('BEGIN');
        const { message } = await said(client, statement);
        await client.query('ROLLBACK');
        expect(message, statement).toMatch(/permission denied|must be owner|cannot assign to system column/);
      }
  });

  it('give no person a place for tables, types or functions of their own', async () => {
    const client = await connectionOf('mara');
    for (const statement of [
      'CREATE SCHEMA mine',
      'CREATE TABLE public.appointments ()',
      'CREATE TEMPORARY TABLE appointments ()',
      'CREATE TEMPORARY VIEW appointments AS SELECT 1',
      `CREATE FUNCTION pg_temp.now() RETURNS timestamptz LANGUAGE sql AS $$ SELECT 'epoch'::timestamptz $$`,
      'CREATE FUNCTION public.mine() RETURNS int LANGUAGE sql AS $$ SELECT 1 $$',
      'CREATE TYPE public.mine AS (a int)',
      'CREATE EXTENSION dblink',
      'CREATE EVENT TRIGGER mine ON ddl_command_start EXECUTE FUNCTION tranship.never_changes()',
      `COPY (SELECT 1) TO PROGRAM 'true'`,
      'SET session_replication_role = replica',
    ])
      expect(await said(client, statement), statement).toMatchObject({
        message: expect.stringMatching(/permission|must be/),
      });
  });
});

describe('the functions of the ledger', () => {
  it('run as its owner on a fixed search path, where persons may call them, and are for no one else', async () => {
    const all = await functions();
    for (const { signature, owner, everybody, granted, definer, settings } of all) {
      expect({ signature, owner, everybody }).toEqual({ signature, owner: `${LEDGER_OWNER}`, everybody: false });
      expect(settings, signature).toContain('search_path=pg_catalog, pg_temp');
      if (granted) expect(definer, signature).toBe(true);
    }
    expect(all.filter(({ granted, name }) => granted && callers[name] === undefined)).toEqual([]);
  });

  it.each(members)('refuse %s what their role does not hold, whatever is passed', async (person) => {
    const client = await connectionOf(person);
    for (const { name, signature, types, granted } of await functions()) {
      const call = `SELECT tranship.${name}(${types.map((type) => (type === 'integer' ? '60000' : `NULL::${type}`)).join(', ')})`;
      if (!granted) {
        expect(await said(client, call), signature).toMatchObject({ code: '42501' });
      } else if (!callers[name]?.includes(person)) {
        expect(await said(client, call), signature).toMatchObject({
          code: 'TS001',
          message: expect.stringMatching(/does not have the role|has no role/),
        });
      }
    }
  });

  it('let no one do anything at the desk of another person', async () => {
    const desk = '00000000-0000-4000-8000-000000000001';
    await (await connectionOf('sol')).query('SELECT tranship.hello($1, $2, $3)', [desk, 'desk', '1']);
    for (const person of ['ada', 'mara', 'cem'] as const) {
      const client = await connectionOf(person);
      for (const { name, types, granted } of await functions()) {
        // A desk is always the first one.
        if (!granted || types[0] !== 'uuid' || !callers[name]?.includes(person)) continue;
        const others = types.slice(1).map((type) => `, ${type === 'text' ? "'a'" : 'NULL'}::${type}`);
        expect(await said(client, `SELECT tranship.${name}('${desk}'${others.join('')})`), name).toMatchObject({
          code: 'TS001',
          message: expect.stringMatching(/is not one of/),
        });
      }
    }
  });

  it('take no transaction that still sees a role which was withdrawn since', async () => {
    const own = await team.ledger();
    await team.as('ada', own, async (ledger) => {
      await ledger.giveRole('milo', 'checker');
      await ledger.giveRole('ben', 'administrator');
      await ledger.giveRole('ben', 'maker');
    });
    const offer = `SELECT tranship.offer(decode(repeat('a1', 32), 'hex'), 'there', 'a', '{}', 'why', 'desk', false)`;
    await team.plainSql('mara', own, offer);
    for (const level of ['REPEATABLE READ', 'SERIALIZABLE']) {
      const [milo, ben] = [await connectionOf('milo', own), await connectionOf('ben', own)];
      for (const client of [milo, ben]) {
        await client.query(`BEGIN ISOLATION LEVEL ${level}`);
        await client.query('SELECT FROM tranship.versions');
      }
      await team.as('ada', own, async (ledger) => {
        await ledger.withdrawRole('milo', 'checker');
        await ledger.withdrawRole('ben', 'administrator');
      });
      expect(
        await said(milo, `SELECT tranship.decide(1, decode(repeat('a1', 32), 'hex'), 'released', 'a', 'b')`),
      ).toMatchObject({
        code: 'TS001',
      });
      expect(await said(ben, `SELECT tranship.give_role('mara', 'checker')`)).toMatchObject({ code: 'TS001' });
      await team.as('ada', own, async (ledger) => {
        await ledger.giveRole('milo', 'checker');
        await ledger.giveRole('ben', 'administrator');
      });
    }
  });

  it('keep one administrator, also where two withdraw the role of each other at the same moment', async () => {
    const own = await team.ledger();
    await team.as('ada', own, (ledger) => ledger.giveRole('ben', 'administrator'));
    const [ada, ben] = [await connectionOf('ada', own), await connectionOf('ben', own)];
    await ada.query('BEGIN');
    expect(await said(ada, `SELECT tranship.withdraw_role('ben', 'administrator')`)).toMatchObject({ code: 'done' });
    const second = said(ben, `SELECT tranship.withdraw_role('ada', 'administrator')`);
    await expect
      .poll(() => catalogue(z.object({ n: z.coerce.number() }), `SELECT count(*) AS n FROM pg_locks WHERE NOT granted`))
      .toEqual([{ n: 1 }]);
    await ada.query('COMMIT');
    expect(await second).toMatchObject({ code: 'TS001', message: expect.stringContaining('role “administrator”') });
  });
});

describe('a desk whose person uses plain SQL', () => {
  const [first, second] = ['00000000-0000-4000-8000-0000000000c1', '00000000-0000-4000-8000-0000000000c2'];

  /** Two senders, each with a desk, in a ledger of their own. */
  async function twoSenders() {
    const own = await team.ledger();
    await team.as('ada', own, (ledger) => ledger.giveRole('ben', 'sender'));
    const [sol, ben] = [await connectionOf('sol', own), await connectionOf('ben', own)];
    await sol.query('SELECT tranship.hello($1, $2, $3)', [first, 'first', '1']);
    await ben.query('SELECT tranship.hello($1, $2, $3)', [second, 'second', '1']);
    return { sol, ben };
  }

  it('has no turns forgotten that others took, by naming a shorter window', async () => {
    const { sol, ben } = await twoSenders();
    const turns = async (client: pg.Client, desk: string, window: number) => {
      const limit = `'tenant', 'POST /batches', ${window}, ${window}, 1, 1, 1, 0, '[]'`;
      const { rows } = await client.query(`SELECT turns FROM tranship.take_turns('${desk}', ${limit})`);
      return z.tuple([z.object({ turns: z.int() })]).parse(rows)[0].turns;
    };
    expect(await turns(sol, first, 60_000)).toBe(1);
    await turns(ben, second, 1);
    expect(await turns(sol, first, 60_000)).toBe(0);
  });

  it('neither holds up nor writes a part that another desk holds, nor without its token', async () => {
    const { sol, ben } = await twoSenders();
    const digest = 'a1'.repeat(32);
    const ranges = JSON.stringify([{ first: 0, past: 10, lines: 1, sha256: digest }]);
    const file = `'${second}', decode('${digest}', 'hex'), 'there', 'a', '/a', '{}', '${ranges}'`;
    await sol.query(`SELECT tranship.share_file('${first}', ${file})`);
    const { rows } = await sol.query(
      `SELECT id, token FROM tranship.take_parts('${first}', '{there}', '{}', 1, 60000, false)`,
    );
    const [{ id, token }] = z.tuple([z.object({ id: z.string(), token: z.string() })]).parse(rows);
    const write = async (client: pg.Client, desk: string, withToken: string, number: number) => {
      const values = `'${desk}', ${id}, ${withToken}, ${number}, '{"state":"waiting"}', false, 'held'`;
      const written = await client.query(`SELECT tranship.write_part(${values}) AS revision`);
      return z.tuple([z.object({ revision: z.string().nullable() })]).parse(written.rows)[0].revision;
    };
    await ben.query('BEGIN');
    expect(await write(ben, second, token, 1)).toBeNull();
    expect(await write(sol, first, 'NULL', 1)).toBeNull();
    // It does not wait for the transaction of the other, which is still open.
    expect(await write(sol, first, token, 1)).not.toBeNull();
    expect((await sol.query(`SELECT tranship.keep_leases('${first}', '{${id}}', '{${token}}', 60000)`)).rowCount).toBe(
      1,
    );
  });

  it('takes one cautious share for all desks under one login, so that others have theirs', async () => {
    const { sol, ben } = await twoSenders();
    const hasShare = async (client: pg.Client, desk: string) => {
      const { rows } = await client.query(
        `SELECT has_share FROM tranship.take_turns('${desk}', 'tenant', 'any', 60000, 61000, 80, 1, 600, NULL, '[]')`,
      );
      return z.tuple([z.object({ has_share: z.boolean() })]).parse(rows)[0].has_share;
    };
    const had = [];
    for (let number = 0; number < 9; number += 1) {
      const desk = `00000000-0000-4000-8000-0000000000d${number}`;
      await sol.query('SELECT tranship.hello($1, $2, $3)', [desk, 'desk', '1']);
      had.push(await hasShare(sol, desk));
    }
    expect(had).toEqual([true, ...Array.from({ length: 8 }, () => false)]);
    expect(await hasShare(ben, second)).toBe(true);
  });

  it('announces no pause that is longer than any Retry-After which is believed', async () => {
    const { sol, ben } = await twoSenders();
    for (const [pause, ago] of [
      [2 ** 31 - 1, 0],
      [2 ** 31 - 1, -(2 ** 31)],
    ])
      await ben.query(`SELECT tranship.note_pause('${second}', 'tenant', 'any', ${pause}, false, ${ago})`);
    const { rows } = await sol.query(
      `SELECT pause_ms FROM tranship.take_turns('${first}', 'tenant', 'any', 60000, 61000, 80, 1, 600, NULL, '[]')`,
    );
    const [{ pause_ms }] = z.tuple([z.object({ pause_ms: z.int() })]).parse(rows);
    expect(pause_ms).toBeLessThanOrEqual(3_700_000);
  });

  it('tells of one 429 once, however often it says so', async () => {
    const { sol, ben } = await twoSenders();
    for (let time = 0; time < 5; time += 1)
      await ben.query(`SELECT tranship.note_pause('${second}', 'tenant', 'any', 5000, true, ${20_000 - time})`);
    const { rows } = await sol.query(
      `SELECT part FROM tranship.take_turns('${first}', 'tenant', 'any', 60000, 61000, 80, 1, 600, NULL, '[]')`,
    );
    const [{ part }] = z.tuple([z.object({ part: z.number() })]).parse(rows);
    expect(part).toBeGreaterThanOrEqual(0.5);
    expect(part).toBeLessThan(0.6);
  });

  it('holds a hundred parts at most that are still to be sent, on all desks under one login', async () => {
    const { sol, ben } = await twoSenders();
    const digest = 'a1'.repeat(32);
    const ranges = Array.from({ length: 250 }, (_, at) => ({
      first: at * 10,
      past: at * 10 + 10,
      lines: 1,
      sha256: digest,
    }));
    const file = `'${second}', decode('${digest}', 'hex'), 'there', 'a', '/a', '{}', '${JSON.stringify(ranges)}'`;
    await sol.query(`SELECT tranship.share_file('${first}', ${file})`);
    const taken = async (client: pg.Client, desk: string) => {
      const call = `SELECT id, token FROM tranship.take_parts('${desk}', '{there}', '{}', 2147483647, 3600000, false)`;
      return z.array(z.object({ id: z.string(), token: z.string() })).parse((await client.query(call)).rows);
    };
    const also = '00000000-0000-4000-8000-0000000000c3';
    await ben.query('SELECT tranship.hello($1, $2, $3)', [also, 'also', '1']);
    const held = await taken(ben, second);
    expect([held.length, (await taken(ben, also)).length]).toEqual([100, 0]);
    expect(await taken(sol, first)).toHaveLength(100);
    // What has been sent makes room.
    const [part] = held;
    const values = `'${second}', ${part?.id}, ${part?.token}, 1, '{"state":"processing"}', false, 'held'`;
    await ben.query(`SELECT tranship.write_part(${values})`);
    expect(await taken(ben, also)).toHaveLength(1);
  });

  it('does not hold up the lease of another desk by a decision that it may not make', async () => {
    const { sol, ben } = await twoSenders();
    const digest = 'a1'.repeat(32);
    const ranges = JSON.stringify([{ first: 0, past: 10, lines: 1, sha256: digest }]);
    const file = `'${second}', decode('${digest}', 'hex'), 'there', 'a', '/a', '{}', '${ranges}'`;
    await sol.query(`SELECT tranship.share_file('${first}', ${file})`);
    const { rows } = await sol.query(
      `SELECT id, token, revision FROM tranship.take_parts('${first}', '{there}', '{}', 1, 60000, false)`,
    );
    const row = z.object({ id: z.string(), token: z.string(), revision: z.string() });
    const [{ id, token, revision }] = z.tuple([row]).parse(rows);
    await ben.query('BEGIN');
    await ben.query(`SELECT tranship.decide_part('${second}', ${id}, ${revision}, '{"state":"cancelled"}', 'done')`);
    // It does not wait for the transaction of the other, which is still open.
    expect((await sol.query(`SELECT tranship.keep_leases('${first}', '{${id}}', '{${token}}', 60000)`)).rowCount).toBe(
      1,
    );
  });

  it('cannot continue a history with another one, or with less, unnoticed', async () => {
    const { sol } = await twoSenders();
    const hash = (digits: string) => `decode(repeat('${digits}', 32), 'hex')`;
    const tell = async (chain: string, continues: string, position: number, reached: string) => {
      const told = `'${first}', ${hash(chain)}, ${continues}, ${position}, ${hash(reached)}, ${position}, '[]'`;
      const { rows } = await sol.query(`SELECT tranship.tell_history(${told}) AS answer`);
      return z.tuple([z.object({ answer: z.string() })]).parse(rows)[0].answer;
    };
    expect(await tell('aa', 'NULL', 10, '01')).toBe('told');
    expect(await tell('aa', hash('01'), 20, '02')).toBe('told');
    expect(await tell('bb', hash('02'), 30, '03')).toBe('parted');
    expect(await tell('bb', hash('03'), 5, '04')).toBe('parted');
  });
});

/** Values that a person may pass, for each type; what is not sensible is what matters. */
const desks = { own: '00000000-0000-4000-8000-00000000000a', other: '00000000-0000-4000-8000-00000000000b' };
const texts = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    'dest',
    'administrator',
    'maker',
    'released',
    "'; DROP TABLE tranship.offers; --",
    '%s %I',
    '☃',
  ),
  fc.constantFrom(
    'mara',
    'cem',
    'ada',
    'sol',
    'keeper',
    'postgres',
    'held',
    'done',
    'free',
    `\u202e${'x'.repeat(3000)}`,
  ),
  fc.string({ maxLength: 30 }),
  fc.constant('x'.repeat(300_000)),
);
const whole = (bits: number) => {
  const most = 2n ** BigInt(bits - 1);
  return fc.oneof(
    fc.bigInt({ min: 0n, max: 5n }),
    fc.constantFrom(-1n, -most, most - 1n, 1000n),
    fc.bigInt({ min: -most, max: most - 1n }),
  );
};
const json = fc.oneof(
  fc.constantFrom(
    'null',
    '[]',
    '{}',
    '0',
    '"a"',
    '[null]',
    '[1,2]',
    '{"totals":1}',
    `[${'{"first":0,"past":-1},'.repeat(3)}{}]`,
  ),
  fc.constantFrom(
    '{"state":"a"}',
    '{"state":{"a":1},"delivery":[]}',
    '[{"position":1e300,"age_ms":-1e300,"hash":"zz"}]',
  ),
  fc.constantFrom(
    `${'['.repeat(5000)}${']'.repeat(5000)}`,
    `"${'x'.repeat(300_000)}"`,
    '{"a":"\\u0000"}',
    '{"a":"\\ud800"}',
  ),
  fc.jsonValue().map((value) => JSON.stringify(value)),
);
const bytes = fc
  .oneof(fc.uint8Array({ maxLength: 40 }), fc.uint8Array({ minLength: 32, maxLength: 32 }))
  .map((one) => Buffer.from(one));
const valuesOf: Record<string, fc.Arbitrary<unknown>> = {
  uuid: fc.oneof(fc.constantFrom(desks.own, desks.own, desks.other), fc.uuid()),
  text: texts,
  bytea: bytes,
  jsonb: json,
  boolean: fc.boolean(),
  'double precision': fc.double().map(String),
  smallint: whole(16).map(String),
  integer: whole(32).map(String),
  bigint: whole(64).map(String),
  'text[]': fc.array(texts, { maxLength: 3 }),
  'bytea[]': fc.array(fc.option(bytes), { maxLength: 3 }),
  'uuid[]': fc.array(fc.constantFrom(desks.own, desks.other), { maxLength: 3 }),
  'integer[]': fc.array(fc.option(whole(32).map(String)), { maxLength: 5 }),
  'bigint[]': fc.array(fc.option(whole(64).map(String)), { maxLength: 5 }),
};

describe('a person who calls the functions with anything', () => {
  /** Data that does not fit, rules, limits: nothing that is a defect of the ledger, and nothing that hangs. */
  const fits = /^(done|TS001|22...|23...|54000)$/;
  const written = ['person', 'shared_by', 'offered_by', 'decided_by', 'given_by', 'withdrawn_by'];

  it.each(members)(
    'as %s is answered at once, and writes under no other name',
    { timeout: 600_000 },
    async (person) => {
      const own = await team.ledger();
      const client = await connectionOf(person, own);
      const other = person === 'sol' ? 'milo' : 'sol';
      await team.plainSql(other, own, `SELECT tranship.hello('${desks.other}', 'desk', '1')`);
      await client.query('SELECT tranship.hello($1, $2, $3)', [desks.own, 'desk', '1']);
      const before = await standing(own);
      for (const { name, types, granted, signature } of await functions()) {
        if (!granted) continue;
        const values = types.map((type) => {
          const found = valuesOf[type];
          if (found === undefined) throw new Error(`Say what may be passed as ${type}.`);
          return fc.option(found, { freq: 12 });
        });
        const passed = types.map((type, at) => `${name === 'has_role' ? 'VARIADIC ' : ''}$${at + 1}::${type}`);
        const call = `SELECT tranship.${name}(${passed.join(', ')})`;
        // What is passed is too large to be made smaller step by step.
        for (const given of fc.sample(fc.tuple(...values), runs(3, 60))) {
          const { code, message } = await said(client, call, given);
          expect(code, `${signature} of ${JSON.stringify(given)?.slice(0, 300)}: ${message}`).toMatch(fits);
        }
      }
      const after = await standing(own);
      // Only an administrator changes roles, and only the roles of others.
      if (person !== 'ada') expect(after.roles).toEqual(before.roles);
      expect(after.roles.filter((role) => role.startsWith('ada '))).toEqual(['ada administrator keeper']);
      for (const [column, persons] of Object.entries(after.persons))
        expect(
          persons.filter((found) => !(before.persons[column] ?? []).includes(found) && found !== person),
          column,
        ).toEqual([]);
    },
  );

  /** Who has which role, and who stands in which column of the ledger. */
  async function standing(of: string) {
    const name = z.object({ name: z.string() });
    const roles = await catalogue(
      name,
      `SELECT person || ' ' || role || ' ' || given_by AS name FROM tranship.appointments WHERE withdrawn_at IS NULL ORDER BY 1`,
      of,
    );
    const columns = await catalogue(
      z.object({ table: z.string(), column: z.string() }),
      `SELECT table_name AS table, column_name AS column FROM information_schema.columns
       WHERE table_schema = 'tranship' AND column_name IN (${written.map((one) => `'${one}'`).join(', ')})
         AND (table_name, column_name) <> ('appointments', 'person') ORDER BY 1, 2`,
      of,
    );
    const persons: Record<string, string[]> = {};
    for (const { table, column } of columns) {
      const query = `SELECT DISTINCT ${column} AS name FROM tranship.${table} WHERE ${column} IS NOT NULL`;
      persons[`${table}.${column}`] = (await catalogue(name, query, of)).map((row) => row.name);
    }
    return { roles: roles.map((row) => row.name), persons };
  }
});
