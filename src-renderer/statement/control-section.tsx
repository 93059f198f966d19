/** @file What the core system says, beside what is in the files, and the form in which it is entered. */

import { Button, NativeSelect, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import type { ControlRow, ControlTable } from '../../src-shared/contract.ts';
import { controlColumns, figureInWords, noCurrency } from '../../src-shared/control-words.ts';
import type { ErrorRecord } from '../../src-shared/errors.ts';
import { message } from '../../src-shared/languages/message.ts';
import { dateOfDay } from '../../src-shared/quantities.ts';
import { amountCell } from '../../src-shared/spreadsheet.ts';
import { comparedInWords, controlNotes, gapInWords, whoseInWords } from '../../src-shared/statement-control-words.ts';
import { useBridge } from '../bridge-context.ts';
import { ErrorNotice } from '../errors/error-notice.tsx';
import { FileButton } from '../file-button.tsx';
import { useConnections } from '../stores.ts';
import { DataTable } from '../table/data-table.tsx';
import { statementTexts } from '../texts/statement.ts';
import { Section } from './statement-content.tsx';
import classes from './statement-page.module.css';

interface ControlSectionProps {
  control: ControlTable | undefined;
  /** Over which the statement is. */
  connection: string | undefined;
  onEntered: () => void;
}

/** What the form begins with; `replaces`: the day whose figures are changed. */
interface Entry {
  connection: string | undefined;
  text: string;
  replaces?: string;
}

export function ControlSection({ control, connection, onEntered }: ControlSectionProps) {
  const [entry, setEntry] = useState<Entry>();
  const [outcome, setOutcome] = useState('');
  const close = (done?: string) => {
    setEntry(undefined);
    setOutcome(done ?? '');
    if (done !== undefined) onEntered();
  };
  return (
    <div className={classes['control']} data-is-empty={control === undefined}>
      <Section title={statementTexts.control}>
        {control === undefined ? (
          <Text size="sm">{message('There are no control figures of these days.')}</Text>
        ) : (
          <Figures control={control} onChange={setEntry} />
        )}
      </Section>
      <div className={classes['controls']}>
        {entry !== undefined ? (
          <EnterForm key={`${entry.connection} ${entry.replaces}`} entry={entry} onDone={close} />
        ) : (
          <Button variant="default" onClick={() => setEntry({ connection, text: '' })}>
            {statementTexts.enter}
          </Button>
        )}
        <div aria-live="polite">{outcome !== '' && <Text size="sm">{outcome}</Text>}</div>
      </div>
    </div>
  );
}

function Figures({ control, onChange }: { control: ControlTable; onChange: (entry: Entry) => void }) {
  const { day, currency, core, inFiles, accepted, missing } = statementTexts;
  const entries = keptEntries(control);
  return (
    <>
      <DataTable
        label={statementTexts.control}
        isInBlocks
        className={classes['table']}
        rows={control.rows}
        keyOf={(row) => `${whoseInWords(row)} ${row.day} ${row.currency}`}
        rowLook={({ isEqual }) => ({ 'data-is-equal': isEqual })}
        columns={[
          {
            heading: day,
            isName: true,
            cell: (row) => (
              <>
                <span className={classes['day']}>{dateOfDay(row.day ?? '')}</span>
                {whoseInWords(row) !== '' && <span className={classes['facts']}>{whoseInWords(row)}</span>}
                <ChangeButton entry={entries.get(row)} onChange={onChange} />
              </>
            ),
          },
          { heading: currency, cell: (row) => (row.currency === '' ? noCurrency() : row.currency) },
          { heading: core, cell: (row) => figureInWords(row.core, row.currency) },
          { heading: inFiles, cell: (row) => figureInWords(row.files, row.currency) },
          { heading: accepted, cell: (row) => figureInWords(row.accepted, row.currency) },
          { heading: missing, cell: gapInWords },
        ]}
      />
      {[comparedInWords(), ...controlNotes(control)].map((note) => (
        <p key={note} className="small-print">
          {note}
        </p>
      ))}
    </>
  );
}

/** The figures that were kept, at the first row of each connection and day. */
function keptEntries({ rows }: ControlTable): Map<ControlRow, Entry> {
  const kept = rows.filter(({ connection, exports }) => connection !== undefined && exports === undefined);
  const byDay = Map.groupBy(kept, ({ connection, day }) => JSON.stringify([connection, day]));
  return new Map(
    [...byDay.values()].flatMap(([first, ...others]): [ControlRow, Entry][] => {
      if (first?.day === undefined) return [];
      // What the core system does not list stands in the table as nothing.
      const figures = [first, ...others].filter(({ core: { count, sum } }) => count !== 0 || sum !== '0');
      return [[first, { connection: first.connection, text: figures.map(typed).join('\n'), replaces: first.day }]];
    }),
  );
}

/** As people type it. */
const typed = ({
  day = '',
  currency = '',
  core: { count, sum },
}: Pick<ControlRow, 'day' | 'currency' | 'core'>): string =>
  [dateOfDay(day), currency, count ?? '', sum === undefined ? '' : amountCell(sum)].join(';');

const changeOf = (day: string): string => message('Change the figures of {day}', { day: dateOfDay(day) });

function ChangeButton({ entry, onChange }: { entry: Entry | undefined; onChange: (entry: Entry) => void }) {
  if (entry?.replaces === undefined) return null;
  return (
    <Button
      variant="default"
      size="xs"
      className={classes['change']}
      aria-label={changeOf(entry.replaces)}
      onClick={() => onChange(entry)}
    >
      {message('Change')}
    </Button>
  );
}

interface EnterFormProps {
  entry: Entry;
  /** @param done what was done; nothing where it was cancelled */
  onDone: (done?: string) => void;
}

function EnterForm({ entry: { connection, text: begun, replaces }, onDone }: EnterFormProps) {
  const bridge = useBridge();
  const names = useConnections(({ connections }) => connections ?? []).map(({ name }) => name);
  const [of, setOf] = useState(connection ?? names[0] ?? '');
  const [text, setText] = useState(begun);
  const [name, setName] = useState(statementTexts.figures);
  const [error, setError] = useState<ErrorRecord>();
  const keep = async () => {
    const result = await bridge.invoke['statement.enter']({
      connection: of,
      figures: { text: withHeader(text), name },
      ...(replaces !== undefined && { replaces }),
    });
    if (result.ok) onDone(message('Kept for {days}.', { days: result.value.days.map(dateOfDay).join(', ') }));
    else setError(result.error);
  };
  const remove = async (day: string) => {
    const result = await bridge.invoke['statement.enter']({ connection: of, replaces: day });
    if (result.ok) onDone(message('The figures of {day} were removed.', { day: dateOfDay(day) }));
    else setError(result.error);
  };
  const take = async (file: File | null) => {
    if (file === null) return;
    setText(await file.text());
    setName(file.name);
  };
  return (
    <form
      className={classes['form']}
      aria-label={replaces === undefined ? statementTexts.enter : changeOf(replaces)}
      onSubmit={(event) => {
        event.preventDefault();
        void keep();
      }}
    >
      <Text size="sm">
        {message(
          'Paste a table with the columns {columns}, or choose its file (CSV, JSON, or the manifest of a preparation).',
          { columns: controlColumns },
        )}
      </Text>
      {replaces === undefined && (
        <NativeSelect
          label={message('Of the connection')}
          value={of}
          onChange={({ currentTarget: { value } }) => setOf(value)}
          data={names}
        />
      )}
      <Textarea
        autoFocus
        label={statementTexts.figures}
        placeholder={message('{example}, a line for each day and currency', {
          example: typed({ day: '2026-11-23', currency: 'EUR', core: { count: 2, sum: '1250.00' } }),
        })}
        autosize
        minRows={4}
        maxRows={12}
        value={text}
        onChange={({ currentTarget: { value } }) => setText(value)}
      />
      {error !== undefined && <ErrorNotice error={error} isAskedOnce />}
      <div className={classes['actions']}>
        <Button type="submit" variant="default" disabled={text.trim() === '' || of === ''}>
          {message('Keep')}
        </Button>
        <FileButton onChange={(file) => void take(file)} accept=".csv,.txt,.json">
          {(props) => (
            <Button variant="default" {...props}>
              {message('Choose a file')}
            </Button>
          )}
        </FileButton>
        {replaces !== undefined && (
          <Button variant="default" onClick={() => void remove(replaces)}>
            {message('Remove')}
          </Button>
        )}
        <Button variant="default" onClick={() => onDone()}>
          {message('Cancel')}
        </Button>
      </div>
    </form>
  );
}

/** Figures that were typed need no first line with names. */
function withHeader(text: string): string {
  const delimiter = [';', '\t', ','].find((candidate) => text.includes(candidate)) ?? ';';
  const isTyped = /^\s*\d/.test(text);
  return isTyped ? `${['day', 'currency', 'count', 'sum'].join(delimiter)}\n${text}` : text;
}
