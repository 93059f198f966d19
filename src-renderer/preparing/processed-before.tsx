/** @file What of the plan went to the service before: with which submissions, and whether it is left out. */

import { Anchor, Checkbox, Text, Title } from '@mantine/core';
import { connectionInWords } from '../../src-shared/connection-words.ts';
import type { Plan } from '../../src-shared/contract.ts';
import { stateInWords } from '../../src-shared/state-words.ts';
import { addressOf } from '../routes.ts';
import { DataTable } from '../table/data-table.tsx';
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
      <DataTable
        label={resultTexts.processedTable}
        isInBlocks
        frame="bordered"
        frameClass={classes['rows']}
        rows={shown}
        keyOf={({ submission }) => submission}
        columns={[
          {
            heading: resultTexts.processedWith,
            cell: ({ submission, file, connection: over }) => (
              <>
                <Anchor size="sm" href={addressOf({ page: 'submission', id: submission })}>
                  {file}
                </Anchor>
                {connection === undefined && ` (${connectionInWords(over)})`}
              </>
            ),
          },
          { heading: resultTexts.processedAt, className: classes['moment'], cell: ({ at }) => momentOf(at) },
          { heading: resultTexts.processedState, cell: ({ state }) => stateInWords(state) },
          { heading: resultTexts.processedCount, align: 'end', cell: (one) => number(one.transactions) },
          { heading: resultTexts.processedRows, cell: ({ first }) => resultTexts.rowsOf(first) },
        ]}
      />
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
