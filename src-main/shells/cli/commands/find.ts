/** @file `tranship find ID…`: where ids went, and what became of them; also while another process works. */

import { outcomeWords } from '../../../../src-shared/account.ts';
import type { FoundInFiles, FoundPlaces, Place } from '../../../../src-shared/contract.ts';
import { AppError } from '../../../../src-shared/errors.ts';
import { fieldWithPath } from '../../../../src-shared/field-words.ts';
import { goesOn, withPart } from '../../../../src-shared/found-in-files.ts';
import { message } from '../../../../src-shared/languages/message.ts';
import { leftOutLineInWords } from '../../../../src-shared/left-out.ts';
import { arrivedInWords, linkedInWords, paidInWords, unsearchedInWords } from '../../../../src-shared/place-words.ts';
import { rowInWords } from '../../../../src-shared/row-place.ts';
import { isUuid } from '../../../../src-shared/uuid.ts';
import type { Call } from '../../../actions/calls.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import type { Output } from '../output.ts';
import { withReading } from '../reading.ts';
import type { Session } from '../session.ts';
import { batchInWords, counted, grouped, size } from '../wording.ts';
import { type IdsOfCall, idsOfCall, notFoundInWords } from './ids-of-call.ts';

/** More than anybody reads; each one is looked up in its file. */
const MOST_PLACES = 10_000;

type Repair = FoundPlaces['repairs'][number];

/** So many ids are looked for in the files themselves. */
const MOST_IN_FILES = 10_000;

interface FindOptions extends IdsOfCall {
  /** Also large files are searched themselves, and where no ids are kept. */
  inFiles: boolean;
}

/** @throws AppError queue.ids-not-kept, secret.passphrase-missing before a file is read, file.*, queue.damaged */
export async function find(session: Session, given: readonly string[], options: FindOptions): Promise<ExitCode> {
  const { output } = session;
  const ids = await idsOfCall(given, options, session.call);
  const asked = { ids, beginnings: false, most: MOST_PLACES };
  const found = await withReading(session, async ({ call }) => {
    const byIndex = await withRepairs(session, call, asked);
    const lacking = byIndex.isCut ? [] : notFoundOf(ids, byIndex.places);
    if (lacking.length === 0 || !(byIndex.keepsIds || options.inFiles)) return byIndex;
    const inFiles = await findInFiles(session, call, lacking, options);
    const isCut = inFiles.isCut || (inFiles.next !== undefined && !inFiles.isAsked);
    return { ...byIndex, places: [...byIndex.places, ...inFiles.places], isCut, inFiles };
  });
  const notFound = found.isCut ? [] : notFoundOf(ids, found.places);
  if (!found.keepsIds && !options.inFiles && notFound.length > 0) throw new AppError('queue.ids-not-kept', {});
  tell(output, found, notFound);
  return notFound.length === 0 ? exitCodes.done : exitCodes.refused;
}

function notFoundOf(ids: readonly string[], places: readonly Place[]): string[] {
  const known = new Set(places.map(({ id }) => id));
  return ids.filter((id) => !known.has(id));
}

type Calls = Call<'queue.find' | 'queue.findInFiles'>;

/** What the indexes know; those that cannot be used are made again. */
async function withRepairs(
  session: Session,
  call: Calls,
  asked: { ids: string[]; beginnings: boolean; most: number },
): Promise<FoundPlaces> {
  const first = await call('queue.find', { ...asked, thorough: false });
  if (first.repairs.length === 0) return first;
  const isOfOtherKey = first.repairs.some(({ index }) => index === 'other-key');
  if (isOfOtherKey && (await session.lacksPassphrase())) throw new AppError('secret.passphrase-missing', {});
  for (const { file } of first.repairs)
    session.output.say(message('Reading {file} again, because its index cannot be used …', { file }));
  return await call('queue.find', { ...asked, thorough: true });
}

/** All parts of the search through the files themselves, as one. */
async function findInFiles(
  { output }: Session,
  call: Calls,
  ids: readonly string[],
  options: Pick<FindOptions, 'inFiles'>,
): Promise<FoundInFiles> {
  const asked = { ids: ids.slice(0, MOST_IN_FILES), most: MOST_PLACES };
  let all = await call('queue.findInFiles', asked);
  if (all.isAsked && !options.inFiles) return all;
  const { files, bytes } = all;
  if (ids.length > MOST_IN_FILES)
    output.say(
      message(
        'Only the first {count, number} of the ids that are in no index are looked for in the files themselves.',
        {
          count: MOST_IN_FILES,
        },
      ),
    );
  if (all.next === undefined || all.isCut) return all;
  output.say(message('Searching {files} of {size} …', { files: counted(files, 'file'), size: size(bytes) }));
  do {
    const part = await call('queue.findInFiles', { ...asked, most: MOST_PLACES - all.places.length, from: all.next });
    all = withPart(all, part);
  } while (goesOn(all, MOST_PLACES));
  return all;
}

