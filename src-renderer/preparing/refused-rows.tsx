/** @file The rows that do not become transactions: where each is in the original, and why. */

import { Text } from '@mantine/core';
import type { FindingKind, Plan } from '../../src-shared/contract.ts';
import { findingSentence } from '../../src-shared/finding-sentence.ts';
import { keyOfSaid } from '../../src-shared/languages/fact.ts';
import { DataTable } from '../table/data-table.tsx';
import { resultTexts } from '../texts/preparing.ts';
import { number } from '../wording.ts';
import classes from './finish.module.css';

interface RefusedRowsProps {
  kind: FindingKind;
  plan: Plan | undefined;
}

/** Of the first rows that were refused, those of a kind. */
export function RefusedRows({ kind, plan }: RefusedRowsProps) {
  const firstFaults = (plan?.firstFaults ?? []).filter(
    ({ rule, column, field }) => rule === kind.rule && column === kind.column && field === kind.field,
  );
  // It is about the export as a whole: no row is to blame.
  const isOfFile = kind.rule === 'file.disagrees';
  return (
    <div>
      <Text size="sm">{findingSentence(kind.message)}</Text>
      {!isOfFile && (
        <Text size="sm" c="dimmed">
          {resultTexts.refusedHint}
        </Text>
      )}
      {isOfFile ? null : firstFaults.length === 0 ? (
        <Text size="sm">{resultTexts.rowsOf(kind.first)}</Text>
      ) : (
        <DataTable
          label={resultTexts.refusedTable}
          isInBlocks
          frame="bordered"
          frameClass={classes['rows']}
          rows={firstFaults}
          keyOf={({ source, table, row, column = '', message }) =>
            `${source} ${table} ${row} ${column} ${keyOfSaid(message)}`
          }
          columns={[
            { heading: resultTexts.table, cell: ({ source, table }) => [source, table].filter(Boolean).join(', ') },
            { heading: resultTexts.row, align: 'end', cell: ({ row }) => number(row) },
            { heading: resultTexts.column, cell: ({ column }) => column },
            { heading: resultTexts.cell, className: classes['cell'], cell: ({ cell }) => cell },
            { heading: resultTexts.why, cell: ({ message }) => findingSentence(message) },
          ]}
        />
      )}
    </div>
  );
}
