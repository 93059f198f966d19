/** @file How a field is read, in all that can be set about it: where it comes from, numbers, dates, values, and its entity. */

import { Button, Group, Select, TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type {
  ColumnValues,
  FindingKind,
  PlainValue,
  PreparationTable,
  Sign,
  Template,
} from '../../src-shared/contract.ts';
import { countryOfIban } from '../../src-shared/iban.ts';
import {
  AMOUNT,
  directionOfAmount,
  directionsByAmount,
  isCountry,
  isOfIban,
} from '../../src-shared/template-direction.ts';
import { isZone } from '../../src-shared/zones.ts';
import { useBridge } from '../bridge-context.ts';
import { formShown, formTyped } from '../texts/date-forms.ts';
import { columnsInWords, directionByAmountInWords, fieldOfSide, tableTexts } from '../texts/mapping.ts';
import { columnTexts, decimalWords, signWords, thousandsWords, valueTexts } from '../texts/preparing.ts';
import { EntityForm, Values } from './entity-form.tsx';
import { fieldAt, roleOf } from './fields.ts';
import { madeOf, plainValueOf, sourceKindOf, withDirection, withField, withSource } from './mapping.ts';
import { choiceOfColumn, choiceOfText, NOTHING, withChosenSource } from './mapping-choices.ts';
import { sourceChoices } from './mapping-row.tsx';
import classes from './mapping-table.module.css';
import { cellsOf } from './sampled-cells.ts';
import { SourceDetails } from './source-details.tsx';
import { usualValues } from './usual-values.ts';
import { ValueMap } from './value-map.tsx';

interface FieldSettingsProps {
  id: string;
  path: string;
  /** What is wrong with it: its cells can be given values. */
  findings: readonly FindingKind[];
  template: Template;
  table: PreparationTable;
  onTemplate: (template: Template) => void;
  onClose: () => void;
}

export function FieldSettings({ id, path, findings, template, table, onTemplate, onClose }: FieldSettingsProps) {
  const label = fieldOfSide(path, template);
  const value = template.fields[path];
  const plain = plainValueOf(value);
  const kind = fieldAt(path)?.kind;
  const column = plain?.source.from === 'column' ? plain.source.column : undefined;
  const found = useColumnValues(id, column);
  const role = roleOf(path);
  const section = useRef<HTMLElement>(null);
  const isFilled = found !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the values of a column come a moment later.
  useEffect(() => {
    section.current?.querySelector<HTMLInputElement>('input[data-first]')?.focus();
  }, [isFilled]);
  const change = (next: PlainValue) => onTemplate(withField(template, path, next));
  return (
    <section ref={section} className={classes['settings']} aria-label={tableTexts.settings(label)}>
      <div className={classes['facts']}>
        <SourceSelect path={path} template={template} table={table} onTemplate={onTemplate} />
        {plain !== undefined && (
          <SourceDetails
            path={path}
            name={label}
            source={plain.source}
            columns={table.columns}
            onSource={(source) => onTemplate(withSource(template, path, source))}
            onChosen={onClose}
          />
        )}
        {plain !== undefined && plain.source.from !== 'constant' && kind === 'amount' && (
          <NumbersForm value={plain} template={template} columns={table.columns} onValue={change} />
        )}
        {plain !== undefined && plain.source.from !== 'constant' && kind === 'date-time' && (
          <DatesForm value={plain} template={template} onValue={change} />
        )}
        {path === AMOUNT && <DirectionForm template={template} onTemplate={onTemplate} />}
        {isCountry(path) && <CountriesForm template={template} onTemplate={onTemplate} />}
        {role !== undefined && <EntityForm role={role} template={template} table={table} onTemplate={onTemplate} />}
      </div>
      {found !== undefined && (
        <ValueMap
          path={path}
          found={isOfIban(value) ? byCountry(found) : found}
          findings={findings}
          template={template}
          onTemplate={onTemplate}
        />
      )}
      <Group justify="flex-end">
        <Button variant="default" size="xs" onClick={onClose}>
          {tableTexts.close}
        </Button>
      </Group>
    </section>
  );
}

type PartProps = Pick<FieldSettingsProps, 'path' | 'template' | 'table' | 'onTemplate'>;

function SourceSelect({ path, template, table, onTemplate }: PartProps) {
  const value = template.fields[path];
  const source = plainValueOf(value)?.source;
  const kind = sourceKindOf(value);
  const absent = source?.from === 'column' && !table.columns.includes(source.column) ? source.column : undefined;
  const others = [
    { value: NOTHING, label: columnTexts.nothing },
    ...(kind === 'alternatives'
      ? [{ value: kind, label: columnTexts.alternatives(columnsInWords(madeOf(value))) }]
      : []),
    ...(absent === undefined
      ? []
      : [{ value: choiceOfColumn(absent), label: columnTexts.absent(absent), disabled: true }]),
  ];
  const isUsual = source?.from === 'constant' && usualValues(path).has(source.text);
  const chosen = source?.from === 'column' ? choiceOfColumn(source.column) : isUsual ? choiceOfText(source.text) : kind;
  return (
    <Select
      label={tableTexts.from}
      aria-label={tableTexts.sourceOf(fieldOfSide(path, template))}
      searchable
      // What is typed takes the place of what is there.
      onFocus={(event) => event.currentTarget.select()}
      limit={200}
      nothingFoundMessage={tableTexts.nothingFits}
      data={[...sourceChoices(path, table.columns), { group: columnTexts.moreGroup, items: others }]}
      value={chosen}
      onChange={(next) => {
        if (next === null || next === chosen) return;
        const given = { columns: table.columns, cellsOf: (column: string) => cellsOf(table, column) };
        onTemplate(withChosenSource(template, path, next, given));
      }}
    />
  );
}

/** Whether the amount says who is the sender. */
function DirectionForm({ template, onTemplate }: Pick<FieldSettingsProps, 'template' | 'onTemplate'>) {
  const ways = new Map(directionsByAmount(template).map((way) => [directionByAmountInWords(way), way]));
  const own = directionOfAmount(template);
  const chosen = own === undefined ? NOTHING : directionByAmountInWords(own);
  if (ways.size === 0) return null;
  return (
    <Select
      label={valueTexts.direction}
      data={[{ value: NOTHING, label: valueTexts.noDirection }, ...ways.keys()]}
      value={chosen}
      onChange={(next) => {
        if (next !== null && next !== chosen) onTemplate(withDirection(template, ways.get(next) ?? { by: 'fields' }));
      }}
    />
  );
}

/** Whether the countries change places with sender and receiver. */
function CountriesForm({ template, onTemplate }: Pick<FieldSettingsProps, 'template' | 'onTemplate'>) {
  const { direction } = template;
  if (direction === undefined || direction.by === 'fields') return null;
  const { countries, ...others } = direction;
  return (
    <Select
      label={valueTexts.countries}
      data={[
        { value: 'change-places', label: valueTexts.countriesChange },
        { value: NOTHING, label: valueTexts.countriesStay },
      ]}
      value={countries ?? NOTHING}
      onChange={(next) =>
        onTemplate({ ...template, direction: next === 'change-places' ? { ...others, countries: next } : others })
      }
    />
  );
}

const decimals = ['.', ','] as const;
const groupings = ['none', '.', ',', ' ', "'"] as const;

interface ValueProps {
  value: PlainValue;
  template: Template;
  onValue: (value: PlainValue) => void;
}

function NumbersForm({ value, template, columns, onValue }: ValueProps & { columns: readonly string[] }) {
  const { sign = { sign: 'as-written' as const }, ...others } = value;
  const numbers = value.numbers ?? template.numbers;
  const setSign = (next: Sign) => onValue(next.sign === 'as-written' ? others : { ...others, sign: next });
  return (
    <>
      <Select
        label={valueTexts.decimal}
        data={Object.entries(decimalWords).map(([mark, label]) => ({ value: mark, label }))}
        value={numbers.decimal}
        onChange={(chosen) => {
          const decimal = decimals.find((one) => one === chosen);
          if (decimal === undefined) return;
          const thousands = numbers.thousands === decimal ? 'none' : numbers.thousands;
          onValue({ ...value, numbers: { decimal, thousands } });
        }}
      />
      <Select
        label={valueTexts.thousands}
        data={Object.entries(thousandsWords)
          .filter(([mark]) => mark !== numbers.decimal)
          .map(([mark, label]) => ({ value: mark, label }))}
        value={numbers.thousands}
        onChange={(chosen) => {
          const thousands = groupings.find((one) => one === chosen);
          if (thousands !== undefined) onValue({ ...value, numbers: { ...numbers, thousands } });
        }}
      />
      <Select
        label={valueTexts.sign}
        data={Object.entries(signWords).map(([way, label]) => ({ value: way, label }))}
        value={sign.sign}
        onChange={(chosen) => {
          if (chosen === 'as-written' || chosen === 'absolute' || chosen === 'reversed') setSign({ sign: chosen });
          if (chosen === 'by-column')
            setSign({ sign: 'by-column', column: columns[0] ?? '', negative: ['D', 'S', '-'] });
        }}
      />
      {sign.sign === 'by-column' && (
        <>
          <Select
            label={valueTexts.negativeColumn}
            searchable
            data={[...new Set([...columns, sign.column])]}
            value={sign.column}
            onChange={(column) => column !== null && setSign({ ...sign, column })}
          />
          <Values
            label={valueTexts.negativeValues}
            values={sign.negative}
            onValues={(negative) => setSign({ ...sign, negative })}
          />
        </>
      )}
    </>
  );
}

function DatesForm({ value, template, onValue }: ValueProps) {
  const dates = value.dates ?? template.dates;
  const [zone, setZone] = useState(dates.zone);
  return (
    <>
      <Values
        label={valueTexts.formats}
        hint={valueTexts.formatsHint}
        values={dates.formats.map(formShown)}
        onValues={(typed) => {
          const formats = typed.map(formTyped);
          if (formats.every((one) => one.length >= 2 && one.length <= 60))
            onValue({ ...value, dates: { ...dates, formats } });
        }}
      />
      <TextInput
        label={valueTexts.zone}
        description={valueTexts.zoneHint}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        spellCheck={false}
        value={zone}
        error={!isZone(zone) && valueTexts.zoneWrong}
        onChange={(event) => {
          const next = event.currentTarget.value.trim();
          setZone(next);
          if (isZone(next)) onValue({ ...value, dates: { ...dates, zone: next } });
        }}
      />
    </>
  );
}

/** The countries with which the IBANs of a column begin. */
function byCountry({ values, ...found }: ColumnValues): ColumnValues {
  const counts = new Map<string, number>();
  for (const { value, count } of values)
    counts.set(countryOfIban(value), (counts.get(countryOfIban(value)) ?? 0) + count);
  const countries = [...counts].map(([value, count]) => ({ value, count }));
  return { ...found, values: countries.toSorted((one, other) => other.count - one.count) };
}

/** The values of a column, as the sample has them. */
function useColumnValues(id: string, column: string | undefined): ColumnValues | undefined {
  const bridge = useBridge();
  const [found, setFound] = useState<ColumnValues>();
  useEffect(() => {
    if (column === undefined) return;
    let isWanted = true;
    void bridge.invoke['preparations.values']({ id, columns: [column] }).then((result) => {
      if (isWanted && result.ok) setFound(result.value[0]);
    });
    return () => {
      isWanted = false;
    };
  }, [bridge, id, column]);
  return found?.column === column ? found : undefined;
}
