/** @file Whether the figures of a manifest agree with each other: one that was edited alone is found by the others. Pure. */

import { isDeepStrictEqual } from 'node:util';
import { exactAmount } from '../../src-shared/exact-amount.ts';
import type { Manifest } from './manifest-shape.ts';
import { Sums } from './sums.ts';

type Figures = Pick<Manifest, 'byCurrency' | 'byDay'>;

/** The names of the files whose figures do not add up; then an empty one where those of the whole are not those of the files. */
export function filesThatDoNotAddUp({ files, transactions, byCurrency, byDay }: Manifest): string[] {
  const whole = new Sums();
  const wrong = files.flatMap((file) => {
    const sums = sumsOf(file.byDay);
    whole.addAll(sums.parts());
    return isSame(file, sums) && linesOf(file) === file.lines ? [] : [file.name];
  });
  const lines = files.reduce((sum, file) => sum + file.lines, 0);
  return isSame({ byCurrency, byDay }, whole) && lines === transactions ? wrong : [...wrong, ''];
}

function sumsOf(byDay: Figures['byDay']): Sums {
  const sums = new Sums();
  for (const { currency, day, count, sum } of byDay) sums.add({ currency, day, count, amount: exactAmount(sum) ?? 0n });
  return sums;
}

const isSame = ({ byCurrency, byDay }: Figures, sums: Sums): boolean =>
  isDeepStrictEqual(byDay, sums.byDay()) && isDeepStrictEqual(byCurrency, sums.byCurrency());

const linesOf = ({ byDay }: Figures): number => byDay.reduce((sum, { count }) => sum + count, 0);
