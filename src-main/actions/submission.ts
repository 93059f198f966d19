/** @file The commands about one submission: its details, its findings, a line of its file. */

import { lineOutcomes } from '../../src-shared/account.ts';
import type { FindingQuery, Happening, RuleCount, SubmissionDetails } from '../../src-shared/contract.ts';
import { AppError } from '../../src-shared/errors.ts';
import { fact } from '../../src-shared/languages/fact.ts';
import { type RuleId, ruleIds } from '../check/findings/finding.ts';
import type { FindingFilter } from '../check/findings/finding-store.ts';
import { fetchLine, indexLines, type LineIndex } from '../check/line-index.ts';
import { severityOf } from '../check/rules/rule-set.ts';
import { Stories } from '../records/stories.ts';
import { RESTORABLE } from '../send/actions.ts';
import type { SubmissionId } from '../send/batch.ts';
import { originOf, WayBack } from '../send/correction/line-origin.ts';
import { knownLines } from '../send/known-lines.ts';
import { lineRanges } from '../send/line-range.ts';
import { RowFinder } from '../send/row-finder.ts';
import type { HistoryEvent } from '../send/storage/store.ts';
import type { Submission } from '../send/submission.ts';
import { atRest } from '../send/view/queue-view.ts';
import { standingOf, summaryOf } from '../send/view/standing.ts';
import type { CommandHandlers, CommandPorts } from './ports.ts';
import { batchRow, submissionRow } from './submission-row.ts';

type SubmissionCommands = Pick<
  CommandHandlers,
  'submission.details' | 'submission.groups' | 'submission.findings' | 'submission.place' | 'submission.line'
>;
type Ports = Pick<CommandPorts, 'app' | 'projection' | 'stories' | 'signal'>;

/** How many events of the history are returned: more than a person reads. */
const SHOWN_EVENTS = 1000;
const SHOWN_DIFFERENCES = 50;

export function submissionCommands(ports: Ports): SubmissionCommands {
  const { app, signal } = ports;
  let search = new AbortController();
  /** Ends the search before: what a person typed first is no longer of interest. */
  const newSearch = () => {
    search.abort(new AppError('upload.interrupted', {}));
    search = new AbortController();
    return AbortSignal.any([signal, search.signal]);
  };
  return {
    'submission.details': ({ id }) => detailsOf(ports, id),
    'submission.groups': async (query) => {
      assertFindingsAreKept(app, query.id);
      return await app.store.findings.groups(query.id, filterOf(query), query, newSearch());
    },
    'submission.findings': async (query) => {
      assertFindingsAreKept(app, query.id);
      await app.store.findings.prepare(query.id, filterOf(query), signal);
      const found = app.store.findings.slice(query.id, query.offset, query.limit, filterOf(query));
      const { content } = app.queue.standing(query.id).submission;
      const wayBack = new WayBack(app.store, query.id);
      return found.map((finding) => {
        if (finding.line === 0) return finding;
        const from = app.preparedOrigins.originOf(content, finding.line, finding.path);
        const origin = wayBack.originOf(finding.line);
        return { ...finding, ...(from !== undefined && { from }), ...(origin !== undefined && { origin }) };
      });
    },
    'submission.place': async (query) => {
      assertFindingsAreKept(app, query.id);
      await app.store.findings.prepare(query.id, filterOf(query), signal);
      return { before: app.store.findings.countBefore(query.id, query.line, filterOf(query)) };
    },
    'submission.line': async ({ id, line }) => {
      const view = app.queue.view(id);
      const { submission } = view;
      const { content: path } = submission;
      const fetched = fetchLine(path, await lineIndexOf(ports, submission), line);
      if (fetched === undefined) throw new AppError('file.no-line', { path, line });
      const origin = originOf(app.store, { submission: id, line });
      const { text, isShortened, hasOtherBytes } = fetched;
      const row = new RowFinder(app.store).rowOf(id, line);
      const known = submission.stage === 'approved' ? knownLines(app.store, view) : undefined;
      const outcome = known && lineOutcomes.find((one) => known[one].has(line));
      return {
        line,
        text,
        isShortened,
        ...(hasOtherBytes && !isShortened && { hasOtherBytes }),
        ...(origin !== undefined && { origin }),
        ...(row !== undefined && { row }),
        ...(outcome !== undefined && { outcome }),
      };
    },
  };
}

/** A list without findings would say that there were none. @throws AppError queue.findings-purged, queue.unknown-id */
export function assertFindingsAreKept({ store }: Pick<CommandPorts['app'], 'store'>, id: SubmissionId): void {
  const check = store.submission(id)?.check;
  if (check !== undefined && check.errors + check.warnings > 0 && !store.customerData.hasFindings(id))
    throw new AppError('queue.findings-purged', { id });
}

