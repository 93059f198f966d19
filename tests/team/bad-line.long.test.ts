/** @file A bad line to the ledger: what was not answered was done or not, once and as a whole, and no one waits for ever. */

import { randomUUID } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { afterAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { systemClock } from '../../src-main/ground/clock.ts';
import { LedgerConnection, type LedgerPorts } from '../../src-main/team/connection/ledger-connection.ts';
import { TeamLink } from '../../src-main/team/connection/team-link.ts';
import { PartsLedger } from '../../src-main/team/parts-ledger.ts';
import { TeamSendings } from '../../src-main/team/sendings/sendings.ts';
import { TeamLedger } from '../../src-main/team/team-ledger.ts';
import { beforeAllWith } from '../before-all-with.ts';
import { isNight } from '../harness/night.ts';
import { BadLine } from './bad-line.ts';
import { allOffers, offerOf, TeamOfTest } from './team-of-test.ts';

let team: TeamOfTest;
let database: string;
let line: BadLine;
beforeAllWith(['openssl', 'PostgreSQL'], async () => {
  team = await TeamOfTest.start();
  line = await BadLine.to(team.server.port);
});
beforeEach(async () => {
  line.fault = undefined;
  database = await team.ledger();
});
afterAll(async () => {
  await line?.[Symbol.asyncDispose]();
  await team?.[Symbol.asyncDispose]();
});

function overLine(person: string): LedgerPorts {
  const { address, ...ports } = team.server.person(person, database, team.authorityFile);
  return { ...ports, address: { ...address, port: line.port } };
}

async function offered(contents: readonly string[]): Promise<number[]> {
  const ledger = await TeamLedger.open(overLine('mara'));
  return await ledger.offer(contents.map((content) => offerOf(content))).finally(() => ledger.close());
}

/** After how many bytes to cut: from the last one back, since the last word is the one that matters most. */
const cuts = (whole: number, step: number) =>
  Array.from({ length: Math.ceil(whole / step) }, (_, at) => whole - 1 - at * step);

describe('offers over a line that is cut', () => {
  it.each(['answers', 'questions'] as const)('after each so many bytes of %s are made all or none', async (of) => {
    await offered(['a0', 'b0']);
    const whole = line.carried[of];
    const seen = new Set<number>();
    for (const [round, after] of cuts(whole, isNight ? 67 : 397).entries()) {
      line.fault = { after, of };
      const contents = [`c${round}`, `d${round}`].map((text) => Buffer.from(text).toString('hex').slice(-2) + text);
      const names = contents.map((text) => Buffer.from(text).toString('hex').padEnd(64, '0').slice(0, 64));
      const files = names.map((sha256) => offerOf('aa', { sha256 }));
      const work = TeamLedger.open(overLine('mara')).then((ledger) =>
        ledger.offer(files).finally(() => ledger.close()),
      );
      const thrown: unknown = await work.then(
        () => undefined,
        (reason: unknown) => reason,
      );
      if (thrown !== undefined) expect(thrown).toMatchObject({ code: 'team.unreachable', retryable: true });
      const there = await team.as('cem', database, allOffers);
      const made = names.map((sha256) => there.filter((offer) => offer.sha256 === sha256).length);
      expect([
        [0, 0],
        [1, 1],
      ]).toContainEqual(made);
      if (thrown === undefined) expect(made).toEqual([1, 1]);
      seen.add(made[0] ?? 0);
    }
    // Also where the answer to the last word was lost.
    expect(seen).toEqual(new Set([0, 1]));
  });
});

describe('an answer that is lost', () => {
  function desk(person = 'sol') {
    const named = { id: randomUUID(), name: 'desk-7' };
    const link = new TeamLink({ ...overLine(person), desk: named, version: '0.1.0', clock: systemClock });
    onTestFinished(() => link.close());
    return { ...named, link };
  }

  /** Asks over a line that loses the answer, then again over one that does not. */
  async function twice<Result>(link: TeamLink, ask: (parts: PartsLedger) => Promise<Result>, id: string) {
    const put = () => link.use((connection) => ask(new PartsLedger(connection, { id })));
    line.fault = 'answers';
    await expect(put()).rejects.toMatchObject({ code: 'team.unreachable', retryable: true });
    line.fault = undefined;
    return await put();
  }

  it.each(['done', 'free'] as const)('of the last word on a part (%s) is had by saying it again', async (becomes) => {
    const { link, id } = desk();
    const { destination, sha256, fileName } = offerOf('aa');
    const file = { id: randomUUID(), sha256, destination, name: fileName, path: '/exports', facts: {} };
    const shared = { ...file, ranges: [{ start: 0, end: 10, lines: 1, sha256 }] };
    await link.use(() => Promise.resolve());
    await twice(link, (parts) => parts.share(shared), id);
    const wanted = { destinations: [destination], butNot: [], most: 1, leaseMs: 60_000, resuming: false };
    const [part] = await link.use((connection) => new PartsLedger(connection, { id }).take(wanted));
    let number = 0;
    const said = await twice(
      link,
      (parts) => {
        number += 1;
        const token = { part: part?.id ?? 0, token: part?.token ?? 0, number };
        return parts.write(token, { batch: { state: 'failed' }, hasAddress: false, becomes });
      },
      id,
    );
    expect(said).toEqual(expect.any(Number));
  });

  it.each(['answers', 'questions'] as const)(
    'after each so many bytes of %s of an announcement changes nothing when it is made again',
    async (of) => {
      const { destination, sha256, fileName, figures } = offerOf('aa');
      const id = randomUUID();
      const announce = async (submission: string) => {
        const connection = await LedgerConnection.open(overLine('sol'));
        try {
          await connection.rows('SELECT tranship.hello($1, $2, $3)', [id, 'desk-7', '0.1.0']);
          const sendings = new TeamSendings(connection);
          const known = { desk: id, submission, sha256, destination, fileName, figures };
          const sending = await sendings.begin(known);
          await sendings.storeIds(sending, new Uint32Array([1, 2]));
          await sendings.announce(sending, 1);
          return await sendings.ofDesk(id, submission);
        } finally {
          await connection.close();
        }
      };
      await announce('whole');
      const whole = line.carried[of];
      for (const [round, after] of cuts(whole, isNight ? 109 : 631).entries()) {
        line.fault = { after, of };
        await announce(String(round)).catch((thrown: unknown) => {
          expect(thrown).toMatchObject({ code: 'team.unreachable', retryable: true });
        });
        line.fault = undefined;
        expect(await announce(String(round))).toEqual([expect.objectContaining({ isAnnounced: true, hasIds: true })]);
      }
    },
  );
});

it('a desk and a command end soon, also where their line swallows all that they say', async () => {
  const named = { id: randomUUID(), name: 'desk-7' };
  const link = new TeamLink({ ...overLine('sol'), desk: named, version: '0.1.0', clock: systemClock });
  await link.use((connection) => connection.rows('SELECT 1'));
  const ledger = await TeamLedger.open(overLine('mara'));
  line.fault = 'swallows';
  const began = performance.now();
  await Promise.all([link.close(), ledger.close()]);
  expect(performance.now() - began).toBeLessThan(20_000);
});
