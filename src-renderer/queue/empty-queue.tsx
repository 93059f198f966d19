/** @file The text of an empty queue: what to do, and what happens then. */

import { Anchor } from '@mantine/core';
import { IconFileUpload } from '@tabler/icons-react';
import { MINUTE } from '../../src-shared/durations.ts';
import { message } from '../../src-shared/languages/message.ts';
import { ChooseFilesButton } from '../add-files/choose-files-button.tsx';
import { useAppInfo } from '../app-info.ts';
import { focusPage } from '../focus-page.ts';
import { removedOnly } from '../history/look-up.ts';
import { useRestorable } from '../history/use-restorable.ts';
import { addressOf } from '../routes.ts';
import { useQueue, useStores } from '../stores.ts';
import { addFilesTexts } from '../texts/add-files.ts';
import { historyTexts } from '../texts/history.ts';
import { emptyTexts, undoTexts } from '../texts/queue.ts';
import { useTimeLeft } from '../use-time-left.ts';
import classes from './queue-page.module.css';

/** Until the last of them cannot be restored any more; after a removal, first the bar at the edge offers it. */
function RemovedFiles() {
  const { queue } = useStores();
  const isOfferedInBar = useQueue(({ removal }) => removal !== undefined);
  const removals = useRestorable();
  const minutesLeft = useTimeLeft(Math.max(0, ...removals.map(({ restorableUntil = 0 }) => restorableUntil)), MINUTE);
  if (minutesLeft === 0 || isOfferedInBar) return null;
  const restore = async () => {
    // Its button will be gone.
    focusPage();
    const result = await queue.getState().restore(removals.map(({ submission }) => submission));
    if (!result.ok) queue.getState().complain([{ error: result.error }]);
  };
  return (
    <p>
      {message('{count, plural, one {# file was removed.} other {# files were removed.}}', { count: removals.length })}{' '}
      <Anchor component="button" type="button" underline="always" onClick={() => void restore()}>
        {historyTexts.restoreAll(removals.length)}
      </Anchor>{' '}
      · <Anchor href={addressOf({ page: 'history', lookUp: removedOnly })}>{undoTexts.list}</Anchor>
    </p>
  );
}

export function EmptyQueue() {
  const { canDrop } = useAppInfo();
  return (
    <div className={classes['empty']}>
      <section className={classes['zone']}>
        <IconFileUpload size={40} stroke={1.4} aria-hidden />
        <h1>{message('Nothing in the queue')}</h1>
        <p>
          {canDrop
            ? message('Drop an export (JSON Lines, CSV, XLSX or another) anywhere on this window, or choose a file.')
            : addFilesTexts.cannotDrop}
        </p>
        <ChooseFilesButton />
        <RemovedFiles />
      </section>
      <ol className={classes['steps']}>
        {emptyTexts.steps.map(({ title, text }) => (
          <li key={title}>
            <h2>{title}</h2>
            <p>{text}</p>
          </li>
        ))}
      </ol>
    </div>
  );
}
