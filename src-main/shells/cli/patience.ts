/** @file Decides when a command that waits for the queue has waited enough. Pure. */

import { PATIENCE, patience } from '../../ground/patience.ts';
import type { QueueSituation } from '../../send/queue.ts';
import { openIn, type Standing } from '../../send/view/standing.ts';

/** How far a command waits: until the storage has everything, or until the service has said its last word. */
export type WaitFor = 'sent' | 'final';

/**
 * finished: nothing more to wait for · needs-person: what is left is paused or on hold · unreachable: no host answers ·
 * stopped: the queue itself cannot continue · elsewhere: other desks of the team have what is left
 */
export type WaitState = 'finished' | 'needs-person' | 'unreachable' | 'stopped' | 'elsewhere' | 'wait';

/** What to do now, about these submissions in this situation of the whole queue. */
export function judge(
  standings: readonly Standing[],
  situation: QueueSituation,
  waitFor: WaitFor,
  now: number,
): WaitState {
  const pending = standings.filter((standing) => !isFinished(standing, waitFor));
  // What becomes of a batch that may have arrived is news that a person should not miss.
  if (pending.length === 0) return situation.isAsking ? 'wait' : 'finished';
  const { stopped } = situation;
  if (stopped !== undefined) {
    // Somebody may make room on the disk; nothing else heals by itself.
    return stopped.error.code === 'disk.full' && now - stopped.since < PATIENCE ? 'wait' : 'stopped';
  }
  if (situation.checking > 0 || pending.some(({ submission }) => submission.stage === 'checking')) return 'wait';
  if (situation.isAsking) return 'wait';
  const { ledgerAwaySince } = situation;
  if (pending.every(waitsForLedger))
    return ledgerAwaySince !== undefined && now - ledgerAwaySince >= PATIENCE ? 'unreachable' : 'wait';
  if (situation.open > 0 && situation.open === situation.waitingForPerson) return 'needs-person';
  if (pending.every((standing) => standing.open === openIn(standing, 'deciding'))) return 'needs-person';
  if (situation.open === 0) return 'elsewhere';
  const { silentSince, everReached } = situation;
  if (silentSince !== undefined && now - silentSince >= patience(everReached)) return 'unreachable';
  return 'wait';
}

/** Whether it is sent by itself once the team ledger answers. */
function waitsForLedger({ submission: { stage, error } }: Pick<Standing, 'submission'>): boolean {
  return stage === 'held' && error?.code === 'team.unreachable';
}

export function isFinished(standing: Standing, waitFor: WaitFor): boolean {
  const { stage } = standing.submission;
  if (stage !== 'approved') return stage !== 'checking' && !waitsForLedger(standing);
  return standing.open === (waitFor === 'sent' ? openIn(standing, 'at-service') : 0);
}
