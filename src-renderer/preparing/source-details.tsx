/** @file The rest of where a field comes from: the text, the joined columns, or the part of a cell. */

import { Checkbox, MultiSelect, NumberInput, TextInput } from '@mantine/core';
import { isCountry } from '../../src-shared/template-direction.ts';
import { columnTexts } from '../texts/preparing.ts';
import type { Source } from './mapping.ts';
import classes from './mapping-table.module.css';
import { ValueInput } from './value-input.tsx';

interface SourceDetailsProps {
  path: string;
  /** The name of the field. */
  name: string;
  source: Source;
  columns: readonly string[];
  onSource: (source: Source) => void;
  /** One of the usual texts was chosen: nothing is left to say. */
  onChosen: () => void;
}

export function SourceDetails({ path, name, source, columns, onSource, onChosen }: SourceDetailsProps) {
  switch (source.from) {
    case 'constant':
      return (
        <ValueInput
          path={path}
          data-first
          label={columnTexts.textLabel}
          aria-label={columnTexts.text(name)}
          maxLength={10_000}
          value={source.text}
          onChosen={onChosen}
          onValue={(text) => onSource({ ...source, text })}
        />
      );
    case 'columns':
      return (
        <div className={classes['details']}>
          <ColumnsChoice name={name} source={source} columns={columns} onSource={onSource} />
          <TextInput
            label={columnTexts.separator}
            maxLength={20}
            value={source.separator}
            onChange={(event) => onSource({ ...source, separator: event.currentTarget.value })}
          />
        </div>
      );
    case 'uuid':
      return (
        <>
          <ColumnsChoice name={name} source={source} columns={columns} onSource={onSource} />
          <span className={classes['samples']}>{columnTexts.uuidHint}</span>
        </>
      );
    case 'column':
      return (
        <div className={classes['part']}>
          {(isCountry(path) || source.part === 'country-of-iban') && <OfIban source={source} onSource={onSource} />}
          {source.part !== 'country-of-iban' && <Part source={source} part={source.part} onSource={onSource} />}
        </div>
      );
  }
}

interface ColumnsChoiceProps extends Omit<SourceDetailsProps, 'path' | 'onChosen'> {
  source: Extract<Source, { columns: string[] }>;
}

function ColumnsChoice({ name, source, columns, onSource }: ColumnsChoiceProps) {
  return (
    <MultiSelect
      label={columnTexts.columnsGroup}
      aria-label={columnTexts.joinedColumns(name)}
      searchable
      data={[...new Set([...columns, ...source.columns])]}
      value={source.columns}
      maxValues={100}
      onChange={(chosen) => {
        if (chosen.length > 0) onSource({ ...source, columns: chosen });
      }}
    />
  );
}

type OfColumn = Extract<Source, { from: 'column' }>;
type OfPart = Extract<NonNullable<OfColumn['part']>, object>;

interface PartProps {
  source: OfColumn;
  onSource: (source: Source) => void;
}

function OfIban({ source: { part, ...whole }, onSource }: PartProps) {
  return (
    <Checkbox
      size="xs"
      label={columnTexts.countryOfIban}
      checked={part === 'country-of-iban'}
      onChange={(event) => onSource(event.currentTarget.checked ? { ...whole, part: 'country-of-iban' } : whole)}
    />
  );
}

function Part({ source: { part: _, ...whole }, part, onSource }: PartProps & { part: OfPart | undefined }) {
  return (
    <>
      <Checkbox
        size="xs"
        label={columnTexts.part}
        checked={part !== undefined}
        onChange={(event) =>
          onSource(event.currentTarget.checked ? { ...whole, part: { separator: ' ', number: 1 } } : whole)
        }
      />
      {part !== undefined && (
        <div className={classes['details']}>
          <TextInput
            label={columnTexts.partSeparator}
            maxLength={20}
            value={part.separator}
            onChange={(event) => {
              const separator = event.currentTarget.value;
              if (separator !== '') onSource({ ...whole, part: { ...part, separator } });
            }}
          />
          <NumberInput
            label={columnTexts.partNumber}
            description={columnTexts.partHint}
            inputWrapperOrder={['label', 'input', 'description']}
            min={-100}
            max={100}
            allowDecimal={false}
            value={part.number}
            onChange={(typed) => {
              const number = Number(typed);
              if (Number.isInteger(number) && number !== 0) onSource({ ...whole, part: { ...part, number } });
            }}
          />
        </div>
      )}
    </>
  );
}
