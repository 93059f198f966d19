/** @file The form in which figures of the core system are entered: one in four fields, or a table of them. */

import { Button, NativeSelect, Text, Textarea, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { connectionInWords } from '../../src-shared/connection-words.ts';
import type { CommandInput, Statement } from '../../src-shared/contract.ts';
import { describeError, type ErrorRecord } from '../../src-shared/errors.ts';
import { message } from '../../src-shared/languages/message.ts';
import { dateOfDay } from '../../src-shared/quantities.ts';
import { recognisedInWords } from '../../src-shared/recognised-figures-words.ts';
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
  const isFile = isTable && name !== statementTexts.figures;
  const entered = (text: string) => ({
    figures: { text: withHeader(text), name },
    ...(file !== '' && { about: file }),
  });
  const keep = async () => {
    const result = await bridge.invoke['statement.enter']({
      connection: of,
      ...(isTable ? entered(figures) : { figures: { text: tableOf({ ...figures, file }), name }, beside: true }),
      ...(replaces !== undefined && { replaces }),
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
    setError(undefined);
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
  const chooser = (
    <FileButton onChange={(file) => void take(file)} accept=".csv,.txt,.json">
      {(props) => (
        <Button variant={isTable ? 'default' : 'filled'} autoFocus={!isTable || isFile} {...props}>
          {isTable ? message('Choose another file…') : message('Choose a file…')}
        </Button>
      )}
    </FileButton>
  );
  const ending = (
    <>
      {error !== undefined && <ErrorNotice error={error} isAskedOnce />}
      <div className={classes['actions']}>
        <Button
          type="submit"
          variant={isTable ? 'filled' : 'default'}
          disabled={of === '' || !(isTable ? figures.trim() !== '' : isTyped(figures))}
        >
          {message('Save')}
        </Button>
        {replaces !== undefined && (
          <Button variant="default" onClick={() => void remove(replaces)}>
            {message('Remove')}
          </Button>
        )}
        <Button variant="default" onClick={() => onDone()}>
          {message('Cancel')}
        </Button>
      </div>
    </>
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
      {/* Where there is one, it is that. */}
      {replaces === undefined && (names.length > 1 || !names.includes(of)) && (
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
      {/* The rows of a day that is changed say so themselves. */}
      {replaces === undefined && ofFile}
      {!isFile && (
        <Text size="sm">
          {message(
            'Paste a table with the columns day, currency, count and sum (for figures of a single file also file), or choose a file.',
          )}
        </Text>
      )}
      <div className={classes['actions']}>
        {chooser}
        {!isTable && (
          <Button variant="default" onClick={() => setFigures('')}>
            {message('Enter a table')}
          </Button>
        )}
      </div>
      {isTable ? (
        <>
          {error === undefined && of !== '' && (
            <Recognised asked={{ connection: of, ...entered(figures) }} hasNames={withHeader(figures) === figures} />
          )}
          {/* Of a file, what was recognised is enough for most. */}
          {isFile && ending}
          <TableField text={figures} isFocused={!isFile} onChange={setFigures} />
          {!isFile && ending}
        </>
      ) : (
        <>
          <FigureFields figure={figures} onChange={setFigures} />
          {ending}
        </>
      )}
    </form>
  );
}

interface RecognisedProps {
  asked: CommandInput<'statement.enter'> & { figures: { text: string } };
  /** Its first line has the names of the columns. */
  hasNames: boolean;
}

/** While a person still types, nothing is said. */
const SETTLED_MS = 300;

/** What would be kept, and what cannot be read: before it is saved. */
function Recognised({ asked, hasNames }: RecognisedProps) {
  const bridge = useBridge();
  const [known, setKnown] = useState<{ of: string; said: string[] }>();
  const key = JSON.stringify(asked);
  const isEmpty = asked.figures.text.trim() === '';
  useEffect(() => {
    let isWanted = !isEmpty;
    const timer = setTimeout(async () => {
      if (!isWanted) return;
      const result = await bridge.invoke['statement.enter']({ ...JSON.parse(key), isTrial: true });
      const { recognised } = result.ok ? result.value : {};
      const said = result.ok
        ? recognised === undefined
          ? []
          : recognisedInWords(recognised, hasNames)
        : [message('Not recognised yet. {detail}', { detail: describeError(result.error).detail })];
      if (isWanted) setKnown({ of: key, said });
    }, SETTLED_MS);
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [bridge, key, isEmpty, hasNames]);
  return (
    <div aria-live="polite" data-recognised>
      {known?.of === key &&
        known.said.map((sentence) => (
          <Text key={sentence} size="sm">
            {sentence}
          </Text>
        ))}
    </div>
  );
}

interface FigureFieldsProps {
  figure: TypedFigure;
  onChange: (figure: TypedFigure) => void;
}

function FigureFields({ figure, onChange }: FigureFieldsProps) {
  const field = (name: keyof TypedFigure) => ({
    value: figure[name],
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      onChange({ ...figure, [name]: value }),
  });
  return (
    <>
      <Text size="sm">
        {message('Or enter what the core system says of one day and one currency. Others can follow afterwards.')}
      </Text>
      <div className={classes['days']}>
        <TextInput type="date" label={message('Day of the transactions')} {...field('day')} />
        <TextInput label={statementTexts.currency} size="sm" maxLength={3} {...field('currency')} />
        <TextInput label={message('Number of transactions')} inputMode="numeric" {...field('count')} />
        <TextInput label={message('Sum')} inputMode="decimal" {...field('sum')} />
      </div>
    </>
  );
}

interface TableFieldProps {
  text: string;
  isFocused: boolean;
  onChange: (text: string) => void;
}

function TableField({ text, isFocused, onChange }: TableFieldProps) {
  return (
    <Textarea
      autoFocus={isFocused}
      label={statementTexts.figures}
      placeholder={message('{example}, a line for each day and currency', {
        example: typed({ day: '2026-11-23', currency: 'EUR', core: { count: 2, sum: '1250.00' } }),
      })}
      autosize
      minRows={4}
      maxRows={8}
      value={text}
      onChange={({ currentTarget: { value } }) => onChange(value)}
    />
  );
}
