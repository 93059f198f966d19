/**
 * @file A trial of a team: several desks send one file over one ledger while senders are killed and the database crashes, all at
 * random. Everything is a process of its own; the service's journal is the judge.
 */

import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdtemp, readFile, rm, stat, watch } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as passTime } from 'node:timers/promises';
import { writeSampleExport } from '../../../src-main/practice/sample-export.ts';
import { randomNumbers } from '../../../src-main/practice/sample-transactions.ts';
import { leaksIn } from '../../faults/proof.ts';
import type { Access } from '../../harness/opponent/carried.ts';
import { type JournalEntry, readJournal } from '../../harness/opponent/journal.ts';
import { startOpponentProcess } from '../../harness/opponent/own-process.ts';
import { type LedgerCost, PASSWORD } from '../postgres-server.ts';
import { TeamOfTest } from '../team-of-test.ts';
import { judge, type Range, type Verdict } from './judge.ts';
import { type ListedPart, TrialDesk } from './trial-desk.ts';

const PROGRESS_MS = 10_000;

export interface TrialPlan {
  desks: number;
  /** A few more, since a batch ends with a line. */
  batches: number;
  batchBytes: number;
  /** Of the line of each desk. */
  bytesPerSecond?: number;
  /** What limits call a minute (shorter-minute.ts), and for how long a desk takes a part, in milliseconds. */
  minute: number;
  lease: number;
  /** How many times a sender is killed, and how many times the database crashes. */
  kills: number;
  crashes: number;
  /** The longest times until the next misfortune, and until a sender or the database comes back. */
  longestPeaceMs: number;
  longestAbsenceMs: number;
  longestOutageMs: number;
  /** So long after the last misfortune, the trial is judged as it stands: it hangs, since all ends by itself. */
  patienceMs: number;
  /** Every so manieth reservation, and upload, gets no reply; none, if absent. */
  breakEvery?: number;
  seed: number;
  /** Whether the database waits for its disk, as in use. */
  durable?: boolean;
}

export interface TrialResult {
  verdict: Verdict;
  journal: JournalEntry[];
  parts: ListedPart[];
  /** How many senders were killed while they worked. */
  kills: number;
  crashes: number;
  /** From the first sender's start to the last one's end. */
  seconds: number;
  /** Of the senders, for all of it. */
  cost: LedgerCost;
  /** What limits called a minute. */
  minute: number;
}

/** @param tell what happens, for those who watch */
export async function playTrial(plan: TrialPlan, tell: (news: string) => void = () => {}): Promise<TrialResult> {
  await using closing = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'tranship-trial-'));
  closing.defer(() => rm(folder, { recursive: true, force: true }));
  const journal = join(folder, 'journal');
  const { minute, breakEvery, bytesPerSecond } = plan;
  const noReply = { every: breakEvery ?? 1, times: 0, happens: 'lost-reply' } as const;
  const breakable = breakEvery === undefined ? [] : (['reservation', 'upload'] as const);
  const service = closing.use(
    await startOpponentProcess({
      journal,
      minute,
      bytesPerSecond,
      life: ['404', 'VALIDATION_STARTED', 'IN_PROGRESS', 'PROCESSED'],
      misfortunes: breakable.map((endpoint) => ({ endpoint, ...noReply })),
    }),
  );
  const team = closing.use(await TeamOfTest.start({ durable: plan.durable === true }));
  const database = await team.ledger();
  const file = join(folder, 'export.jsonl');
  await writeSampleExport(file, plan.batches * plan.batchBytes, plan.seed);
  const desks = await openDesks(plan, { team, database, access: service.access, share: folder });
  for (const desk of desks) closing.use(desk);
  const [first] = desks;
  if (first === undefined) throw new Error('A trial has a desk.');
  await first.share(file, plan.batchBytes);
  tell(`${plan.desks} desks begin with some ${plan.batches} batches.`);

  const costBefore = await team.server.cost(database);
  const began = performance.now();
  const progress = setInterval(() => tellProgress(journal, tell), PROGRESS_MS);
  closing.defer(() => clearInterval(progress));
  const underWay = firstUpload(journal);
  for (const desk of desks) desk.work();
  await Promise.race([underWay, Promise.all(desks.map((desk) => desk.finished()))]);
  const happened = await playMisfortunes(plan, desks, team, tell);
  await Promise.race([
    Promise.all(desks.map((desk) => desk.finished())),
    passTime(plan.patienceMs, undefined, { ref: false }),
  ]);
  const seconds = (performance.now() - began) / 1000;

  clearInterval(progress);
  const cost = costSince(costBefore, await team.server.cost(database));
  const parts = await first.parts();
  const leaks = await leaksOf(team, database, desks, service.access);
  await service[Symbol.asyncDispose]();
  const entries = await readJournal(journal);
  const sent = [{ file: basename(file), bytes: (await stat(file)).size }];
  const verdict = judge(entries, sent, await Promise.all(parts.map((part) => rangeOf(part, file))), minute);
  verdict.wrong.push(...leaks, ...desks.flatMap(({ complaints }) => complaints));
  for (const { start, state } of parts)
    if (state !== 'processed') verdict.wrong.push(`The part from ${start} on is “${state}”, and was to be processed`);
  return { verdict, parts, seconds, cost, minute, ...happened, journal: entries };
}

