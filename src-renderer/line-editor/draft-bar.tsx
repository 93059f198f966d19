/** @file What was corrected by hand in a file so far, and what can be done with all of it. Nothing, while nothing was. */

import { Button, Group, Paper, Stack, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { SubmissionRow } from '../../src-shared/contract.ts';
import type { ErrorRecord } from '../../src-shared/errors.ts';
import { Dialog } from '../dialog.tsx';
import { ErrorNotice } from '../errors/error-notice.tsx';
import { useLineEdits, useStores } from '../stores.ts';
import { draftTexts } from '../texts/line-editor.ts';
import { questionTexts } from '../texts/steps.ts';
import classes from './draft-bar.module.css';

type Id = SubmissionRow['id'];

export function DraftBar({ id }: { id: Id }) {
  const { lineEdits } = useStores();
  const edits = useLineEdits((state) => state.edits.get(id)) ?? [];
  const [asked, setAsked] = useState<number>();
  useEffect(() => void lineEdits.getState().refresh(id), [lineEdits, id]);
  const leftOut = edits.filter(({ kind }) => kind === 'left-out').length;
  return (
    <>
      {edits.length > 0 && (
        <Paper
          withBorder
          radius="md"
          component="section"
          aria-label={draftTexts.label}
          className={classes['bar'] ?? ''}
        >
          <Text size="sm" role="status">
            {draftTexts.standing(edits.length - leftOut, leftOut)}
          </Text>
          <Button variant="subtle" onClick={() => setAsked(edits.length)}>
            {draftTexts.undoAll}
          </Button>
        </Paper>
      )}
      <UndoAllDialog id={id} lines={asked} onClose={() => setAsked(undefined)} />
    </>
  );
}

function UndoAllDialog({ id, lines, onClose }: { id: Id; lines: number | undefined; onClose: () => void }) {
  const { lineEdits } = useStores();
  const [error, setError] = useState<ErrorRecord>();
  const confirm = async () => {
    const failed = await lineEdits.getState().undoAll(id);
    setError(failed);
    if (failed === undefined) onClose();
  };
  const words = draftTexts.question;
  return (
    <Dialog
      subject={lines}
      onClose={onClose}
      title={() => words.title}
      closeButtonProps={{ 'aria-label': questionTexts.close }}
    >
      {(count) => (
        <Stack gap="md">
          {error !== undefined && <ErrorNotice error={error} isAskedOnce />}
          <Text size="sm">{words.sentence(count)}</Text>
          <Group justify="flex-end">
            <Button variant="default" data-autofocus onClick={onClose}>
              {words.goBack}
            </Button>
            <Button color="red.9" onClick={() => void confirm()}>
              {words.confirm}
            </Button>
          </Group>
        </Stack>
      )}
    </Dialog>
  );
}
