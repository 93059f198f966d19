/** @file The steps for all selected submissions, each with the number that it applies to. */

import { Button, CloseButton } from '@mantine/core';
import { connectionInWords } from '../../src-shared/connection-words.ts';
import type { SubmissionRow } from '../../src-shared/contract.ts';
import { fitTogether, stepsForMany } from '../steps/next-steps.ts';
import { stepIcons } from '../steps/step-icons.ts';
import { useQueue, useQueueView, useStores } from '../stores.ts';
import { queueTexts } from '../texts/queue.ts';
import { stepWords } from '../texts/steps.ts';
import { number } from '../wording.ts';
import classes from './queue-page.module.css';

export function BulkBar() {
  const selected = useQueueView((view) => view.selected);
  return selected.size === 0 ? null : <Bar selected={selected} />;
}

function Bar({ selected }: { selected: ReadonlySet<SubmissionRow['id']> }) {
  const stores = useStores();
  const select = useQueueView((view) => view.select);
  // The applicable steps change only with states.
  useQueue(({ list }) => list?.version);
  const rows = [...selected].flatMap((id) => stores.queue.getState().list?.rows.get(id) ?? []);
  if (rows.length === 0) return null;
  return (
    <section className={classes['bulk']} aria-label={queueTexts.selected(rows.length)}>
      <span className={classes['bulkCount']}>{queueTexts.selected(rows.length)}</span>
      {stepsForMany.map((step) => {
        const parts = fitTogether(step, rows);
        const Icon = stepIcons[step];
        const { label, explanation } = stepWords[step];
        return parts.map((fitting) => (
          <Button
            key={`${step} ${fitting[0]?.connection}`}
            variant="default"
            size="xs"
            leftSection={<Icon size={15} aria-hidden />}
            title={explanation}
            onClick={() => void stores.steps.getState().begin(step, fitting)}
          >
            {label} {parts.length > 1 && <bdi>{connectionInWords(fitting[0]?.connection ?? '')}</bdi>} (
            {number(fitting.length)})
          </Button>
        ));
      })}
      <CloseButton
        aria-label={queueTexts.clearSelection}
        title={queueTexts.clearSelection}
        onClick={() => select([])}
      />
    </section>
  );
}
