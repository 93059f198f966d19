/** @file A statement over some days of this computer's zone: what came in, what became of it and what is open, for each file and in total. */

import { z } from 'zod';
import { type AccountSums, linesOf, noLines, perOutcome, sumOf } from '../../src-shared/account.ts';
import { dayOf, momentsOf, ownZone } from '../../src-shared/calendar-days.ts';
import type { Statement, StatementAsked } from '../../src-shared/statement-shapes.ts';
import { apartFromPractice, isPractice } from '../practice/practice-client.ts';
import { fileNameOf } from '../send/receipts/source-facts.ts';
import type { QueueStore } from '../send/storage/store.ts';
import { correctionsOf, isBound, type Submission } from '../send/submission.ts';
import { linesBesideAll, noSums, type SumUp, sumOfLines, sumsOfChecks } from './account-sums.ts';
import { controlOf } from './control/control-of-statement.ts';
import type { SumDays } from './control/own-parts.ts';
import { fileAccount } from './file-account.ts';
import { leftOutReasonsWithSums } from './left-out-sums.ts';
import { refusedRowsIn } from './refused-rows.ts';
import { repeatedOf } from './repeated.ts';
import { moneyChanges } from './told-corrections.ts';
import type { RepeatPorts } from './went-before.ts';
import { type IdsThere, wentOnce } from './went-once.ts';

type StatementStore = Pick<
  QueueStore,
  | 'addedBetween'
  | 'everySubmission'
  | 'submission'
  | 'history'
  | 'historyOfQueue'
  | 'batches'
  | 'lines'
  | 'findings'
  | 'customerData'
  | 'control'
  | 'prepared'
  | 'lineEdits'
>;

interface StatementPorts {
  signal: AbortSignal;
  sumUp?: SumUp | undefined;
  sumDays?: SumDays | undefined;
  sentBefore?: RepeatPorts['sentBefore'];
  /** Without them, nothing is said of what went once. */
  ids?: IdsThere | undefined;
}

