/** @file What the core system says, beside what is in the files, with what is missing: more than it said is as wrong. Pure. */

import { amountText, exactAmount } from '../../../src-shared/exact-amount.ts';
import type { ControlRow } from '../../../src-shared/statement-shapes.ts';
import { type ControlFigure, compareWithControl, coveredBy, type PartSum, subjectOf } from './control-figures.ts';

/** What came to Tranship, less what was left out; what of it the service has accepted; and what was left out. */
export interface OwnParts {
  files: readonly PartSum[];
  accepted: readonly PartSum[];
  leftOut: readonly PartSum[];
}

export const noParts: OwnParts = { files: [], accepted: [], leftOut: [] };

export const together = (one: OwnParts, other: OwnParts): OwnParts => ({
  files: [...one.files, ...other.files],
  accepted: [...one.accepted, ...other.accepted],
  leftOut: [...one.leftOut, ...other.leftOut],
});

/** A file with what it comes to. */
export interface FileParts {
  fileName: string;
  files: readonly PartSum[];
}

interface Whose {
  connection?: string | undefined;
  exports?: string | undefined;
  /** The name of a file, where they are of that alone. */
  file?: string | undefined;
  /** Of what has no figure, nothing is said. */
  isPartial?: true | undefined;
}

/**
 * A row for each figure, and, unless they are partial, for what the files have of a currency or day that the core system does not list.
 * @param whose of which connection, exports or file these figures are; undefined where they are of all together
 */
export function controlRows(figures: readonly ControlFigure[], own: OwnParts, whose: Whose = {}): ControlRow[] {
  const named = new Set(figures.map(subjectOf));
  const { differences } = compareWithControl(figures, own.files, whose.isPartial);
  const unexpected = differences.filter((difference) => !named.has(subjectOf(difference)));
  const rows = [...figures, ...unexpected.map((one): ControlFigure => ({ ...one, ...one.expected, sum: '0' }))].map(
    (figure) => rowOf(figure, own, whose),
  );
  const order = ({ day = '', currency = '' }: ControlRow) => `${day} ${currency}`;
  return rows.toSorted((one, other) => (order(one) < order(other) ? -1 : 1));
}

/** The row with the file that explains what is too much: one that the core system may not have listed, or that came twice. */
export function withExcess(row: ControlRow, each: readonly FileParts[]): ControlRow {
  const { count = 0, sum = '0' } = row.missing;
  // Of one file by itself, there is no other.
  if (row.file !== undefined) return row;
  const [excess, amount] = [-count, -(exactAmount(sum) ?? 0n)];
  if (excess <= 0 && amount <= 0n) return row;
  const alike = each.filter(({ files }) => {
    const own = coveredBy(row, files);
    return own.count > 0 && [0, own.count].includes(excess) && [0n, own.amount].includes(amount);
  });
  const [only, ...more] = alike;
  return only === undefined || more.length > 0 ? row : { ...row, excessOf: only.fileName };
}

function rowOf(figure: ControlFigure, own: OwnParts, { connection, exports, file }: Whose): ControlRow {
  const { currency, day, count, sum, balance } = figure;
  const [files, accepted] = [coveredBy(figure, own.files), coveredBy(figure, own.accepted)];
  const leftOut = coveredBy(figure, own.leftOut);
  // All currencies together have no sum.
  const told = ({ count: number, amount }: typeof files) => ({
    count: number,
    ...(currency !== undefined && { sum: amountText(amount) }),
  });
  const missing = {
    ...(count !== undefined && { count: count - files.count }),
    ...(sum !== undefined && { sum: amountText((exactAmount(sum) ?? 0n) - files.amount) }),
  };
  return {
    ...(connection !== undefined && { connection }),
    ...(exports !== undefined && { exports }),
    ...(file !== undefined && { file }),
    ...(day !== undefined && { day }),
    ...(currency !== undefined && { currency }),
    core: {
      ...(count !== undefined && { count }),
      ...(sum !== undefined && { sum }),
      ...(balance !== undefined && { balance }),
    },
    files: told(files),
    accepted: told(accepted),
    ...(files.unsummed > 0 && { unsummed: files.unsummed }),
    ...(leftOut.count > 0 && { leftOut: told(leftOut) }),
    missing,
    isEqual: (missing.count ?? 0) === 0 && (missing.sum ?? '0') === '0',
  };
}
