/** @file Decides when a command that waits for the queue has waited enough. Pure. */

import type { LaterStep, WaitFor, WaitState } from '../../src-shared/contract.ts';
import { MINUTE, SECOND } from '../ground/clock.ts';
import type { QueueSituation } from '../send/queue.ts';
import { openIn, type Standing } from '../send/view/standing.ts';

type Wanted = Exclude<WaitFor, 'with-team'>;

/** What stops the queue and may be over by itself: somebody makes room on the disk, another program lets go of a file. */
const healing: ReadonlySet<string> = new Set(['disk.full', 'file.locked', 'folder.in-use']);

/** A host that has never answered is probably the wrong one; one that has will come back. */
const PATIENCE_WITH_STRANGERS = 20 * SECOND;
const PATIENCE = 10 * MINUTE;

/**
 * An abandoned id is asked about after 1, 2, 4 … minutes: a command waits for the questions that are as near as this, the last of them
 * seven minutes after the id was abandoned.
 */
const NEAR = 5 * MINUTE;

/** How many milliseconds a command waits while no host answers. */
export function patience(everAnswered: boolean): number {
  return everAnswered ? PATIENCE : PATIENCE_WITH_STRANGERS;
}

/** What to do now, about these submissions in this situation of the whole queue. @param later what is done later by itself */
export function judge(
  standings: readonly Standing[],
  situation: QueueSituation,
  waitFor: Wanted,
  now: number,
  later: readonly LaterStep[] = [],
): WaitState {
  const isNear = later.some(({ about, at }) => about === 'abandoned-id' && at - now <= NEAR);
  const judged = judgeOpen(standings, situation, waitFor, now);
  return waitFor === 'settled' && isNear && (judged === 'finished' || judged === 'needs-person') ? 'wait' : judged;
}

function judgeOpen(standings: readonly Standing[], situation: QueueSituation, waitFor: Wanted, now: number): WaitState {
  const pending = standings.filter((standing) => !isFinished(standing, waitFor));
  // What becomes of a batch that may have arrived is news that a person should not miss.
  if (pending.length === 0) return situation.isAsking ? 'wait' : 'finished';
  const { stopped } = situation;
  if (stopped !== undefined) {
    return healing.has(stopped.error.code) && now - stopped.since < PATIENCE ? 'wait' : 'stopped';
  }
  if (situation.checking > 0 || pending.some(({ submission }) => submission.stage === 'checking')) return 'wait';
  if (situation.isAsking) return 'wait';
  const { ledgerAwaySince } = situation;
  if (pending.every(({ submission }) => isLeftToPerson(submission, now))) return 'needs-person';
  if (pending.every(waitsForLedger))
    return ledgerAwaySince !== undefined && now - ledgerAwaySince >= PATIENCE ? 'unreachable' : 'wait';
  if (situation.open > 0 && situation.open === situation.waitingForPerson) return 'needs-person';
  if (pending.every((standing) => standing.open === openIn(standing, 'deciding'))) return 'needs-person';
  const { waitingForHours } = situation;
  if (waitingForHours > 0 && situation.open === waitingForHours + situation.waitingForPerson) return 'hours';
  if (situation.open === 0) return 'elsewhere';
  const { silentSince, everReached } = situation;
  if (silentSince !== undefined && now - silentSince >= patience(everReached)) return 'unreachable';
  return 'wait';
}

/** Whether it is sent by itself once the team ledger answers. */
function waitsForLedger({ submission: { stage, error } }: Pick<Standing, 'submission'>): boolean {
  return stage === 'held' && (error?.code === 'team.unreachable' || error?.code === 'team.put-back');
}

/** Whether desks are missing for so long that a person has to say what to do. */
function isLeftToPerson({ stage, error }: Standing['submission'], now: number): boolean {
  return (
    stage === 'held' && error?.code === 'team.put-back' && now - Date.parse(String(error.params.since)) >= PATIENCE
  );
}

function isFinished(standing: Standing, waitFor: Wanted): boolean {
  const { stage } = standing.submission;
  if (stage !== 'approved') return stage !== 'checking' && !waitsForLedger(standing);
  return standing.open === (waitFor === 'sent' ? openIn(standing, 'at-service') : 0);
}
