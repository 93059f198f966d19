/** @file One question of the overview: its picture, and the table behind it. */

import { Paper, SegmentedControl, Table, Title } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { overviewTexts } from '../texts/overview.ts';
import classes from './overview-page.module.css';

interface PanelProps {
  title: string;
  picture: ReactNode;
  columns: readonly string[];
  /** The first cell names the row. */
  rows: readonly (readonly string[])[];
}

export function Panel({ title, picture, columns, rows }: PanelProps) {
  const [shown, setShown] = useState('picture');
  return (
    <Paper withBorder p="md" radius="md" component="section" aria-label={title} className={classes['panel'] ?? ''}>
      <div className={classes['head']}>
        <Title order={2} size="h5">
          {title}
        </Title>
        <SegmentedControl
          size="xs"
          aria-label={overviewTexts.show(title)}
          value={shown}
          onChange={setShown}
          transitionDuration={0}
          data={[
            { value: 'picture', label: overviewTexts.picture },
            { value: 'table', label: overviewTexts.table },
          ]}
        />
      </div>
      {rows.length === 0 && <p className="small-print">{overviewTexts.nothing}</p>}
      {rows.length > 0 && shown === 'picture' && picture}
      {rows.length > 0 && shown === 'table' && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
        <section className={classes['rows']} aria-label={`${title}, ${overviewTexts.table}`} tabIndex={0}>
          <Table verticalSpacing={4}>
            <Table.Thead>
              <Table.Tr>
                {columns.map((column) => (
                  <Table.Th key={column} scope="col">
                    {column}
                  </Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {rows.map(([name, ...cells]) => (
                <Table.Tr key={name}>
                  <Table.Th scope="row">{name}</Table.Th>
                  {cells.map((cell, index) => (
                    <Table.Td key={columns[index + 1]}>{cell}</Table.Td>
                  ))}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </section>
      )}
    </Paper>
  );
}
