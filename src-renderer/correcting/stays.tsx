/** @file What of a file does not go with a correction, and of how many lines there is no sum. */

import { useStore } from 'zustand';
import type { Faults, SubmissionRow } from '../../src-shared/contract.ts';
import { message } from '../../src-shared/languages/message.ts';
import { sumsOfInWords } from '../../src-shared/sums-of.ts';
import { useStores } from '../stores.ts';
import { afterwards } from './send-words.ts';
import { goingAgain, isOnlyRepeat, saysOther } from './sent-before.tsx';

export function Stays({ id, last }: { id: SubmissionRow['id']; last: Faults }) {
  const { workbenches } = useStores();
  const sendsAgain = useStore(workbenches(id), (state) => state.sendsAgain);
  const staysOut = (last.sentBefore?.lines ?? 0) - goingAgain(last.sentBefore, sendsAgain);
  const differing = sendsAgain === 'none' && last.sentBefore !== undefined ? saysOther(last.sentBefore) : 0;
  return (
    <>
      {sumsOfInWords(last.right, last.pays?.unsummed).map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {!isOnlyRepeat(last) && <p>{afterwards(last)}</p>}
      {staysOut > 0 && (
        <p>
          {message(
            '{count, plural, one {# line went before, and does not go again.} other {# lines went before, and do not go again.}}',
            { count: staysOut },
          )}
          {differing > 0 && (
            <>
              {' '}
              <strong>
                {message(
                  '{count, plural, one {# of them differs from what was sent.} other {# of them differ from what was sent.}}',
                  { count: differing },
                )}
              </strong>
            </>
          )}
        </p>
      )}
    </>
  );
}
