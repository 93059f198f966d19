/** @file Their values of a code beside ours, for the values that the sample has. */

import { Checkbox, Select, Table, Text, TextInput } from '@mantine/core';
import type { ColumnValues, Template } from '../../src-shared/contract.ts';
import { fieldName, valueTexts } from '../texts/preparing.ts';
import { number } from '../wording.ts';
import { fieldAt } from './fields.ts';
import { plainValueOf, withField, withValue } from './mapping.ts';
import classes from './values.module.css';

interface ValueMapProps {
  path: string;
  found: ColumnValues;
  template: Template;
  onTemplate: (template: Template) => void;
}

const choices = ['keep', 'leave-out', 'refuse'] as const;

export function ValueMap({ path, found, template, onTemplate }: ValueMapProps) {
  const value = plainValueOf(template.fields[path]);
  if (value === undefined) return null;
  const { values = {}, otherValues = 'keep' } = value;
  const known = found.values.map((one) => one.value);
  const rows = [
    ...found.values,
    ...Object.keys(values)
      .filter((theirs) => !known.includes(theirs))
      .map((theirs) => ({ value: theirs, count: 0 })),
  ];
  const name = fieldName(path);
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
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
      <section className={classes['mapRows']} tabIndex={0} aria-label={`${name}: ${valueTexts.codes}`}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{valueTexts.theirs}</Table.Th>
              <Table.Th className={classes['count'] ?? ''}>{valueTexts.count}</Table.Th>
              <Table.Th>{valueTexts.ours}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map(({ value: theirs, count }) => (
              <Table.Tr key={theirs}>
                <Table.Td className={classes['cell'] ?? ''}>{theirs}</Table.Td>
                <Table.Td className={classes['count'] ?? ''}>{number(count)}</Table.Td>
                <Table.Td>
                  <TextInput
                    size="xs"
                    aria-label={valueTexts.oursFor(theirs, name)}
                    placeholder={valueTexts.asItIs}
                    maxLength={500}
                    value={values[theirs] ?? ''}
                    onChange={(event) => {
                      const ours = event.currentTarget.value;
                      onTemplate(withValue(template, path, theirs, ours === '' ? undefined : ours));
                    }}
                  />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </section>
    </section>
  );
}
