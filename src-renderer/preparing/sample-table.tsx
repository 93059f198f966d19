/** @file The first rows of a table as a spreadsheet shows them: row numbers, a header that stays, digits below each other. */

import type { PreparationTable } from '../../src-shared/contract.ts';
import { sourceTexts } from '../texts/preparing.ts';
import classes from './wizard.module.css';

/** More columns than a person looks at would make typing slow. */
const MOST_COLUMNS = 120;

export function SampleTable({ table }: { table: PreparationTable }) {
  const columns = table.columns.slice(0, MOST_COLUMNS);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
    <section className={classes['tableFrame']} tabIndex={0} aria-label={sourceTexts.tableLabel(table.name)}>
      <table>
        <thead>
          <tr>
            <th scope="col" className={classes['rowNumber']}>
              {sourceTexts.row}
            </th>
            {columns.map((column) => (
              <th key={column} scope="col" title={column}>
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
                  <td key={column} title={cell} data-number={looksLikeNumber(cell)}>
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

const looksLikeNumber = (cell: string): boolean => /^\s*[-+−]?[\d.,'’\s]*\d\s*[-+−]?\s*$/.test(cell);
