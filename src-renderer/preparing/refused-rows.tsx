/** @file The rows that do not become transactions: where each is in the original, and why. */

import { Table, Text } from '@mantine/core';
import type { FindingKind, Plan } from '../../src-shared/contract.ts';
import { findingInWords } from '../../src-shared/retold/findings.ts';
import { findingSentence } from '../texts/mapping.ts';
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
  return (
    <div>
      <Text size="sm">{findingSentence(kind)}</Text>
      <Text size="sm" c="dimmed">
        {resultTexts.refusedHint}
      </Text>
      {firstFaults.length === 0 ? (
        <Text size="sm">{resultTexts.rowsOf(kind.first)}</Text>
      ) : (
        <FaultTable faults={firstFaults} />
      )}
    </div>
  );
}

function FaultTable({ faults }: { faults: Plan['firstFaults'] }) {
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
      <section className={classes['rows']} tabIndex={0} aria-label={resultTexts.refusedTable}>
        <Table stickyHeader>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{resultTexts.table}</Table.Th>
              <Table.Th className={classes['number'] ?? ''}>{resultTexts.row}</Table.Th>
              <Table.Th>{resultTexts.column}</Table.Th>
              <Table.Th>{resultTexts.cell}</Table.Th>
              <Table.Th>{resultTexts.why}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {faults.map(({ source, table, row, column = '', cell, message }) => (
              <Table.Tr key={`${source} ${table} ${row} ${column} ${message}`}>
                <Table.Td>{[source, table].filter(Boolean).join(', ')}</Table.Td>
                <Table.Td className={classes['number'] ?? ''}>{number(row)}</Table.Td>
                <Table.Td>{column}</Table.Td>
                <Table.Td className={classes['cell'] ?? ''}>{cell}</Table.Td>
                <Table.Td>{findingInWords(message)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </section>
    </>
  );
}
