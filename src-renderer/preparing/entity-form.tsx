/** @file When an entity is a known one: by its value, by a column that is filled, or by values or forms of a column (§2.3). */

import { Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { PreparationTable, Template } from '../../src-shared/contract.ts';
import { roles } from '../../src-shared/entity-roles.ts';
import { groupName } from '../../src-shared/field-words.ts';
import { labelled } from '../../src-shared/languages/labelled.ts';
import { columnTexts } from '../texts/preparing.ts';
import { madeOf, withKnownWhen } from './mapping.ts';
import classes from './mapping-table.module.css';

interface EntityFormProps {
  role: string;
  template: Template;
  table: PreparationTable;
  onTemplate: (template: Template) => void;
}

const ways = ['value', 'filled', 'one-of', 'of-form'] as const;

export function EntityForm({ role, template, table, onTemplate }: EntityFormProps) {
  const known = roles.find((one) => one === role);
  const condition = known === undefined ? undefined : template.entities[known]?.knownWhen;
  const way = ways.find((one) => one === condition?.test) ?? 'value';
  const first = madeOf(template.fields[`${role}.by_external_id`])[0] ?? table.columns[0] ?? '';
  const column = condition?.column ?? first;
  const path = `${role}.`;
  const title = groupName(role);
  return (
    <div className={classes['known']}>
      <Select
        label={columnTexts.knownWhen(title)}
        data={ways.map((value) => ({ value, label: columnTexts.knownBy[value] }))}
        value={way}
        onChange={(chosen) => {
          if (chosen === 'value') onTemplate(withKnownWhen(template, path, undefined));
          if (chosen === 'filled') onTemplate(withKnownWhen(template, path, { column, test: 'filled' }));
          if (chosen === 'one-of') onTemplate(withKnownWhen(template, path, { column, test: 'one-of', values: ['1'] }));
          if (chosen === 'of-form')
            onTemplate(withKnownWhen(template, path, { column, test: 'of-form', forms: ['#'] }));
        }}
      />
      {condition !== undefined && (
        <Select
          label={columnTexts.knownColumn}
          aria-label={labelled(title, columnTexts.knownColumn)}
          searchable
          data={[...new Set([...table.columns, column])]}
          value={column}
          onChange={(next) =>
            next !== null && onTemplate(withKnownWhen(template, path, { ...condition, column: next }))
          }
        />
      )}
      {condition?.test === 'one-of' && (
        <Values
          label={columnTexts.knownValues}
          values={condition.values}
          onValues={(values) => onTemplate(withKnownWhen(template, path, { ...condition, values }))}
        />
      )}
      {condition?.test === 'of-form' && (
        <Values
          label={columnTexts.knownForms}
          values={condition.forms}
          onValues={(forms) => onTemplate(withKnownWhen(template, path, { ...condition, forms }))}
        />
      )}
    </div>
  );
}

/** Values that a person types, divided by commas. */
export function Values({
  label,
  hint,
  values,
  onValues,
}: {
  label: string;
  hint?: string;
  values: readonly string[];
  onValues: (values: string[]) => void;
}) {
  const [typed, setTyped] = useState(values.join(', '));
  return (
    <TextInput
      label={label}
      description={hint}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      value={typed}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        const next = event.currentTarget.value
          .split(',')
          .map((one) => one.trim())
          .filter((one) => one !== '');
        if (next.length > 0) onValues(next);
      }}
    />
  );
}