function costSince(before: LedgerCost, after: LedgerCost): LedgerCost {
  // A crash forgets what was counted.
  const isWhole = after.transactions >= before.transactions;
  const { transactions, milliseconds } = isWhole ? before : { transactions: 0, milliseconds: 0 };
  return { transactions: after.transactions - transactions, milliseconds: after.milliseconds - milliseconds };
}

async function tellProgress(journal: string, tell: (news: string) => void): Promise<void> {
  // Its last line may be in the making.
  const stored = (await readFile(journal, 'utf8')).split('"stored":true').length - 1;
  tell(`${stored} batches are in the storage.`);
}

/** Each desk belongs to another sender; the first one is also the one who shares the files. */
async function openDesks(
  { desks, minute, lease }: TrialPlan,
  { team, database, ...places }: { team: TeamOfTest; database: string; access: Access; share: string },
): Promise<TrialDesk[]> {
  const persons = Array.from({ length: desks }, (_, index) => `sender${index + 1}`);
  await team.server.logins(...persons);
  await team.as('ada', database, async (ledger) => {
    for (const person of persons) await ledger.giveRole(person, 'sender');
  });
  return await Promise.all(
    persons.map((person) => {
      const ledger = {
        TRANSHIP_LEDGER: `postgresql://${person}@127.0.0.1:${team.server.port}/${database}`,
        TRANSHIP_LEDGER_PASSWORD: PASSWORD,
        TRANSHIP_LEDGER_AUTHORITY: team.authorityFile,
      };
      return TrialDesk.open(person, { ...places, minute, lease, ledger });
    }),
  );
}

/** Resolves once bytes have left: before, a misfortune hits no one in the middle of anything. */
async function firstUpload(journal: string): Promise<void> {
  for await (const _ of watch(journal)) if ((await readFile(journal, 'utf8')).includes('"endpoint":"upload"')) return;
}

/** Afterwards all senders work again that have not ended by themselves. */
async function playMisfortunes(
  plan: TrialPlan,
  desks: readonly TrialDesk[],
  { server }: TeamOfTest,
  tell: (news: string) => void,
): Promise<{ kills: number; crashes: number }> {
  const random = randomNumbers(plan.seed);
  const upTo = (most: number) => random() % (most + 1);
  const happened = { kills: 0, crashes: 0 };
  const returns: Promise<void>[] = [];
  while (happened.kills < plan.kills || happened.crashes < plan.crashes) {
    await passTime(upTo(plan.longestPeaceMs));
    const working = desks.filter((desk) => desk.isWorking);
    const victim = working[upTo(Math.max(0, working.length - 1))];
    // All have ended: nothing is left to send.
    if (victim === undefined && returns.length === 0) break;
    const left = { kills: plan.kills - happened.kills, crashes: plan.crashes - happened.crashes };
    if (upTo(left.kills + left.crashes - 1) < left.crashes) {
      const outage = upTo(plan.longestOutageMs);
      tell(`The database crashes, for ${outage} ms.`);
      await server.crash();
      await passTime(outage);
      await server.revive();
      happened.crashes += 1;
    } else if (victim !== undefined && (await victim.kill())) {
      const absence = upTo(plan.longestAbsenceMs);
      tell(`The sender of ${victim.person} is killed, and comes back after ${absence} ms.`);
      happened.kills += 1;
      const back = passTime(absence).then(() => victim.work());
      returns.push(back);
      back.finally(() => returns.splice(returns.indexOf(back), 1));
    }
  }
  await Promise.all(returns);
  return happened;
}

async function rangeOf({ start, end, batchId }: ListedPart, file: string): Promise<Range> {
  const hash = createHash('sha256');
  for await (const bytes of createReadStream(file, { start, end: end - 1 })) hash.update(bytes);
  return { file: basename(file), start, end, sha256: hash.digest('hex'), batchId: batchId ?? undefined };
}

/** Neither the ledger nor what a desk says has a secret of the service, or an address with a signature. */
async function leaksOf(
  { server }: TeamOfTest,
  database: string,
  desks: readonly TrialDesk[],
  { clientId, clientSecret }: Access,
): Promise<string[]> {
  const secrets = [clientSecret, 'X-Amz-Signature', 'X-Amz-Date'];
  const content = await server.content(database);
  // The client id is no secret, and belongs to the destination: without it, it is not the ledger that was read.
  if (!content.includes(clientId)) throw new Error('The ledger could not be read.');
  const inLedger = leaksIn(content, secrets).map((secret) => `The ledger holds “${secret}”`);
  const said = desks.flatMap(({ person, workplace }) =>
    leaksIn(workplace.said(), [...secrets, PASSWORD]).map((secret) => `A process of ${person} said “${secret}”`),
  );
  return [...inLedger, ...said];
}
