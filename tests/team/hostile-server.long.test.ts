/**
 * @file Whatever the server of a team ledger says, and however it is cut: a result or a sentence comes of it, in a moment and in little
 * memory. At night much more of it, at other places each time.
 */

import { rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import pg from 'pg';
import { Parser } from 'pg-protocol/dist/parser.js';
import { afterAll, expect, it } from 'vitest';
import { LedgerConnection } from '../../src-main/team/connection/ledger-connection.ts';
import { ServerGuard } from '../../src-main/team/connection/server-guard.ts';
import { AppError } from '../../src-shared/errors.ts';
import { beforeAllWith } from '../before-all-with.ts';
import { slowness } from '../fastest.ts';
import { tellCount } from '../harness/counted.ts';
import { isNight, runs } from '../harness/night.ts';
import { longestStep } from '../longest-step.ts';
import { Authority } from '../wire/network/authority.ts';
import { FalseServer, type Talk } from './false-server.ts';
import { cut, hostileSpeech, messagesIn, recorded } from './hostile-messages.ts';
import { PASSWORD } from './postgres-server.ts';

const talks = runs(60, 8000);
const speeches = runs(200, 60_000);
const LONGEST_STEP_MS = 500;
const MOST_MEMORY = 300 * 1024 ** 2;
const LONGEST_TEXT = 3000;
const atNight = isNight ? {} : { seed: 20_261_126 };

const authorityFile = join(tmpdir(), `tranship-hostile-server-${process.pid}.pem`);
let server: FalseServer;
beforeAllWith(['openssl'], async () => {
  const authority = new Authority();
  writeFileSync(authorityFile, authority.cert);
  server = await FalseServer.start(authority.host());
});
afterAll(async () => {
  rmSync(authorityFile, { force: true });
  await server?.[Symbol.asyncDispose]();
});

const isEnd = (message: Buffer) => message[0] === 'Z'.charCodeAt(0);
/** Up to where a desk is let in, and waits. */
const begun = recorded.slice(0, recorded.findIndex(isEnd));
/** Whether an answer is over with it, so that a desk asks the next question. */
const endsAnswer = (pieces: readonly Buffer[]) => letThrough([...begun, ...pieces]).some(isEnd);

/** What the guard of a desk that has just asked something lets through. */
function letThrough(pieces: readonly Buffer[]): Buffer[] {
  const guard = new ServerGuard('the ledger', 'local');
  const through: Buffer[] = [];
  try {
    for (const piece of pieces) for (const message of guard.check(piece)) through.push(message);
  } catch (thrown) {
    if (!(thrown instanceof AppError)) throw thrown;
  }
  return through;
}

it('a real conversation passes as it is, at whichever bytes it is cut', () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 30 }), (cuts) => {
      const guard = new ServerGuard('the ledger', 'local');
      const through: Buffer[] = [];
      for (const said of recorded)
        for (const piece of cut(said, cuts))
          for (const message of guard.check(piece)) {
            through.push(message);
            // A desk asks again once it has its answer.
            if (isEnd(message)) guard.ask();
          }
      expect(Buffer.concat(through).equals(Buffer.concat(recorded))).toBe(true);
    }),
    { numRuns: 50, ...atNight },
  );
});

it('what passes is whole, the same at whichever bytes it is cut, and the library reads all of it and nothing else', () => {
  let passed = 0;
  const begun = recorded.slice(
    0,
    recorded.findIndex((said) => said[0] === 'Z'.charCodeAt(0)),
  );
  fc.assert(
    fc.property(hostileSpeech, fc.boolean(), (pieces, isIn) => {
      const before = isIn ? begun : [];
      const through = letThrough([...before, ...pieces]);
      const again = letThrough([...before, Buffer.concat(pieces)]);
      expect(Buffer.concat(again).equals(Buffer.concat(through))).toBe(true);
      const parser = new Parser();
      let read = 0;
      for (const message of through) parser.parse(message, () => (read += 1));
      expect(read).toBe(through.length);
      expect(messagesIn(Buffer.concat(through))).toHaveLength(through.length);
      passed += through.length - before.length;
    }),
    { numRuns: speeches, ...atNight },
  );
  tellCount(speeches, 'speeches of a hostile ledger server');
  // A fuzz of which nothing passes proves nothing.
  expect(passed).toBeGreaterThan(speeches / 2);
});

