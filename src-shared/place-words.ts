/** @file Where a line went, as people read it: when the service had it, and what it pays. Pure. */

import { amountIn } from './amounts.ts';
import { message } from './languages/message.ts';
import { namesInWords } from './names-in-words.ts';
import { momentOf, writtenMoment } from './quantities.ts';
import type { FoundInFiles, placeSchema } from './shapes.ts';

type Place = Pick<(typeof placeSchema)['_output'], 'arrivedAt' | 'payment'>;

/** Nothing where it is not known that it arrived. */
export const arrivedInWords = ({ arrivedAt }: Place): string[] =>
  arrivedAt === undefined ? [] : [message('Arrived at the service on {at}', { at: momentOf(arrivedAt) })];

/** “3,416.82 EUR, 17 Nov 2026, 09:16:00”; empty where the line does not say it, or was not read. */
export function paidInWords({ payment: { amount, currency = '', at } = {} }: Place): string {
  const paid = amount === undefined ? undefined : amountIn(amount, currency);
  return [paid, at && writtenMoment(at)].filter((part) => part !== undefined).join(', ');
}

/** `bytes`: those of the line, where they are known. */
type Linked = Pick<(typeof placeSchema)['_output'], 'submission' | 'line' | 'fileName' | 'goesOnAs'> & {
  bytes?: { sha256: string } | undefined;
};

/** With which place of the same id it is one payment: the line that it has become in a correction, and the one that it was. */
export function linkedInWords({ submission, line, goesOnAs, bytes }: Linked, places: readonly Linked[]): string[] {
  const was = places.find(
    ({ goesOnAs: next }) => next !== undefined && next.submission === submission && next.line === line,
  );
  const { line: before, fileName = '' } = was ?? {};
  const isSame = bytes !== undefined && bytes.sha256 === was?.bytes?.sha256;
  return [
    ...(before === undefined
      ? []
      : [
          isSame
            ? message('Was line {line, number} of {fileName} before, and is unchanged', { line: before, fileName })
            : message('Was line {line, number} of {fileName} before', { line: before, fileName }),
        ]),
    ...(goesOnAs === undefined ? [] : [message('Goes on as line {line, number} of {fileName}', { ...goesOnAs })]),
  ];
}

/** Of a receipt, which tells only of the files in which an id was found. */
export const notSearchedInWords = (count: number): string =>
  message(
    '{count, plural, one {# other file} other {# other files}} could not be searched for this id: it may have gone with {count, plural, one {that} other {one of them}}, too.',
    { count },
  );

/** A person reads no more of them. */
const MOST_NAMED = 5;

type Unsearched = FoundInFiles['unsearched'][number];

const unsearchedWords: Record<Unsearched['why'], (count: number, names: string) => string> = {
  gone: (count, names) =>
    message(
      '{count, plural, one {# file was not searched, because it is gone: {names}} other {# files were not searched, because they are gone: {names}}}',
      { count, names },
    ),
  changed: (count, names) =>
    message(
      '{count, plural, one {# file was not searched, because it has changed since its check: {names}} other {# files were not searched, because they have changed since their check: {names}}}',
      { count, names },
    ),
  unreadable: (count, names) =>
    message(
      '{count, plural, one {# file was not searched, because it cannot be read: {names}} other {# files were not searched, because they cannot be read: {names}}}',
      { count, names },
    ),
};

/** The files that could not be searched themselves, a sentence for each reason. @param nameOf what a file is called here */
export function unsearchedInWords(files: readonly Unsearched[], nameOf: (file: Unsearched) => string): string[] {
  return [...Map.groupBy(files, ({ why }) => why)].map(([why, own]) =>
    unsearchedWords[why](own.length, namesInWords(own.map(nameOf), MOST_NAMED)),
  );
}
