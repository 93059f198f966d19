/** @file What a desk asks of a file of its team before it sends a part of it, of a real ledger. */

import { createHash, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { systemClock } from '../../../src-main/ground/clock.ts';
import type { PolicyValues } from '../../../src-main/policy/policy-schema.ts';
import { TeamLink } from '../../../src-main/team/connection/team-link.ts';
import { PartsLedger } from '../../../src-main/team/parts-ledger.ts';
import { TeamSendings } from '../../../src-main/team/sendings/sendings.ts';
import { objectionTo } from '../../../src-main/team/shared-file-rules.ts';
import { beforeAllWith } from '../../before-all-with.ts';
import { sampleSubmission } from '../../send/samples.ts';
import { offerOf, TeamOfTest } from '../team-of-test.ts';

let team: TeamOfTest;
beforeAllWith(['openssl', 'PostgreSQL'], async () => {
  team = await TeamOfTest.start();
});
afterAll(() => team?.[Symbol.asyncDispose]());

const required: PolicyValues = { ledger: { address: 'postgresql://127.0.0.1/ledger', release: 'required' } };
const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const bytes = Buffer.from('{"line":1}\n{"line":2}\n');

/** A sender's desk with a copy of the file that the team shares. */
async function desk({ copy = bytes, isOffered = true, isReleased = true } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'tranship-shared-file-'));
  const place = join(folder, 'day.jsonl');
  writeFileSync(place, copy);
  const database = await team.ledger();
  const submission = sampleSubmission();
  const file = { ...submission, id: randomUUID(), check: { ...submission.check, sha256: hashOf(bytes), errors: 0 } };
  if (isOffered) {
    const offer = { ...offerOf('aa', { destination: file.destination }), sha256: hashOf(bytes) };
    const [id = 0] = await team.as('mara', database, (ledger) => ledger.offer([offer]));
    const decision = { outcome: 'released' as const, reason: 'The sums agree.', desk: 'desk-8' };
    if (isReleased) await team.as('cem', database, (ledger) => ledger.decide({ id, sha256: offer.sha256 }, decision));
  }
  const own = { id: randomUUID(), name: 'desk-9' };
  const link = new TeamLink({
    ...team.server.person('sol', database, team.authorityFile),
    desk: own,
    version: '0.1.0',
    clock: systemClock,
  });
  onTestFinished(async () => {
    await link.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const { signal } = new AbortController();
  const parts = [{ start: 0, end: 11, sha256: hashOf(bytes.subarray(0, 11)) }];
  const { destination } = file;
  const named = { sha256: hashOf(bytes), destination };
  return {
    requires: () => team.as('ada', database, (ledger) => ledger.requireRelease(true, 'From December on.')),
    /** Announces the file, and gives it to the team. */
    shares: () =>
      link.use(async (connection) => {
        const sendings = new TeamSendings(connection);
        const { figures } = offerOf('aa');
        const sending = { ...named, figures, desk: own.id, submission: '1', fileName: 'day.jsonl' };
        await sendings.announce(await sendings.begin(sending), undefined);
        const ranges = parts.map((part) => ({ ...part, lines: 1 }));
        const shared = { ...named, id: file.id, name: 'day.jsonl', path: place, facts: {}, ranges };
        await new PartsLedger(connection, own).share(shared);
      }),
    asks: (policy: PolicyValues, { errors = 0, named: ofLedger = parts } = {}) =>
      objectionTo(
        { file: { ...file, check: { ...file.check, errors } }, place, parts: async () => ofLedger },
        { policy, link, signal },
      ),
  };
}

describe('a desk that sends for its team', () => {
  it('sends what another person has released', async () => {
    expect(await (await desk()).asks(required)).toBeUndefined();
  });

  it.each([
    ['was never offered', { isOffered: false }],
    ['is offered, and not decided yet', { isReleased: false }],
  ])('does not send what %s', async (_, how) => {
    expect(await (await desk(how)).asks(required)).toMatchObject({ code: 'submission.not-released' });
  });

  it('does not send a copy that is another file than was released', async () => {
    const other = Buffer.from('{"line":1}\n{"line":3}\n');
    expect(await (await desk({ copy: other })).asks(required)).toMatchObject({ code: 'file.changed' });
  });

  it('does not send parts that are of other bytes than the file that was released', async () => {
    const named = [{ start: 0, end: 11, sha256: hashOf(Buffer.from('{"line":9}\n')) }];
    expect(await (await desk()).asks(required, { named })).toMatchObject({ code: 'file.changed' });
  });

  it('sends without a release where none is required', async () => {
    const { asks, shares } = await desk({ isOffered: false });
    await shares();
    expect(await asks({})).toBeUndefined();
  });

  it('obeys the rule of the ledger: another copy than was released is not sent', async () => {
    const [own, other] = [await desk(), await desk({ copy: Buffer.from('{"line":1}\n{"line":3}\n') })];
    for (const each of [own, other]) {
      await each.requires();
      await each.shares();
    }
    expect(await own.asks({})).toBeUndefined();
    expect(await other.asks({})).toMatchObject({ code: 'file.changed' });
  });

  it('sends on what was announced and shared before the ledger required a release', async () => {
    const { asks, shares, requires } = await desk({ isOffered: false });
    await shares();
    await requires();
    expect(await asks({})).toBeUndefined();
    expect(await asks(required)).toMatchObject({ code: 'submission.not-released' });
  });

  it('obeys its own policy about errors, whatever the desk decided that shared the file', async () => {
    expect(await (await desk()).asks({ ...required, serviceDecides: false }, { errors: 3 })).toMatchObject({
      code: 'policy.managed',
    });
  });
});
