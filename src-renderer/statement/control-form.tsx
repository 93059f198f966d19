/** @file The form in which figures of the core system are entered: one in four fields, or a table of them. */

import { Button, NativeSelect, Text, Textarea, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { connectionInWords } from '../../src-shared/connection-words.ts';
import type { Statement } from '../../src-shared/contract.ts';
import { controlColumns } from '../../src-shared/control-words.ts';
import type { ErrorRecord } from '../../src-shared/errors.ts';
import { message } from '../../src-shared/languages/message.ts';
import { dateOfDay } from '../../src-shared/quantities.ts';
import { useBridge } from '../bridge-context.ts';
import { ErrorNotice } from '../errors/error-notice.tsx';
import { FileButton } from '../file-button.tsx';
import { useConnections } from '../stores.ts';
import { statementTexts } from '../texts/statement.ts';
import classes from './statement-page.module.css';
import { fileOfList, isTyped, type TypedFigure, tableOf, typed, withHeader } from './typed-figure.ts';

/** What the form begins with; `replaces`: the day whose figures are changed. */
export interface Entry {
  connection: string | undefined;
  begun: TypedFigure | string;
  /** Of the file that has the table. */
  name?: string;
  replaces?: string;
}

export const changeOf = (day: string): string => message('Change this day: {day}', { day: dateOfDay(day) });

const keptInWords = (days: readonly string[]): string =>
  message(
    'The figures of {days} stay on this computer until you change or remove them here. Each statement of these days is compared with them.',
    { days: days.map(dateOfDay).join(', ') },
  );

interface ControlFormProps {
  entry: Entry;
  /** Those of the statement. */
  files: Statement['files'];
  /** @param done what was done; nothing where it was cancelled */
  onDone: (done?: string) => void;
}

export function ControlForm({
  entry: { connection, begun, replaces, name: begunName },
  files,
  onDone,
}: ControlFormProps) {
  const bridge = useBridge();
  const names = useConnections(({ connections }) => connections ?? []).map(({ name }) => name);
  const [of, setOf] = useState(connection ?? names[0] ?? '');
  const [figures, setFigures] = useState(begun);
  const ofConnection = files.filter((one) => one.connection === of);
  const [file, setFile] = useState(typeof begun === 'string' ? fileOfList(begunName ?? '', ofConnection) : begun.file);
  const [name, setName] = useState(begunName ?? statementTexts.figures);
  const [error, setError] = useState<ErrorRecord>();
  const isTable = typeof figures === 'string';
  const keep = async () => {
    const result = await bridge.invoke['statement.enter']({
      connection: of,
      figures: { text: isTable ? withHeader(figures) : tableOf({ ...figures, file }), name },
      ...(replaces !== undefined && { replaces }),
      ...(!isTable && { beside: true }),
      ...(isTable && file !== '' && { about: file }),
    });
    if (result.ok) onDone(keptInWords(result.value.days));
    else setError(result.error);
  };
  const remove = async (day: string) => {
    const result = await bridge.invoke['statement.enter']({ connection: of, replaces: day });
    if (result.ok) onDone(message('The figures of {day} were removed.', { day: dateOfDay(day) }));
    else setError(result.error);
  };
  const take = async (chosen: File | null) => {
    if (chosen === null) return;
    setFigures(await chosen.text());
    setName(chosen.name);
    if (file === '') setFile(fileOfList(chosen.name, ofConnection));
  };
  const ofFile = (
    <NativeSelect
      label={message('In which files')}
      // In a narrow window the field has no room for a whole name.
      description={file}
      inputWrapperOrder={['label', 'input', 'description']}
      classNames={{ description: classes['whole'] ?? '' }}
      data={[
        { value: '', label: message('All files of the connection') },
        ...new Set(ofConnection.map(({ fileName }) => fileName)),
      ]}
      value={file}
      onChange={({ currentTarget: { value } }) => setFile(value)}
    />
  );
  return (
    <form
      className={classes['form']}
      aria-label={replaces === undefined ? statementTexts.enter : changeOf(replaces)}
      onSubmit={(event) => {
        event.preventDefault();
        void keep();
      }}
    >
      {replaces === undefined && (
        <NativeSelect
          label={message('Of the connection')}
          value={of}
          onChange={({ currentTarget: { value } }) => {
            setOf(value);
            // Its files are others.
            setFile('');
          }}
          data={names.map((value) => ({ value, label: connectionInWords(value) }))}
        />
      )}
      {isTable ? (
        <>
          {/* The rows of a day that is changed say so themselves. */}
          {replaces === undefined && ofFile}
          <TableField text={figures} onChange={setFigures} />
        </>
      ) : (
        <FigureFields figure={figures} ofFile={ofFile} onChange={setFigures} />
      )}
      {error !== undefined && <ErrorNotice error={error} isAskedOnce />}
      <div className={classes['actions']}>
        <Button
          type="submit"
          variant="default"
          disabled={of === '' || !(isTable ? figures.trim() !== '' : isTyped(figures))}
        >
          {message('Save')}
        </Button>
        {!isTable && (
          <Button variant="default" onClick={() => setFigures('')}>
            {message('Enter a table')}
          </Button>
        )}
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

interface FigureFieldsProps {
  figure: TypedFigure;
  ofFile: ReactNode;
  onChange: (figure: TypedFigure) => void;
}

function FigureFields({ figure, ofFile, onChange }: FigureFieldsProps) {
  const field = (name: keyof TypedFigure) => ({
    value: figure[name],
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      onChange({ ...figure, [name]: value }),
  });
  return (
    <>
      <Text size="sm">
        {message(
          'What the core system says of the transactions of one day in one currency, in all files or in one of them; others follow.',
        )}
      </Text>
      <div className={classes['days']}>
        <TextInput autoFocus type="date" label={message('Day of the transactions')} {...field('day')} />
        <TextInput label={statementTexts.currency} size="sm" maxLength={3} {...field('currency')} />
        <TextInput label={message('Number of transactions')} inputMode="numeric" {...field('count')} />
        <TextInput label={message('Sum')} inputMode="decimal" {...field('sum')} />
        {ofFile}
      </div>
    </>
  );
}

function TableField({ text, onChange }: { text: string; onChange: (text: string) => void }) {
  return (
    <>
      <Text size="sm">
        {message(
          'Paste a table with the columns {columns}, or choose its file (CSV, JSON, or the manifest of a preparation).',
          { columns: controlColumns },
        )}
      </Text>
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
        onChange={({ currentTarget: { value } }) => onChange(value)}
      />
    </>
  );
}
