/**
 * @file A data folder of 300 submissions in every stage and state, written through the store, and what is true of each, told by the
 * seeds alone: nothing here asks the product what became of a line.
 */

import { createHash } from 'node:crypto';
import { LineMapBuilder } from '../../src-main/fixing/line-map.ts';
import { LineSet } from '../../src-main/ground/line-set.ts';
import { practiceClient } from '../../src-main/practice/practice-client.ts';
import type { Batch, BatchState, SubmissionId } from '../../src-main/send/batch.ts';
import { QueueStore } from '../../src-main/send/storage/store.ts';
import type { CheckResult, Submission, UnnumberedSubmission } from '../../src-main/send/submission.ts';
import { AppError } from '../../src-shared/errors.ts';
import type { SubmissionState } from '../../src-shared/states.ts';
import { addedSubmission, batchIdOf } from '../send/samples.ts';

export const DAY = 24 * 60 * 60 * 1000;
const HOUR = 60 * 60 * 1000;

/** Nothing of it answers: what is under way stays where it is. */
const unreachable = 'http://127.0.0.1:9';
const place = { baseUrl: unreachable, tokenUrl: `${unreachable}/token` };
/** As a person adds them. */
export const connections = [
  { name: 'Nordbank', kind: 'production', ...place, clientId: 'client', scope: 'tenant/1', secret: 'secret' },
  { name: 'Training', kind: 'test', ...place, ...practiceClient, secret: practiceClient.clientSecret },
].map(({ name, kind, baseUrl, tokenUrl, clientId, scope, secret }) => ({
  name,
  kind,
  baseUrl,
  tokenUrl,
  clientId,
  scope,
  secret,
}));
/** Bound to a connection that is not there any more: it cannot go on without a person. */
const removedConnection = { name: 'Hansa Spar', ...place, clientId: 'other', scope: 'tenant/2' };

const outcomes = ['accepted', 'rejected', 'invalid', 'leftOut', 'pending', 'unsent', 'unknown'] as const;
type Outcome = (typeof outcomes)[number];
export type Counts = Record<Outcome, number>;

export const counts = (some: Partial<Counts> = {}): Counts => ({
  accepted: 0,
  rejected: 0,
  invalid: 0,
  leftOut: 0,
  pending: 0,
  unsent: 0,
  unknown: 0,
  ...some,
});

export const plus = (one: Counts, other: Counts): Counts =>
  counts(Object.fromEntries(outcomes.map((outcome) => [outcome, one[outcome] + other[outcome]])));

export const total = (account: Counts): number => outcomes.reduce((sum, outcome) => sum + account[outcome], 0);

export type List = 'needs' | 'moving' | 'done';

interface SeededBatch {
  lines: number;
  state: BatchState;
  named?: number;
  more?: Partial<Batch>;
}

/** What is written, and what is true of it. */
interface Plan {
  stage: Submission['stage'];
  state: SubmissionState;
  list: List;
  /** Undefined where nobody has counted its lines. */
  account: Counts | undefined;
  /** Lines in which the check found an error: one each. */
  faulty?: number;
  batches?: SeededBatch[];
  connection?: string;
  more?: object;
}

export interface Seed extends Omit<Plan, 'more' | 'batches'> {
  id: SubmissionId;
  kind: string;
  fileName: string;
  connection: string;
  addedAt: number;
  faulty: number;
  batches: SeededBatch[];
  isRemoved: boolean;
  /** The other part of its story, and the account of both together. */
  story?: { other: SubmissionId; account: Counts };
}

const arrived = (at: number): Partial<Batch> => ({ acceptedAt: at, seenAt: at, remoteState: 'PROCESSED', attempts: 1 });
const error = (code: 'batch.failed' | 'batch.refused') => ({
  error: new AppError(code, { reason: 'VALIDATION_FAILED' }).toRecord(),
});

