/** @file The rows that do not become transactions: where each is in the original, and why. */

import { Table, Text, Title } from '@mantine/core';
import type { Plan } from '../../src-shared/contract.ts';
import { resultTexts } from '../texts/preparing.ts';
import { number } from '../wording.ts';
import classes from './result-step.module.css';
import wizard from './wizard.module.css';

export function RefusedRows({ plan: { refused, firstFaults } }: { plan: Plan }) {
  return (
    <section className={wizard['panel']} aria-labelledby="refused">
      <div>
        <Title order={2} id="refused" className={classes['troubled'] ?? ''}>
          {resultTexts.refusedTitle(refused)}
        </Title>
        <Text size="sm">
          {resultTexts.refusedHint}
          {refused > firstFaults.length && ` ${resultTexts.refusedFirst(firstFaults.length)}`}
        </Text>
      </div>
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
            {firstFaults.map(({ source, table, row, column = '', cell, message }) => (
              <Table.Tr key={`${source} ${table} ${row} ${column} ${message}`}>
                <Table.Td>{[source, table].filter(Boolean).join(', ')}</Table.Td>
                <Table.Td className={classes['number'] ?? ''}>{number(row)}</Table.Td>
                <Table.Td>{column}</Table.Td>
                <Table.Td className={classes['cell'] ?? ''}>{cell}</Table.Td>
                <Table.Td>{message}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </section>
    </section>
  );
}
