/** @file When something is tried again by itself: it counts down for the eye, and screen readers get the time once. */

import { SECOND } from '../../src-shared/durations.ts';
import { message } from '../../src-shared/languages/message.ts';
import { progressTexts } from '../texts/progress.ts';
import { useTimeLeft } from '../use-time-left.ts';
import { dateFormat, duration } from '../wording.ts';

const times = dateFormat({ hour: '2-digit', minute: '2-digit', second: '2-digit' });

/** @param at milliseconds since the epoch */
export function NextTry({ at }: { at: number }) {
  const seconds = useTimeLeft(at, SECOND);
  if (seconds === 0) return <span className="small-print">{message('Trying again')}</span>;
  return (
    <time
      className="small-print"
      dateTime={new Date(at).toISOString()}
      title={progressTexts.nextTryAt(times().format(at))}
    >
      <span aria-hidden="true">{message('Next try in {time}', { time: duration(seconds * SECOND) })}</span>
      <span className="unseen">{progressTexts.nextTryAt(times().format(at))}</span>
    </time>
  );
}
