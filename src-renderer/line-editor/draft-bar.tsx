/** @file What was corrected by hand in a file so far, and what can be done with all of it. Nothing, while nothing was. */

import { Button, Group } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { SubmissionRow } from '../../src-shared/contract.ts';
import { message } from '../../src-shared/languages/message.ts';
import { useBridge } from '../bridge-context.ts';
import { Question } from '../question.tsx';
import { useLineEdits, useQueue, useStores } from '../stores.ts';
import { TenantName } from '../tenant-name.tsx';
import { draftTexts, lineEditorTexts } from '../texts/line-editor.ts';
import { questionTexts } from '../texts/steps.ts';
import { goTo } from '../use-route.ts';
import classes from './draft-bar.module.css';

type Id = SubmissionRow['id'];

type Asked = 'make' | 'undo-all';

interface DraftBarProps {
  id: Id;
  /** On the page of a line: keeps its text, and returns whether that worked. There, only that line can be undone. */
  keep?: () => Promise<boolean>;
}

export function DraftBar({ id, keep }: DraftBarProps) {
  const bridge = useBridge();
  const { lineEdits } = useStores();
  const edits = useLineEdits((state) => state.edits.get(id)) ?? [];
  const connection = useQueue(({ list }) => list?.rows.get(id)?.connection);
  const [asked, setAsked] = useState<Asked>();
  useEffect(() => void lineEdits.getState().refresh(id), [lineEdits, id]);
  const leftOut = edits.filter(({ kind }) => kind === 'left-out').length;
  const unexplained = edits.flatMap(({ line, isUnexplained }) => (isUnexplained ? [line] : []));
  const whyLeftOut = {
    label: lineEditorTexts.whyLeftOut(unexplained.length),
    description: lineEditorTexts.reason.description,
    missing: lineEditorTexts.noReason,
  };
  const askToMake = async () => {
    if (keep === undefined || (await keep())) setAsked('make');
  };
  const make = async (reason: string) => {
    const from = location.hash;
    const notExplained =
      reason === '' ? undefined : await lineEdits.getState().explain(id, [{ lines: unexplained, reason }]);
    if (notExplained !== undefined) return notExplained;
    const wish = { steps: [], withEdits: true, sendChanged: false };
    const made = await bridge.invoke['submission.correct']({ id, ...wish });
    if (!made.ok) return made.error;
    // A person who has gone elsewhere in the meantime is not called back.
    if (made.value.added !== undefined && location.hash === from) goTo({ page: 'submission', id: made.value.added });
    return undefined;
  };
  return (
    <>
      {edits.length > 0 && (
        <section aria-label={message('Corrections by hand')} className={classes['bar']}>
          <p role="status">{draftTexts.standing(edits.length - leftOut, leftOut)}</p>
          {keep === undefined && (
            <Button variant="subtle" onClick={() => setAsked('undo-all')}>
              {message('Undo all…')}
            </Button>
          )}
          <Button variant="filled" onClick={() => void askToMake()}>
            {message('Make the corrected file…')}
          </Button>
        </section>
      )}
      <Question
        subject={asked}
        words={(subject) =>
          subject === 'make'
            ? { ...draftTexts.makeQuestion, ...(unexplained.length > 0 && { reason: whyLeftOut }) }
            : { ...draftTexts.question, sentences: [draftTexts.question.sentence(edits.length)], isGrave: true }
        }
        act={(subject, reason) => (subject === 'make' ? make(reason) : lineEdits.getState().undoAll(id))}
        onClose={() => setAsked(undefined)}
      >
        {(subject) =>
          subject === 'make' &&
          connection !== undefined && (
            <Group gap="xs">
              {questionTexts.goesTo} <TenantName name={connection} />
            </Group>
          )
        }
      </Question>
    </>
  );
}
