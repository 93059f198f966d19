/** @file What a correction would do: sentences, the counts of each step, and some changes before and after. */

import { Stack, Text } from '@mantine/core';
import { missingBefore, removedAfter } from '../../src-shared/change-words.ts';
import type { CorrectionOutcome, SubmissionRow } from '../../src-shared/contract.ts';
import { message } from '../../src-shared/languages/message.ts';
import { DataTable } from '../table/data-table.tsx';
import { outcomeInWords, stepInWords } from '../texts/fixing.ts';
import { number } from '../wording.ts';
import classes from './fixing.module.css';

/** Whether the new file goes by itself: a connection is chosen, and the check finds no errors in it. Until it is known, it counts as free of them. */
export const isSentByItself = ({ connection }: SubmissionRow, outcome: CorrectionOutcome | undefined): boolean =>
  connection !== '' && (outcome?.check?.faulty ?? 0) === 0;

export function OutcomeView({ row, outcome }: { row: SubmissionRow; outcome: CorrectionOutcome }) {
  return (
    <Stack gap="xs" role="status">
      {outcomeInWords(outcome, isSentByItself(row, outcome)).map((sentence) => (
        <Text key={sentence} size="sm">
          {sentence}
        </Text>
      ))}
      {outcome.samples.length > 0 && (
        <DataTable
          label={message('Some of the changes')}
          isInBlocks
          rows={outcome.samples}
          keyOf={({ line, step, field }) => `${line} ${step} ${field}`}
          columns={[
            { heading: message('Line'), cell: ({ line }) => number(line) },
            { heading: message('What'), cell: (sample) => stepInWords(sample) },
            {
              heading: message('Before'),
              className: classes['value'],
              cell: ({ before }) => before ?? missingBefore(),
            },
            {
              heading: message('After'),
              className: classes['value'],
              cell: ({ after, field }) => after ?? (field === undefined ? message('left out') : removedAfter()),
            },
          ]}
        />
      )}
    </Stack>
  );
}
