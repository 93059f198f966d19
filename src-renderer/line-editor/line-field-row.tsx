/** @file One field of a line as a row: its name, what stands there, what the check says about it, and what a person may write. */

import { ActionIcon, Autocomplete, type AutocompleteProps, TextInput } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { fieldInFull } from '../../src-shared/field-words.ts';
import { message } from '../../src-shared/languages/message.ts';
import { valueInWords } from '../../src-shared/value-words.ts';
import { useAppInfo } from '../app-info.ts';
import { codesFound } from '../codes-found.ts';
import { keysAsText } from '../shortcuts/keys.ts';
import { meaningOf } from '../texts/code-meanings.ts';
import { FindingSentences } from './finding-sentences.tsx';
import classes from './line-form.module.css';
import { type FormRow, jsonOfSaid, type KnownField, numberInRow, saidOf } from './line-form.ts';
import { isCommand } from './shortcuts.ts';

/** What the check says stands below what was written. */
const below: ('input' | 'error' | 'description')[] = ['input', 'error', 'description'];
/** Values that are offered together. */
const FEW = 30;

interface FieldRowProps {
  row: FormRow;
  known: KnownField | undefined;
  /** As JSON, what is sent in its place where steps change it. */
  sent: string | undefined;
  /** Other amounts, as JSON by field, that a changed amount contradicts. */
  contradicts: ReadonlyMap<string, string>;
  isReadOnly: boolean;
  /** Puts another value there, as JSON; undefined removes the field. */
  onWrite: (json: string | undefined) => void;
  /** Puts a value, as JSON, into another field. */
  onWriteAt: (path: string, json: string) => void;
}

export function FieldRow({ row, known, sent, contradicts, isReadOnly, onWrite, onWriteAt }: FieldRowProps) {
  const { path, place, json, findings } = row;
  const id = useId();
  const { platform } = useAppInfo();
  /** By the person, since the field has the focus. */
  const isWritten = useRef(false);
  const words = fieldInFull(path);
  const isObject = place !== undefined && json === undefined;
  const said = json === undefined ? '' : saidOf(json);
  const severity = findings.find((finding) => finding.severity === 'error')?.severity ?? findings[0]?.severity;
  const values = known?.values;
  const input = {
    id,
    size: 'xs',
    spellCheck: false,
    autoComplete: 'off',
    value: said ?? json ?? '',
    readOnly: isReadOnly || said === undefined,
    placeholder: place === undefined ? message('not in the line') : undefined,
    classNames: { input: classes['input'] ?? '' },
    inputWrapperOrder: below,
    error: severity === 'error' && <FindingSentences findings={findings} />,
    description: (severity === 'warning' || sent !== undefined) && (
      <>
        {sent !== undefined &&
          message('Sent as {value}, as you decided for all lines', { value: valueInWords(sent, path) })}
        {severity === 'warning' && <FindingSentences findings={findings} />}
      </>
    ),
    errorProps: { component: 'div' },
    descriptionProps: { component: 'div' },
  } as const;
  const write = (next: string) => onWrite(jsonOfSaid(next, row, known));
  /** Digits that stand as a text where a number belongs: the eye does not see the difference. */
  const asNumber = isReadOnly ? undefined : numberInRow(row, known);
  const [readFrom, setReadFrom] = useState<{ said: string; json: string }>();
  const writeAsNumber = (number: string) => {
    if (number !== said?.trim()) setReadFrom({ said: said ?? '', json: number });
    onWrite(number);
  };
  const isRemovable = place !== undefined && !isReadOnly;
  /** The keyboard continues in the field, where it can be filled in again, or in the next one. */
  const remove = (of: HTMLElement) => {
    const own = of.closest('li');
    const after = own?.nextElementSibling ?? own?.previousElementSibling;
    flushSync(() => onWrite(undefined));
    (own?.isConnected ? own : after)?.querySelector('input')?.focus();
  };
  return (
    <li
      className={classes['row']}
      data-path={path}
      data-severity={severity}
      onKeyDown={(event) => {
        if (!isRemovable || event.key !== 'Delete' || !isCommand(event)) return;
        event.preventDefault();
        remove(event.currentTarget);
      }}
    >
      <label htmlFor={id} className={classes['name']}>
        <span>{words}</span>
        {words !== path && <code>{path}</code>}
      </label>
      <div className={classes['value']}>
        {isObject && <span className="small-print">{message('several fields')}</span>}
        {!isObject && values !== undefined && (
          <Autocomplete
            {...input}
            openOnFocus={false}
            {...suggesting(known)}
            data={[...values]}
            onChange={(next) => {
              isWritten.current = true;
              write(next);
            }}
            onKeyDown={({ key }) => {
              const code = key === 'Enter' ? codeOf(said ?? '', known) : undefined;
              if (code !== undefined) write(code);
            }}
            onBlur={() => {
              // What a person only looked at stays as it is in the file.
              const code = isWritten.current ? codeOf(said ?? '', known, 'whole-name') : undefined;
              isWritten.current = false;
              if (code !== undefined) write(code);
            }}
          />
        )}
        {!isObject && values === undefined && (
          <TextInput
            {...input}
            onChange={(event) => {
              isWritten.current = true;
              write(event.currentTarget.value);
            }}
            onBlur={() => {
              // As with a code, what a person only looked at stays.
              if (isWritten.current && asNumber !== undefined) writeAsNumber(asNumber);
              isWritten.current = false;
            }}
          />
        )}
        {asNumber !== undefined && (
          <button type="button" className={classes['inField']} onClick={() => writeAsNumber(asNumber)}>
            {message('Write it as a number')}
          </button>
        )}
        <p role="status" className="small-print">
          {readFrom !== undefined &&
            readFrom.json === json &&
            message('“{said}” is now the number {number}.', { said: readFrom.said, number: json })}
        </p>
        {json !== undefined &&
          !json.startsWith('"') &&
          [...contradicts].map(([other, otherJson]) => (
            <p key={other} role="status" className="small-print">
              {message('{field} says {amount} in the same currency.', {
                field: fieldInFull(other),
                amount: valueInWords(otherJson, other),
              })}{' '}
              <button type="button" className={classes['inField']} onClick={() => onWriteAt(other, json)}>
                {message('Write {amount} there, too', { amount: valueInWords(json, path) })}
              </button>
            </p>
          ))}
        {said === undefined && <p className="small-print">{message('It has several lines. Correct it as JSON.')}</p>}
        {isObject && <FindingSentences findings={findings} />}
      </div>
      <span className={classes['meaning']}>{said !== undefined && said !== '' && meaningOf(known ?? {}, said)}</span>
      {isRemovable && (
        <ActionIcon
          variant="subtle"
          color="gray"
          size={26}
          className={classes['remove'] ?? ''}
          // The field has a key for it: one stop for each field.
          tabIndex={-1}
          title={`${message('Remove this field')} (${keysAsText('Mod+Delete', platform)})`}
          aria-label={message('Remove {field}', { field: words })}
          onClick={(event) => remove(event.currentTarget)}
        >
          <IconX size={14} aria-hidden />
        </ActionIcon>
      )}
    </li>
  );
}

