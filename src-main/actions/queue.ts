/** @file The commands about submissions in the queue. */

import { setImmediate } from 'node:timers/promises';
import type { ActedOn, Obstacle, QueueSituation, WaitFor } from '../../src-shared/contract.ts';
import { AppError } from '../../src-shared/errors.ts';
import { openRefusedRowsIn } from '../records/refused-rows.ts';
import type { ActionResult } from '../send/actions.ts';
import type { SubmissionId } from '../send/batch.ts';
import type { Queue } from '../send/queue.ts';
import { releaseSummary } from '../send/release-summary.ts';
import { removedTogether } from '../send/removed-together.ts';
import type { Standing } from '../send/view/standing.ts';
import { bindingOf } from './files.ts';
import { judge } from './patience.ts';
import type { CommandHandlers, CommandPorts } from './ports.ts';
import { sendingSpeed } from './sending-speed.ts';

/** Submissions stored in one transaction: about ten milliseconds. */
const STORED_AT_ONCE = 100;

type QueueCommands = Omit<
  Pick<CommandHandlers, Extract<keyof CommandHandlers, `queue.${string}`>>,
  'queue.named' | 'queue.list' | 'queue.open' | 'queue.find' | 'queue.findInFiles'
>;

export function queueCommands(
  ports: Pick<CommandPorts, 'app' | 'carrier' | 'settings' | 'projection' | 'signal' | 'clock' | 'offered'>,
): QueueCommands {
  const { app, carrier, projection, offered, signal, clock } = ports;
  const { queue } = app;
  return {
    'queue.snapshot': () => projection.snapshot(),
    'queue.older': ({ before }) => projection.older(before),
    'queue.watch': ({ ids }) => queue.watch(ids),
    'queue.situation': (wait) => situationOf(ports, wait),
    'queue.pause': ({ ids, letsFinish = false }) => act(queue, ids, (id) => queue.actions.pause(id, letsFinish)),
    'queue.resume': ({ ids }) => act(queue, ids, (id) => queue.actions.resume(id)),
    'queue.retry': ({ ids }) => act(queue, ids, (id) => queue.actions.retry(id)),
    'queue.sendNow': ({ ids }) => act(queue, ids, (id) => queue.actions.sendNow(id)),
    'queue.cancel': ({ ids, reason }) => act(queue, ids, (id) => queue.actions.cancel(id, reason)),
    'queue.remove': ({ ids }) => {
      const at = clock.now();
      return act(queue, ids, (id) => queue.actions.remove(id, at));
    },
    'queue.restore': ({ ids }) => {
      const all = removedTogether(ids, (id) => app.store.submission(id));
      return act(queue, all, (id) => queue.actions.restore(id));
    },
    'queue.summary': ({ ids }) => ({
      ...releaseSummary(ids, {
        store: app.store,
        submission: (id) => queue.view(id).submission,
        speed: (destination) => sendingSpeed(app, destination),
      }),
      isTyped: ids.some((id) => app.mustType(queue.standing(id).submission, carrier)),
    }),
    'queue.approve': ({ id, ...given }) => app.approve(id, { ...given, from: carrier }),
    'queue.settleRefused': ({ id, reason }) => {
      const open = openRefusedRowsIn(app.store);
      const refused = open.get(id);
      if (refused === undefined) throw new AppError('submission.no-refused-rows', { id });
      const same = [...open].filter(([one, { manifest }]) => manifest === refused.manifest && queue.has(one));
      queue.actions.settleRefused(
        same.map(([one]) => one),
        reason,
      );
    },
    'queue.findFile': async ({ id, offer }) =>
      await offered.use(offer, async ({ path }) => await queue.actions.findFile(id, path, signal)),
    'queue.send': async ({ id, options }) => {
      const checksAgain = await queue.actions.send(id, await bindingOf(ports, options));
      return checksAgain === undefined ? {} : { checksAgain };
    },
  };
}

function situationOf(
  { app, projection, clock }: Pick<CommandPorts, 'app' | 'projection' | 'clock'>,
  { ids, waitFor }: { ids?: readonly SubmissionId[] | undefined; waitFor: WaitFor },
): QueueSituation {
  const { queue, sharing } = app;
  const all = queue.standings();
  const awaited = ids === undefined ? all : ids.filter((id) => queue.has(id)).map((id) => queue.standing(id));
  const situation = queue.situation();
  const { stopped, doubt } = situation;
  const why = stopped?.error ?? doubt;
  const waits = queue.waits.ofConnections();
  const later = queue.later(ids && new Set(ids));
  const [next] = later.toSorted((one, other) => one.at - other.at);
  const isWithTeam = ({ submission: { id, stage } }: Standing) =>
    stage === 'approved' ? sharing.isShared(id) : stage !== 'checking';
  const state = (): QueueSituation['state'] => {
    // Who waits hears first of what led there.
    if (projection.hasNews) return 'wait';
    const judged = judge(awaited, situation, waitFor === 'with-team' ? 'final' : waitFor, clock.now(), later);
    if (judged !== 'stopped' && waitFor === 'with-team' && awaited.every(isWithTeam)) return 'finished';
    // What other desks have is known once the ledger was asked.
    if (judged === 'elsewhere' && !sharing.hasLooked) return 'wait';
    // Without a word, a queue in which nothing is left would pass for one that has sent all.
    return doubt !== undefined && judged !== 'wait' ? 'stopped' : judged;
  };
  return {
    state: state(),
    ...(next !== undefined && { next }),
    ...(why !== undefined && { stopped: why.toRecord() }),
    isOnHold: all.some(({ submission }) => queue.waits.holdOf(submission) !== undefined),
    ...(waits.length > 0 && { waits }),
  };
}

/** Acts on each submission for which it is possible, once; yields to uploads and other calls in between. */
async function act(
  queue: Queue,
  ids: readonly SubmissionId[],
  take: (id: SubmissionId) => ActionResult,
): Promise<ActedOn[]> {
  const distinct = [...new Set(ids)];
  const results: ActedOn[] = [];
  for (let first = 0; first < distinct.length; first += STORED_AT_ONCE) {
    queue.each(distinct.slice(first, first + STORED_AT_ONCE), (id) => results.push(actOn(id, take)));
    await setImmediate();
  }
  return results;
}

function actOn(id: SubmissionId, take: (id: SubmissionId) => ActionResult): ActedOn {
  try {
    const result = take(id);
    if (result.done) return { id, ...result };
    const { done, ...obstacle } = result;
    return { id, done, obstacle };
  } catch (thrown) {
    return { id, done: false, obstacle: obstacleOf(thrown) };
  }
}

/** @throws what is no obstacle for this one submission only */
function obstacleOf(thrown: unknown): Obstacle {
  if (!(thrown instanceof AppError)) throw thrown;
  switch (thrown.code) {
    case 'queue.unknown-id':
      return { reason: 'unknown-id' };
    case 'submission.corrected':
    case 'submission.not-correctable':
      return { reason: 'refused', error: thrown.toRecord() };
    default:
      throw thrown;
  }
}
