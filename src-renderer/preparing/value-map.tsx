/** @file Their values of a field beside ours: of codes those that the sample has, and the cells with which something is wrong. */

import { Checkbox, Select, Text } from '@mantine/core';
import type { ColumnValues, FindingKind, Template } from '../../src-shared/contract.ts';
import { labelled } from '../../src-shared/languages/labelled.ts';
import { DataTable } from '../table/data-table.tsx';
import { fieldOfSide, tableTexts } from '../texts/mapping.ts';
import { valueTexts } from '../texts/preparing.ts';
import { number } from '../wording.ts';
import { fieldAt } from './fields.ts';
import { isCoded, plainValueOf, withField, withValue } from './mapping.ts';
import { ValueInput } from './value-input.tsx';
import classes from './values.module.css';

interface ValueMapProps {
  path: string;
  found: ColumnValues;
  findings: readonly FindingKind[];
  template: Template;
  onTemplate: (template: Template) => void;
}

const choices = ['keep', 'leave-out', 'refuse'] as const;

export function ValueMap({ path, found, findings, template, onTemplate }: ValueMapProps) {
  const value = plainValueOf(template.fields[path]);
  if (value === undefined) return null;
  const { values = {}, otherValues = 'keep' } = value;
  const rows = rowsOf(path, found, findings, Object.keys(values));
  if (rows.length === 0) return null;
  const name = fieldOfSide(path, template);
  const kind = fieldAt(path)?.kind;
  const isCapital = kind === 'country' || kind === 'currency';
  return (
    <section className={classes['map']} aria-label={name}>
      <div className={classes['mapHead']}>
        <Text size="sm">
          <strong>{name}</strong> · {found.column} · {valueTexts.manyValues(found)}
          {found.empty > 0 && ` · ${valueTexts.empty(found.empty)}`}
        </Text>
        {isCapital && (
          <Checkbox
            size="xs"
            label={valueTexts.letters}
            checked={value.letters === 'upper'}
            onChange={(event) => {
              const { letters: _, ...others } = value;
              const next = event.currentTarget.checked ? { ...others, letters: 'upper' as const } : others;
              onTemplate(withField(template, path, next));
            }}
          />
        )}
        {Object.keys(values).length > 0 && (
          <Select
            size="xs"
            label={valueTexts.otherValues}
            data={choices.map((choice) => ({ value: choice, label: valueTexts.otherChoices[choice] }))}
            value={otherValues}
            onChange={(chosen) => {
              const choice = choices.find((one) => one === chosen);
              if (choice === undefined) return;
              const { otherValues: _, ...others } = value;
              onTemplate(withField(template, path, choice === 'keep' ? others : { ...others, otherValues: choice }));
            }}
          />
        )}
      </div>
      <DataTable
        label={labelled(name, valueTexts.codes)}
        frame="bordered"
        frameClass={classes['mapRows']}
        rows={rows}
        keyOf={(row) => row.value}
        columns={[
          {
            heading: valueTexts.theirs,
            className: classes['cell'],
            cell: ({ value: theirs }) => (theirs === '' ? tableTexts.emptyCell : theirs),
          },
          {
            heading: valueTexts.count,
            align: 'end',
            className: classes['count'],
            cell: ({ count, isFaulty }) =>
              isFaulty || found.looked === undefined ? number(count) : valueTexts.atLeast(count),
          },
          {
            heading: valueTexts.ours,
            cell: ({ value: theirs, isFaulty }) => (
              <ValueInput
                path={path}
                size="xs"
                {...(isFaulty && { 'data-first': true })}
                aria-label={valueTexts.oursFor(theirs === '' ? tableTexts.emptyCell : theirs, name)}
                placeholder={valueTexts.asItIs}
                maxLength={500}
                value={values[theirs] ?? ''}
                onValue={(ours) => onTemplate(withValue(template, path, theirs, ours === '' ? undefined : ours))}
              />
            ),
          },
        ]}
      />
    </section>
  );
}

interface ValueRow {
  value: string;
  /** Of all rows where something is wrong with it; otherwise in the rows looked at, which may be all. */
  count: number;
  isFaulty?: true;
}

/** What is wrong stands first; then the values of codes; then those that have ours, though the sample has none of them. */
function rowsOf(
  path: string,
  found: ColumnValues,
  findings: readonly FindingKind[],
  given: readonly string[],
): ValueRow[] {
  const faulty = findings
    .filter(({ column }) => column === found.column)
    .flatMap(({ cells }) =>
      cells.map(({ cell, rows }) => ({ value: cell.trim(), count: rows, isFaulty: true as const })),
    );
  const codes = isCoded(path) ? found.values : [];
  const empty = found.empty > 0 ? [{ value: '', count: found.empty }] : [];
  const all: ValueRow[] = [...faulty, ...codes, ...empty, ...given.map((value) => ({ value, count: 0 }))];
  return all.filter(({ value }, at) => all.findIndex((one) => one.value === value) === at);
}
