/** @file The fields of a line as rows: those with findings first, each with what the check says about it while it is written. */

import { ActionIcon, Autocomplete, type AutocompleteProps, Select, TextInput } from '@mantine/core';
import { IconCircleCheck, IconX } from '@tabler/icons-react';
import { useEffect, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useStore } from 'zustand';
import type { StoreApi } from 'zustand/vanilla';
import type { FindingRow } from '../../src-shared/contract.ts';
import { fieldInFull, fieldWithPath } from '../../src-shared/field-words.ts';
import { findingSentence } from '../../src-shared/finding-sentence.ts';
import { fieldsOf } from '../../src-shared/json-fields.ts';
import { inWords, message } from '../../src-shared/languages/message.ts';
import { valueInWords } from '../../src-shared/value-words.ts';
import { useAppInfo } from '../app-info.ts';
import { Loading } from '../frame/page.tsx';
import { keysAsText } from '../shortcuts/keys.ts';
import { SeveritySign } from '../submission/severity-sign.tsx';
import { meaningOf } from '../texts/code-meanings.ts';
import { lineEditorTexts } from '../texts/line-editor.ts';
import type { LineDraft } from './line-draft.ts';
import classes from './line-form.module.css';
import {
  type FormRow,
  formOf,
  inFormOrder,
  jsonOfSaid,
  type KnownField,
  type LineForm,
  numberInRow,
  rowsInFront,
  saidOf,
  textWith,
} from './line-form.ts';
import { isCommand } from './shortcuts.ts';

/** More rows are slow to draw; such a line is corrected as JSON. */
const MOST_ROWS = 300;
/** What the check says stands below what was written. */
const below: ('input' | 'error' | 'description')[] = ['input', 'error', 'description'];
/** Values that are offered together. */
const FEW = 30;

interface LineFormViewProps {
  draft: StoreApi<LineDraft>;
  line: number;
  known: readonly KnownField[];
  /** The path of the field that has the focus at first; by default, and where it is not in the form, the first one. */
  field?: string | undefined;
}

/** Nothing for a text that is no JSON object. */
export function LineFormView({ draft, line, known, field = '' }: LineFormViewProps) {
  const text = useStore(draft, (state) => state.text);
  const findings = useStore(draft, (state) => state.findings);
  const sent = useStore(draft, (state) => state.sent);
  const problem = useStore(draft, (state) => state.problem);
  const isLeftOut = useStore(draft, (state) => state.isLeftOut);
  const [asked, setAsked] = useState<readonly string[]>([]);
  const [front, setFront] = useState<readonly string[]>();
  const place = useRef<HTMLDivElement>(null);
  const [begun] = useState(field);
  // What was wrong and was removed since can be filled in again.
  const wrong = known.filter(({ path }) => front?.includes(`${path} 0`)).map(({ path }) => path);
  const form = formOf(text, known, findings ?? [], [...wrong, ...asked]);
  const isReady = findings !== undefined || problem !== undefined;
  useEffect(() => {
    if (form !== undefined && isReady) setFront((before) => rowsInFront(before, form));
  });
  const isShown = front !== undefined;
  useEffect(() => {
    if (!isShown) return;
    const wanted = place.current?.querySelector<HTMLInputElement>(`[data-path="${CSS.escape(begun)}"] input`);
    const input = wanted ?? place.current?.querySelector('input');
    input?.focus();
    input?.select();
  }, [isShown, begun]);
  if (form === undefined) return undefined;
  if (front === undefined) return <Loading>{message('Checking…')}</Loading>;
  const { first, others } = inFormOrder(form, front);
  const written = fieldsOf(text);
  const going = sent === undefined || isLeftOut ? undefined : fieldsOf(sent);
  const sentOf = (path: string) => (going?.get(path) === written?.get(path) ? undefined : going?.get(path));
  const rowFor = (row: FormRow) => (
    <FieldRow
      key={row.key}
      row={row}
      known={known.find(({ path }) => path === row.path)}
      sent={sentOf(row.path)}
      isReadOnly={isLeftOut}
      onWrite={(json) => draft.getState().write(textWith(form, row, json), json && row.key)}
    />
  );
  return (
    <div ref={place} className={classes['form']}>
      <Standing findings={findings} byStep={sent !== undefined} form={form} />
      <ul data-fields className={classes['rows']} aria-label={message('Fields of line {line, number}', { line })}>
        {first.map(rowFor)}
        {others.slice(0, MOST_ROWS).map(rowFor)}
      </ul>
      {others.length > MOST_ROWS && (
        <p className="small-print">
          {message('{count, number} more fields are shown as JSON.', { count: others.length - MOST_ROWS })}
        </p>
      )}
      {!isLeftOut && <AddField form={form} known={known} onAdd={(path) => setAsked([...asked, path])} />}
    </div>
  );
}

