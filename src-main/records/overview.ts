/**
 * @file What became of the lines that came in, by day: each file with what corrects it, as the statement of that day has it. A line
 * counts on the day on which its file was added; what was practised counts apart.
 */

import { type Account, noLines, sumOf } from '../../src-shared/account.ts';
import type { Overview } from '../../src-shared/contract.ts';
import { firstPlace } from '../ground/binary-search.ts';
import { apartFromPractice, isPractice } from '../practice/practice-client.ts';
import type { QueueStore } from '../send/storage/store.ts';
import type { PreparedFacts } from '../send/submission.ts';
import { type Standing, standingOf, summaryOf } from '../send/view/standing.ts';
import { sumsOfChecks } from './account-sums.ts';
import type { Stories } from './stories.ts';

export interface OverviewPorts {
  store: Pick<QueueStore, 'removedBetween' | 'submission' | 'batches'>;
  /** Of what is in the queue. */
  standings: readonly Standing[];
  stories: Pick<Stories, 'of'>;
}

/** Read at a glance; the statement and the file have all. */
const SHOWN_DIFFERENCES = 3;

type Counted = Pick<Standing, 'submission' | 'account'>;

/** @param starts the first moments of the days, in order, and the end of the last one */
export function overviewOf({ store, standings, stories }: OverviewPorts, starts: readonly number[]): Overview {
  const removed = store.removedBetween(starts[0] ?? 0, starts.at(-1) ?? 0).flatMap((id): Counted[] => {
    const submission = store.submission(id);
    return submission === undefined ? [] : [standingOf(summaryOf(submission), store.batches(id))];
  });
  const days = starts.slice(0, -1).map((at): Overview['days'][number] => ({ at, account: noLines() }));
  const yesterday = new Map<string, { destination: string; account: Account; files: Counted['submission'][] }>();
  for (const { submission, account: own } of [...standings, ...removed]) {
    const index = indexOf(starts, submission.addedAt);
    const day = days[index];
    const story = stories.of(submission);
    // What corrects a file is counted with it, where its lines are known to be those of the file.
    const isCounted = story?.account === undefined || submission.corrects === undefined;
    const account = story?.account ?? own;
    if (day === undefined || account === undefined || !isCounted) continue;
    const { connection, destination } = submission;
    if (isPractice(destination)) day.practised = sumOf(day.practised ?? noLines(), account);
    else day.account = sumOf(day.account, account);
    if (index !== days.length - 2) continue;
    const { account: before, files } = yesterday.get(connection) ?? { account: noLines(), files: [] };
    yesterday.set(connection, { destination, account: sumOf(before, account), files: [...files, submission] });
  }
  return {
    days,
    yesterday: apartFromPractice(
      [...yesterday].map(([connection, figures]) => ({ connection, ...figures })),
    ).counted.map(({ connection, account, files }) => {
      const stored = files.flatMap(({ id }) => store.submission(id) ?? []);
      const control = controlOf(stored.flatMap(({ prepared }) => prepared ?? []));
      return {
        connection,
        account,
        sums: stored.length < files.length ? [] : sumsOfChecks(stored.map(({ check }) => check)),
        ...(control !== undefined && { control }),
      };
    }),
  };
}

/** Of each preparation once: its figures are of all its files together. */
function controlOf(prepared: readonly PreparedFacts[]): Overview['yesterday'][number]['control'] {
  const preparations = new Map(prepared.map((one) => [one.manifestSha256, one.control]));
  const known = [...preparations.values()].flatMap((control) => control ?? []);
  if (known.length === 0) return undefined;
  return {
    figures: known.reduce((sum, { figures }) => sum + figures.length, 0),
    differences: known.reduce((sum, { differences }) => sum + differences, 0),
    differing: known.flatMap(({ differing = [] }) => differing).slice(0, SHOWN_DIFFERENCES),
  };
}

/** In which day a moment lies, by halves. */
const indexOf = (starts: readonly number[], moment: number): number =>
  firstPlace(0, starts.length, (at) => (starts[at] ?? Number.POSITIVE_INFINITY) <= moment) - 1;