/** Rejects with the signal's reason. @throws AppError control.unreadable */
export async function statementOf(
  store: StatementStore,
  asked: StatementAsked,
  { signal, sumUp, sumDays, sentBefore, ids }: StatementPorts,
): Promise<Statement> {
  const { to, connection } = asked;
  const isAsked = (one: Submission) => connection === undefined || one.connection === connection;
  const moments = momentsOf(asked, 0);
  const added = store.addedBetween(Math.max(0, moments.from), moments.before);
  const inTime = added.filter(isAsked);
  // What was only checked goes nowhere: its lines are no money that came in.
  const bound = inTime.filter(isBound);
  const checkedOnly = inTime.length - bound.length;
  const { counted: wanted, practised } = apartFromPractice(bound);
  const first = wanted.map(({ addedAt }) => dayOf(addedAt)).toSorted()[0];
  const from = asked.from ?? first ?? to;
  const own: Submission[] = [];
  const files: Statement['files'] = [];
  const corrections: Statement['corrections'] = [];
  // As the checks have counted.
  let [lines, whole] = [0, noSums()];
  for (const submission of wanted) {
    signal.throwIfAborted();
    const { id, corrects, check } = submission;
    const fileName = fileNameOf(submission.name);
    const repeated = await repeatedOf({ store, sentBefore, sumUp, signal }, submission);
    if (corrects !== undefined && (await isCountedWithFirst(store, submission))) {
      corrections.push({ submission: id, fileName, corrects, ...repeated });
      continue;
    }
    own.push(submission);
    const told = await fileAccount({ store, sumUp }, submission);
    const { account, sums, unsummed, blank, doubled, sumsObstacle } = told?.corrected ?? told ?? {};
    const leftOut = await leftOutReasonsWithSums({ store, sumUp }, submission, account?.leftOut ?? 0);
    const rejectedAtFirst = told?.corrected === undefined ? 0 : told.account.rejected + told.account.invalid;
    const changed = await moneyChanges(store, submission, signal);
    files.push({
      submission: id,
      fileName,
      connection: submission.connection,
      addedAt: new Date(submission.addedAt).toISOString(),
      ...(doubled !== undefined && { doubled }),
      ...repeated,
      ...(isHeldAsRepeat(submission) && { isHeldAsRepeat: true as const }),
      ...(rejectedAtFirst > 0 && { rejectedAtFirst }),
      ...(changed.amounts > 0 && { moneyChanged: changed.amounts }),
      ...(changed.currencies > 0 && { currencyChanged: changed.currencies }),
      account,
      ...(leftOut.lines > 0 && { leftOut }),
      sums,
      ...(unsummed !== undefined && { unsummed }),
      ...(blank !== undefined && { blank }),
      sumsObstacle,
      isPractice: isPractice(submission.destination),
    });
    lines += check?.lines ?? 0;
    // A correction may have other amounts; each of its files was compared with what its own check has counted.
    const corrected = told?.corrected?.sums && sumOfLines(Object.values(told.corrected.sums));
    whole = sumOfLines([
      whole,
      corrected ?? { transactions: check?.transactions ?? 0, sums: check?.totals?.sums ?? [] },
    ]);
  }
  const account = files.reduce((sum, file) => sumOf(sum, file.account ?? noLines()), noLines());
  const doubled = files.reduce((sum, file) => sum + (file.doubled ?? 0), 0);
  const known = files.flatMap(({ sums }) => sums ?? []);
  const sums = known.length === files.length ? sumOfAccounts(known) : undefined;
  const together = sums && sumOfLines(Object.values(sums));
  const reconciles =
    together !== undefined &&
    lines === linesOf(account) &&
    together.transactions === whole.transactions &&
    JSON.stringify(together.sums) === JSON.stringify(whole.sums);
  const others = async () => {
    const ofPractice = new Set(wanted.map(({ destination }) => isPractice(destination)));
    const isOfKind = ({ destination }: Submission) => ofPractice.size === 0 || ofPractice.has(isPractice(destination));
    const all = store
      .addedBetween(0, Number.MAX_SAFE_INTEGER)
      .filter((one) => isAsked(one) && isBound(one) && isOfKind(one));
    const known = new Set(wanted.map(({ id }) => id));
    const found: Submission[] = [];
    for (const one of all)
      if (!known.has(one.id) && (one.corrects === undefined || !(await isCountedWithFirst(store, one))))
        found.push(one);
    return found;
  };
  const notPrepared = notPreparedOf(store, own);
  const control = await controlOf(
    { store, files: own, practised, others, sumDays, sentBefore, signal },
    { ...asked, from },
  );
  const isOnce = await wentOnce(store, wanted, { ids, signal });
  return {
    from,
    to,
    zone: ownZone(),
    ...(connection !== undefined && { connection }),
    files,
    corrections,
    total: {
      account,
      ...(sums !== undefined && { sums }),
      ...linesBesideAll(files),
      ...(doubled > 0 && { doubled }),
    },
    ...(checkedOnly > 0 && { checkedOnly }),
    ...practisedBeside(practised),
    confirmedCopies: confirmedCopies(store),
    ...notPrepared,
    ...singlesOf(store, { from, to, connection }),
    ...(isOnce && { wentOnce: true as const }),
    reconciles,
    whole: together?.sums ?? [],
    ...(control !== undefined && { control }),
  };
}

/** What was practised, as it came: a correction has lines of another file. */
function practisedBeside(practised: readonly Submission[]): Pick<Statement, 'practised'> {
  if (practised.length === 0) return {};
  const files = practised.filter(({ corrects }) => corrects === undefined).map(({ check }) => check);
  const lines = files.reduce((sum, check) => sum + (check?.lines ?? 0), 0);
  return { practised: { files: files.length, lines, sums: sumsOfChecks(files) } };
}

/** What corrects it has the decision. */
const isHeldAsRepeat = ({ stage, error, corrected }: Submission): boolean =>
  stage === 'held' &&
  corrected === undefined &&
  (error?.code === 'submission.sent-before' || error?.code === 'submission.ids-sent-before');

