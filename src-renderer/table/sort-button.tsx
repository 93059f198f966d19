/** @file The heading of a column by which the rows can be sorted. */

import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './table.module.css';

export interface Sort {
  /** Undefined while the rows are sorted by another column. */
  direction: 'ascending' | 'descending' | undefined;
  hint: string;
  onSort: () => void;
}

export function SortButton({ sort: { direction, hint, onSort }, children }: { sort: Sort; children: ReactNode }) {
  const Arrow = direction === 'ascending' ? IconArrowUp : IconArrowDown;
  return (
    <button
      type="button"
      className={classes['sort']}
      data-sorted={direction !== undefined}
      title={hint}
      onClick={onSort}
    >
      <span>{children}</span>
      <Arrow size={13} stroke={2.2} aria-hidden />
    </button>
  );
}
