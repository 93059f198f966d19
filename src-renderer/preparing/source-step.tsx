/** @file The first step: what was recognised in the export, how to have it read differently, and its first rows. */

import { Alert, Button, Group, Select, Text, Title } from '@mantine/core';
import { IconAlertTriangle, IconTemplate } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import type { Reading, TemplateRow } from '../../src-shared/contract.ts';
import { useBridge } from '../bridge-context.ts';
import { usePreparation } from '../stores.ts';
import { sourceTexts } from '../texts/preparing.ts';
import { FileChoice } from './file-choice.tsx';
import type { OpenPreparation } from './open-preparation.ts';
import { ReadingForm } from './reading-form.tsx';
import { SampleTable } from './sample-table.tsx';
import classes from './wizard.module.css';

export function SourceStep({ open: { source } }: { open: OpenPreparation }) {
  const read = usePreparation((state) => state.read);
  const [shown, setShown] = useState(0);
  const table = source.tables[shown] ?? source.tables[0];
  const apply = (reading: Reading | undefined) => {
    setShown(0);
    void read(reading);
  };
  return (
    <>
      {source.recognised !== undefined && (
        <Alert icon={<IconTemplate aria-hidden />} color="harbour">
          {sourceTexts.usesTemplate(source.recognised.name)}
        </Alert>
      )}
      <TemplateChoice used={source.recognised?.id} />
      <section className={classes['panel']} aria-labelledby="recognised">
        <Group justify="space-between">
          <Title order={2} id="recognised">
            {sourceTexts.recognised}
          </Title>
          <Button variant="default" onClick={() => apply(undefined)}>
            {sourceTexts.detect}
          </Button>
        </Group>
        {source.packing.length > 0 && (
          <Text size="sm">
            {sourceTexts.packing}: {source.packing.join(', ')}
          </Text>
        )}
        <ReadingForm
          key={JSON.stringify(table?.reading)}
          reading={table?.reading ?? { format: 'delimited' }}
          tables={source.tables}
          lines={source.lines}
          onReading={apply}
        />
      </section>
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
      {table === undefined || table.rows.length === 0 ? (
        <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />}>
          {table === undefined || table.columns.length === 0
            ? sourceTexts.empty
            : sourceTexts.onlyNames(table.columns.length)}
        </Alert>
      ) : (
        <>
          {source.tables.length === 1 && (
            <Text size="sm" c="dimmed">
              {sourceTexts.summary(sourceTexts.rows(table.sampled, table.isAll), table.columns.length)}
            </Text>
          )}
          <SampleTable table={table} />
        </>
      )}
      {table !== undefined && table.faults.length > 0 && (
        <Alert color="yellow" title={sourceTexts.faults}>
          <ul>
            {table.faults.map(({ number, message }) => (
              <li key={number}>{sourceTexts.fault(number, message)}</li>
            ))}
          </ul>
        </Alert>
      )}
    </>
  );
}

/** Another kept template, where the columns alone do not tell which one is meant. */
function TemplateChoice({ used }: { used: string | undefined }) {
  const bridge = useBridge();
  const take = usePreparation((state) => state.useTemplate);
  const [templates, setTemplates] = useState<readonly TemplateRow[]>([]);
  useEffect(() => {
    let isWanted = true;
    void bridge.invoke['templates.list']().then((result) => {
      if (isWanted && result.ok) setTemplates(result.value);
    });
    return () => {
      isWanted = false;
    };
  }, [bridge]);
  if (templates.length === 0) return null;
  return (
    <Select
      label={sourceTexts.template}
      placeholder={sourceTexts.noTemplate}
      className={classes['template'] ?? ''}
      data={templates.map(({ id, name }) => ({ value: id, label: name }))}
      value={used ?? null}
      onChange={(id) => id !== null && void take(id)}
    />
  );
}
