/** @file Waits for submissions while a command shows how they get on, and tells why it stopped waiting. */

import type { App } from '../../app.ts';
import { after, every, SECOND } from '../../ground/clock.ts';
import type { SubmissionId } from '../../send/batch.ts';
import { QueueView } from '../../send/view/queue-view.ts';
import { Board } from './board.ts';
import type { Call } from './call.ts';
import { News } from './news.ts';
import type { Ending } from './outcome.ts';
import { judge, type WaitFor } from './patience.ts';

const REDRAW_MS = 100;
/** Thousands of changes at once are one reason to look. */
const JUDGE_MS = 20;

export interface Wait {
  /** The submissions that are waited for; all unless they are given. */
  ids?: readonly SubmissionId[];
  waitFor: WaitFor;
  patient?: boolean;
  /** In milliseconds; for ever unless it is given. */
  timeout?: number | undefined;
  /** Whether something may still come that is not in the queue yet. */
  isMoreToCome?: () => boolean;
  /** Whether it has waited enough, although not all has come to its end. */
  isEnough?: () => boolean;
}

/**
 * Waits for the given submissions, or for all, and prints their way: lines that last for every change of state, and on a
 * terminal a few that move.
 */
export async function follow(
  { queue, sharing }: App,
  { output, clock, interrupted }: Pick<Call, 'output' | 'clock' | 'interrupted'>,
  wait: Wait & {
    /** What had come to its end before: nothing is said of it. */
    history: ReadonlySet<SubmissionId>;
  },
): Promise<Ending> {
  const { ids, history, waitFor, patient, timeout, isMoreToCome, isEnough } = wait;
  const asked = ids && new Set(ids);
  const concerns = (id: SubmissionId) => (asked === undefined ? !history.has(id) : asked.has(id));
  const concerned = () => queue.standings().filter(({ submission }) => concerns(submission.id));
  const ended = Promise.withResolvers<Ending>();
  const judgeNow = () => {
    const situation = queue.situation();
    const verdict = judge(concerned(), situation, waitFor, clock.now());
    if (verdict === 'stopped') {
      const error = situation.stopped?.error;
      if (error !== undefined && !(patient && error.code === 'disk.full')) ended.resolve({ kind: verdict, error });
    } else if (isEnough?.() === true) ended.resolve({ kind: 'finished' });
    else if (verdict === 'wait' || (patient && verdict === 'unreachable')) return;
    else if (verdict === 'elsewhere' && (patient || !sharing.hasLooked)) return;
    else if (verdict === 'unreachable' || isMoreToCome?.() !== true) ended.resolve({ kind: verdict });
  };
  let stopJudging: (() => void) | undefined;
  // The runner tells of a change while it makes it; it is judged once it is made.
  const judgeSoon = () => {
    stopJudging ??= after(clock, JUDGE_MS, () => {
      stopJudging = undefined;
      judgeNow();
    });
  };
  const board = new Board({ output, clock }, () => concerned().map(({ submission }) => view.of(submission.id)));
  const news = new News({ queue, output, concerns, say: (sentence) => board.say(sentence) });
  const view = new QueueView({
    ...{ queue, clock },
    onChange: (change) => {
      news.tell(change);
      if (!change.kind.endsWith('progress')) judgeSoon();
    },
  });
  const interrupt = () => ended.resolve({ kind: 'interrupted' });
  interrupted.addEventListener('abort', interrupt);
  queue.watch(ids ?? []);
  const timers = [every(clock, SECOND, judgeNow), every(clock, REDRAW_MS, () => board.draw())];
  if (timeout !== undefined) timers.push(after(clock, timeout, () => ended.resolve({ kind: 'timed-out' })));
  try {
    if (interrupted.aborted) interrupt();
    judgeNow();
    return await ended.promise;
  } finally {
    stopJudging?.();
    for (const stop of timers) stop();
    interrupted.removeEventListener('abort', interrupt);
    view.close();
    board.clear();
  }
}
