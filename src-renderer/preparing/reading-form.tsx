/** @file How an export is read: what was recognised, each part of which can be set otherwise. */

import { Button, Group, NumberInput, Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Encoding, Reading } from '../../src-shared/contract.ts';
import { formats, hasSetting, type ReadingWith } from '../../src-shared/formats.ts';
import { delimiterWords, encodingWords, formatWords, sourceTexts } from '../texts/preparing.ts';
import { FixedWidthRuler } from './fixed-width-ruler.tsx';
import classes from './panels.module.css';
import { firstWidths } from './ruler.ts';

interface ReadingFormProps {
  reading: Reading;
  /** The first lines as they are. */
  lines: readonly string[];
  /** The export is to be read in this way from now on. */
  onReading: (reading: Reading) => void;
}

export function ReadingForm({ reading, lines, onReading }: ReadingFormProps) {
  /** Where one choice is not enough, it is read again only when the person says so. */
  const [pending, setPending] = useState<Reading>();
  const shown = pending ?? reading;
  const changeFormat = (format: Reading['format']) => {
    if (format === 'fixed-width') setPending({ format, headerRow: 0, columns: firstWidths(lines) });
    else onReading({ format });
  };
  return (
    <>
      <div className={classes['facts']}>
        <Select
          label={sourceTexts.format}
          data={formats.map((value) => ({ value, label: formatWords(value) }))}
          value={shown.format}
          onChange={(format) => {
            const known = formats.find((one) => one === format);
            if (known !== undefined) changeFormat(known);
          }}
        />
        <Details key={shown.format} reading={shown} onReading={pending === undefined ? onReading : setPending} />
      </div>
      {shown.format === 'fixed-width' && (
        <>
          <FixedWidthRuler
            lines={lines}
            columns={shown.columns}
            onColumns={(columns) => setPending({ ...shown, columns })}
          />
          {pending !== undefined && (
            <Group justify="flex-end">
              <Button onClick={() => onReading(pending)}>{sourceTexts.apply}</Button>
            </Group>
          )}
        </>
      )}
    </>
  );
}

/** What can be set of the format that was recognised or chosen. */
function Details({ reading, onReading }: Pick<ReadingFormProps, 'reading' | 'onReading'>) {
  return (
    <>
      {hasSetting(reading, 'encoding') && <EncodingChoice reading={reading} onReading={onReading} />}
      {hasSetting(reading, 'delimiter') && (
        <Select
          label={sourceTexts.delimiter}
          data={Object.entries(delimiterWords).map(([value, label]) => ({ value, label }))}
          value={reading.delimiter ?? null}
          onChange={(value) => {
            const delimiter = delimiters.find((one) => one === value);
            if (delimiter !== undefined) onReading({ ...reading, delimiter });
          }}
        />
      )}
      {hasSetting(reading, 'headerRow') && (
        <HeaderRow row={reading.headerRow ?? 1} onRow={(headerRow) => onReading({ ...reading, headerRow })} />
      )}
      {hasSetting(reading, 'list') && (
        <PathField
          label={sourceTexts.list}
          hint={sourceTexts.listHint}
          value={reading.list ?? ''}
          onValue={(list) => {
            const { list: _, ...others } = reading;
            onReading(list === '' ? others : { ...others, list });
          }}
        />
      )}
      {hasSetting(reading, 'element') && (
        <PathField
          label={sourceTexts.element}
          hint={sourceTexts.elementHint}
          value={reading.element ?? ''}
          onValue={(element) => {
            const { element: _, ...others } = reading;
            onReading(element === '' ? others : { ...others, element });
          }}
        />
      )}
    </>
  );
}

const delimiters = [',', ';', '\t', '|'] as const;

function EncodingChoice<Text extends ReadingWith<'encoding'>>({
  reading,
  onReading,
}: {
  reading: Text;
  onReading: (reading: Text) => void;
}) {
  return (
    <Select
      label={sourceTexts.encoding}
      data={Object.entries(encodingWords).map(([value, label]) => ({ value, label }))}
      value={reading.encoding ?? null}
      onChange={(value) => {
        const known = Object.keys(encodingWords).find((one): one is Encoding => one === value);
        if (known !== undefined) onReading({ ...reading, encoding: known });
      }}
    />
  );
}

/** Read again once the field is left, not at each key. */
function HeaderRow({ row, onRow }: { row: number; onRow: (row: number) => void }) {
  const [typed, setTyped] = useState<number | string>(row);
  const apply = () => {
    const next = Number(typed);
    if (Number.isInteger(next) && next >= 0 && next <= 1000 && next !== row) onRow(next);
  };
  return (
    <NumberInput
      label={sourceTexts.headerRow}
      description={sourceTexts.headerRowHint}
      inputWrapperOrder={['label', 'input', 'description']}
      min={0}
      max={1000}
      allowDecimal={false}
      value={typed}
      onChange={setTyped}
      onBlur={apply}
      onKeyDown={(event) => {
        if (event.key === 'Enter') apply();
      }}
    />
  );
}

interface PathFieldProps {
  label: string;
  hint: string;
  value: string;
  onValue: (value: string) => void;
}

function PathField({ label, hint, value, onValue }: PathFieldProps) {
  const [typed, setTyped] = useState(value);
  const apply = () => {
    if (typed.trim() !== value) onValue(typed.trim());
  };
  return (
    <TextInput
      label={label}
      description={hint}
      inputWrapperOrder={['label', 'input', 'description']}
      spellCheck={false}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={apply}
      onKeyDown={(event) => {
        if (event.key === 'Enter') apply();
      }}
    />
  );
}
