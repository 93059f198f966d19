/** @file What can be done to all that are selected, each action with the number of those it fits. */

import { Button } from '@mantine/core';
import type { SubmissionRow } from '../../src-preload/contract.ts';
import { useQueue, useQueueView, useStores } from '../stores.ts';
import { actionWords, queueTexts } from '../texts/queue.ts';
import { number } from '../wording.ts';
import { type Action, fitFor } from './actions.ts';
import classes from './queue-page.module.css';
import { actionIcons } from './row-actions.tsx';

const actions = ['pause', 'resume', 'retry', 'cancel', 'remove'] as const satisfies readonly Action[];

export function BulkBar() {
  const selected = useQueueView((view) => view.selected);
  return selected.size === 0 ? null : <Bar selected={selected} />;
}

function Bar({ selected }: { selected: ReadonlySet<SubmissionRow['id']> }) {
  const { queue, queueView } = useStores();
  const select = useQueueView((view) => view.select);
  // What fits changes with states only.
  useQueue(({ list }) => list?.version);
  const rows = [...selected].flatMap((id) => queue.getState().list?.rows.get(id) ?? []);
  const perform = (action: (typeof actions)[number]) => {
    const ids = fitFor(action, rows).map(({ id }) => id);
    if (action === 'cancel' || action === 'remove') queueView.getState().ask({ kind: action, ids });
    else void queue.getState().act(action, ids);
  };
  return (
    <section className={classes['bulk']} aria-label={queueTexts.selected(rows.length)}>
      <span className={classes['bulkCount']}>{queueTexts.selected(rows.length)}</span>
      {actions.map((action) => {
        const { length } = fitFor(action, rows);
        const Icon = actionIcons[action];
        return (
          length > 0 && (
            <Button
              key={action}
              variant="default"
              size="xs"
              leftSection={<Icon size={15} aria-hidden />}
              title={actionWords[action].explanation}
              onClick={() => perform(action)}
            >
              {actionWords[action].label} ({number(length)})
            </Button>
          )
        );
      })}
      <Button variant="subtle" size="xs" onClick={() => select([])}>
        {queueTexts.clearSelection}
      </Button>
    </section>
  );
}
