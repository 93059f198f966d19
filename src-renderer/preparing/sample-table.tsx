/** @file The first rows of a table as a spreadsheet shows them: row numbers, a header that stays, digits below each other. */

import type { PreparationTable } from '../../src-shared/contract.ts';
import { sourceTexts } from '../texts/preparing.ts';
import classes from './panels.module.css';

/** More columns than a person looks at would make typing slow. */
const MOST_COLUMNS = 120;

export function SampleTable({ table }: { table: PreparationTable }) {
  const columns = table.columns.slice(0, MOST_COLUMNS);
  const areNumbers = columns.map((_, at) => hasNumbers(table.rows.map(({ cells }) => cells[at] ?? '')));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
    <section className={classes['tableFrame']} tabIndex={0} aria-label={sourceTexts.tableLabel(table.name)}>
      <table>
        <thead>
          <tr>
            <th scope="col" className={classes['rowNumber']}>
              {sourceTexts.row}
            </th>
            {columns.map((column, at) => (
              <th key={column} scope="col" title={column} data-number={areNumbers[at]}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map(({ number, cells }) => (
            <tr key={number}>
              <th scope="row" className={classes['rowNumber']}>
                {number}
              </th>
              {columns.map((column, at) => {
                const cell = cells[at] ?? null;
                return cell === null ? (
                  <td key={column} className={classes['missing']} />
                ) : (
                  <td key={column} title={cell} data-number={areNumbers[at]}>
                    {cell}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** Whether digits stand below each other: every cell with something in it is a number, and no date. */
function hasNumbers(cells: readonly string[]): boolean {
  const filled = cells.filter((cell) => cell.trim() !== '');
  return filled.length > 0 && filled.every((cell) => looksLikeNumber.test(cell) && !looksLikeDate.test(cell));
}

const looksLikeNumber = /^\s*[-+−]?[\d.,'’\s]*\d\s*[-+−]?\s*$/;
const looksLikeDate = /^\s*\d{1,4}\.\d{1,2}\.(\d{2}|\d{4})?\s*$/;