/** How many findings there are, and those that are about no field. */
interface StandingProps {
  findings: readonly FindingRow[] | undefined;
  byStep: boolean;
  form: LineForm;
}

function Standing({ findings = [], byStep, form }: StandingProps) {
  const errors = findings.filter(({ severity }) => severity === 'error').length;
  return (
    <>
      <p role="status" className={classes['standing']} data-clean={findings.length === 0}>
        {findings.length === 0 ? (
          <>
            <IconCircleCheck size={18} aria-hidden />{' '}
            {byStep
              ? message('With what you decided for all lines, the check accepts this line.')
              : message('The check accepts this line.')}
          </>
        ) : (
          lineEditorTexts.found(errors, findings.length - errors)
        )}
      </p>
      <Sentences findings={form.others} />
    </>
  );
}

function Sentences({ findings }: { findings: readonly FindingRow[] }) {
  return (
    <div className={classes['sentences']}>
      {findings.map((finding) => (
        <p key={`${finding.rule} ${inWords(finding.message)}`} data-severity={finding.severity}>
          <SeveritySign severity={finding.severity} />{' '}
          <span title={finding.path}>{findingSentence(finding.message)}</span>
        </p>
      ))}
    </div>
  );
}

interface FieldRowProps {
  row: FormRow;
  known: KnownField | undefined;
  /** As JSON, what is sent in its place where steps change it. */
  sent: string | undefined;
  isReadOnly: boolean;
  /** Puts another value there, as JSON; undefined removes the field. */
  onWrite: (json: string | undefined) => void;
}

function FieldRow({ row, known, sent, isReadOnly, onWrite }: FieldRowProps) {
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
    error: severity === 'error' && <Sentences findings={findings} />,
    description: (severity === 'warning' || sent !== undefined) && (
      <>
        {sent !== undefined &&
          message('Sent as {value}, as you decided for all lines', { value: valueInWords(sent, path) })}
        {severity === 'warning' && <Sentences findings={findings} />}
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
          <button type="button" className={classes['asNumber']} onClick={() => writeAsNumber(asNumber)}>
            {message('Write it as a number')}
          </button>
        )}
        <p role="status" className="small-print">
          {readFrom !== undefined &&
            readFrom.json === json &&
            message('“{said}” is now the number {number}.', { said: readFrom.said, number: json })}
        </p>
        {said === undefined && <p className="small-print">{message('It has several lines. Correct it as JSON.')}</p>}
        {isObject && <Sentences findings={findings} />}
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
      const sought = search.trim().toLowerCase();
      const all = options.filter((option) => 'value' in option);
      // A value that fits is no search: of a few, the others are offered as well.
      if (all.some(({ value }) => value === search)) return all.length > FEW ? [] : all;
      const starts = (text: string) => text.toLowerCase().startsWith(sought);
      const holds = (text: string) => text.toLowerCase().includes(sought);
      const byCode = all.filter(({ value }) => starts(value));
      const byName = all.filter(({ value }) => !starts(value) && (holds(nameOf(value)) || holds(value)));
      return [...byCode, ...byName].slice(0, limit);
    },
    renderOption: ({ option: { value } }) => (
      <span className={classes['option']}>
        <span>{value}</span> <span className={classes['meaning']}>{nameOf(value)}</span>
      </span>
    ),
  };
}

function AddField({
  form,
  known,
  onAdd,
}: {
  form: LineForm;
  known: readonly KnownField[];
  onAdd: (path: string) => void;
}) {
  const absent = known.filter(({ path }) => !form.rows.some((row) => row.path === path));
  return (
    <Select
      size="xs"
      className={classes['add'] ?? ''}
      searchable
      value={null}
      aria-label={message('Add a field')}
      placeholder={message('Add a field…')}
      nothingFoundMessage={message('No field of that name')}
      data={absent.map(({ path }) => ({ value: path, label: fieldWithPath(path) }))}
      onChange={(path) => path !== null && onAdd(path)}
    />
  );
}