/** Kinds of submissions. @param lines of the file; odd, so that no sum is equal by chance */
const kinds: Record<string, (lines: number, round: number, at: number) => Plan> = {
  'held-with-errors': (lines, round) => {
    const faulty = 2 + round;
    const account = counts({ invalid: faulty, unsent: lines - faulty });
    return { stage: 'held', state: 'held', list: 'needs', account, faulty };
  },
  'held-for-release': (lines) => ({
    stage: 'held',
    state: 'held',
    list: 'needs',
    account: counts({ unsent: lines }),
    more: { error: new AppError('submission.awaits-confirmation', { connection: 'Nordbank' }).toRecord() },
  }),
  'checked-only': (lines) => ({
    stage: 'checked',
    state: 'checked',
    list: 'needs',
    account: counts({ unsent: lines }),
    connection: '',
  }),
  'checked-with-errors': (lines, round) => {
    const faulty = 47 + round;
    const account = counts({ invalid: faulty, unsent: lines - faulty });
    return { stage: 'checked', state: 'checked', list: 'needs', account, faulty, connection: '' };
  },
  'check-failed': () => ({
    stage: 'check-failed',
    state: 'check-failed',
    list: 'needs',
    account: undefined,
    more: { error: new AppError('check.failed', { path: '/exports/gone.jsonl', reason: 'it broke down' }).toRecord() },
  }),
  sending: (lines) => ({
    stage: 'approved',
    state: 'waiting',
    list: 'moving',
    account: counts({ unsent: lines }),
    batches: [{ lines, state: 'waiting' }],
  }),
  pending: (lines, _, at) => ({
    stage: 'approved',
    state: 'processing',
    list: 'moving',
    account: counts({ pending: lines }),
    batches: [{ lines, state: 'processing', more: { ...arrived(at), remoteState: 'IN_PROGRESS' } }],
  }),
  paused: (lines) => ({
    stage: 'approved',
    state: 'paused',
    list: 'moving',
    account: counts({ unsent: lines }),
    batches: [{ lines, state: 'waiting' }],
    more: { paused: true },
  }),
  accepted: (lines, _, at) => ({
    stage: 'approved',
    state: 'processed',
    list: 'done',
    account: counts({ accepted: lines }),
    batches: [{ lines, state: 'processed', more: arrived(at) }],
  }),
  'partially-accepted': (lines, round, at) => {
    const named = 11 + round;
    return {
      stage: 'approved',
      state: 'partially-accepted',
      list: 'needs',
      account: counts({ accepted: lines - named, rejected: named }),
      batches: [{ lines, state: 'partially-accepted', named, more: { ...arrived(at), report: 'kept' } }],
    };
  },
  'accepted-but-one-batch': (lines, round, at) => {
    const rejected = 101 + round;
    return {
      stage: 'approved',
      state: 'partially-accepted',
      list: 'needs',
      account: counts({ accepted: lines - rejected, rejected }),
      batches: [
        { lines: lines - rejected, state: 'processed', more: arrived(at) },
        { lines: rejected, state: 'rejected', more: { ...arrived(at), report: 'none', ...error('batch.refused') } },
      ],
    };
  },
  rejected: (lines, _, at) => ({
    stage: 'approved',
    state: 'rejected',
    list: 'needs',
    account: counts({ rejected: lines }),
    batches: [
      {
        lines,
        state: 'rejected',
        more: { ...arrived(at), remoteState: 'VALIDATION_FAILED', report: 'kept', ...error('batch.refused') },
      },
    ],
  }),
  unreported: (lines, _, at) => ({
    stage: 'approved',
    state: 'unreported',
    list: 'needs',
    account: counts({ unknown: lines }),
    batches: [{ lines, state: 'unreported', more: { ...arrived(at), report: 'unavailable' } }],
  }),
  'unknown-arrival': (lines) => ({
    stage: 'approved',
    state: 'unknown',
    list: 'needs',
    account: counts({ unknown: lines }),
    batches: [{ lines, state: 'unknown', more: { attempts: 1 } }],
  }),
  'cancelled-before-it-went': (lines) => ({
    stage: 'cancelled',
    state: 'cancelled',
    list: 'done',
    account: counts({ leftOut: lines }),
  }),
  'cancelled-in-doubt': (lines) => ({
    stage: 'approved',
    state: 'cancelled',
    list: 'needs',
    account: counts({ unknown: lines }),
    batches: [{ lines, state: 'cancelled', more: { attempts: 1 } }],
  }),
  failed: (lines, _, at) => ({
    stage: 'approved',
    state: 'failed',
    list: 'needs',
    account: counts({ rejected: lines }),
    batches: [{ lines, state: 'failed', more: { ...arrived(at), remoteState: 'ERROR', ...error('batch.failed') } }],
  }),
  stopped: (lines) => ({
    stage: 'approved',
    state: 'waiting',
    list: 'needs',
    account: counts({ unsent: lines }),
    batches: [{ lines, state: 'waiting' }],
    connection: removedConnection.name,
  }),
  removed: (lines, _, at) => ({
    stage: 'approved',
    state: 'processed',
    list: 'done',
    account: counts({ accepted: lines }),
    batches: [{ lines, state: 'processed', more: arrived(at) }],
    more: { removedAt: at + 60_000 },
  }),
};

