/** @file The commands about submissions in the queue. */

import { setImmediate } from 'node:timers/promises';
import type { FoundPlaces, Place } from '../../src-shared/contract.ts';
import { type Place as FoundPlace, findPlaces } from '../records/whereabouts/places.ts';
import type { SubmissionId } from '../send/batch.ts';
import type { Queue } from '../send/queue.ts';
import { releaseSummary } from '../send/release-summary.ts';
import { shownName } from './file-name.ts';
import { bindingOf } from './files.ts';
import type { CommandHandlers, CommandPorts } from './ports.ts';
import { sendingSpeed } from './sending-speed.ts';

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
    'queue.pause': ({ ids }) => each(queue, ids, (id) => queue.pause(id)),
    'queue.resume': ({ ids }) => each(queue, ids, (id) => queue.resume(id)),
    'queue.retry': ({ ids }) => each(queue, ids, (id) => queue.retry(id)),
    'queue.cancel': ({ ids }) => each(queue, ids, (id) => queue.cancel(id)),
    'queue.remove': ({ ids }) => each(queue, ids, (id) => queue.remove(id)),
    'queue.restore': ({ ids }) => each(queue, ids, (id) => queue.restore(id)),
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

/**
 * Acts on each submission even if others fail; yields to uploads and other calls in between.
 * @throws the first error, after all have been tried
 */
async function each(queue: Queue, ids: readonly SubmissionId[], act: (id: SubmissionId) => void): Promise<void> {
  const errors: unknown[] = [];
  for (let first = 0; first < ids.length; first += STORED_AT_ONCE) {
    try {
      queue.each(ids.slice(first, first + STORED_AT_ONCE), act);
    } catch (thrown) {
      errors.push(thrown);
    }
    await setImmediate();
  }
  if (errors.length > 0) throw errors[0];
}