/** Rows of exports that are in no file, of each preparation once. */
function notPreparedOf(
  store: StatementStore,
  files: readonly Submission[],
): Pick<Statement, 'refusedRows' | 'leftOutRows' | 'prepared'> {
  const own = files.flatMap(({ id, prepared }) => (prepared === undefined ? [] : [{ id, prepared }]));
  if (own.length === 0) return { refusedRows: [], leftOutRows: 0 };
  const firsts = [...new Map(own.toReversed().map((one) => [one.prepared.manifestSha256, one])).values()];
  const refused = refusedRowsIn(store);
  const before = own.filter(({ prepared }) => prepared.notPrepared === undefined).length;
  return {
    refusedRows: firsts.toReversed().flatMap(({ id }) => refused.get(id) ?? []),
    leftOutRows: firsts.reduce((sum, { prepared }) => sum + (prepared.notPrepared?.leftOut ?? 0), 0),
    ...(before > 0 && { prepared: before }),
  };
}

/** All that were ever confirmed: which days a copy lacks is not known. */
function confirmedCopies(store: Pick<QueueStore, 'historyOfQueue'>): Statement['confirmedCopies'] {
  return store
    .historyOfQueue()
    .filter(({ kind }) => kind === 'folder-confirmed')
    .map(({ at, detail, recorder }) => ({
      at: new Date(at).toISOString(),
      ...(recorder !== undefined && { user: recorder.user }),
      reason: String(detail['reason'] ?? ''),
    }));
}

const posting = { connection: z.string(), sha256: z.string() };
const begunSchema = z.object({ ...posting, due: z.int() });
const endedSchema = z.object({ ...posting, begun: z.int(), accepted: z.int(), refused: z.int(), unknown: z.int() });

/** What was sent one by one in runs that began on these days. */
function singlesOf(
  store: Pick<QueueStore, 'historyOfQueue'>,
  { from, to, connection }: Pick<Statement, 'from' | 'to' | 'connection'>,
): Pick<Statement, 'singles'> {
  const { from: first, before: end } = momentsOf({ from, to }, 0);
  const singles = { accepted: 0, rejected: 0, unknown: 0, unfinished: 0 };
  const begun = new Map<string, number>();
  for (const { kind, at, detail } of store.historyOfQueue()) {
    const started = kind === 'posting-begun' ? begunSchema.safeParse(detail).data : undefined;
    const ended = kind === 'posting-ended' ? endedSchema.safeParse(detail).data : undefined;
    const begunAt = ended?.begun ?? at;
    const own = started ?? ended;
    if (own === undefined || (connection !== undefined && own.connection !== connection)) continue;
    if (begunAt < first || begunAt >= end) continue;
    const run = `${begunAt} ${own.sha256}`;
    if (started !== undefined) begun.set(run, started.due);
    if (ended === undefined) continue;
    begun.delete(run);
    singles.accepted += ended.accepted;
    singles.rejected += ended.refused;
    singles.unknown += ended.unknown;
  }
  singles.unfinished = begun.values().reduce((sum, due) => sum + due, 0);
  return Object.values(singles).some((count) => count > 0) ? { singles } : {};
}

function sumOfAccounts(all: readonly AccountSums[]): AccountSums {
  return perOutcome((outcome) => sumOfLines(all.map((sums) => sums[outcome])));
}

/** Whether the lines of a correction are those of the file that it corrects. One that nobody can map is a file of its own. */
export async function isCountedWithFirst(store: StatementStore, { id, corrects }: Submission): Promise<boolean> {
  const map = store.lines.map(id);
  if (map === undefined || map.lines === 0) return false;
  const corrected = corrects === undefined ? undefined : store.submission(corrects);
  if (corrected === undefined || !correctionsOf(corrected).includes(id)) return true;
  const { steps = [] } = (await fileAccount({ store, sumUp: async () => [] }, corrected))?.corrected ?? {};
  return !steps.some((step) => step.submission === id && step.kind === 'apart');
}
