/** @file What went twice by a person’s decision: how much was accepted without it, and what a reader must know of it. Pure. */

import { sumsInWords } from './amounts.ts';
import { addedUp, takenOff } from './exact-amount.ts';
import { listed } from './languages/lists.ts';
import { message } from './languages/message.ts';
import { fileInWords } from './names-in-words.ts';
import type { CountedOnce } from './outcome-rows.ts';
import type { Repeated, Statement } from './statement-shapes.ts';

export type Counted = Pick<Statement, 'files' | 'corrections' | 'total'>;

/** Undefined where nothing of the statement was accepted again with it, and where not all is known that it takes. */
export function countedOnce({
  files,
  corrections,
  total: { account, sums, unsummed, doubled },
}: Counted): CountedOnce | undefined {
  // What the service has processed twice counts once here, and an amount that cannot be read is in no sum.
  if (sums === undefined || doubled !== undefined || (unsummed?.accepted ?? 0) > 0) return undefined;
  const all = [...files, ...corrections];
  const counted = new Set(all.map(({ submission }) => submission));
  const repeats = all.filter(({ wentBefore }) => wentBefore !== undefined);
  const twice = repeats.flatMap(({ acceptedTwice: of }) => (of?.with.every((id) => counted.has(id)) ? [of] : []));
  const again = twice.reduce((sum, { lines }) => sum + lines, 0);
  if (again === 0 || twice.length < repeats.length) return undefined;
  const firsts = addedUp(twice.flatMap(({ sums: first }) => first));
  return { again, firsts, lines: account.accepted - again, sums: takenOff(sums.accepted.sums, firsts) };
}

/** Files that are named; of the others only how many there are. */
const NAMED_REPEATS = 5;

/** Which lines went again with what, and how the sums have them. */
export function repeatsInWords(statement: Counted): string[] {
  const all = [...statement.files, ...statement.corrections];
  const repeats = all.filter(({ wentBefore }) => wentBefore !== undefined);
  if (repeats.length === 0) return [];
  const named = repeats.slice(0, NAMED_REPEATS).map(({ fileName, wentBefore = [], linesBefore }) => {
    const first = earlierInWords(wentBefore, linesBefore);
    return repeats.length === 1 || linesBefore === undefined
      ? message('{fileName} (first {first})', { fileName, first })
      : message('{fileName} ({lines, plural, one {# line} other {# lines}}, first {first})', {
          ...{ fileName, first },
          lines: linesBefore,
        });
  });
  const more = repeats.length - named.length;
  if (more > 0) named.push(message('{more, plural, one {# other} other {# others}}', { more }));
  const count = linesBeforeOf(repeats);
  const names = listed(named);
  const again =
    count === 0
      ? message(
          'Lines that had gone before were sent again by a person’s decision, with {names}; how many was not noted.',
          { names },
        )
      : repeats.every(({ linesBefore }) => linesBefore !== undefined)
        ? message(
            '{count, plural, one {# line that had gone before was} other {# lines that had gone before were}} sent again by a person’s decision, with {names}.',
            { count, names },
          )
        : message(
            'At least {count, plural, one {# line that had gone before was} other {# lines that had gone before were}} sent again by a person’s decision, with {names}.',
            { count, names },
          );
  return [again, ...paidAgainInWords(repeats, countedOnce(statement) !== undefined)];
}

const linesBeforeOf = (repeats: readonly Repeated[]): number =>
  repeats.reduce((sum, { linesBefore = 0 }) => sum + linesBefore, 0);

/** What they paid first and then, as far as it is known, and which of these counts. */
function paidAgainInWords(repeats: readonly Repeated[], isOnce: boolean): string[] {
  const then = sumsInWords(addedUp(repeats.flatMap(({ sumsBefore = [] }) => sumsBefore)));
  const first = sumsInWords(addedUp(repeats.flatMap(({ sumsAtFirst = [] }) => sumsAtFirst)));
  const isKnown = first !== '' && repeats.every(({ sumsAtFirst }) => sumsAtFirst !== undefined);
  const unread = linesBeforeOf(repeats.filter(({ sumsBefore }) => sumsBefore === undefined));
  if (isOnce)
    return isKnown && first !== then
      ? [message('First {first} went, then {then}; counted once, the later amounts count.', { first, then })]
      : [];
  const told = { first, then, unread };
  if (isKnown)
    return first === then
      ? [message('{then} went both times; in the sums here, each time counts.', told)]
      : [message('First {first} went, then {then}; in the sums here, each time counts.', told)];
  if (then === '') return [message('In the sums here, each time counts.')];
  return [
    message(
      'The second time {then} went{unread, plural, =0 {} one {, without # line whose sum is not known} other {, without # lines whose sums are not known}}; in the sums here, each time counts.',
      told,
    ),
  ];
}

/** “with submission 2, south.jsonl”; of several also how many lines: “7 with submission 2, 3 with submission 3”. */
function earlierInWords(files: NonNullable<Repeated['wentBefore']>, all = 0): string {
  const [only, ...others] = files;
  // Which others had some of them is not known any more.
  if (only !== undefined && others.length === 0 && only.lines === undefined && all > 1)
    return message('with {file}, at least most of them', { file: fileInWords(only) });
  return files
    .map((one) => {
      const file = fileInWords(one);
      return files.length === 1 || one.lines === undefined
        ? message('with {file}', { file })
        : message('{lines, number} with {file}', { lines: one.lines, file });
    })
    .join('; ');
}

/** On the row of a file. */
export const wentBeforeInWords = (first: NonNullable<Repeated['wentBefore']>, lines: number): string =>
  message(
    '{lines, plural, =0 {sent again, first {first}} one {# line sent again, first {first}} other {# lines sent again, first {first}}}',
    { lines, first: earlierInWords(first, lines) },
  );
