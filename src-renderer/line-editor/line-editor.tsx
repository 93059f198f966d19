/** @file The text of a line, the findings in it, and what can be done with the line. */

import { Alert, Button, Group, Paper, useMantineStyleNonce } from '@mantine/core';
import {
  IconAlertTriangle,
  IconArrowBackUp,
  IconBraces,
  IconDeviceFloppy,
  IconForms,
  IconInfoCircle,
  IconLineDashed,
} from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { StoreApi } from 'zustand/vanilla';
import type { EditableLine } from '../../src-shared/contract.ts';
import { MOST_EDITED_CHARACTERS } from '../../src-shared/edit-limits.ts';
import { message } from '../../src-shared/languages/message.ts';
import { originInWords } from '../../src-shared/line-origin.ts';
import { size } from '../../src-shared/quantities.ts';
import { ErrorNotice } from '../errors/error-notice.tsx';
import { readTree } from '../json-text/json-tree.ts';
import { ReasonField } from '../reason-field.tsx';
import { isUndo } from '../shortcuts/keys.ts';
import { useLineEdits, useStores } from '../stores.ts';
import { lineEditorTexts } from '../texts/line-editor.ts';
import { usedUp } from '../used-up.ts';
import { LeaveOutQuestion, type LeavingOut } from './leave-out-question.tsx';
import { isUnsaved, type LineDraft, needsReason } from './line-draft.ts';
import { LineFindings } from './line-findings.tsx';
import { LineFormView } from './line-form-view.tsx';
import classes from './line-page.module.css';
import type { Shortcut } from './shortcuts.ts';
import { TextView } from './text-view.ts';

interface LineEditorProps {
  draft: StoreApi<LineDraft>;
  editable: EditableLine;
  /** The keys that work where it stands. */
  keys: readonly Shortcut[];
  /** The path of the field in which a person begins; by default the first one. */
  field?: string;
  /** Takes back what was saved last, where that is a step among others. */
  onTakeBack?: () => void;
  /** What else can be done there. */
  children?: ReactNode;
}

export function LineEditor({ draft, editable, keys, field, onTakeBack, children }: LineEditorProps) {
  const { lineEdits } = useStores();
  const wantsJson = useLineEdits((state) => state.isAsJson);
  const view = useRef<TextView>(undefined);
  const isLeftOut = useStore(draft, (state) => state.isLeftOut);
  const problem = useStore(draft, (state) => state.problem);
  const hasUnsaved = useStore(draft, isUnsaved);
  const wantsReason = useStore(draft, needsReason);
  const errors = useStore(draft, ({ findings = [] }) => findings.filter(({ severity }) => severity === 'error').length);
  const hasReason = useStore(draft, ({ reason }) => reason.trim() !== '');
  const isReasonMissing = problem !== undefined && problem !== 'too-long' && problem.code === 'edit.no-reason';
  const hasChanges = useStore(draft, ({ text, kept, original }) => text !== original || kept !== original);
  const hasFields = useStore(draft, ({ text }) => readTree(text) !== undefined);
  const isAsJson = wantsJson || !hasFields;
  const isReadable = useStore(draft, ({ text }) => !text.includes('\uFFFD'));
  const { save, leaveOut, takeIn, undo } = draft.getState();
  const isTooLong = editable.text === undefined;
  const [leaving, setLeaving] = useState<LeavingOut>();
  const undoAll = async () => {
    if (await undo()) view.current?.replace(draft.getState().text);
    view.current?.focus();
  };
  const pressed = {
    onKeyDownCapture: (event: KeyboardEvent) => {
      if (!isUndo(event) || isOtherField(event.target)) return;
      const { text, kept, takeBack } = draft.getState();
      // The text as JSON knows each step of what was typed in it.
      if (text !== kept && event.target instanceof Element && event.target.closest('.cm-editor') !== null) return;
      event.preventDefault();
      event.stopPropagation();
      if (text === kept && onTakeBack !== undefined) onTakeBack();
      else void takeBack().then(() => view.current?.replace(draft.getState().text));
    },
  };
  return (
    <div className={classes['editor']} {...pressed}>
      {editable.origin !== undefined && <p className="small-print">{originInWords(editable.origin)}</p>}
      <div role="alert" className={classes['problem']}>
        {problem === 'too-long' && (
          <Alert color="red" icon={<IconAlertTriangle aria-hidden />}>
            {message(
              'The text has more than {most, number} characters. Shorten it to save it; until then, the text before is kept.',
              { most: MOST_EDITED_CHARACTERS },
            )}
          </Alert>
        )}
        {problem !== undefined && problem !== 'too-long' && !isReasonMissing && (
          <ErrorNotice error={problem} isAskedOnce />
        )}
      </div>
      {isLeftOut && (
        <Alert icon={<IconInfoCircle aria-hidden />}>{message('This line is left out of the corrected file.')}</Alert>
      )}
      {isTooLong && (
        <Alert
          color="yellow"
          icon={<IconAlertTriangle aria-hidden />}
          title={message('This line has {size} and is too long to be corrected here.', { size: size(editable.bytes) })}
        >
          {message('You can leave it out of the corrected file, or correct it at its source and add that file.')}
        </Alert>
      )}
      {!isReadable && (
        <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />}>
          {message(
            'Some characters of this line could not be read; each is shown as “�”. Replace them, or the corrected file has them like this.',
          )}
        </Alert>
      )}
      <div className={classes['tools']}>
        <Group gap="xs">
          {!isTooLong && !isLeftOut && (
            <Button
              size="xs"
              leftSection={<IconDeviceFloppy size={16} aria-hidden />}
              {...usedUp(!hasUnsaved)}
              aria-keyshortcuts="Control+S Meta+S"
              onClick={() => hasUnsaved && void save()}
            >
              {message('Save')}
            </Button>
          )}
          {children}
          {!isTooLong && !isLeftOut && (
            <Button
              variant="default"
              size="xs"
              leftSection={<IconArrowBackUp size={16} aria-hidden />}
              {...usedUp(!hasChanges)}
              onClick={() => hasChanges && void undoAll()}
            >
              {message('Undo my changes to this line')}
            </Button>
          )}
          <Button
            variant="default"
            size="xs"
            leftSection={<IconLineDashed size={16} aria-hidden />}
            onClick={() =>
              isLeftOut
                ? void takeIn()
                : setLeaving({ lines: 1, sentences: [lineEditorTexts.leftOutUntilSent(1)], leaveOut })
            }
          >
            {isLeftOut ? message('Take it in again') : message('Leave this line out…')}
          </Button>
          {!isTooLong && hasFields && (
            <Button
              variant="subtle"
              size="xs"
              leftSection={isAsJson ? <IconForms size={16} aria-hidden /> : <IconBraces size={16} aria-hidden />}
              onClick={() => lineEdits.getState().look(!isAsJson)}
            >
              {isAsJson ? message('As a form') : message('As JSON')}
            </Button>
          )}
          {!isTooLong && !isLeftOut && (
            <p className="small-print" role="status">
              {hasUnsaved
                ? wantsReason && !hasReason
                  ? message('Not saved yet: say why the money is changed.')
                  : message('Not saved yet. It is saved when you leave this line.')
                : hasChanges
                  ? savedInWords(errors)
                  : message('As it is in the file')}
            </p>
          )}
        </Group>
        {wantsReason && !isLeftOut && <Reason draft={draft} isMissing={isReasonMissing} />}
      </div>
      {!isTooLong && !hasFields && (
        <p className="small-print">{message('This text is not a JSON object, so it has no fields for a form.')}</p>
      )}
      {!isTooLong && isAsJson && (
        <div className={classes['columns']}>
          <Paper withBorder radius="md" className={classes['text'] ?? ''}>
            <TextField draft={draft} line={editable.line} view={view} />
          </Paper>
          <LineFindings draft={draft} onShow={(finding) => view.current?.show(finding)} />
        </div>
      )}
      {!isTooLong && !isAsJson && (
        <LineFormView draft={draft} line={editable.line} known={editable.fields} field={field} />
      )}
      {!isTooLong && <Keys keys={keys} />}
      <LeaveOutQuestion asked={leaving} onClose={() => setLeaving(undefined)} />
    </div>
  );
}

