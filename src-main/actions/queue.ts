/** @file The commands about submissions in the queue. */

import { setImmediate } from 'node:timers/promises';
import type { ActedOn, CommandOutput, FoundPlaces, Obstacle, Place, QueueAction } from '../../src-shared/contract.ts';
import { AppError } from '../../src-shared/errors.ts';
import { type Place as FoundPlace, findPlaces } from '../records/whereabouts/places.ts';
import type { SubmissionId } from '../send/batch.ts';
import type { Queue } from '../send/queue.ts';
import { releaseSummary } from '../send/release-summary.ts';
import { shownName } from './file-name.ts';
import { bindingOf } from './files.ts';
import type { CommandHandlers, CommandPorts } from './ports.ts';
import { sendingSpeed } from './sending-speed.ts';
import { submissionForPrograms } from './submission-row.ts';

/** Submissions stored in one transaction: about ten milliseconds. */
const STORED_AT_ONCE = 100;
/** Fewer characters would be found by chance. An id is a UUID; a service may spell it otherwise. */
const BEGINNING_OF_ID = /^[\w-]{6,}$/;
/** More places than a person reads. */
const SHOWN_PLACES = 100;

type QueueCommands = Pick<CommandHandlers, Extract<keyof CommandHandlers, `queue.${string}`>>;

export function queueCommands(
  ports: Pick<CommandPorts, 'app' | 'carrier' | 'settings' | 'projection' | 'signal'>,
): QueueCommands {
  const { app, carrier, projection } = ports;
  const { queue } = app;
  return {
    'queue.snapshot': () => projection.snapshot(),
    'queue.older': ({ before }) => projection.older(before),
    'queue.watch': ({ ids }) => queue.watch(ids),
    'queue.named': ({ ids }) => ids.map((id) => named(queue, id)),
    'queue.pause': ({ ids }) => act(queue, 'pause', ids),
    'queue.resume': ({ ids }) => act(queue, 'resume', ids),
    'queue.retry': ({ ids }) => act(queue, 'retry', ids),
    'queue.cancel': ({ ids }) => act(queue, 'cancel', ids),
    'queue.remove': ({ ids }) => act(queue, 'remove', ids),
    'queue.restore': ({ ids }) => act(queue, 'restore', ids),
    'queue.summary': ({ ids }) => ({
      ...releaseSummary(ids, {
        store: app.store,
        submission: (id) => queue.view(id).submission,
        speed: (destination) => sendingSpeed(app, destination),
      }),
      isTyped: ids.some((id) => app.mustType(queue.standing(id).submission, carrier)),
    }),
    'queue.approve': ({ id, reason, typed }) => app.approve(id, { reason, typed, from: carrier }),
    'queue.send': async ({ id, options }) => {
      const checksAgain = await queue.send(id, await bindingOf(ports, options));
      return checksAgain === undefined ? {} : { checksAgain };
    },
    'queue.find': async (wanted) => await find(ports, wanted),
  };
}

async function find(
  { app, signal }: Pick<CommandPorts, 'app' | 'signal'>,
  { id: typed, thorough }: { id: string; thorough: boolean },
): Promise<FoundPlaces> {
  const { store, keepsIds, idIndexes: indexes } = app;
  const id = typed.trim();
  const nothing = { places: [], isCut: false, repairs: [] };
  if (id === '') return { keepsIds, places: [], isCut: false, unsearched: [] };
  const found = keepsIds
    ? await findPlaces([id], { store, indexes, signal, most: SHOWN_PLACES, mayRepair: thorough })
    : nothing;
  const batches = batchesOf(store, id);
  return {
    keepsIds,
    places: [...batches.slice(0, SHOWN_PLACES), ...found.places.map(placeRow)],
    isCut: found.isCut || batches.length > SHOWN_PLACES,
    unsearched: found.repairs.filter(({ outcome }) => outcome !== 'made-again').map(({ file }) => shownName(file)),
  };
}

function placeRow({ id: _, batch: __, file, ...place }: FoundPlace): Place {
  return { ...place, fileName: shownName(file) };
}

/** The batches with this id, or whose id begins so: people read out, or see in a list, only its first characters. */
function batchesOf(store: CommandPorts['app']['store'], typed: string): Place[] {
  if (!BEGINNING_OF_ID.test(typed)) return [];
  return store.batchesFrom(typed, SHOWN_PLACES + 1).flatMap(({ id, batch }) => {
    const submission = store.submission(batch.submission);
    if (submission === undefined) return [];
    return [
      {
        ...{ submission: submission.id, fileName: shownName(submission.name), connection: submission.connection },
        ...{ batchId: id, state: batch.state, isConfirmed: true },
        ...(batch.remoteState !== undefined && { remoteState: batch.remoteState }),
        isRemoved: submission.removedAt !== undefined,
      },
    ];
  });
}

function named(queue: Queue, id: string): CommandOutput<'queue.named'>[number] {
  try {
    const view = queue.findRemoved(id);
    return { ...submissionForPrograms(view), isRemoved: view.submission.removedAt !== undefined };
  } catch (thrown) {
    if (thrown instanceof AppError && thrown.code === 'queue.unknown-id') return null;
    throw thrown;
  }
}

/** Acts on each submission for which it is possible, once; yields to uploads and other calls in between. */
async function act(queue: Queue, action: QueueAction, ids: readonly SubmissionId[]): Promise<ActedOn[]> {
  const distinct = [...new Set(ids)];
  const results: ActedOn[] = [];
  for (let first = 0; first < distinct.length; first += STORED_AT_ONCE) {
    queue.each(distinct.slice(first, first + STORED_AT_ONCE), (id) => results.push(actOn(queue, action, id)));
    await setImmediate();
  }
  return results;
}

function actOn(queue: Queue, action: QueueAction, id: SubmissionId): ActedOn {
  try {
    const result = queue[action](id);
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
