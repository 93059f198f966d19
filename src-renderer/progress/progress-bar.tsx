/**
 * @file The progress of a submission in one bar of three tones: what is checked, what of that is sent, and what of that the
 * service has processed.
 */

import { progressTexts, toneWords } from '../texts/progress.ts';
import classes from './progress-bar.module.css';
import { type Progress, type Tone, tonesOf } from './tones.ts';

interface ProgressBarProps {
  row: Progress;
  /** As high as its place deserves. */
  height?: 'row' | 'panel';
}

/**
 * A picture with the three values in words: a role that tells each change would never be silent in a list of uploads. The
 * tones differ by pattern too.
 */
export function ProgressBar({ row, height = 'row' }: ProgressBarProps) {
  const tones = tonesOf(row);
  const spoken = tones.map(({ tone, percent }) => progressTexts.share(toneWords[tone].label, percent)).join(', ');
  return (
    <span role="img" aria-label={spoken} title={spoken} className={classes['bar']} data-height={height}>
      {tones.map(({ tone, share }) => (
        <span key={tone} className={classes['tone']} data-tone={tone} style={{ inlineSize: `${100 * share}%` }} />
      ))}
    </span>
  );
}

/** The sign of a tone in a legend. */
export function ToneSign({ tone }: { tone: Tone }) {
  return <span className={classes['sign']} data-tone={tone} aria-hidden />;
}