const ROUNDS = 13;
const SUBMISSIONS = 300;

/** Fills `queue.db`; half of what is bound goes to the practice tenant. @param now the latest moment of it */
export function writeMixedFolder(folder: string, now: number): Seed[] {
  const store = new QueueStore(folder);
  try {
    return store.together(() => {
      const writer = new Writer(store, now);
      for (let round = 0; round < ROUNDS; round++) {
        for (const [kind, planOf] of Object.entries(kinds)) writer.write(kind, round, planOf);
        writer.writeCorrected(round);
        writer.writeCorrectedInPart(round);
      }
      while (writer.seeds.length < SUBMISSIONS) writer.write('accepted', ROUNDS, kinds['accepted']);
      return writer.seeds;
    });
  } finally {
    store.close();
  }
}

class Writer {
  readonly seeds: Seed[] = [];
  readonly #store: QueueStore;
  readonly #now: number;

  constructor(store: QueueStore, now: number) {
    this.#store = store;
    this.#now = now;
  }

  write(kind: string, round: number, planOf: (typeof kinds)[string] | undefined): Seed {
    const number = this.seeds.length;
    const lines = 1001 + 14 * number;
    // The oldest first; the last two rounds were yesterday and today.
    const addedAt = this.#now - (ROUNDS - round) * DAY - HOUR + number * 1000;
    const plan = planOf?.(lines, round, addedAt);
    if (plan === undefined) throw new Error(`no plan for ${kind}`);
    return this.#write(kind, addedAt, plan);
  }

  /** A held file, and the one with all of its lines that was accepted. */
  writeCorrected(round: number): void {
    const first = this.write('corrected', round, (lines, of) => {
      const faulty = 5 + of;
      const account = counts({ invalid: faulty, unsent: lines - faulty });
      return { stage: 'held', state: 'corrected', list: 'done', account, faulty };
    });
    const lines = total(first.account ?? counts());
    const by = this.write('correction', round, (_, __, at) => ({
      stage: 'approved',
      state: 'processed',
      list: 'done',
      account: counts({ accepted: lines }),
      batches: [{ lines, state: 'processed', more: arrived(at) }],
      more: { corrects: first.id },
    }));
    this.#settle(first, by, [], counts({ accepted: lines }));
  }

  /** A partially accepted file, of which some rejected lines are rejected again. */
  writeCorrectedInPart(round: number): void {
    const named = 31 + round;
    const first = this.write('corrected-in-part', round, (lines, _, at) => ({
      stage: 'approved',
      state: 'corrected',
      list: 'done',
      account: counts({ accepted: lines - named, rejected: named }),
      batches: [{ lines, state: 'partially-accepted', named, more: { ...arrived(at), report: 'kept' } }],
    }));
    const again = 3 + round;
    const by = this.write('correction-in-part', round, (_, __, at) => ({
      stage: 'approved',
      state: 'partially-accepted',
      list: 'needs',
      account: counts({ accepted: named - again, rejected: again }),
      batches: [{ lines: named, state: 'partially-accepted', named: again, more: { ...arrived(at), report: 'kept' } }],
      more: { corrects: first.id },
    }));
    const lines = total(first.account ?? counts());
    this.#settle(first, by, [0], counts({ accepted: lines - again, rejected: again }));
  }

