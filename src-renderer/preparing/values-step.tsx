/** @file The third step: how amounts, dates and codes of the export become those of the service. */

import { Select, Text, TextInput, Title } from '@mantine/core';
import { useEffect, useMemo, useState } from 'react';
import type { ColumnValues, PreparationTable, Preview, Sign, Template } from '../../src-shared/contract.ts';
import { isZone } from '../../src-shared/zones.ts';
import { useBridge } from '../bridge-context.ts';
import { usePreparation } from '../stores.ts';
import { decimalWords, signWords, thousandsWords, valueTexts } from '../texts/preparing.ts';
import { Values } from './entity-form.tsx';
import { ExampleTable } from './example-table.tsx';
import { allFields, type FieldKind } from './fields.ts';
import { mappedCodes, plainValueOf, withField } from './mapping.ts';
import type { OpenPreparation } from './open-preparation.ts';
import { usePreviews } from './use-previews.ts';
import { ValueMap } from './value-map.tsx';
import classes from './wizard.module.css';

interface PartProps {
  template: Template;
  table: PreparationTable;
  previews: readonly Preview[];
  onTemplate: (template: Template) => void;
}

export function ValuesStep({ open: { preparation, source, draft } }: { open: OpenPreparation }) {
  const change = usePreparation((state) => state.change);
  const table = source.tables[0];
  const { template } = draft;
  const previews = usePreviews(preparation.id, template, table);
  const values = useValues(preparation.id, template);
  if (table === undefined) return null;
  const given = { template, table, previews, onTemplate: (next: Template) => change({ template: next }) };
  return (
    <>
      <Amounts {...given} />
      <DatesForm {...given} />
      <section className={classes['panel']} aria-labelledby="codes">
        <div>
          <Title order={2} id="codes">
            {valueTexts.codes}
          </Title>
          <Text size="sm" c="dimmed">
            {values.length === 0 ? valueTexts.noCodes : valueTexts.codesHint}
          </Text>
        </div>
        {values.map(({ path, found }) => (
          <ValueMap key={path} path={path} found={found} template={template} onTemplate={given.onTemplate} />
        ))}
      </section>
    </>
  );
}

/** The fields of a kind that come from somewhere. */
const mapped = (template: Template, kind: FieldKind) =>
  allFields.filter((field) => field.kind === kind && template.fields[field.path] !== undefined);

function Amounts({ template, table, previews, onTemplate }: PartProps) {
  const { numbers } = template;
  const amounts = mapped(template, 'amount').map(({ path }) => path);
  const sign = amounts.map((path) => plainValueOf(template.fields[path])?.sign).find((one) => one !== undefined) ?? {
    sign: 'as-written' as const,
  };
  const setSign = (next: Sign) => onTemplate(withSign(template, amounts, next));
  return (
    <section className={classes['panel']} aria-labelledby="amounts">
      <Title order={2} id="amounts">
        {valueTexts.amounts}
      </Title>
      <div className={classes['facts']}>
        <Select
          label={valueTexts.decimal}
          data={Object.entries(decimalWords).map(([value, label]) => ({ value, label }))}
          value={numbers.decimal}
          onChange={(value) => {
            const decimal = decimals.find((one) => one === value);
            if (decimal === undefined) return;
            const thousands = numbers.thousands === decimal ? 'none' : numbers.thousands;
            onTemplate({ ...template, numbers: { decimal, thousands } });
          }}
        />
        <Select
          label={valueTexts.thousands}
          data={Object.entries(thousandsWords)
            .filter(([value]) => value !== numbers.decimal)
            .map(([value, label]) => ({ value, label }))}
          value={numbers.thousands}
          onChange={(value) => {
            const thousands = groupings.find((one) => one === value);
            if (thousands !== undefined) onTemplate({ ...template, numbers: { ...numbers, thousands } });
          }}
        />
        <Select
          label={valueTexts.sign}
          data={Object.entries(signWords).map(([value, label]) => ({ value, label }))}
          value={sign.sign}
          onChange={(value) => {
            if (value === 'as-written' || value === 'absolute' || value === 'reversed') setSign({ sign: value });
            if (value === 'by-column')
              setSign({ sign: 'by-column', column: table.columns[0] ?? '', negative: ['D', 'S', '-'] });
          }}
        />
        {sign.sign === 'by-column' && (
          <>
            <Select
              label={valueTexts.negativeColumn}
              searchable
              data={[...new Set([...table.columns, sign.column])]}
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
      </div>
      {amounts.map((path) => (
        <ExampleTable key={path} {...{ template, table, previews, path }} />
      ))}
    </section>
  );
}

const decimals = ['.', ','] as const;
const groupings = ['none', '.', ',', ' ', "'"] as const;

function withSign(template: Template, paths: readonly string[], sign: Sign): Template {
  let next = template;
  for (const path of paths) {
    const value = plainValueOf(next.fields[path]);
    if (value === undefined) continue;
    const { sign: _, ...others } = value;
    next = withField(next, path, sign.sign === 'as-written' ? others : { ...others, sign });
  }
  return next;
}

function DatesForm({ template, table, previews, onTemplate }: PartProps) {
  const { dates } = template;
  const [zone, setZone] = useState(dates.zone);
  const isKnown = isZone(zone);
  return (
    <section className={classes['panel']} aria-labelledby="dates">
      <Title order={2} id="dates">
        {valueTexts.dates}
      </Title>
      <div className={classes['facts']}>
        <Values
          label={valueTexts.formats}
          hint={valueTexts.formatsHint}
          values={dates.formats}
          onValues={(formats) => {
            if (formats.every((one) => one.length >= 2 && one.length <= 60))
              onTemplate({ ...template, dates: { ...dates, formats } });
          }}
        />
        <TextInput
          label={valueTexts.zone}
          description={valueTexts.zoneHint}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          spellCheck={false}
          value={zone}
          error={!isKnown && valueTexts.zoneWrong}
          onChange={(event) => {
            const next = event.currentTarget.value.trim();
            setZone(next);
            if (isZone(next)) onTemplate({ ...template, dates: { ...dates, zone: next } });
          }}
        />
      </div>
      {mapped(template, 'date-time').map(({ path }) => (
        <ExampleTable key={path} {...{ template, table, previews, path }} />
      ))}
    </section>
  );
}

/** The values of the columns that make codes, as the sample has them. */
function useValues(id: string, template: Template): { path: string; found: ColumnValues }[] {
  const bridge = useBridge();
  const codes = useMemo(() => mappedCodes(template), [template]);
  const columns = [...new Set(codes.map(({ column }) => column))].sort();
  const key = JSON.stringify(columns);
  const [found, setFound] = useState<readonly ColumnValues[]>([]);
  useEffect(() => {
    const wanted: string[] = JSON.parse(key);
    if (wanted.length === 0) return;
    let isOutdated = false;
    void bridge.invoke['preparations.values']({ id, columns: wanted.slice(0, 200) }).then((result) => {
      if (!isOutdated && result.ok) setFound(result.value);
    });
    return () => {
      isOutdated = true;
    };
  }, [bridge, id, key]);
  return codes.flatMap(({ path, column }) => {
    const values = found.find((one) => one.column === column);
    return values === undefined ? [] : [{ path, found: values }];
  });
}
