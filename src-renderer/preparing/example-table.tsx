/** @file Three real cells of a field: as the export has them, and as the service receives them. */

import { Table, Text } from '@mantine/core';
import type { PreparationTable, Preview, Template } from '../../src-shared/contract.ts';
import { fieldName, valueTexts } from '../texts/preparing.ts';
import { number } from '../wording.ts';
import { examplesOf } from './examples.ts';
import classes from './values.module.css';

interface ExampleTableProps {
  template: Template;
  table: PreparationTable;
  previews: readonly Preview[];
  path: string;
}

export function ExampleTable({ template, table, previews, path }: ExampleTableProps) {
  const examples = examplesOf(template, path, table, previews);
  return (
    <div>
      <Text size="sm" fw={600}>
        {fieldName(path)}
      </Text>
      {examples.length === 0 ? (
        <Text size="sm" c="dimmed">
          {valueTexts.noExamples}
        </Text>
      ) : (
        <Table aria-label={valueTexts.examples(fieldName(path))} className={classes['examples'] ?? ''}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{valueTexts.row}</Table.Th>
              <Table.Th>{valueTexts.before}</Table.Th>
              <Table.Th>{valueTexts.after}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {examples.map(({ row, before, after, problem }) => (
              <Table.Tr key={row}>
                <Table.Td>{number(row)}</Table.Td>
                <Table.Td className={classes['cell'] ?? ''}>{before}</Table.Td>
                <Table.Td className={classes['cell'] ?? ''} data-troubled={problem !== undefined}>
                  {problem ?? after ?? valueTexts.notWritten}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </div>
  );
}
