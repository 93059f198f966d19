/** @file Lines that are left out at once, with the reason: all with the same fault or the same value, or all but one of each id. */

import { Button } from '@mantine/core';
import { IconRowRemove } from '@tabler/icons-react';
import { useState } from 'react';
import type { FaultEntry, SubmissionRow, Turn } from '../../src-shared/contract.ts';
import { faultKindInWords } from '../../src-shared/fault-kind-words.ts';
import { message } from '../../src-shared/languages/message.ts';
import { LeaveOutQuestion, type LeavingOut } from '../line-editor/leave-out-question.tsx';
import { useStores } from '../stores.ts';
import { lineEditorTexts } from '../texts/line-editor.ts';
import { counted } from '../wording.ts';
import classes from './correcting.module.css';
import { type KindOfFile, kindLeftOut, valueLeftOut } from './draft.ts';
import { entryInWords } from './fault-words.ts';

interface LeaveOutProps {
  id: SubmissionRow['id'];
  kind: KindOfFile;
}

/** Of a button that has nothing to do any more: it keeps its place, so that the others do, and the keyboard still reaches it. */
export const stayingButton = {
  'aria-disabled': true,
  'data-disabled': true,
  title: message('Nothing is left to do here'),
};

/** All lines of a kind that are faulty still. */
export function LeaveKindOut({ id, kind }: LeaveOutProps) {
  const take = useTake(id);
  const words = faultKindInWords(kind);
  return (
    <LeaveOut
      label={
        kind.left === 0
          ? message('Leave lines out…')
          : message('Leave {count, plural, one {# line} other {# lines}} out…', { count: kind.left })
      }
      isDone={kind.left === 0}
      leaving={{
        lines: kind.left,
        sentences: [
          message('{kind}: {lines}. A line that you correct in another way is still sent.', {
            ...{ kind: words, lines: counted(kind.left, 'line') },
          }),
          lineEditorTexts.leftOutUntilSent(kind.left),
        ],
        leaveOut: async (reason) => take(kindLeftOut(kind, reason)),
      }}
    />
  );
}

/** All lines with the value of an entry. */
export function LeaveValueOut({ id, kind, entry }: LeaveOutProps & { entry: FaultEntry }) {
  const take = useTake(id);
  const value = entryInWords(entry);
  return (
    <LeaveOut
      label={message('Leave {count, plural, one {the line} other {all # lines}} with “{value}” out…', {
        ...{ count: entry.lines, value },
      })}
      leaving={{
        lines: entry.lines,
        sentences: [lineEditorTexts.leftOutUntilSent(entry.lines)],
        leaveOut: async (reason) => take(valueLeftOut(kind, entry, reason)),
      }}
    />
  );
}

function LeaveOut({ label, leaving, isDone }: { label: string; leaving: LeavingOut; isDone?: boolean }) {
  const [asked, setAsked] = useState<LeavingOut>();
  return (
    <>
      <Button
        size="xs"
        variant="default"
        className={classes['wrapped'] ?? ''}
        leftSection={<IconRowRemove size={14} aria-hidden />}
        {...(isDone === true ? stayingButton : { onClick: () => setAsked(leaving) })}
      >
        {label}
      </Button>
      <LeaveOutQuestion asked={asked} onClose={() => setAsked(undefined)} />
    </>
  );
}

/** Takes a turn, where there is one. Nothing can go wrong with it that the workbench does not say itself. */
export function useTake(id: SubmissionRow['id']): (turn: Turn | undefined) => undefined {
  const { workbenches } = useStores();
  return (turn) => {
    if (turn !== undefined) workbenches(id).getState().take(turn);
  };
}
