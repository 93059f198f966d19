/** @file Files that are added outside the sending hours: when they are sent, and that they may be sent at once all the same. */

import { Checkbox } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { message } from '../../src-shared/languages/message.ts';
import type { SendingRules } from '../../src-shared/sending-hours.ts';
import { opensInWords, stateInWords } from '../connections/sending-texts.ts';
import classes from './add-files.module.css';

interface OutsideHours {
  /** When they are sent, as the button says it; undefined where nothing waits for the hours. */
  when: string | undefined;
  sendsNow: boolean;
  /** What a person reads and chooses; undefined within the hours. */
  choice: ReactNode;
}

/** @param isForTeam others decide when it is sent */
export function useOutsideHours(sending: SendingRules | undefined, isForTeam: boolean): OutsideHours {
  const [wantsNow, setWantsNow] = useState(false);
  const opens = sending && opensInWords(sending, Date.now());
  if (sending === undefined || opens === undefined) return { when: undefined, sendsNow: false, choice: undefined };
  const sendsNow = wantsNow && !isForTeam;
  return {
    when: sendsNow ? undefined : opens,
    sendsNow,
    choice: (
      <div className={classes['hours']}>
        <p>{stateInWords(sending, Date.now())}</p>
        {!isForTeam && (
          <Checkbox
            label={message('Send now, in spite of the sending hours')}
            description={message('Only these files. The history keeps who did.')}
            checked={sendsNow}
            onChange={(event) => setWantsNow(event.currentTarget.checked)}
          />
        )}
      </div>
    ),
  };
}
