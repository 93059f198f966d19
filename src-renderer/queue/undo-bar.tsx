/**
 * @file After a removal: the way to undo it, for half a minute, and the list of what was removed, where it can be undone
 * for longer.
 */

import { CloseButton } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { message } from '../../src-shared/languages/message.ts';
import { removedOnly } from '../history/look-up.ts';
import { addressOf } from '../routes.ts';
import { useIsConnected, useQueue } from '../stores.ts';
import { undoTexts } from '../texts/queue.ts';
import classes from './undo-bar.module.css';

const SHOWN_MS = 30_000;

export function UndoBar() {
  const removal = useQueue((queue) => queue.removal);
  const undo = useQueue((queue) => queue.undoRemoval);
  const forget = useQueue((queue) => queue.forgetRemoval);
  const isConnected = useIsConnected();
  /** A person is about to use it. */
  const [isUsed, setUsed] = useState(false);
  useEffect(() => {
    if (removal === undefined || isUsed) return;
    const timer = setTimeout(forget, SHOWN_MS);
    return () => clearTimeout(timer);
  }, [removal, isUsed, forget]);
  useEffect(() => {
    if (removal === undefined) setUsed(false);
  }, [removal]);
  const leave = () => document.getElementById('page')?.focus({ preventScroll: true });
  return (
    <div role="status" className={classes['place']}>
      {removal !== undefined && (
        <section
          className={classes['bar']}
          aria-label={message('Removed')}
          inert={!isConnected}
          onMouseEnter={() => setUsed(true)}
          onMouseLeave={() => setUsed(false)}
          onFocus={() => setUsed(true)}
          onBlur={() => setUsed(false)}
        >
          <bdi className={classes['words']}>{undoTexts.removed(removal.ids.length, removal.fileName)}</bdi>
          <button
            type="button"
            className={classes['undo']}
            onClick={() => {
              leave();
              void undo();
            }}
          >
            <IconArrowBackUp size={16} aria-hidden />
            {message('Undo')}
          </button>
          <a href={addressOf({ page: 'history', lookUp: removedOnly })} onClick={forget}>
            {undoTexts.list}
          </a>
          <CloseButton
            size="sm"
            aria-label={undoTexts.dismiss}
            title={undoTexts.dismiss}
            onClick={() => {
              leave();
              forget();
            }}
          />
        </section>
      )}
    </div>
  );
}