function detailsOf({ app, projection, stories = new Stories(app.store) }: Ports, id: SubmissionId): SubmissionDetails {
  // Also of one that was removed: links to it stay in the history, in notifications and in a person’s notes.
  const { submission, batches } = app.queue.has(id) ? app.queue.view(id) : app.queue.findRemoved(String(id));
  const { check, options, removedAt } = submission;
  const before = submission.corrects === undefined ? undefined : app.store.submission(submission.corrects);
  const stays = submission.corrected?.rest ?? before?.corrected?.rest;
  const { events, intact } = app.store.latestHistory(id, SHOWN_EVENTS);
  const { firstDay: first, lastDay: last, days = 0 } = check?.totals ?? {};
  const ranges = lineRanges(app.store.batches(id));
  return {
    row:
      removedAt === undefined
        ? projection.row(id)
        : submissionRow(atRest(standingOf(summaryOf(submission), batches)), stories.of(submission)),
    name: submission.name,
    ...(check !== undefined && { sha256: check.sha256, checkMs: check.durationMs }),
    transactions: check?.transactions ?? 0,
    ...(check?.unsummed !== undefined && { unsummed: check.unsummed }),
    sums: check?.totals?.sums ?? [],
    ...(first !== undefined && last !== undefined && { days: { first, last, count: days } }),
    ...('ranges' in submission && { wouldMake: submission.ranges.length }),
    onInvalid: options.onInvalid,
    ingestValid: options.ingestValid,
    maxBatchBytes: options.maxBatchBytes,
    batches: batches.map((batch) =>
      batchRow(batch, {
        progress: projection.view.sentBytes(batch.number),
        range: ranges.get(batch.number),
        present: app.queue.waits.presentOf(submission),
      }),
    ),
    history: events.map(happening),
    historyIntact: intact,
    byRule: byRule(submission),
    ...sumsBeside(submission),
    ...(submission.corrects !== undefined && { corrects: submission.corrects }),
    ...(submission.corrected !== undefined && { correctedBy: submission.corrected.by }),
    ...(stays !== undefined && (stays === submission.id ? { isRest: true } : { stays })),
    ...(removedAt !== undefined && { removed: { at: removedAt, restorableUntil: removedAt + RESTORABLE } }),
  };
}

function sumsBeside({ prepared }: Submission): Pick<SubmissionDetails, 'flow' | 'control'> {
  const { flow, control } = prepared ?? {};
  const flows = flow === undefined ? {} : { flow };
  if (control === undefined) return flows;
  const { figures, differences, differing = [] } = control;
  return {
    ...flows,
    control: { figures: figures.length, differences, differing: differing.slice(0, SHOWN_DIFFERENCES) },
  };
}

function happening({ at, kind, batch, detail }: HistoryEvent): Happening {
  const said = { state: detail.state, remoteState: detail.remoteState, reason: detail.reason, error: detail.error };
  const texts = Object.entries(said).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return { at, kind, ...(batch !== undefined && { batch }), ...Object.fromEntries(texts) };
}

/** The most frequent first. */
function byRule({ check, options }: Submission): RuleCount[] {
  const counts = ruleIds.map((rule) => ({
    rule,
    severity: severityOf(rule, options.ruleSet) === 'warning' ? ('warning' as const) : ('error' as const),
    count: check?.byRule[rule] ?? 0,
  }));
  return counts.filter(({ count }) => count > 0).sort((a, b) => b.count - a.count);
}

function filterOf({ rules, severity, text, group }: Partial<FindingQuery>): FindingFilter {
  return {
    // An unknown rule has no findings.
    ...(rules !== undefined && {
      rules: rules.filter((rule): rule is RuleId => ruleIds.some((known) => known === rule)),
    }),
    ...(severity !== undefined && { severity }),
    ...(text !== undefined && { text }),
    ...(group !== undefined && { group }),
  };
}

/** What the check noted; made now for a file that is being checked, or was checked before there were such notes. */
export async function lineIndexOf(
  { app, signal }: Pick<CommandPorts, 'app' | 'signal'>,
  { id, content: path, check }: Submission,
): Promise<LineIndex> {
  const noted = app.store.lines.index(id);
  if (noted !== undefined) return noted;
  const made = await indexLines(path, signal);
  if (check === undefined) return made;
  if (made.bytes !== check.bytes || made.modifiedAt !== check.modifiedAt) {
    throw new AppError('file.changed', { path, how: fact('was written to after it had been checked') });
  }
  app.store.lines.saveIndex(id, made);
  return made;
}
