/** @file What the core system says, beside what is in the files, and the form in which it is entered. */

import { Button, NativeSelect, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import type { ControlTable } from '../../src-shared/contract.ts';
import { figureInWords, noCurrency } from '../../src-shared/control-words.ts';
import type { ErrorRecord } from '../../src-shared/errors.ts';
import { message } from '../../src-shared/languages/message.ts';
import { dateOfDay } from '../../src-shared/quantities.ts';
import { controlNotes, missingInWords, whoseInWords } from '../../src-shared/statement-words.ts';
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

export function ControlSection({ control, connection, onEntered }: ControlSectionProps) {
  const [isEntering, setEntering] = useState(false);
  const [outcome, setOutcome] = useState('');
  const close = (days: readonly string[]) => {
    setEntering(false);
    setOutcome(days.length === 0 ? '' : message('Kept for {days}.', { days: days.map(dateOfDay).join(', ') }));
    if (days.length > 0) onEntered();
  };
  return (
    <div className={classes['control']} data-is-empty={control === undefined}>
      <Section title={statementTexts.control}>
        {control === undefined ? (
          <Text size="sm">{message('There are no control figures of these days.')}</Text>
        ) : (
          <Figures control={control} />
        )}
      </Section>
      <div className={classes['controls']}>
        {isEntering ? (
          <EnterForm connection={connection} onDone={close} />
        ) : (
          <Button variant="default" onClick={() => setEntering(true)}>
            {statementTexts.enter}
          </Button>
        )}
        <div aria-live="polite">{outcome !== '' && <Text size="sm">{outcome}</Text>}</div>
      </div>
    </div>
  );
}

function Figures({ control }: { control: ControlTable }) {
  const { day, currency, core, inFiles, accepted, missing } = statementTexts;
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
              </>
            ),
          },
          { heading: currency, cell: (row) => (row.currency === '' ? noCurrency() : row.currency) },
          { heading: core, cell: (row) => figureInWords(row.core, row.currency) },
          { heading: inFiles, cell: (row) => figureInWords(row.files, row.currency) },
          { heading: accepted, cell: (row) => figureInWords(row.accepted, row.currency) },
          { heading: missing, cell: missingInWords },
        ]}
      />
      {controlNotes(control).map((note) => (
        <p key={note} className="small-print">
          {note}
        </p>
      ))}
    </>
  );
}

function EnterForm({
  connection,
  onDone,
}: {
  connection: string | undefined;
  onDone: (days: readonly string[]) => void;
}) {
  const bridge = useBridge();
  const names = useConnections(({ connections }) => connections ?? []).map(({ name }) => name);
  const [of, setOf] = useState(connection ?? names[0] ?? '');
  const [text, setText] = useState('');
  const [name, setName] = useState(statementTexts.figures);
  const [error, setError] = useState<ErrorRecord>();
  const keep = async () => {
    const result = await bridge.invoke['statement.enter']({
      connection: of,
      figures: { text: withHeader(text), name },
    });
    if (result.ok) onDone(result.value.days);
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
      aria-label={statementTexts.enter}
      onSubmit={(event) => {
        event.preventDefault();
        void keep();
      }}
    >
      <Text size="sm">
        {message(
          'Paste a table with the columns day, currency, count and amount, or choose its file (CSV, JSON, or the manifest of a preparation).',
        )}
      </Text>
      <NativeSelect
        label={message('Of the connection')}
        value={of}
        onChange={({ currentTarget: { value } }) => setOf(value)}
        data={names}
      />
      <Textarea
        label={statementTexts.figures}
        placeholder={message('{example}, a line for each day and currency', { example: `2026-11-23;EUR;2;1250.00` })}
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
        <Button variant="default" onClick={() => onDone([])}>
          {message('Cancel')}
        </Button>
      </div>
    </form>
  );
}

/** Figures that were typed need no first line with names. */
function withHeader(text: string): string {
  const delimiter = [';', '\t', ','].find((candidate) => text.includes(candidate)) ?? ';';
  const isTyped = /^\s*\d{4}-\d\d-\d\d/.test(text);
  return isTyped ? `${['day', 'currency', 'count', 'amount'].join(delimiter)}\n${text}` : text;
}
