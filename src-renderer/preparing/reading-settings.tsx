/** @file How an export is read, in all that can be set: format, encoding, separator, widths, the files of an archive; and its rows. */

import { Alert, Button, Group, Select, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { labelled } from '../../src-shared/languages/labelled.ts';
import { usePreparation } from '../stores.ts';
import { sourceTexts } from '../texts/preparing.ts';
import { FileChoice } from './file-choice.tsx';
import type { OpenPreparation } from './open-preparation.ts';
import { ReadingForm } from './reading-form.tsx';
import { SampleTable } from './sample-table.tsx';

export function ReadingSettings({ source }: { source: OpenPreparation['source'] }) {
  const read = usePreparation((state) => state.read);
  const [shown, setShown] = useState(0);
  const table = source.tables[shown] ?? source.tables[0];
  return (
    <Stack>
      <Group justify="space-between">
        <Text size="sm">{source.packing.length > 0 && labelled(sourceTexts.packing, source.packing.join(', '))}</Text>
        <Button variant="default" onClick={() => void read(undefined)}>
          {sourceTexts.detect}
        </Button>
      </Group>
      <ReadingForm
        key={JSON.stringify(table?.reading)}
        reading={table?.reading ?? { format: 'delimited' }}
        lines={source.lines}
        onReading={(reading) => void read(reading)}
      />
      <FileChoice files={source.files} allFiles={source.allFiles} notTaken={source.notTaken} />
      {source.tables.length > 1 && (
        <Select
          label={sourceTexts.table}
          data={source.tables.map(({ name, columns, sampled, isAll }, at) => ({
            value: String(at),
            label: `${name} · ${sourceTexts.summary(sourceTexts.rows(sampled, isAll), columns.length)}`,
          }))}
          value={String(shown)}
          onChange={(at) => setShown(Number(at ?? 0))}
        />
      )}
      {table !== undefined && table.rows.length > 0 && <SampleTable table={table} />}
      {table !== undefined && table.faults.length > 0 && (
        <Alert color="yellow" title={sourceTexts.faults}>
          <ul>
            {table.faults.map(({ number, message }) => (
              <li key={number}>{sourceTexts.fault(number, message)}</li>
            ))}
          </ul>
        </Alert>
      )}
    </Stack>
  );
}
