/** @file Where ids went, and what submissions an id means: read from the store alone. */

import type { Place } from '../../src-shared/contract.ts';
import { looksLikeId } from '../../src-shared/sought-id.ts';
import { isUuid } from '../../src-shared/uuid.ts';
import type { App } from '../app.ts';
import { type LeftOutLines, leftOutLines } from '../records/left-out.ts';
import { openRefusedRowsOf } from '../records/refused-rows.ts';
import type { Stories } from '../records/stories.ts';
import { RowFinder } from '../send/row-finder.ts';
import { type Place as FoundPlace, findPlaces } from '../send/sent-before/places.ts';
import { findInFiles } from '../send/sent-before/places-in-files.ts';
import type { QueueStore } from '../send/storage/store.ts';
import { correctionsOf } from '../send/submission.ts';
import { viewMeant } from '../send/submission-view.ts';
import { uuidOfCells } from '../templates/row-uuid.ts';
import { shownName } from './file-name.ts';
import type { CommandHandlers } from './ports.ts';
import { hasNothingToSend, submissionForPrograms } from './submission-row.ts';

export interface FindPorts {
  /** Beside a process that holds the data folder there is no queue. */
  app: Pick<App, 'store' | 'keepsIds' | 'idIndexes'> & { queue?: Pick<App['queue'], 'standings' | 'waits'> };
  /** As the window shows them, which knows them already; beside a process that holds the data folder there is no window. */
  stories?: Pick<Stories, 'of'>;
  signal: AbortSignal;
}

/** Fewer characters would be found by chance. An id is a UUID; a service may spell it otherwise. */
const BEGINNING_OF_ID = /^[\w-]{6,}$/;

type FindCommands = Pick<CommandHandlers, 'queue.named' | 'queue.find' | 'queue.findInFiles'>;

export function findCommands({ app, signal }: FindPorts): FindCommands {
  const { store, idIndexes: indexes } = app;
  return {
    'queue.named': ({ ids }) => {
      const views = ids.map((id) => viewMeant(store, id));
      const refused = openRefusedRowsOf(store, views);
      return views.map((view) => {
        if (view === undefined) return null;
        const { submission } = view;
        const [present, refusedRows] = [app.queue?.waits.presentOf(submission), refused.get(submission.id)];
        return {
          ...submissionForPrograms(view, { present, refusedRows }),
          isRemoved: submission.removedAt !== undefined,
          isEmpty: hasNothingToSend({ submission }),
        };
      });
    },
    'queue.find': async ({ ids: asked, thorough, beginnings, most }) => {
      const ids = withoutBlanks(asked);
      const sought = soughtFor(ids);
      const { keepsIds } = app;
      const found =
        keepsIds && ids.length > 0
          ? await findPlaces([...sought.keys()], { store, indexes, signal, most, mayRepair: thorough })
          : { places: [], isCut: false, repairs: [] };
      const batches = ids.flatMap((id) => batchesOf(store, id, beginnings, most + 1));
      return {
        keepsIds,
        places: [...batches.slice(0, most), ...asPeopleKnowThem(store, found.places, sought)],
        isCut: found.isCut || batches.length > most,
        repairs: found.repairs.map(withShownName),
      };
    },
    'queue.findInFiles': async ({ ids: asked, most, from }) => {
      const sought = soughtFor(withoutBlanks(asked));
      const found = await findInFiles([...sought.keys()].filter(looksLikeId), { store, signal, most, from });
      return {
        ...found,
        places: asPeopleKnowThem(store, found.places, sought),
        unsearched: found.unsearched.map(withShownName),
      };
    },
  };
}

const withoutBlanks = (asked: readonly string[]): string[] => asked.map((id) => id.trim()).filter((id) => id !== '');

/** What each id is searched for as, with the id as it was asked for. */
const soughtFor = (ids: readonly string[]): Map<string, string> =>
  new Map(ids.flatMap((id) => idsOf(id).map((own) => [own, id])));

/** With the row of the export, why the line was left out, and which line has taken its place. */
export function asPeopleKnowThem<Found extends FoundPlace>(
  store: QueueStore,
  places: readonly Found[],
  sought: ReadonlyMap<string, string> = new Map(),
) {
  const whyLeftOut = leftOutIn(store);
  const asWhichNext = goesOnIn(store, places);
  const rows = new RowFinder(store);
  return places.map((place) => {
    const row = rows.rowOf(place.submission, place.line);
    const id = sought.get(place.id) ?? place.id;
    return withShownName({
      ...{ ...place, ...(row !== undefined && { row }) },
      ...{ ...whyLeftOut(place), ...asWhichNext(place), id },
    });
  });
}

/** The line of a correction that a line has become; the map of each correction is read once. */
function goesOnIn(store: QueueStore, places: readonly FoundPlace[]): (place: FoundPlace) => Pick<Place, 'goesOnAs'> {
  const byId = Map.groupBy(places, ({ id }) => id);
  const maps = new Map<FoundPlace['submission'], ReturnType<QueueStore['lines']['map']>>();
  const mapOf = (id: FoundPlace['submission']) => {
    if (!maps.has(id)) maps.set(id, store.lines.map(id));
    return maps.get(id);
  };
  return ({ id, submission: of, line }) => {
    const submission = store.submission(of);
    const corrections = submission === undefined ? [] : correctionsOf(submission);
    const next = byId
      .get(id)
      ?.find(
        (other) => corrections.includes(other.submission) && mapOf(other.submission)?.originalOf(other.line) === line,
      );
    if (next === undefined) return {};
    return { goesOnAs: { submission: next.submission, fileName: shownName(next.file), line: next.line } };
  };
}

/** Why a correction has left out the line of a place; each file is asked once. */
function leftOutIn(store: QueueStore): (place: FoundPlace) => Pick<Place, 'leftOut'> {
  const known = new Map<FoundPlace['submission'], LeftOutLines | undefined>();
  return ({ submission: id, line }) => {
    const submission = store.submission(id);
    if (submission?.corrected === undefined || submission.corrects !== undefined) return {};
    if (!known.has(id)) known.set(id, leftOutLines(store, submission));
    const leftOut = known.get(id)?.parts.find(({ lines }) => lines.has(line))?.reason;
    return leftOut === undefined ? {} : { leftOut };
  };
}

/** What was no UUID in an export became one when it was prepared: people know the text. */
const idsOf = (asked: string): string[] => (isUuid(asked) ? [asked] : [asked, uuidOfCells([asked])]);

function withShownName<Named extends { file: string }>(named: Named): Named & { fileName: string } {
  return { ...named, fileName: shownName(named.file) };
}

/** The batches with this id, or also those whose id only begins so. */
function batchesOf(store: QueueStore, asked: string, beginnings: boolean, most: number): Place[] {
  if (!BEGINNING_OF_ID.test(asked)) return [];
  return store.batchesFrom(asked, { beginnings, most }).flatMap(({ id, batch }) => {
    const submission = store.submission(batch.submission);
    if (submission === undefined) return [];
    const { name, connection, removedAt } = submission;
    return [
      {
        id: asked,
        submission: submission.id,
        file: name,
        fileName: shownName(name),
        connection,
        batch: batch.number,
        batchId: id,
        state: batch.state,
        ...(batch.acceptedAt !== undefined && { arrivedAt: batch.acceptedAt }),
        isConfirmed: true,
        ...(batch.remoteState !== undefined && { remoteState: batch.remoteState }),
        isRemoved: removedAt !== undefined,
      },
    ];
  });
}
