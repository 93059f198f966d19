/** @file The first rows of a table as a spreadsheet shows them: row numbers, a header that stays, digits below each other. */

import type { PreparationTable } from '../../src-shared/contract.ts';
import { type Column, DataTable } from '../table/data-table.tsx';
import { sourceTexts } from '../texts/preparing.ts';
import classes from './panels.module.css';

/** More columns than a person looks at would make typing slow. */
const MOST_COLUMNS = 120;

export function SampleTable({ table }: { table: PreparationTable }) {
  const columns = table.columns.slice(0, MOST_COLUMNS);
  const areNumbers = columns.map((_, at) => hasNumbers(table.rows.map(({ cells }) => cells[at] ?? '')));
  return (
    <DataTable
      label={sourceTexts.tableLabel(table.name)}
      frame="bordered"
      className={classes['sample']}
      frameClass={classes['sampleFrame']}
      rows={table.rows}
      keyOf={(row) => row.number}
      columns={[
        {
          heading: sourceTexts.row,
          isName: true,
          align: 'end',
          className: classes['rowNumber'],
          cell: (row) => row.number,
        },
        ...columns.map(
          (column, at): Column<PreparationTable['rows'][number]> => ({
            heading: column,
            meaning: column,
            align: areNumbers[at] === true ? 'end' : undefined,
            title: ({ cells }) => cells[at] ?? undefined,
            cell: ({ cells }) => cells[at] ?? <span className={classes['missing']} />,
          }),
        ),
      ]}
    />
  );
}

/** Whether digits stand below each other: every cell with something in it is a number, and no date. */
function hasNumbers(cells: readonly string[]): boolean {
  const filled = cells.filter((cell) => cell.trim() !== '');
  return filled.length > 0 && filled.every((cell) => looksLikeNumber.test(cell) && !looksLikeDate.test(cell));
}

const looksLikeNumber = /^\s*[-+−]?[\d.,'’\s]*\d\s*[-+−]?\s*$/;
const looksLikeDate = /^\s*\d{1,4}\.\d{1,2}\.(\d{2}|\d{4})?\s*$/;
