/** @file Lines that are left out at once, with the reason: all with the same fault or the same value, or all but one of each id. */

import { Button } from '@mantine/core';
import { IconRowRemove } from '@tabler/icons-react';
import { useState } from 'react';
import type { FaultEntry, SubmissionRow, Turn } from '../../src-shared/contract.ts';
import { labelled } from '../../src-shared/languages/labelled.ts';
import { message } from '../../src-shared/languages/message.ts';
import { Question } from '../question.tsx';
import { useStores } from '../stores.ts';
import { lineEditorTexts } from '../texts/line-editor.ts';
import { questionTexts } from '../texts/steps.ts';
import { counted } from '../wording.ts';
import classes from './correcting.module.css';
import { type KindOfFile, kindLeftOut, valueLeftOut } from './draft.ts';
import { causeOf, entryInWords, subjectOf } from './fault-words.ts';

/** What is to be left out, and what follows from it. */
export interface LeavingOut {
  lines: number;
  sentences: readonly string[];
  turn: (reason: string) => Turn | undefined;
}

/** Asks for the reason. */
export function LeaveOutQuestion({
  id,
  asked,
  onClose,
}: {
  id: SubmissionRow['id'];
  asked: LeavingOut | undefined;
  onClose: () => void;
}) {
  const { workbenches } = useStores();
  return (
    <Question
      subject={asked}
      words={({ lines, sentences }) => ({
        title: message('Leave {count, plural, one {# line} other {# lines}} out?', { count: lines }),
        sentences,
        reason: {
          label: message('The reason'),
          description: lineEditorTexts.reason.description,
          missing: lineEditorTexts.noReason,
        },
        confirm: message('Leave {count, plural, one {# line} other {# lines}} out', { count: lines }),
        goBack: questionTexts.close,
      })}
      act={async ({ turn }, reason) => {
        const taken = turn(reason);
        if (taken !== undefined) workbenches(id).getState().take(taken);
        return undefined;
      }}
      onClose={onClose}
    />
  );
}

interface LeaveOutProps {
  id: SubmissionRow['id'];
  kind: KindOfFile;
}

const canBeUndone = message('They are not sent. It can be undone until you send the others.');

/** All lines of a kind that are faulty still. */
export function LeaveKindOut({ id, kind }: LeaveOutProps) {
  const words = labelled(subjectOf(kind), causeOf(kind));
  return (
    <LeaveOut
      id={id}
      label={message('Leave {count, plural, one {# line} other {# lines}} out…', { count: kind.left })}
      leaving={{
        lines: kind.left,
        sentences: [
          message('{kind}: {lines}, as far as no other decision mends them.', {
            ...{ kind: words, lines: counted(kind.left, 'line') },
          }),
          canBeUndone,
        ],
        turn: (reason) => kindLeftOut(kind, reason),
      }}
    />
  );
}

/** All lines with the value of an entry. */
export function LeaveValueOut({ id, kind, entry }: LeaveOutProps & { entry: FaultEntry }) {
  const value = entryInWords(entry);
  return (
    <LeaveOut
      id={id}
      label={message('Leave {count, plural, one {the line} other {all # lines}} with “{value}” out…', {
        ...{ count: entry.lines, value },
      })}
      leaving={{
        lines: entry.lines,
        sentences: [canBeUndone],
        turn: (reason) => valueLeftOut(kind, entry, reason),
      }}
    />
  );
}

function LeaveOut({ id, label, leaving }: { id: SubmissionRow['id']; label: string; leaving: LeavingOut }) {
  const [asked, setAsked] = useState<LeavingOut>();
  return (
    <>
      <Button
        size="xs"
        variant="default"
        className={classes['wrapped'] ?? ''}
        leftSection={<IconRowRemove size={14} aria-hidden />}
        onClick={() => setAsked(leaving)}
      >
        {label}
      </Button>
      <LeaveOutQuestion id={id} asked={asked} onClose={() => setAsked(undefined)} />
    </>
  );
}
