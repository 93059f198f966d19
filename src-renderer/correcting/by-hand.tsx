/** @file A line that is corrected by hand beside the values: its form, and the way to the next line with the same fault. */

import { Button, Text } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { StoreApi } from 'zustand/vanilla';
import type { EditableLine, FindingRow, Result, SubmissionRow } from '../../src-shared/contract.ts';
import { findingSentence } from '../../src-shared/finding-sentence.ts';
import { message } from '../../src-shared/languages/message.ts';
import { useAppInfo } from '../app-info.ts';
import { useBridge } from '../bridge-context.ts';
import { isDialogOpen } from '../dialog.tsx';
import { ErrorNotice } from '../errors/error-notice.tsx';
import { Loading } from '../frame/page.tsx';
import { createLineDraft, isUnsaved, type LineDraft } from '../line-editor/line-draft.ts';
import { LineEditor } from '../line-editor/line-editor.tsx';
import { isSave, shortcutsByHand } from '../line-editor/shortcuts.ts';
import { useStores } from '../stores.ts';
import { stepsOf } from './draft.ts';

interface ByHandProps {
  id: SubmissionRow['id'];
  line: number;
  /** The name of the kind for whose sake the line is corrected. */
  kind: string;
  /** The field that the kind is about; empty for none. */
  field: string;
  /** A line that still has a fault of the kind. */
  next: number | undefined;
  onNext: (line: number) => void;
  onEnd: () => void;
}

export function ByHand(props: ByHandProps) {
  const { id, line } = props;
  const bridge = useBridge();
  const { workbenches } = useStores();
  const putBack = useStore(workbenches(id), (state) => state.putBack);
  const [loaded, setLoaded] = useState<Result<EditableLine>>();
  // In the next line, a person continues in the same field.
  const focused = useRef(props.field);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was undone is read again
  useEffect(() => void bridge.invoke['edits.line']({ id, line }).then(setLoaded), [bridge, id, line, putBack]);
  if (loaded?.ok === false) return <ErrorNotice error={loaded.error} />;
  if (loaded?.value.line !== line) return <Loading>{message('Loading the line…')}</Loading>;
  return <Editor {...props} editable={loaded.value} focused={focused} />;
}

interface EditorProps extends ByHandProps {
  editable: EditableLine;
  /** The path of the field in which a person was last. */
  focused: RefObject<string>;
}

function Editor({ id, kind, next, onNext, onEnd, editable, focused }: EditorProps) {
  const draft = useHandDraft(id, kind, editable);
  const { platform } = useAppInfo();
  const { workbenches } = useStores();
  const isChecking = useStore(workbenches(id), (state) => state.isChecking);
  const isSaved = useStore(draft, (state) => !isUnsaved(state) && (state.kept !== state.original || state.isLeftOut));
  const [isNextWanted, setNextWanted] = useState(false);
  /** What a correction has made wrong, and was said of it. */
  const [made, setMade] = useState<{ text: string; errors: readonly FindingRow[] }>();
  const isMade = useStore(draft, ({ text }) => made?.text === text);
  const leave = async () => {
    if (await draft.getState().save()) onEnd();
  };
  const goToNext = async () => {
    focused.current = fieldInFocus() ?? focused.current;
    setNextWanted(true);
    if (!(await draft.getState().save()) || next === undefined) return;
    // Of what it does not see, a person who only goes through the lines would hear at the end.
    const errors = await draft.getState().madeErrors();
    const isSeen = errors.length === 0 || made?.text === draft.getState().text;
    if (isSeen) onNext(next);
    else setMade({ text: draft.getState().text, errors });
  };
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isLeave = event.key === 'Escape' && !isCovered();
      if ((!isSave(event) && !isLeave) || isDialogOpen()) return;
      event.preventDefault();
      event.stopPropagation();
      // Held down, the key would go through line after line.
      if (event.repeat) return;
      finishField();
      if (isLeave) void leave();
      else if (event.key === 'Enter') void goToNext();
      else void draft.getState().save();
    };
    addEventListener('keydown', press, { capture: true });
    return () => removeEventListener('keydown', press, { capture: true });
  });
  return (
    <LineEditor
      draft={draft}
      editable={editable}
      keys={shortcutsByHand(platform)}
      field={focused.current}
      onTakeBack={() => workbenches(id).getState().undo()}
    >
      {next !== undefined && (
        <Button
          variant="filled"
          size="xs"
          rightSection={<IconArrowRight size={16} aria-hidden />}
          title={message('Saves this line, and shows another one with this fault')}
          aria-keyshortcuts="Control+Enter Meta+Enter"
          onClick={() => void goToNext()}
        >
          {message('Next: line {line, number}', { line: next })}
        </Button>
      )}
      <Button variant="default" size="xs" onClick={() => void leave()}>
        {message('Done with this line')}
      </Button>
      {isMade && (
        <Text size="sm" role="alert">
          {message('Saved, but this correction has made another error:')}{' '}
          {made?.errors.map(({ message: said }) => findingSentence(said)).join(' ')}
        </Text>
      )}
      {next === undefined && !isChecking && (isSaved || isNextWanted) && (
        <Text size="sm" role="status">
          {message('No other line has this fault.')}
        </Text>
      )}
    </LineEditor>
  );
}

/** The path of the field of the line that has the focus. */
const fieldInFocus = (): string | undefined =>
  document.activeElement?.closest<HTMLElement>('[data-path]')?.dataset['path'];

/** Whether something is open over the page, such as suggestions or a menu: Escape closes that alone. */
const isCovered = (): boolean =>
  [...document.querySelectorAll('[role="option"], [role="menu"], [role="dialog"]')].some((open) =>
    open.checkVisibility(),
  );

/** What stands in the field that is being written counts as finished: a name becomes its code, as when it is left. */
function finishField(): void {
  const { activeElement } = document;
  if (!(activeElement instanceof HTMLInputElement)) return;
  activeElement.blur();
  activeElement.focus();
}

/** What is kept of it is a turn of the workbench, and so undone with the others. */
function useHandDraft(id: SubmissionRow['id'], kind: string, editable: EditableLine): StoreApi<LineDraft> {
  const bridge = useBridge();
  const { queue, workbenches } = useStores();
  const draft = useMemo(() => {
    const { getState } = workbenches(id);
    const { correctByHand } = getState();
    const keep: Parameters<typeof createLineDraft>[0]['keep'] = (edit) => correctByHand(editable.line, kind, edit);
    return createLineDraft({ bridge, id, keep, steps: () => stepsOf(getState().turns) }, editable);
  }, [bridge, workbenches, id, kind, editable]);
  useEffect(() => {
    const { start, end, giveUp } = draft.getState();
    start();
    const unfollow = workbenches(id).subscribe((state, before) => {
      // What was undone is not written back by what stands on the screen.
      if (state.putBack !== before.putBack) giveUp();
      else if (state.turns !== before.turns) start();
    });
    return () => {
      unfollow();
      void end().then((error) => {
        if (error !== undefined) queue.getState().complain([{ error }]);
      });
    };
  }, [draft, id, queue, workbenches]);
  return draft;
}
