/** @file The second step: where each field of the service comes from, beside what becomes of a row. */

import { Alert, Title } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import type { Guess, PreparationTable, Preview, Template } from '../../src-shared/contract.ts';
import { usePreparation } from '../stores.ts';
import { columnTexts, fieldName, groupWords } from '../texts/preparing.ts';
import classes from './columns-step.module.css';
import { EntityForm } from './entity-form.tsx';
import { FieldRow } from './field-row.tsx';
import { type FieldGroup, fieldGroups, isNeeded, missingFields, roleOf } from './fields.ts';
import { usedColumns } from './mapping.ts';
import type { OpenPreparation } from './open-preparation.ts';
import { OtherColumns } from './other-columns.tsx';
import { RowPreview } from './row-preview.tsx';
import { usePreviews } from './use-previews.ts';

export function ColumnsStep({ open: { preparation, source, draft } }: { open: OpenPreparation }) {
  const change = usePreparation((state) => state.change);
  const guessed = usePreparation((state) => state.guessed);
  const table = source.tables[0];
  const { template } = draft;
  const previews = usePreviews(preparation.id, template, table);
  const onTemplate = (next: Template) => change({ template: next });
  if (table === undefined) return null;
  const absent = [...usedColumns(template)].filter((column) => !table.columns.includes(column));
  return (
    <>
      {absent.length > 0 ? (
        <Alert color="red" icon={<IconAlertTriangle aria-hidden />}>
          {columnTexts.absentColumns(absent)}
        </Alert>
      ) : (
        <Missing template={template} />
      )}
      <div className={classes['beside']}>
        <div className={classes['groups']}>
          {fieldGroups.map((group) => (
            <Group
              key={group.name}
              {...{ group, template, guessed, table, previews, onTemplate }}
              guesses={source.guesses}
            />
          ))}
          <OtherColumns template={template} table={table} onTemplate={onTemplate} />
        </div>
        <RowPreview previews={previews} />
      </div>
    </>
  );
}

/** What has no source yet: of an entity that has an identifier, the rest is needed only where that is empty. */
function Missing({ template }: { template: Template }) {
  const missing = missingFields(template);
  const always = missing.filter((path) => !hasIdentifier(path, template));
  const names = (always.length > 0 ? always : missing).map((path) => `${groupOf(path)}${fieldName(path)}`);
  const Icon = missing.length > 0 ? IconAlertTriangle : IconCircleCheck;
  return (
    <Alert color={missing.length > 0 ? 'yellow' : 'green'} icon={<Icon aria-hidden />}>
      {always.length > 0
        ? columnTexts.missing(names)
        : missing.length > 0
          ? columnTexts.missingAtTimes(names)
          : columnTexts.nothingMissing}
    </Alert>
  );
}

function hasIdentifier(path: string, { fields }: Template): boolean {
  const role = roleOf(path);
  return role !== undefined && fields[`${role}.by_external_id`] !== undefined;
}

/** Fields of an entity have the same names for each role. */
function groupOf(path: string): string {
  const group = fieldGroups.find(({ fields }) => fields.some((field) => field.path === path))?.name ?? '';
  return group === 'modification' || group === 'payment' ? '' : `${groupWords[group]}: `;
}

interface GroupProps {
  group: FieldGroup;
  template: Template;
  guessed: Template | undefined;
  guesses: readonly Guess[];
  table: PreparationTable;
  previews: readonly Preview[];
  onTemplate: (template: Template) => void;
}

/** The needed fields and those with a source; the others follow when they are asked for. */
function Group({ group, template, guessed, guesses, table, previews, onTemplate }: GroupProps) {
  const [areAllShown, showAll] = useState(false);
  const isUsed = (path: string) => template.fields[path] !== undefined;
  const shown = group.fields.filter((field) => areAllShown || isNeeded(field, template) || isUsed(field.path));
  const hidden = group.fields.length - shown.length;
  const title = groupWords[group.name] ?? group.name;
  const samples = useMemo(() => samplesOf(table), [table]);
  const isEntity = group.name !== 'modification' && group.name !== 'payment';
  return (
    <section className={classes['group']} aria-labelledby={`group-${group.name}`}>
      <Title order={2} id={`group-${group.name}`}>
        {title}
      </Title>
      {isEntity && shown.some(({ path }) => isUsed(path)) && (
        <EntityForm role={group.name} template={template} table={table} onTemplate={onTemplate} />
      )}
      {shown.map((field) => (
        <FieldRow
          key={field.path}
          field={field}
          of={isEntity ? title : undefined}
          template={template}
          guess={
            guessed?.fields[field.path] === template.fields[field.path]
              ? guesses.find((guess) => guess.field === field.path)
              : undefined
          }
          columns={table.columns}
          samples={samples}
          previews={previews}
          onTemplate={onTemplate}
        />
      ))}
      {hidden > 0 && (
        <button type="button" className={classes['more']} aria-expanded={false} onClick={() => showAll(true)}>
          {columnTexts.more(hidden)}
        </button>
      )}
    </section>
  );
}

const MOST_SAMPLES = 3;

/** A few values of each column that differ. */
function samplesOf({ columns, rows }: PreparationTable): ReadonlyMap<string, readonly string[]> {
  return new Map(
    columns.map((column, at) => {
      const values = new Set<string>();
      for (const { cells } of rows) {
        const cell = cells[at]?.trim() ?? '';
        if (cell !== '') values.add(cell.length > 40 ? `${cell.slice(0, 39)}…` : cell);
        if (values.size === MOST_SAMPLES) break;
      }
      return [column, [...values]];
    }),
  );
}
