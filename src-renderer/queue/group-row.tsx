/** @file The row of what came together: a folder, the files of one step, a preparation or a day of a watched folder, at a glance. */

import { useEffect, useRef } from 'react';
import type { SubmissionRow } from '../../src-shared/contract.ts';
import { useListLook, useQueue, useQueueView } from '../stores.ts';
import { Cells } from '../table/data-table.tsx';
import type { EntryKey, GroupEntry } from './entries.ts';
import { groupColumns } from './group-columns.tsx';
import { commonFolder, figuresOf, hiddenOf, nameOfGroup, rowsTogether } from './group-figures.ts';

type Id = SubmissionRow['id'];

interface GroupRowProps {
  group: GroupEntry;
  /** All files shown, in their order. */
  shown: readonly Id[];
  /** Index among the rows shown, from 0. */
  place: number;
  isTabStop: boolean;
  takeFocus: (row: HTMLElement | null) => void;
  onTurn: (key: EntryKey) => void;
}

export function GroupRow({ group, shown, place, isTabStop, takeFocus, onTurn }: GroupRowProps) {
  const { key, ids, isOpen } = group;
  const known = useQueue(({ list }) => list?.rows);
  const selected = useQueueView((view) => ids.reduce((count, id) => count + (view.selected.has(id) ? 1 : 0), 0));
  const selectGroup = useQueueView((view) => view.selectGroup);
  const isCompact = useListLook(({ rows }) => rows === 'compact');
  const hasBar = useQueueView((view) => view.selected.size > 0);
  const element = useRef<HTMLTableRowElement>(null);
  useEffect(() => {
    if (isTabStop) takeFocus(element.current);
  }, [isTabStop, takeFocus]);
  const rows = ids.flatMap((id) => known?.get(id) ?? []);
  const [first] = rows;
  if (first === undefined) return null;
  const figures = figuresOf(rows);
  const hidden = known && hiddenOf(rows, rowsTogether(known, key));
  const folder = commonFolder(rows);
  return (
    <tr
      ref={element}
      aria-rowindex={place + 2}
      aria-selected={selected === ids.length}
      tabIndex={isTabStop ? 0 : -1}
      data-group={key}
      onClick={({ target }) => {
        if (!(target instanceof Element) || target.closest('a, button, input, label') === null) onTurn(key);
      }}
    >
      <Cells
        columns={groupColumns}
        index={place}
        row={{
          rows,
          figures,
          hidden,
          name: nameOfGroup(first.addition, folder, rows),
          folder,
          isCompact,
          isOpen,
          // As in the row of a file.
          isTabStop: isTabStop && !hasBar,
          selected: selected === ids.length ? 'all' : selected > 0 ? 'some' : 'none',
          onSelect: (isRange) => selectGroup(ids, isRange ? shown : undefined),
          onTurn: () => onTurn(key),
        }}
      />
    </tr>
  );
}