  /** The correction has the first lines of it. @param missing the starts of the batches that it stands for */
  #settle(first: Seed, by: Seed, missing: number[], account: Counts): void {
    const map = new LineMapBuilder();
    for (let line = 1; line <= total(by.account ?? counts()); line++) map.add(line);
    this.#store.lines.saveMap(by.id, map.finish().toString());
    const stored = this.#store.submission(first.id);
    if (stored === undefined) throw new Error(`${first.fileName} is not stored`);
    this.#store.saveSubmission(
      { ...stored, corrected: { by: by.id, starts: missing } },
      { at: by.addedAt, kind: 'corrected', detail: { by: by.id, batches: missing.length } },
    );
    first.story = { other: by.id, account };
    by.story = { other: first.id, account };
  }

  #write(kind: string, addedAt: number, plan: Plan): Seed {
    const number = this.seeds.length;
    // Without digits: each that is on a page is a number of it.
    const letters = [number % 26, Math.floor(number / 26)].map((letter) => String.fromCharCode(97 + letter)).join('');
    const fileName = `${kind} ${letters}.jsonl`;
    const name = `/exports/${fileName}`;
    const { faulty = 0, batches = [], connection = number % 2 === 0 ? 'Nordbank' : 'Training' } = plan;
    const counted = plan.account === undefined ? 0 : total(plan.account);
    const common = {
      ...addedSubmission({ name, content: name, addedAt, connection, destination: destinationOf(connection) }),
      ...plan.more,
    };
    const check = plan.account === undefined ? {} : { check: checkOf(name, counted, faulty, addedAt) };
    const ranges = plan.stage === 'held' || plan.stage === 'checked' ? { ranges: [rangeOf(name, 0, counted)] } : {};
    const document = { ...common, stage: plan.stage, ...check, ...ranges };
    const { id } = this.#store.addSubmission(document as UnnumberedSubmission, {
      at: addedAt,
      kind: 'added',
      detail: { path: name, connection },
    });
    if (faulty > 0) this.#store.findings.add(id, findings(faulty));
    if (plan.stage === 'approved') this.#approve({ ...document, id } as Submission, batches, addedAt);
    const seed: Seed = {
      id,
      kind,
      fileName,
      connection,
      addedAt,
      faulty,
      batches,
      state: plan.state,
      list: plan.list,
      stage: plan.stage,
      account: plan.account,
      isRemoved: kind === 'removed',
    };
    this.seeds.push(seed);
    return seed;
  }

  #approve(submission: Submission, batches: readonly SeededBatch[], at: number): void {
    if (submission.stage !== 'approved') throw new Error('not approved');
    let start = 0;
    const ranges = batches.map(({ lines }) => {
      const range = rangeOf(submission.name, start, lines);
      start = range.end;
      return range;
    });
    const stored = this.#store.approve(submission, ranges, { at, kind: 'approved', detail: {} });
    for (const [index, batch] of stored.entries()) {
      const { state = 'waiting', named, more } = batches[index] ?? {};
      // Nothing is sent or asked while the test looks.
      const notBefore = this.#now + HOUR;
      if (state === 'waiting') {
        this.#store.saveBatch({ ...batch, notBefore }, undefined);
        continue;
      }
      const delivery = { batchId: batchIdOf(batch.number), mayHaveArrived: true };
      const ended: Batch = { ...batch, state, delivery, notBefore, ...more, ...(named !== undefined && { named }) };
      const lines = named === undefined ? undefined : LineSet.ofRuns([{ first: 1, last: named }]);
      const detail = { state, batchId: delivery.batchId, ...(named !== undefined && { named }) };
      this.#store.saveBatch(ended, { at: at + 30_000, kind: 'status', detail }, lines);
    }
  }
}

function destinationOf(connection: string): string {
  const known = [...connections, removedConnection].find(({ name }) => name === connection);
  if (known === undefined) return '';
  return [known.baseUrl, known.tokenUrl, known.clientId, known.scope].join(' ');
}

const LINE_BYTES = 600;
const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');
const rangeOf = (name: string, start: number, lines: number) => ({
  start,
  end: start + lines * LINE_BYTES,
  lines,
  sha256: hashOf(`${name} ${start}`),
});

function checkOf(name: string, lines: number, faulty: number, at: number): CheckResult {
  const totals = {
    sums: [{ currency: 'EUR', amount: `${lines}.5` }],
    firstDay: '2026-11-20',
    lastDay: '2026-11-20',
    days: 1,
  };
  return {
    bytes: lines * LINE_BYTES,
    modifiedAt: at,
    sha256: hashOf(name),
    lines,
    transactions: lines,
    valid: lines - faulty,
    errors: faulty,
    warnings: 0,
    byRule: faulty > 0 ? { 'field.format': faulty } : {},
    durationMs: 1200,
    totals,
  };
}

function findings(count: number) {
  return Array.from({ length: count }, (_, index) => ({
    ...({ line: index + 1, rule: 'field.format', severity: 'error', path: 'payment_source_country' } as const),
    message: '“Sweden” is not a country: it must be two capital letters.',
  }));
}
