/** @file What a step of a person has changed, for the words by which it is undone. Pure. */

import type { FormerChange, Preparation, PreparationDraft, Template, Value } from '../../src-shared/contract.ts';
import { madeOf } from './mapping.ts';

export type Change =
  /** Another source; without one, the field is not written. */
  | { of: 'source'; field: string; columns: readonly string[]; isMade: boolean }
  /** Numbers, dates, values, the sign. */
  | { of: 'reading'; field: string }
  | { of: 'column'; column: string; isKept: boolean }
  /** Columns are called otherwise now, wherever the template names them. */
  | { of: 'names' }
  | {
      of:
        | 'other-columns'
        | 'direction'
        | 'countries'
        | 'entities'
        | 'rows-left-out'
        | 'name'
        | 'files'
        | 'figures'
        | 'left-out-before'
        | 'table'
        | 'files-taken'
        | 'template';
    };

/** What was read otherwise last, and can be taken back. */
export const formerChange = ({ former }: Pick<Preparation, 'former'>): Change | undefined =>
  former === undefined ? undefined : { of: FORMER[former] };

const FORMER = { reading: 'table', files: 'files-taken', template: 'template' } as const satisfies Record<
  FormerChange,
  Change['of']
>;

type Fields = Readonly<Record<string, Value>>;

export const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

function firstOther(before: Fields, after: Fields): string | undefined {
  const other = (path: string) => !isSame(before[path], after[path]);
  // What has a source now says more than what has lost it to it.
  return Object.keys(after).find(other) ?? Object.keys(before).find(other);
}

/** The first thing that differs; undefined where nothing does. */
export function whatChanged(before: PreparationDraft, after: PreparationDraft): Change | undefined {
  const [was, is] = [before.template, after.template];
  if (was.columns.some((column) => !is.columns.includes(column))) return { of: 'names' };
  // What follows from it changes fields.
  if (!isSame(directionAlone(was), directionAlone(is))) return { of: 'direction' };
  const field = firstOther(was.fields, is.fields);
  if (field !== undefined) {
    const columns = madeOf(is.fields[field]);
    const hasOther = !isSame(sourcesOf(was.fields[field]), sourcesOf(is.fields[field]));
    return hasOther
      ? { of: 'source', field, columns, isMade: is.fields[field] !== undefined }
      : { of: 'reading', field };
  }
  if (!isSame(was.direction, is.direction)) return { of: 'countries' };
  const column = firstOther(was.additionalFields, is.additionalFields);
  if (column !== undefined) return { of: 'column', column, isKept: is.additionalFields[column] !== undefined };
  if (was.otherColumns !== is.otherColumns) return { of: 'other-columns' };
  if (!isSame(was.entities, is.entities)) return { of: 'entities' };
  if (!isSame([was.leaveOutRows, was.totalRows], [is.leaveOutRows, is.totalRows])) return { of: 'rows-left-out' };
  if (was.name !== is.name) return { of: 'name' };
  if (!isSame(before.split, after.split)) return { of: 'files' };
  if (!isSame(before.figures, after.figures)) return { of: 'figures' };
  return before.leaveOutProcessed === after.leaveOutProcessed ? undefined : { of: 'left-out-before' };
}

/** Whether the countries change places as well may follow from one of them. */
function directionAlone({ direction }: Template): unknown {
  if (direction === undefined || direction.by === 'fields') return direction;
  const { countries: _, ...alone } = direction;
  return alone;
}

function sourcesOf(value: Value | undefined): unknown {
  return value !== undefined && 'source' in value ? value.source : value;
}
