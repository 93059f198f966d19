/** @file The kept templates: rename, duplicate, export, import, go back to a version, remove. */

import { ActionIcon, Button, Group, Stack, Text, TextInput, Title } from '@mantine/core';
import { IconCopy, IconDownload, IconHistory, IconPencil, IconTrash, IconUpload } from '@tabler/icons-react';
import { type FormEvent, useEffect, useState } from 'react';
import type { Result, TemplateRow } from '../../src-shared/contract.ts';
import type { ErrorRecord } from '../../src-shared/errors.ts';
import { useBridge } from '../bridge-context.ts';
import { Dialog } from '../dialog.tsx';
import { ErrorNotice } from '../errors/error-notice.tsx';
import { FileButton } from '../file-button.tsx';
import { FileName } from '../file-name.tsx';
import { Question } from '../question.tsx';
import { SaveOutcome } from '../saving/save-outcome.tsx';
import { useSave } from '../saving/use-save.ts';
import { DataTable } from '../table/data-table.tsx';
import { formatWords, templateTexts } from '../texts/preparing.ts';
import { number } from '../wording.ts';
import classes from './prepare-page.module.css';
import { textOfTemplate } from './template-file.ts';
import { TemplateVersions } from './template-versions.tsx';

export function TemplateList() {
  const bridge = useBridge();
  const saving = useSave();
  const [rows, setRows] = useState<readonly TemplateRow[]>();
  const [error, setError] = useState<ErrorRecord>();
  const [renamed, setRenamed] = useState<TemplateRow>();
  const [doubted, setDoubted] = useState<TemplateRow>();
  const [reviewed, setReviewed] = useState<TemplateRow>();
  const take = (result: Result<TemplateRow[]>) => {
    setError(result.ok ? undefined : result.error);
    if (result.ok) setRows(result.value);
  };
  useEffect(() => {
    let isWanted = true;
    void bridge.invoke['templates.list']().then((result) => {
      if (!isWanted) return;
      setError(result.ok ? undefined : result.error);
      if (result.ok) setRows(result.value);
    });
    return () => {
      isWanted = false;
    };
  }, [bridge]);
  const importFrom = async (file: File | null) => {
    if (file === null) return;
    const text = await textOfTemplate(file);
    if (text.ok) take(await bridge.invoke['templates.import']({ text: text.value, name: file.name }));
    else setError(text.error);
  };
  return (
    <section aria-labelledby="templates">
      <div className={classes['head']}>
        <div>
          <Title order={2} id="templates">
            {templateTexts.title}
          </Title>
          <Text size="sm" c="dimmed">
            {templateTexts.intro}
          </Text>
        </div>
        <FileButton accept=".json,application/json" onChange={(file) => void importFrom(file)}>
          {(props) => (
            <Button variant="default" leftSection={<IconUpload size={16} aria-hidden />} {...props}>
              {templateTexts.import}
            </Button>
          )}
        </FileButton>
      </div>
      {error !== undefined && <ErrorNotice error={error} isAskedOnce />}
      <SaveOutcome saving={saving} />
      {rows?.length === 0 && <p className={classes['none']}>{templateTexts.none}</p>}
      {rows !== undefined && rows.length > 0 && (
        <DataTable
          label={templateTexts.tableLabel}
          frame="bordered"
          frameClass={classes['table']}
          isInBlocks
          rows={rows}
          keyOf={({ id }) => id}
          columns={[
            {
              heading: templateTexts.columns.name,
              className: classes['name'],
              cell: ({ name }) => <FileName name={name} wraps />,
            },
            { heading: templateTexts.columns.format, cell: ({ format }) => formatWords(format) },
            { heading: templateTexts.columns.columns, align: 'end', cell: ({ columns }) => number(columns) },
            { heading: templateTexts.columns.fields, align: 'end', cell: ({ fields }) => number(fields) },
            { heading: templateTexts.columns.used, cell: templateTexts.used },
            {
              heading: templateTexts.columns.actions,
              cell: (row) => (
                <Group gap={2} wrap="nowrap">
                  <RowAction name={templateTexts.rename} of={row} Icon={IconPencil} act={() => setRenamed(row)} />
                  <RowAction
                    name={templateTexts.copy}
                    of={row}
                    Icon={IconCopy}
                    act={async () => take(await bridge.invoke['templates.copy']({ id: row.id }))}
                  />
                  <RowAction
                    name={templateTexts.export}
                    of={row}
                    Icon={IconDownload}
                    act={() => saving.save({ kind: 'template', id: row.id })}
                  />
                  <RowAction name={templateTexts.versions} of={row} Icon={IconHistory} act={() => setReviewed(row)} />
                  <RowAction name={templateTexts.remove} of={row} Icon={IconTrash} act={() => setDoubted(row)} />
                </Group>
              ),
            },
          ]}
        />
      )}
      <Dialog
        subject={renamed}
        onClose={() => setRenamed(undefined)}
        title={({ name }) => templateTexts.renameTitle(name)}
      >
        {(row) => (
          <RenameForm
            key={row.id}
            row={row}
            onName={async (name) => {
              setRenamed(undefined);
              take(await bridge.invoke['templates.rename']({ id: row.id, name }));
            }}
          />
        )}
      </Dialog>
      <Dialog
        subject={reviewed}
        onClose={() => setReviewed(undefined)}
        title={({ name }) => templateTexts.versionsTitle(name)}
        size={720}
      >
        {({ id }) => <TemplateVersions key={id} id={id} onGoneBack={take} />}
      </Dialog>
      <Question
        subject={doubted}
        words={({ name }) => ({
          title: templateTexts.removeTitle(name),
          sentences: [templateTexts.removeWords],
          confirm: templateTexts.remove,
          goBack: templateTexts.cancel,
          isGrave: true,
        })}
        act={async ({ id }) => {
          const result = await bridge.invoke['templates.remove']({ id });
          if (!result.ok) return result.error;
          take(result);
          return undefined;
        }}
        onClose={() => setDoubted(undefined)}
      />
    </section>
  );
}

interface RowActionProps {
  name: string;
  of: TemplateRow;
  Icon: typeof IconCopy;
  act: () => void | Promise<void>;
}

function RowAction({ name, of, Icon, act }: RowActionProps) {
  const words = templateTexts.actionOn(name, of.name);
  return (
    <ActionIcon variant="subtle" color="gray" aria-label={words} title={words} onClick={() => void act()}>
      <Icon size={18} stroke={1.6} aria-hidden />
    </ActionIcon>
  );
}

function RenameForm({ row, onName }: { row: TemplateRow; onName: (name: string) => Promise<void> }) {
  const [name, setName] = useState(row.name);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() !== '') void onName(name.trim());
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <TextInput
          data-autofocus
          label={templateTexts.newName}
          maxLength={200}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Group justify="flex-end">
          <Button type="submit" disabled={name.trim() === ''}>
            {templateTexts.save}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
