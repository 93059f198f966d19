/** @file What of the plan went to the service before: with which submissions, and whether it is left out. */

import { Anchor, Checkbox, Table, Text, Title } from '@mantine/core';
import type { Plan } from '../../src-shared/contract.ts';
import { stateInWords } from '../../src-shared/state-words.ts';
import { addressOf } from '../routes.ts';
import { resultTexts } from '../texts/preparing.ts';
import { momentOf, number } from '../wording.ts';
import classes from './finish.module.css';
import panels from './panels.module.css';

interface ProcessedBeforeProps {
  before: Plan['processedBefore'];
  isLeftOut: boolean;
  onLeaveOut: (isLeftOut: boolean) => void;
}

/** More than a person reads. */
const MOST_SUBMISSIONS = 20;

export function ProcessedBefore({ before, isLeftOut, onLeaveOut }: ProcessedBeforeProps) {
  const { isCompared, reason = '', transactions, submissions, uncompared, connection } = before;
  if (!isCompared || transactions === 0) {
    const words = isCompared ? resultTexts.nothingBefore(connection) : resultTexts.notCompared(reason);
    return (
      <section className={panels['panel']} aria-label={words}>
        <Text size="sm">
          {words}
          {uncompared > 0 && ` ${resultTexts.uncompared(uncompared)}`}
        </Text>
      </section>
    );
  }
  const shown = submissions.slice(0, MOST_SUBMISSIONS);
  return (
    <section className={panels['panel']} aria-labelledby="processed">
      <div>
        <Title order={2} id="processed" className={classes['troubled'] ?? ''}>
          {resultTexts.processedTitle(before)}
        </Title>
        <Text size="sm">
          {resultTexts.processedHint(before)}
          {uncompared > 0 && ` ${resultTexts.uncompared(uncompared)}`}
        </Text>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
      <section className={classes['rows']} tabIndex={0} aria-label={resultTexts.processedTable}>
        <Table stickyHeader>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{resultTexts.processedWith}</Table.Th>
              <Table.Th>{resultTexts.processedAt}</Table.Th>
              <Table.Th>{resultTexts.processedState}</Table.Th>
              <Table.Th className={classes['number'] ?? ''}>{resultTexts.processedCount}</Table.Th>
              <Table.Th>{resultTexts.processedRows}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {shown.map(({ submission, file, connection: over, at, state, transactions: count, first }) => (
              <Table.Tr key={submission}>
                <Table.Td>
                  <Anchor size="sm" href={addressOf({ page: 'submission', id: submission })}>
                    {file}
                  </Anchor>
                  {connection === undefined && ` (${over})`}
                </Table.Td>
                <Table.Td className={classes['moment'] ?? ''}>{momentOf(at)}</Table.Td>
                <Table.Td>{stateInWords(state)}</Table.Td>
                <Table.Td className={classes['number'] ?? ''}>{number(count)}</Table.Td>
                <Table.Td>{resultTexts.rowsOf(first)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </section>
      {submissions.length > shown.length && (
        <Text size="sm">{resultTexts.moreSubmissions(submissions.length - shown.length)}</Text>
      )}
      <Checkbox
        label={resultTexts.leaveOutProcessed}
        checked={isLeftOut}
        onChange={(event) => onLeaveOut(event.currentTarget.checked)}
      />
    </section>
  );
}
