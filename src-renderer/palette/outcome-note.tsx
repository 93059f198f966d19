/** @file What a command has done that no page shows, until it is read, dismissed, or the next command reports. */

import { CloseButton } from '@mantine/core';
import { useEffect } from 'react';
import { usePalette } from '../stores.ts';
import { paletteTexts } from '../texts/palette.ts';
import classes from './outcome-note.module.css';

const SHOWN_MS = 30_000;

export function OutcomeNote() {
  const outcome = usePalette((palette) => palette.outcome);
  const report = usePalette((palette) => palette.report);
  useEffect(() => {
    if (outcome === '') return;
    const timer = setTimeout(() => report(''), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [outcome, report]);
  const dismiss = () => {
    document.getElementById('page')?.focus({ preventScroll: true });
    report('');
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
