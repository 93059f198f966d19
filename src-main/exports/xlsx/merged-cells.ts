/** @file The names of columns where the header has merged cells. Pure. */

import { columnLetters, columnOf, type SheetRow } from './sheet-rows.ts';

/** A rectangle of cells that are shown as one, whose value is that of the first; from 0, both ends included. */
export interface MergedCells {
  top: number;
  bottom: number;
  left: number;
  right: number;
}

const RANGE = /^([A-Z]{1,3})(\d{1,7}):([A-Z]{1,3})(\d{1,7})$/;

/** Of a reference such as B1:D2; rows count from 1 here as there. */
export function mergedCellsOf(reference: string): MergedCells | undefined {
  const [, left, top, right, bottom] = RANGE.exec(reference) ?? [];
  if (left === undefined || top === undefined || right === undefined || bottom === undefined) return undefined;
  return {
    top: Number(top),
    bottom: Number(bottom),
    left: columnOf(`${left}1`),
    right: columnOf(`${right}1`),
  };
}

/** As Excel writes it. */
export function referenceOf({ top, bottom, left, right }: MergedCells): string {
  return `${columnLetters(left)}${top}:${columnLetters(right)}${bottom}`;
}

/** Whether cells of the row stand above a row of names, as “Sender” above “Name” and “Country”. */
export function isGroupRow(row: SheetRow, merged: readonly MergedCells[], width: number): boolean {
  return merged.some((cells) => cells.top === row.number && cells.bottom === row.number && isGroup(cells, width));
}

/** The names in the header row: merged cells have the name in each column, and a group's name stands before its columns'. */
export function namesOfHeader(
  header: SheetRow,
  above: readonly SheetRow[],
  merged: readonly MergedCells[],
  width: number,
): (string | undefined)[] {
  const rows = new Map([...above, header].map((row) => [row.number, row.cells]));
  return Array.from({ length: width }, (_, column) => {
    const own = header.cells[column] ?? mergedValue(merged, rows, header.number, column);
    const group = merged.find(
      (cells) =>
        cells.bottom === header.number - 1 && isGroup(cells, width) && column >= cells.left && column <= cells.right,
    );
    const groupName = group === undefined ? undefined : rows.get(group.top)?.[group.left];
    return own !== undefined && groupName !== undefined && groupName.trim() !== '' ? `${groupName.trim()} ${own}` : own;
  });
}

function mergedValue(
  merged: readonly MergedCells[],
  rows: ReadonlyMap<number, readonly (string | undefined)[]>,
  row: number,
  column: number,
): string | undefined {
  const around = merged.find(
    ({ top, bottom, left, right }) => top <= row && row <= bottom && left <= column && column <= right,
  );
  return around === undefined ? undefined : rows.get(around.top)?.[around.left];
}

/** Several columns, but not all: that would be a title. */
function isGroup({ left, right }: MergedCells, width: number): boolean {
  return right > left && right - left + 1 < width;
}
