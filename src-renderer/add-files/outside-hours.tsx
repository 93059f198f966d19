/** @file Files that are added outside the sending hours: when they are sent, and that they may be sent at once all the same. */

import { Checkbox } from '@mantine/core';
import { message } from '../../src-shared/languages/message.ts';
import type { SendingRules } from '../../src-shared/sending-hours.ts';
import { stateInWords } from '../connections/sending-texts.ts';
import classes from './add-files.module.css';

interface OutsideHoursProps {
  sending: SendingRules;
  sendsNow: boolean;
  /** Absent where others decide when it is sent. */
  onChange: ((sendsNow: boolean) => void) | undefined;
}

export function OutsideHours({ sending, sendsNow, onChange }: OutsideHoursProps) {
  return (
    <div className={classes['hours']}>
      <p>{stateInWords(sending, Date.now())}</p>
      {onChange !== undefined && (
        <Checkbox
          label={message('Send now, in spite of the sending hours')}
          description={message('Only these files. The history keeps who did.')}
          checked={sendsNow}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
      )}
    </div>
  );
}
