/** @file Rows that the preparation of a file had refused: where they are, and that a person has settled them elsewhere. */

import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import type { SubmissionRow } from '../../src-shared/contract.ts';
import { message } from '../../src-shared/languages/message.ts';
import { type RefusedRows, refusedRowsInWords, wayToRefusedInWords } from '../../src-shared/refused-rows.ts';
import { useBridge } from '../bridge-context.ts';
import { PreparationLink } from '../fixing/preparation-link.tsx';
import { Question } from '../question.tsx';
import { SaveOutcome } from '../saving/save-outcome.tsx';
import { useSave } from '../saving/use-save.ts';

const question = {
  title: message('Are these rows dealt with elsewhere?'),
  sentence: message(
    'They are then no longer open. Who said so, and why, is kept in the history, and statements say it.',
  ),
  reason: {
    label: message('Where, and why'),
    missing: message('Say where these rows went, or why they need not be sent.'),
  },
  confirm: message('They are dealt with'),
  goBack: message('Go back'),
};

interface RefusedRowsNoticeProps {
  id: SubmissionRow['id'];
  refusedRows: RefusedRows;
}

export function RefusedRowsNotice({ id, refusedRows }: RefusedRowsNoticeProps) {
  const bridge = useBridge();
  const saving = useSave();
  const [isAsked, setAsked] = useState(false);
  return (
    <Alert title={message('Rows of the export are in none of the files')} color="yellow">
      <Stack gap="xs">
        <Text size="sm">{refusedRowsInWords(refusedRows)}</Text>
        {wayToRefusedInWords(refusedRows).map((way) => (
          <Text key={way} size="sm">
            {way}
          </Text>
        ))}
        <Group gap="xs">
          {refusedRows.exports.map(
            ({ file }, part) =>
              file !== undefined && (
                <Button
                  key={file}
                  variant="default"
                  size="xs"
                  leftSection={<IconDownload size={15} aria-hidden />}
                  onClick={() => void saving.save({ kind: 'refused-rows', id, part })}
                >
                  {message('Save {file}', { file: nameOf(file) })}
                </Button>
              ),
          )}
          {refusedRows.exports.some(({ file }) => file !== undefined) && (
            <PreparationLink id={id} of="refused-rows" size="xs" />
          )}
          <Button variant="default" size="xs" onClick={() => setAsked(true)}>
            {message('Dealt with elsewhere…')}
          </Button>
        </Group>
        <SaveOutcome saving={saving} />
      </Stack>
      <Question
        subject={isAsked ? refusedRows : undefined}
        size={600}
        words={(rows) => ({ ...question, sentences: [refusedRowsInWords(rows), question.sentence] })}
        act={async (_, reason) => {
          const result = await bridge.invoke['queue.settleRefused']({ id, reason });
          return result.ok ? undefined : result.error;
        }}
        onClose={() => setAsked(false)}
      />
    </Alert>
  );
}

const nameOf = (path: string): string => path.split(/[/\\]/).at(-1) ?? path;
