/** @file `tranship find ID…`: where modification ids went, and what became of them; also while another process works. */

import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { AppError } from '../../../../src-shared/errors.ts';
import { toFileError } from '../../../files/file-errors.ts';
import { keepsIdIndexes } from '../../../whereabouts/id-index-settings.ts';
import { IdIndexes } from '../../../whereabouts/id-indexes.ts';
import { type FoundPlaces, findPlaces, type Place, type Repair } from '../../../whereabouts/places.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { type Output, usageError } from '../output.ts';
import type { Session } from '../session.ts';
import { batchInWords, counted, grouped } from '../wording.ts';

/** More than anybody reads; each one is looked up in its file. */
const MOST_PLACES = 10_000;
/** As many ids that were not found are named. */
const MOST_NAMED = 20;

export interface FindOptions {
  /** A file with one id a line; `-` is what is piped in. */
  from?: string;
}

/** @throws AppError queue.ids-not-kept, file.*, queue.damaged */
export async function find(session: Session, given: readonly string[], { from }: FindOptions): Promise<ExitCode> {
  const { output, interrupted: signal } = session;
  const ids = [...new Set([...given, ...(from === undefined ? [] : await idsFrom(from))])];
  if (ids.length === 0) throw usageError('Name at least one modification id, or a file of them with --from.');
  if (!keepsIdIndexes(session.settings())) throw new AppError('queue.ids-not-kept', {});
  const keys = await session.idKeys();
  const indexes = new IdIndexes(session.folder, async () => keys);
  const found = await session.readStoreDuring((store) =>
    findPlaces(ids, {
      ...{ store, indexes, signal, most: MOST_PLACES, mayRepair: true },
      onRepair: (file) => output.say(`Reading ${file} again, because its index cannot be used …`),
    }),
  );
  tell(output, ids, found);
  return found.places.length > 0 ? exitCodes.done : exitCodes.refused;
}

/** One id a line, without blanks around it. @throws AppError file.* */
async function idsFrom(from: string): Promise<string[]> {
  const input = from === '-' ? process.stdin : createReadStream(from);
  const ids: string[] = [];
  try {
    for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
      if (line.trim() !== '') ids.push(line.trim());
    }
  } catch (thrown) {
    throw toFileError(thrown, from);
  }
  return ids;
}

function tell(output: Output, ids: readonly string[], { places, isCut, repairs }: FoundPlaces): void {
  for (const repair of repairs) {
    output.say(repairInWords(repair));
    output.emit('repair', { ...repair });
  }
  if (places.length > 0) {
    output.table(
      ['id', 'file', 'line', 'batch id', 'state'],
      places.map((place) => [place.id, place.file, place.line, place.batchId ?? '', stateOf(place)]),
    );
  }
  for (const place of places) output.emit('place', forPrograms(place));
  const known = new Set(places.map(({ id }) => id));
  const notFound = isCut ? [] : ids.filter((id) => !known.has(id));
  const unsearched = repairs.filter(({ outcome }) => outcome !== 'made-again');
  if (isCut) output.say(`There are more than ${grouped(places.length)} places: only these are shown.`);
  if (notFound.length > 0) output.say(notFoundInWords(notFound, unsearched.length));
  const unconfirmed = places.filter(({ isConfirmed }) => !isConfirmed).length;
  if (unconfirmed > 0)
    output.say(
      `${counted(unconfirmed, 'line')} could not be looked up in the file, which is gone or has changed since its check: the index tells it.`,
    );
  output.emit('summary', { places: places.length, isCut, notFound, unsearched: unsearched.map(({ file }) => file) });
}

function forPrograms({ isConfirmed, isRemoved, ...place }: Place): object {
  return { ...place, confirmed: isConfirmed, removed: isRemoved };
}

function stateOf(place: Place): string {
  return place.isRemoved ? `${batchInWords(place)}; removed from the queue` : batchInWords(place);
}

function notFoundInWords(ids: readonly string[], unsearched: number): string {
  const named = ids.slice(0, MOST_NAMED).join(', ');
  const more = ids.length > MOST_NAMED ? ` and ${grouped(ids.length - MOST_NAMED)} more` : '';
  const where = unsearched > 0 ? ' in the files that could be searched' : '';
  return `Not found${where}: ${named}${more}.`;
}

const indexWords: Record<Repair['index'], string> = {
  missing: 'is missing',
  damaged: 'is damaged',
  'other-key': 'was made with another key',
};

const outcomeWords: Record<Repair['outcome'], string> = {
  'made-again': 'The ids were read from the file again.',
  'not-tried': 'The file was not searched.',
  gone: 'The file is gone, so it was not searched.',
  changed: 'The file has changed since its check, so it was not searched.',
  unreadable: 'The file cannot be read, so it was not searched.',
  'no-room': 'There is no room for another index, so the file was not searched.',
};

function repairInWords({ file, index, outcome }: Repair): string {
  return `The index of ${file} ${indexWords[index]}. ${outcomeWords[outcome]}`;
}
