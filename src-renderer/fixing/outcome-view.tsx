/** @file What a correction would do: sentences, the counts of each step, and some changes before and after. */

import { Stack, Table, Text } from '@mantine/core';
import type { CorrectionOutcome, SubmissionRow } from '../../src-shared/contract.ts';
import { fixingTexts, outcomeInWords, stepInWords } from '../texts/fixing.ts';
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
        <Table aria-label={fixingTexts.samples} className={classes['samples'] ?? ''}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{fixingTexts.line}</Table.Th>
              <Table.Th>{fixingTexts.what}</Table.Th>
              <Table.Th>{fixingTexts.before}</Table.Th>
              <Table.Th>{fixingTexts.after}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {outcome.samples.map((sample) => (
              <Table.Tr key={`${sample.line} ${sample.step} ${sample.field}`}>
                <Table.Td>{number(sample.line)}</Table.Td>
                <Table.Td>{stepInWords(sample).replace(' “…”', '')}</Table.Td>
                <Table.Td className={classes['value'] ?? ''}>{sample.before ?? fixingTexts.missingValue}</Table.Td>
                <Table.Td className={classes['value'] ?? ''}>{sample.after ?? fixingTexts.dropped}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </Stack>
  );
}
