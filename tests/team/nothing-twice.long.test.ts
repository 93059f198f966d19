/** @file Two desks with a real ledger, as apps: what one sends holds up the other, and what waits for the ledger continues. */

import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { App, type AppPorts } from '../../src-main/app.ts';
import type { Environment } from '../../src-main/ground/environment.ts';
import { noPolicy } from '../../src-main/policy/own-policy.ts';
import type { PolicyValues } from '../../src-main/policy/policy-schema.ts';
import type { Batch, SubmissionId } from '../../src-main/send/batch.ts';
import { QueueStore } from '../../src-main/send/storage/store.ts';
import { currentBatches, type SubmissionOptions } from '../../src-main/send/submission.ts';
import { destinationOf } from '../../src-main/wire/credentials/connection.ts';
import { batchIdSchema } from '../../src-main/wire/service/wire.ts';
import { beforeAllWith } from '../before-all-with.ts';
import { atNight, runs } from '../harness/night.ts';
import { MemorySettings } from '../memory-stores.ts';
import { WAIT_MS } from '../patience.ts';
import { addedSubmission } from '../send/samples.ts';
import { createLastingBox } from '../wire/credentials/lasting-box.ts';
import { PASSWORD } from './postgres-server.ts';
import { offerOf, TeamOfTest } from './team-of-test.ts';

let team: TeamOfTest;
beforeAllWith(['openssl', 'PostgreSQL'], async () => {
  team = await TeamOfTest.start();
});
afterAll(() => team?.[Symbol.asyncDispose]());

/** No one answers there: nothing of a file gets further than into the queue. */
const service = {
  TRANSHIP_BASE_URL: 'http://127.0.0.1:1',
  TRANSHIP_TOKEN_URL: 'http://127.0.0.1:1/token',
  TRANSHIP_SCOPE: 'tenant/a',
  TRANSHIP_CLIENT_ID: 'a-client',
  TRANSHIP_CLIENT_SECRET: 'a-secret',
};

const { options } = addedSubmission();
const uuid = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const lines = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, at) => {
    const id = uuid(from + at);
    return `{"sender":{"by_external_id":"client-1"},"receiver":{"external_entity_type":"unknown","unknown":{"external_id":"${id}","risk_assessment":"low"}},"modification":{"external_id":"${id}","type":"create","amount":10,"currency":"EUR","created_at":"2026-11-01T08:00:00"}}\n`;
  }).join('');

/** A desk: an app with a data folder of its own, and a person who is signed in to the ledger. */
class DeskOfTest implements AsyncDisposable {
  readonly folder: string;
  readonly #ledger: Environment;
  #ports: AppPorts;
  app: App;

