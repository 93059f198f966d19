/** @file The fields of a line as rows: those with findings first, each with what the check says about it while it is written. */

import { Select } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { StoreApi } from 'zustand/vanilla';
import type { FindingRow } from '../../src-shared/contract.ts';
import { fieldWithPath } from '../../src-shared/field-words.ts';
import { fieldsOf } from '../../src-shared/json-fields.ts';
import { message } from '../../src-shared/languages/message.ts';
import { amountsThatDiffer } from '../../src-shared/money-change.ts';
import { Loading } from '../frame/page.tsx';
import { lineEditorTexts } from '../texts/line-editor.ts';
import { FindingSentences } from './finding-sentences.tsx';
import type { LineDraft } from './line-draft.ts';
import { FieldRow } from './line-field-row.tsx';
import classes from './line-form.module.css';
import {
  type FormRow,
  formOf,
  inFormOrder,
  type KnownField,
  type LineForm,
  rowsInFront,
  textWith,
} from './line-form.ts';

/** More rows are slow to draw; such a line is corrected as JSON. */
const MOST_ROWS = 300;

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
  const original = useStore(draft, (state) => state.original);
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
    // Nobody came for a field: what is typed on must not land in one.
    if (begun === '') return place.current?.focus();
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
  const rowAt = (path: string) => form.rows.find((row) => row.path === path) ?? { path };
  const rowFor = (row: FormRow) => (
    <FieldRow
      key={row.key}
      row={row}
      known={known.find(({ path }) => path === row.path)}
      sent={sentOf(row.path)}
      contradicts={isLeftOut ? new Map() : amountsThatDiffer(row.path, original, sent ?? text)}
      onWriteAt={(path, json) => draft.getState().write(textWith(form, rowAt(path), json), path)}
      isReadOnly={isLeftOut}
      onWrite={(json) => draft.getState().write(textWith(form, row, json), json && row.key)}
    />
  );
  return (
    <div ref={place} className={classes['form']} tabIndex={-1}>
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
      <FindingSentences findings={form.others} />
    </>
  );
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