const savedInWords = (errors: number): string =>
  errors === 0
    ? message('Corrected and saved')
    : message('Saved, but {errors, plural, one {# error is} other {# errors are}} left', { errors });

/** A field that is none of the line's has its own undo. */
const isOtherField = (target: EventTarget): boolean =>
  target instanceof Element && target.matches('input, textarea') && target.closest('[data-fields]') === null;

/** Why the line has other money. */
function Reason({ draft, isMissing }: { draft: StoreApi<LineDraft>; isMissing: boolean }) {
  const reason = useStore(draft, (state) => state.reason);
  const id = useId();
  useEffect(() => {
    if (isMissing) document.getElementById(id)?.focus();
  }, [isMissing, id]);
  const { label, description, missing } = lineEditorTexts.reason;
  return (
    <ReasonField
      id={id}
      label={label}
      description={description}
      value={reason}
      onReason={draft.getState().explain}
      error={isMissing && missing}
    />
  );
}

interface TextFieldProps {
  draft: StoreApi<LineDraft>;
  line: number;
  view: RefObject<TextView | undefined>;
}

/** The text itself, which React leaves alone. */
function TextField({ draft, line, view }: TextFieldProps) {
  const place = useRef<HTMLDivElement>(null);
  const isLeftOut = useStore(draft, (state) => state.isLeftOut);
  const nonce = useMantineStyleNonce()?.() ?? '';
  useEffect(() => {
    if (place.current === null) return;
    const { text, write } = draft.getState();
    const made = new TextView(place.current, {
      label: message('The text of line {line, number}', { line }),
      text,
      nonce,
      onWrite: (next) => write(next, 'text'),
    });
    view.current = made;
    made.focus();
    const mark = ({ findings, isChecking }: LineDraft) => {
      if (findings !== undefined && !isChecking) made.mark(findings);
    };
    mark(draft.getState());
    const unfollow = draft.subscribe(mark);
    return () => {
      unfollow();
      made.destroy();
      view.current = undefined;
    };
  }, [draft, line, nonce, view]);
  useEffect(() => {
    if (view.current !== undefined) view.current.isReadOnly = isLeftOut;
  }, [view, isLeftOut]);
  return <div ref={place} className={classes['field']} data-left-out={isLeftOut} />;
}

function Keys({ keys: all }: { keys: readonly Shortcut[] }) {
  return (
    <ul className={classes['keys']}>
      {all.map(({ keys, meaning }) => (
        <li key={keys}>
          <kbd>{keys}</kbd> {meaning}
        </li>
      ))}
    </ul>
  );
}