function tell(
  output: Output,
  { places, isCut, repairs, inFiles }: FoundPlaces & { inFiles?: FoundInFiles },
  notFound: readonly string[],
): void {
  for (const repair of repairs) {
    output.say(repairInWords(repair));
    const { fileName: _, ...told } = repair;
    output.emit('repair', told);
  }
  if (places.length > 0) {
    const linked = places.filter(({ goesOnAs }) => goesOnAs !== undefined);
    output.table(
      [
        message('id'),
        message('file'),
        message('line'),
        message('payment'),
        message('batch id'),
        message('what became of it'),
      ],
      places.map((place) => [
        ...[place.id, place.file, lineInWords(place), paidInWords(place), place.batchId ?? ''],
        [fateOf(place), ...linkedInWords(place, linked), ...arrivedInWords(place)].join('; '),
      ]),
    );
  }
  for (const place of places) output.emit('place', forPrograms(place));
  const unsearched = repairs.filter(({ outcome }) => outcome !== 'made-again');
  tellOfFiles(output, inFiles);
  if (isCut)
    output.say(
      message('There are more than {length} places: only these are shown.', { length: grouped(places.length) }),
    );
  const leftOut = [...new Set([...unsearched, ...(inFiles?.unsearched ?? [])].map(({ file }) => file))];
  const isIncomplete = leftOut.length > 0 || inFiles?.isAsked === true;
  if (notFound.length > 0) output.say(notFoundInWords(notFound, isIncomplete));
  if (notFound.some(isUuid))
    output.say(
      message(
        'If one of them is the id of a batch that only the service knows, such as after a data folder was put back, “tranship observe /api/transactions/batch/status/ID --connection NAME” shows its state. Its file is not known here, so it cannot be followed: do not send that file again.',
      ),
    );
  const unconfirmed = places.filter(({ isConfirmed }) => !isConfirmed).length;
  if (unconfirmed > 0)
    output.say(
      message(
        '{lines} could not be looked up in the file, which is gone, has changed, or was removed: the index tells it.',
        { lines: counted(unconfirmed, 'line') },
      ),
    );
  output.emit('summary', {
    places: places.length,
    isCut,
    notFound,
    unsearched: leftOut,
    ...(inFiles && { inFiles: figuresOf(inFiles) }),
  });
}

/** What of the files themselves was not searched, and how it would be. */
function tellOfFiles(output: Output, inFiles: FoundInFiles | undefined): void {
  if (inFiles === undefined) return;
  const { files, bytes, isAsked, unsearched } = inFiles;
  for (const sentence of unsearchedInWords(unsearched, ({ file }) => file)) output.say(sentence);
  for (const { submission, file, why } of unsearched) output.emit('unsearched', { submission, file, why });
  if (isAsked)
    output.say(
      message(
        'Ids of payments and transactions are in no index. “tranship find ID --in-files” looks for them in the files themselves: {files} of {size}.',
        { files: counted(files, 'file'), size: size(bytes) },
      ),
    );
}

const figuresOf = ({ files, bytes, read }: FoundInFiles) => ({ files, bytes, read });

/** With the field, where it is not that of the modification id. Of a prepared file also the row, by which the bank looks for it. */
function lineInWords({ line, field, row }: Place): string {
  const parts = [line && grouped(line), field && fieldWithPath(field), row && rowInWords(row)];
  return parts.filter((part) => part !== undefined).join(' · ');
}

function forPrograms({ isConfirmed, isRemoved, arrivedAt, fileName: _, ...place }: Place): object {
  const arrived = arrivedAt === undefined ? {} : { arrivedAt: new Date(arrivedAt).toISOString() };
  return { ...place, ...arrived, confirmed: isConfirmed, removed: isRemoved };
}

/** What became of the line says more than the state of its batch, once the service has spoken. */
function fateOf(place: Place): string {
  const { outcome, leftOut, isRemoved } = place;
  const isOpen = outcome === undefined || outcome === 'pending' || outcome === 'unsent';
  const fate =
    leftOut !== undefined
      ? leftOutLineInWords(leftOut)
      : isOpen
        ? batchInWords(place)
        : outcomeWords[outcome].toLowerCase();
  return isRemoved ? message('{fate}; removed from the queue', { fate }) : fate;
}

const indexWords: Record<Repair['index'], (file: string) => string> = {
  missing: (file) => message('The index of {file} is missing.', { file }),
  damaged: (file) => message('The index of {file} is damaged.', { file }),
  'other-key': (file) => message('The index of {file} was made with another key.', { file }),
};

const repairWords: Record<Repair['outcome'], () => string> = {
  'made-again': () => message('The ids were read from the file again.'),
  'not-tried': () => message('The file was not searched.'),
  gone: () => message('The file is gone, so it was not searched.'),
  changed: () => message('The file has changed since its check, so it was not searched.'),
  unreadable: () => message('The file cannot be read, so it was not searched.'),
  'no-room': () => message('There is no room for another index, so the file was not searched.'),
};

function repairInWords({ file, index, outcome }: Repair): string {
  return `${indexWords[index](file)} ${repairWords[outcome]()}`;
}