  constructor(person: string, database: string, policy: PolicyValues = {}, usesLedger = true) {
    this.folder = mkdtempSync(join(tmpdir(), 'tranship-desk-'));
    const box = createLastingBox();
    this.#ledger = {
      TRANSHIP_LEDGER: `postgresql://${person}@127.0.0.1:${team.server.port}/${database}`,
      TRANSHIP_LEDGER_PASSWORD: PASSWORD,
      TRANSHIP_LEDGER_AUTHORITY: team.authorityFile,
    };
    this.#ports = {
      folder: this.folder,
      holder: 'a test',
      settings: new MemorySettings(),
      secretBox: box,
      sessionBox: box,
      environment: { ...service, ...(usesLedger && this.#ledger) },
      who: { user: person, machine: `desk of ${person}` },
      policy: { ...noPolicy, values: policy },
    };
    this.app = new App(this.#ports);
    this.app.queue.start();
  }

  get destination(): string {
    return destinationOf(this.app.services.connection(undefined));
  }

  /** Adds a file, and returns its number once its check is over. */
  async adds(
    name: string,
    content: string,
    { forTeam = false, ...more }: Partial<SubmissionOptions> & { forTeam?: boolean } = {},
  ): Promise<SubmissionId> {
    const path = join(this.folder, name);
    writeFileSync(path, content);
    const { queue, services } = this.app;
    const { id } = await queue.additions.add({
      path,
      connection: services.connection(undefined).name,
      destination: this.destination,
      options: { ...options, maxBatchBytes: 10_000_000, ...more },
      forTeam,
    });
    await this.until(id, (stage) => stage !== 'checking');
    return id;
  }

  async until(id: SubmissionId, isWanted: (stage: string) => boolean): Promise<void> {
    await vi.waitFor(() => expect(this.app.queue.standing(id).submission.stage).toSatisfy(isWanted), {
      timeout: WAIT_MS,
    });
  }

  submission(id: SubmissionId) {
    return this.app.queue.view(id).submission;
  }

  /** As after a crash of the program: what it was about to tell the ledger is not told. */
  async restart(): Promise<void> {
    await this.app.close();
    this.app = new App(this.#ports);
    this.app.queue.start();
  }

  /** From now on, its connection uses the ledger. */
  async namesLedger(): Promise<void> {
    this.#ports = { ...this.#ports, environment: { ...service, ...this.#ledger } };
    await this.restart();
  }

  /** As if the service had said so of the batches of submissions, in their order, while this desk was away. */
  async isTold(fates: ReadonlyMap<SubmissionId, readonly Partial<Batch>[]>): Promise<void> {
    await this.app.close();
    const store = new QueueStore(this.folder);
    for (const [id, ofBatches] of fates) {
      for (const [at, batch] of currentBatches(store.batches(id)).entries())
        store.saveBatch({ ...batch, ...ofBatches[at] }, undefined);
    }
    store.close();
    this.app = new App(this.#ports);
    this.app.queue.start();
  }

  async [Symbol.asyncDispose]() {
    await this.app.close();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

async function twoDesks(policy?: PolicyValues) {
  const database = await team.ledger();
  await team.as('ada', database, (ledger) => ledger.giveRole('ben', 'sender'));
  const [one, two] = [new DeskOfTest('sol', database, policy), new DeskOfTest('ben', database, policy)];
  const end = async () => {
    await one[Symbol.asyncDispose]();
    await two[Symbol.asyncDispose]();
  };
  return { database, one, two, [Symbol.asyncDispose]: end };
}

describe('Two desks', () => {
  it('do not send the same file: the second one is told who sent it, where, and when', async () => {
    await using desks = await twoDesks();
    const { one, two } = desks;
    const first = await one.adds('november.jsonl', lines(0, 20));
    expect(one.submission(first).stage).toBe('approved');
    const second = await two.adds('copy.jsonl', lines(0, 20));
    expect(two.submission(second)).toMatchObject({
      stage: 'held',
      error: {
        code: 'submission.sent-by-team',
        params: { person: 'sol', desk: 'desk of sol', path: 'november.jsonl', at: expect.stringMatching(/^20/) },
      },
    });
  });

  it('do not send the same transactions in other files, and a reason sends them', async () => {
    await using desks = await twoDesks();
    const { one, two } = desks;
    await one.adds('november.jsonl', lines(0, 500));
    const second = await two.adds('december.jsonl', lines(490, 700));
    expect(two.submission(second)).toMatchObject({
      stage: 'held',
      error: {
        code: 'submission.ids-sent-by-team',
        params: { lines: 10, transactions: 210, person: 'sol', others: 0 },
      },
    });
    await two.app.queue.actions.approve(second, 'They were refused there.');
    expect(two.submission(second).stage).toBe('approved');
    const third = await one.adds('january.jsonl', lines(600, 800));
    expect(one.submission(third)).toMatchObject({
      stage: 'held',
      error: { code: 'submission.ids-sent-by-team', params: { lines: 100, person: 'ben' } },
    });
  });

  it('that send the same at the same moment: one of them does, and the other is told', async () => {
    await using desks = await twoDesks();
    const { one, two } = desks;
    for (let round = 0; round < runs(2, 5); round++) {
      const content = lines(round * 100, round * 100 + 50);
      const [first, second] = await Promise.all([
        one.adds(`${round}.jsonl`, content),
        two.adds(`${round}.jsonl`, content),
      ]);
      expect([one.submission(first).stage, two.submission(second).stage].sort(), `round ${round}`).toEqual([
        'approved',
        'held',
      ]);
    }
  });

  it('leave nothing in the ledger of what was held, and no index of its ids behind what was sent', async () => {
    await using desks = await twoDesks();
    const { one, two, database } = desks;
    await one.adds('november.jsonl', lines(0, 20));
    await two.adds('copy.jsonl', lines(0, 20));
    const counting = 'SELECT person FROM tranship.sendings WHERE withdrawn_at IS NULL';
    await vi.waitFor(async () => expect(await team.plainSql('ada', database, counting)).toEqual([{ person: 'sol' }]), {
      timeout: WAIT_MS,
    });
    expect(readdirSync(join(one.folder, 'ids'))).toEqual(['1.ids']);
  });

  it('send nothing where the person has no role “sender”', async () => {
    await using desks = await twoDesks();
    await using maker = new DeskOfTest('mara', desks.database);
    const id = await maker.adds('november.jsonl', lines(0, 2));
    expect(maker.submission(id)).toMatchObject({ stage: 'held', error: { code: 'team.refused' } });
  });
});

describe('A file of which the service refused some batches', () => {
  const refused: Partial<Batch> = { state: 'rejected' };
  const processed: Partial<Batch> = { state: 'processed' };
  const batchId = batchIdSchema.parse(uuid(1));
  const watched = [{ batchId, since: 0, polls: 0, notBefore: Number.MAX_SAFE_INTEGER, isOver: true }];
  /** Three batches, of which the first one has 100 lines, and the second begins with the id of the first line again. */
  const content = lines(0, 100) + lines(0, 1) + lines(100, 199) + lines(199, 299);
  const bytes = { maxBatchBytes: Buffer.byteLength(lines(0, 100)) };

  /** How many lines of another desk's file its transactions hold up. */
  async function heldLines(fates: readonly Partial<Batch>[]) {
    await using desks = await twoDesks();
    const { one, two, database } = desks;
    const first = await one.adds('november.jsonl', content, { ...bytes, onInvalid: 'service-decides' });
    expect(one.app.queue.view(first).batches).toHaveLength(3);
    const last = await one.adds('refused.jsonl', lines(2000, 2001));
    await one.isTold(new Map([[first, fates]]).set(last, [refused]));
    await one.adds('something-else.jsonl', lines(1000, 1001));
    // It is looked at after the first one.
    const standing = `SELECT FROM tranship.sendings WHERE file_name = 'refused.jsonl' AND withdrawn_at IS NOT NULL`;
    await vi.waitFor(async () => expect(await team.plainSql('ada', database, standing)).toHaveLength(1), {
      timeout: WAIT_MS,
    });
    const second = await two.adds('corrected.jsonl', lines(0, 299));
    const { error } = two.submission(second);
    expect(readdirSync(join(one.folder, 'ids')).filter((name) => name.startsWith(`${first}.ids.`))).toEqual([]);
    return error?.code === 'submission.ids-sent-by-team' ? error.params.lines : error?.code;
  }

  it('holds up no one with what only these had', async () => {
    expect(await heldLines([refused, processed, processed])).toBe(299 - 99);
  });

  it('counts as a whole for what may have arrived under an id that was given up', async () => {
    expect(await heldLines([{ ...refused, watched }, processed, processed])).toBe(299);
  });

  atNight(it)('counts as a whole where the service was to take the valid lines of it', async () => {
    expect(await heldLines([{ ...refused, ingestValid: true, watched: [] }, processed, processed])).toBe(299);
  });
});

type Named = readonly [name: string, content: string];

describe('A file that a desk sent before it used the ledger', () => {
  /** A desk of sol that has begun to send files without a ledger, and has others in its queue; and one of ben that uses it. */
  async function desks(files: readonly Named[], others: readonly Named[] = []) {
    const database = await team.ledger();
    await team.as('ada', database, (ledger) => ledger.giveRole('ben', 'sender'));
    const one = new DeskOfTest('sol', database, {}, false);
    const ids: SubmissionId[] = [];
    for (const [name, content] of [...files, ...others]) ids.push(await one.adds(name, content));
    await one.isTold(new Map(ids.slice(0, files.length).map((id) => [id, [begun(id)]])));
    const two = new DeskOfTest('ben', database);
    const end = async () => {
      await one[Symbol.asyncDispose]();
      await two[Symbol.asyncDispose]();
    };
    return { database, one, two, ids, [Symbol.asyncDispose]: end };
  }

  /** Its bytes have left, and nothing was heard of them. */
  const begun = (id: number): Partial<Batch> => ({
    state: 'verifying',
    verifyUntil: Date.parse('2100-01-01'),
    delivery: { batchId: batchIdSchema.parse(uuid(id)), mayHaveArrived: true },
  });

  const announced = (database: string) =>
    team.plainSql(
      'sol',
      database,
      `SELECT s.file_name AS file, s.sent_at < s.announced_at AS later, s.level IS NOT NULL AS ids, p.destination
       FROM tranship.sendings s JOIN tranship.places p ON p.id = s.place
       WHERE s.announced_at IS NOT NULL AND s.withdrawn_at IS NULL ORDER BY s.file_name`,
    );
  const untilAnnounced = (database: string, rows: readonly object[]) =>
    vi.waitFor(async () => expect(await announced(database)).toMatchObject(rows), { timeout: WAIT_MS });

  it('holds up other desks once it does, with the time at which it was really sent', async () => {
    await using team = await desks([['november.jsonl', lines(0, 20)]]);
    const { one, two, database } = team;
    const before = new Date().toISOString();
    await one.namesLedger();
    await untilAnnounced(database, [{ file: 'november.jsonl', later: true, ids: true }]);
    const second = await two.adds('copy.jsonl', lines(10, 30));
    const { error } = two.submission(second);
    expect(error).toMatchObject({ code: 'submission.ids-sent-by-team', params: { lines: 10, person: 'sol' } });
    const at = error?.code === 'submission.ids-sent-by-team' ? error.params.at : undefined;
    expect([at !== undefined && at < before, readdirSync(join(one.folder, 'ids'))]).toEqual([true, ['1.ids']]);
  });

  it('is announced once, also where the desk is closed again and again while it tells', async () => {
    const files = Array.from({ length: runs(3, 6) }, (_, at) => [`${at}.jsonl`, lines(at * 10, at * 10 + 10)] as const);
    await using team = await desks(files);
    const { one, database } = team;
    await one.namesLedger();
    for (let round = 0; round < 3; round++) await one.restart();
    await untilAnnounced(
      database,
      files.map(([file]) => ({ file, later: true, ids: true })),
    );
  });

  it('is announced without its ids where it is gone, and what was only checked or cancelled is not', async () => {
    await using team = await desks([['november.jsonl', lines(0, 20)]], [['cancelled.jsonl', lines(20, 30)]]);
    const { one, two, ids, database } = team;
    for (const id of ids.slice(1)) one.app.queue.actions.cancel(id);
    rmSync(join(one.folder, 'november.jsonl'));
    await one.namesLedger();
    await untilAnnounced(database, [{ file: 'november.jsonl', ids: false }]);
    const second = await two.adds('copy.jsonl', lines(0, 20));
    expect(two.submission(second)).toMatchObject({ stage: 'held', error: { code: 'submission.sent-by-team' } });
  });

  atNight(it)('is announced although a release is required by now', async () => {
    await using team = await desks([['november.jsonl', lines(0, 20)]]);
    const { one, database } = team;
    await requireRelease(database);
    await one.namesLedger();
    await untilAnnounced(database, [{ file: 'november.jsonl', later: true }]);
    const again = await one.adds('december.jsonl', lines(50, 60));
    expect(one.submission(again)).toMatchObject({ stage: 'held', error: { code: 'submission.not-released' } });
  });

  it('is not what only waited to be sent: that is announced as what is added now, and held where it is not released', async () => {
    await using team = await desks([], [['november.jsonl', lines(0, 20)]]);
    const { one, ids, database } = team;
    await requireRelease(database);
    await one.namesLedger();
    const [id] = ids;
    if (id === undefined) throw new Error('Nothing was added.');
    await one.until(id, (stage) => stage === 'held');
    expect(one.app.queue.view(id)).toMatchObject({
      submission: { error: { code: 'submission.not-released' } },
      batches: [],
    });
    expect(await announced(database)).toEqual([]);
  });
});

const requireRelease = (database: string) =>
  team.as('ada', database, (ledger) => ledger.requireRelease(true, 'From December on.'));

describe('A file of which nothing was sent yet', () => {
  it('counts at the place to which its connection is corrected, and no more at the old one', async () => {
    await using desks = await twoDesks();
    const { one, database } = desks;
    await one.adds('november.jsonl', lines(0, 20));
    const connection = one.app.services.connection(undefined).name;
    const destination = 'http://127.0.0.1:2 http://127.0.0.1:2/token a-client tenant/a';
    await one.app.queue.rebindings.rebind({ connection, destination }, async () => {});
    const counting = `SELECT p.destination FROM tranship.sendings s JOIN tranship.places p ON p.id = s.place
      WHERE s.announced_at IS NOT NULL AND s.withdrawn_at IS NULL`;
    await vi.waitFor(async () => expect(await team.plainSql('sol', database, counting)).toEqual([{ destination }]), {
      timeout: WAIT_MS,
    });
  });
});

describe('Where the policy requires a release', () => {
  it('a file is sent by itself once another person has released it', async () => {
    const required: PolicyValues = {
      ledger: { address: 'postgresql://127.0.0.1:1/elsewhere', authorityFile: team.authorityFile, release: 'required' },
    };
    const database = await team.ledger();
    const address = `postgresql://127.0.0.1:${team.server.port}/${database}`;
    await using desk = new DeskOfTest('sol', database, { ledger: { ...required.ledger, address } });
    const id = await desk.adds('november.jsonl', lines(0, 5));
    expect(desk.submission(id)).toMatchObject({ stage: 'held', error: { code: 'submission.not-released' } });
    const sha256 = desk.submission(id).check?.sha256 ?? '';
    const offer = offerOf('a1', { sha256, destination: desk.destination });
    const [number = 0] = await team.as('mara', database, (ledger) => ledger.offer([offer]));
    await desk.app.queue.actions.approve(id);
    expect(desk.submission(id).stage).toBe('held');
    const decision = { outcome: 'released', reason: 'The sums agree.', desk: 'desk-9' } as const;
    await team.as('cem', database, (ledger) => ledger.decide({ id: number, sha256 }, decision));
    await desk.restart();
    await desk.until(id, (stage) => stage === 'approved');
  });
});

describe('Where the ledger itself requires a release', () => {
  /** A desk without a policy of its own, and what another person then decides of a file of it. */
  async function desk() {
    const database = await team.ledger();
    const change = (isRequired: boolean, person = 'ada') =>
      team.as(person, database, (ledger) => ledger.requireRelease(isRequired, 'From December on.'));
    const sol = new DeskOfTest('sol', database);
    const release = async (id: SubmissionId) => {
      const sha256 = sol.submission(id).check?.sha256 ?? '';
      const offer = offerOf('a1', { sha256, destination: sol.destination });
      const [number = 0] = await team.as('mara', database, (ledger) => ledger.offer([offer]));
      const decision = { outcome: 'released', reason: 'The sums agree.', desk: 'desk-9' } as const;
      await team.as('cem', database, (ledger) => ledger.decide({ id: number, sha256 }, decision));
    };
    return { sol, database, change, release, [Symbol.asyncDispose]: () => sol[Symbol.asyncDispose]() };
  }

  it('a desk without that policy holds a file as with it, and sends it by itself once it is released', async () => {
    await using one = await desk();
    const { sol, change, release } = one;
    await change(true);
    const id = await sol.adds('november.jsonl', lines(0, 5));
    expect(sol.submission(id)).toMatchObject({ stage: 'held', error: { code: 'submission.not-released' } });
    await sol.app.queue.actions.approve(id);
    expect(sol.submission(id)).toMatchObject({ stage: 'held', error: { code: 'submission.not-released' } });
    await release(id);
    await sol.restart();
    await sol.until(id, (stage) => stage === 'approved');
  });

  atNight(it)('what was on its way before continues, and what is added later is held', async () => {
    await using one = await desk();
    const { sol, change } = one;
    const before = await sol.adds('november.jsonl', lines(0, 5));
    await change(true);
    const after = await sol.adds('december.jsonl', lines(5, 10));
    await sol.restart();
    expect([before, after].map((id) => sol.submission(id).stage)).toEqual(['approved', 'held']);
  });

  it('a file for the team is shared once it is released, and not before', async () => {
    await using one = await desk();
    const { sol, change, release, database } = one;
    await change(true);
    const id = await sol.adds('november.jsonl', lines(0, 5), { forTeam: true });
    expect(sol.submission(id)).toMatchObject({ stage: 'held', error: { code: 'submission.not-released' } });
    const shared = 'SELECT name FROM tranship.shared_files';
    expect(await team.plainSql('sol', database, shared)).toEqual([]);
    await release(id);
    await sol.restart();
    await vi.waitFor(async () => expect(await team.plainSql('sol', database, shared)).toHaveLength(1), {
      timeout: WAIT_MS,
    });
  });

  it('no single transaction is sent, also while the server is away, as the ledger was heard last', async () => {
    await using one = await desk();
    const { sol, change, database } = one;
    const mayPost = (of = sol) =>
      of.app.team.requireMayPost({ connection: of.app.services.connection(undefined).name });
    await mayPost();
    await change(true);
    const refused = { code: 'team.release-required', detail: expect.stringContaining('requires a release') };
    await expect(mayPost()).rejects.toMatchObject(refused);
    await team.server.crash();
    await expect(mayPost()).rejects.toMatchObject(refused);
    await using fresh = new DeskOfTest('sol', database);
    // A desk that never heard the ledger does not know, and waits.
    await expect(mayPost(fresh)).rejects.toMatchObject({ code: 'team.unreachable' });
    await team.server.revive();
    await expect(mayPost(fresh)).rejects.toMatchObject(refused);
  });
});

/** The ledger noticed that it was put back, and waits for no desk any more. */
async function untilAllHaveTold(database: string): Promise<void> {
  await vi.waitFor(
    async () =>
      expect(
        await team.plainSql(
          'sol',
          database,
          'SELECT bool_and(told_at IS NOT NULL) AS told FROM tranship.awaited_desks',
        ),
      ).toEqual([{ told: true }]),
    { timeout: WAIT_MS },
  );
  await team.server.asSuperuser(database, ["UPDATE tranship.lives SET begun_at = begun_at - interval '2 minutes'"]);
}

describe('While the server is away', () => {
  it('a file waits, and is sent by itself once the server is back', async () => {
    await using desks = await twoDesks();
    const { one } = desks;
    await one.adds('november.jsonl', lines(0, 5));
    await team.server.crash();
    const id = await one.adds('december.jsonl', lines(5, 10));
    expect(one.submission(id)).toMatchObject({ stage: 'held', error: { code: 'team.unreachable' } });
    expect(one.app.queue.situation().ledgerAwaySince).toBeTypeOf('number');
    await team.server.revive();
    await one.until(id, (stage) => stage === 'approved');
    expect(one.app.queue.situation().ledgerAwaySince).toBeUndefined();
  });

  it('and is back without what was announced last, each desk announces it again', async () => {
    await using desks = await twoDesks();
    const { database, one, two } = desks;
    await one.adds('november.jsonl', lines(0, 20));
    await team.server.asSuperuser(database, [
      'DELETE FROM tranship.id_buckets',
      'DELETE FROM tranship.sendings',
      "UPDATE tranship.lives SET begun_at = clock_timestamp() - interval '2 minutes'",
    ]);
    await team.server.crash();
    await one.adds('december.jsonl', lines(20, 25));
    await team.server.revive();
    const announced = "SELECT FROM tranship.sendings WHERE file_name = 'november.jsonl' AND announced_at IS NOT NULL";
    await vi.waitFor(async () => expect(await team.plainSql('sol', database, announced)).toHaveLength(1), {
      timeout: WAIT_MS,
    });
    await untilAllHaveTold(database);
    const second = await two.adds('copy.jsonl', lines(10, 30));
    expect(two.submission(second)).toMatchObject({
      stage: 'held',
      error: { code: 'submission.ids-sent-by-team', params: { person: 'sol' } },
    });
  });

  atNight(it)('and is back without a release that it requires, the other files are announced again', async () => {
    await using desks = await twoDesks();
    const { database, one } = desks;
    await one.adds('november.jsonl', lines(0, 5));
    const id = await one.adds('december.jsonl', lines(5, 10));
    await team.as('ada', database, (ledger) => ledger.requireRelease(true, 'From December on.'));
    const sha256 = one.submission(id).check?.sha256 ?? '';
    const offer = offerOf('a1', { sha256, destination: one.destination });
    const [number = 0] = await team.as('mara', database, (ledger) => ledger.offer([offer]));
    const decision = { outcome: 'released', reason: 'The sums agree.', desk: 'desk-9' } as const;
    await team.as('cem', database, (ledger) => ledger.decide({ id: number, sha256 }, decision));
    await team.server.asSuperuser(database, [
      'DELETE FROM tranship.id_buckets',
      'DELETE FROM tranship.sendings',
      "UPDATE tranship.lives SET begun_at = clock_timestamp() - interval '2 minutes'",
    ]);
    await one.restart();
    await one.adds('january.jsonl', lines(10, 15));
    const announced = 'SELECT file_name FROM tranship.sendings WHERE announced_at IS NOT NULL';
    await vi.waitFor(
      async () => expect(await team.plainSql('sol', database, announced)).toEqual([{ file_name: 'december.jsonl' }]),
      { timeout: WAIT_MS },
    );
  });
});