/** The one code whose name was written, or its beginning; undefined where it is a code itself, or may be several. */
function codeOf(text: string, known: KnownField | undefined, written: 'beginning' | 'whole-name' = 'beginning') {
  const sought = text.trim().toLowerCase();
  const codes = known?.values ?? [];
  if (sought === '' || codes.includes(text)) return undefined;
  const nameOf = (code: string) => meaningOf(known ?? {}, code).toLowerCase();
  const [exact, ...others] = codes.filter((code) => nameOf(code) === sought);
  if (exact !== undefined) return others.length === 0 ? exact : undefined;
  const [begun, ...more] = written === 'beginning' ? codes.filter((code) => nameOf(code).startsWith(sought)) : [];
  return more.length === 0 ? begun : undefined;
}

/** A code is found by its letters, and by the name of what it stands for. */
function suggesting(known: KnownField | undefined): Pick<AutocompleteProps, 'filter' | 'limit' | 'renderOption'> {
  const nameOf = (code: string) => meaningOf(known ?? {}, code);
  return {
    limit: 60,
    filter: ({ options, search, limit }) => {
      const all = options.filter((option) => 'value' in option);
      // A value that fits is no search: of a few, the others are offered as well.
      if (all.some(({ value }) => value === search)) return all.length > FEW ? [] : all;
      const found = codesFound(
        all.map((option) => ({ code: option.value, name: nameOf(option.value), option })),
        search,
      );
      return found.slice(0, limit).map(({ option }) => option);
    },
    renderOption: ({ option: { value } }) => (
      <span className={classes['option']}>
        <span>{value}</span> <span className={classes['meaning']}>{nameOf(value)}</span>
      </span>
    ),
  };
}
