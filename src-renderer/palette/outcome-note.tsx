/** @file What a command has done that no page shows, until it is read, dismissed, or the next command reports. */

import { CloseButton } from '@mantine/core';
import { useCallback, useEffect } from 'react';
import { usePalette, useQueue } from '../stores.ts';
import { frameTexts } from '../texts/frame.ts';
import { paletteTexts } from '../texts/palette.ts';
import { usePassing } from '../use-passing.ts';
import classes from './outcome-note.module.css';

export function OutcomeNote() {
  const outcome = usePalette((palette) => palette.outcome);
  const report = usePalette((palette) => palette.report);
  const clear = useCallback(() => report(''), [report]);
  usePassing(outcome, clear);
  const sentNow = useQueue((queue) => queue.sentNow);
  const forgetSentNow = useQueue((queue) => queue.forgetSentNow);
  useEffect(() => {
    if (sentNow === undefined) return;
    report(frameTexts.sentNow(sentNow));
    forgetSentNow();
  }, [sentNow, report, forgetSentNow]);
  const dismiss = () => {
    document.getElementById('page')?.focus({ preventScroll: true });
    clear();
  };
  return (
    <div role="status" className={classes['place']}>
      {outcome !== '' && (
        <p className={classes['note']}>
          <bdi className={classes['words']}>{outcome}</bdi>
          <CloseButton size="sm" aria-label={paletteTexts.dismiss} title={paletteTexts.dismiss} onClick={dismiss} />
        </p>
      )}
    </div>
  );
}
