/**
 * @file After a removal: the way to undo it, for half a minute, and the list of what was removed, where it can be undone
 * for longer.
 */

import { CloseButton } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { message } from '../../src-shared/languages/message.ts';
import { useAppInfo } from '../app-info.ts';
import { focusPage, focusPageIfLost } from '../focus-page.ts';
import { removedOnly } from '../history/look-up.ts';
import { useOffers } from '../palette/use-offers.ts';
import { addressOf } from '../routes.ts';
import { isUndo, keysAsText } from '../shortcuts/keys.ts';
import { isTypedInto, mayMean } from '../shortcuts/use-shortcuts.ts';
import { useIsConnected, useQueue, useStores } from '../stores.ts';
import { undoTexts } from '../texts/queue.ts';
import { usePassing } from '../use-passing.ts';
import { useRoute } from '../use-route.ts';
import classes from './undo-bar.module.css';

export function UndoBar() {
  const removal = useQueue((queue) => queue.removal);
  const undo = useQueue((queue) => queue.undoRemoval);
  const forget = useQueue((queue) => queue.forgetRemoval);
  const isConnected = useIsConnected();
  const { platform } = useAppInfo();
  /** A person is about to use it. */
  const [isUsed, setUsed] = useState(false);
  usePassing(removal, forget, isUsed);
  useEffect(() => {
    if (removal === undefined) setUsed(false);
  }, [removal]);
  useEffect(() => {
    if (removal !== undefined) focusPageIfLost();
  }, [removal]);
  const { queueView } = useStores();
  const takeBack = async () => {
    focusPage();
    const arrived = removal?.ids ?? [];
    await undo();
    // What is back has the keyboard, as what was just added has.
    queueView.setState({ arrived });
  };
  const words = removal && undoTexts.removed(removal.ids.length, removal.fileName);
  useOffers([
    {
      title: message('Undo'),
      ...(words && { hint: words }),
      keys: 'Mod+Z',
      isPossible: words !== undefined,
      run: () => void takeBack(),
    },
  ]);
  useUndoKey(removal !== undefined && isConnected, () => void takeBack());
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
          <bdi className={classes['words']}>{words}</bdi>
          <button
            type="button"
            className={classes['undo']}
            aria-keyshortcuts="Control+Z Meta+Z"
            title={keysAsText('Mod+Z', platform)}
            onClick={() => void takeBack()}
          >
            <IconArrowBackUp size={16} aria-hidden />
            {message('Undo')}
          </button>
          <a href={addressOf({ page: 'history', lookUp: removedOnly })}>{undoTexts.list}</a>
          <CloseButton
            size="sm"
            aria-label={undoTexts.dismiss}
            title={undoTexts.dismiss}
            onClick={() => {
              focusPage();
              forget();
            }}
          />
        </section>
      )}
    </div>
  );
}

/** Ctrl+Z, except where a page has steps of its own that it takes back. */
function useUndoKey(isOffered: boolean, takeBack: () => void): void {
  const route = useRoute();
  const hasOwnSteps =
    (route.page === 'submission' && (route.isCorrected === true || route.line !== undefined)) ||
    (route.page === 'prepare' && route.of !== undefined);
  useEffect(() => {
    if (!isOffered || hasOwnSteps) return;
    const press = (event: KeyboardEvent) => {
      if (!isUndo(event) || !mayMean(event) || isTypedInto(event.target)) return;
      event.preventDefault();
      takeBack();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  });
}
