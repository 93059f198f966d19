/** @file What to do next with one submission: the likeliest as a button with a word, the rest as icons. */

import { IconPlayerPause, IconPlayerPlay, IconRefresh, IconSend, IconTrash, IconX } from '@tabler/icons-react';
import type { SubmissionRow } from '../../src-preload/contract.ts';
import { useStores } from '../stores.ts';
import { actionWords } from '../texts/queue.ts';
import { type Action, actionsFor } from './actions.ts';
import classes from './row-actions.module.css';

export const actionIcons: Record<Action, typeof IconX> = {
  approve: IconSend,
  pause: IconPlayerPause,
  resume: IconPlayerPlay,
  retry: IconRefresh,
  cancel: IconX,
  remove: IconTrash,
};

/** These are only an icon: they end something, and should not be the first thing that is seen. */
const quiet: ReadonlySet<Action> = new Set(['cancel', 'remove']);

export function RowActions({ row, tabIndex }: { row: SubmissionRow; tabIndex: number }) {
  const { queue, queueView } = useStores();
  const perform = (action: Action) => {
    if (action === 'approve') queueView.getState().ask({ kind: 'approve', id: row.id });
    else if (action === 'cancel') queueView.getState().ask({ kind: 'cancel', ids: [row.id] });
    else void queue.getState().act(action, [row.id]);
  };
  const [first] = actionsFor(row);
  return (
    <div className={classes['actions']}>
      {actionsFor(row).map((action) => {
        const Icon = actionIcons[action];
        const hasWord = action === first && !quiet.has(action);
        const { label, explanation } = actionWords[action];
        return (
          <button
            key={action}
            type="button"
            className={classes['action']}
            data-quiet={!hasWord}
            data-urgent={action === 'approve'}
            tabIndex={tabIndex}
            title={hasWord ? explanation : `${label} ${explanation}`}
            aria-label={`${label} ${row.fileName}`}
            onClick={() => perform(action)}
          >
            <Icon size={16} stroke={1.8} aria-hidden />
            {hasWord && label}
          </button>
        );
      })}
    </div>
  );
}