const ends = new Map<string, number>();
const count = (end: string) => ends.set(end, (ends.get(end) ?? 0) + 1);

/** A person reads a bounded sentence, in which no password is. */
function judge(thrown: unknown): void {
  if (!(thrown instanceof AppError || thrown instanceof pg.DatabaseError)) throw thrown;
  count(thrown instanceof AppError ? thrown.code : 'failure of the database');
  const texts = thrown instanceof AppError ? [thrown.title, thrown.detail, thrown.remedy] : [thrown.message];
  for (const text of texts) {
    expect(text.length).toBeLessThan(LONGEST_TEXT);
    expect(text).not.toContain(PASSWORD);
  }
}

async function visit(): Promise<void> {
  const { port } = server;
  const address = {
    name: 'the ledger',
    host: '127.0.0.1',
    port,
    database: 'tranship',
    person: 'ada',
    password: PASSWORD,
    authorityFile,
    isSocket: false,
    isBehindPooler: false,
  };
  let connection: LedgerConnection | undefined;
  try {
    connection = await LedgerConnection.open({ address, askPassword: () => Promise.resolve(undefined) });
    count('let in');
    for (const statement of ['SELECT $1::text', 'SELECT 2']) {
      const values = statement.includes('$1') ? ['one'] : [];
      await connection.rows(statement, values).then(() => count('answer'), judge);
    }
  } catch (thrown) {
    judge(thrown);
  } finally {
    await connection?.close();
  }
}

/** begun: says it before sign-in. in: in place of what a desk asks first. open: in place of answers. */
const moments = ['begun', 'in', 'open'] as const;

it('a desk that speaks with a hostile server neither fails, stands still, fills up nor tells the password', async () => {
  const before = process.memoryUsage.rss();
  let [most, longest] = [before, 0];
  const unhandled: unknown[] = [];
  const note = (reason: unknown) => unhandled.push(reason);
  process.on('unhandledRejection', note);
  await fc
    .assert(
      fc.asyncProperty(
        fc.constantFrom(...moments),
        fc.array(hostileSpeech, { minLength: 1, maxLength: 3 }),
        async (moment, said) => {
          server.falsehood = { talk: (talk) => speak(talk, moment, said) };
          server.talks.length = 0;
          let step = Number.POSITIVE_INFINITY;
          for (let run = 0; run < 4 && step > LONGEST_STEP_MS; run += 1) {
            const taken = await longestStep(visit);
            step = Math.min(step, taken > LONGEST_STEP_MS ? taken / slowness() : taken);
          }
          expect(step).toBeLessThan(LONGEST_STEP_MS);
          longest = Math.max(longest, step);
          most = Math.max(most, process.memoryUsage.rss());
          expect(server.heard).not.toContain(PASSWORD);
        },
      ),
      { numRuns: talks, ...atNight },
    )
    .finally(() => {
      process.off('unhandledRejection', note);
    });
  expect(unhandled).toEqual([]);
  expect(most - before).toBeLessThan(MOST_MEMORY);
  for (const end of ['let in', 'answer', 'team.unsafe-sign-in', 'team.unreachable'])
    expect(ends.get(end), end).toBeGreaterThan(talks / 20);
  tellCount(talks, 'talks with a hostile ledger server');
  tellCount(Math.round((most - before) / 1024 ** 2), 'MB more memory with a hostile ledger server');
  tellCount(Math.round(longest), 'ms of the longest step with a hostile ledger server');
});

async function speak(talk: Talk, moment: (typeof moments)[number], said: readonly Buffer[][]): Promise<void> {
  try {
    if (moment === 'open') await talk.letIn();
    else await talk.begun();
    if (moment === 'in') await talk.signIn();
    for (const pieces of said) {
      if (moment !== 'begun') await talk.question();
      for (const piece of pieces) await talk.say(piece);
      if (!endsAnswer(pieces)) return;
    }
  } finally {
    talk.hangUp();
  }
}
