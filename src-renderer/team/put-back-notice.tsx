/** @file That the team ledger was put back, which desks it waits for, and what a person says of one that does not come back. */

import { Alert, Button, Checkbox } from '@mantine/core';
import { useState } from 'react';
import type { PutBack } from '../../src-shared/contract.ts';
import type { ErrorRecord } from '../../src-shared/errors.ts';
import { message } from '../../src-shared/languages/message.ts';
import { useBridge } from '../bridge-context.ts';
import { ErrorNotice } from '../errors/error-notice.tsx';
import { ReasonField } from '../reason-field.tsx';
import { momentOf } from '../wording.ts';
import classes from './team.module.css';

interface PutBackNoticeProps {
  ledger: string;
  putBack: PutBack;
  /** Whether this person may say that a desk is not waited for. */
  mayDecide: boolean;
  onDecided: () => void;
}

export function PutBackNotice({ ledger, putBack, mayDecide, onDecided }: PutBackNoticeProps) {
  return (
    <Alert title={message('The team ledger was put back, and waits for desks')} color="yellow">
      <div className={classes['paper']}>
        <p>
          {message(
            'It noticed that on {moment}, and may have forgotten what was sent before. Until these desks have told it what they sent, no desk sends anything new. Start Tranship there: the rest goes by itself.',
            { moment: momentOf(putBack.since) },
          )}
        </p>
        {mayDecide ? (
          <ContinueForm ledger={ledger} putBack={putBack} onDecided={onDecided} />
        ) : (
          <>
            <ul>
              {putBack.desks.map((desk) => (
                <li key={desk.desk}>{deskInWords(desk)}</li>
              ))}
            </ul>
            <p>
              {message(
                'Where a desk does not come back, a sender or an administrator can say that it is not waited for.',
              )}
            </p>
          </>
        )}
      </div>
    </Alert>
  );
}

function ContinueForm({ ledger, putBack, onDecided }: Omit<PutBackNoticeProps, 'mayDecide'>) {
  const bridge = useBridge();
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState<'desk' | 'reason'>();
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<ErrorRecord>();
  // One may have come back since it was chosen.
  const desks = putBack.desks.map(({ desk }) => desk).filter((desk) => chosen.includes(desk));
  const continueWithout = async () => {
    const lacks = desks.length === 0 ? 'desk' : reason.trim() === '' ? 'reason' : undefined;
    setMissing(lacks);
    setError(undefined);
    if (lacks !== undefined) return;
    setBusy(true);
    const result = await bridge.invoke['team.continueWithout']({ ledger, desks, reason: reason.trim() });
    setBusy(false);
    if (result.ok) onDecided();
    else setError(result.error);
  };
  return (
    <div className={classes['decision']}>
      <Checkbox.Group
        label={message('Do not wait for')}
        description={message('What only such a desk has sent since the backup may then be sent again by another one.')}
        value={[...chosen]}
        onChange={setChosen}
        error={missing === 'desk' && message('Choose the desks that do not come back.')}
      >
        {putBack.desks.map((desk) => (
          <Checkbox key={desk.desk} mt="xs" value={desk.desk} label={deskInWords(desk)} />
        ))}
      </Checkbox.Group>
      <ReasonField
        label={message('Reason')}
        description={message('It is kept in the team ledger, with your name.')}
        value={reason}
        onReason={setReason}
        error={missing === 'reason' && message('Say why they are not waited for.')}
      />
      {error !== undefined && <ErrorNotice error={error} isAskedOnce />}
      <div className={classes['buttons']}>
        <Button variant="default" loading={isBusy} onClick={() => void continueWithout()}>
          {message('Continue without them')}
        </Button>
      </div>
    </div>
  );
}

function deskInWords({ name, person, lastSeen }: PutBack['desks'][number]): string {
  return lastSeen === undefined
    ? message('{name} ({person}), known to other desks only', { name, person })
    : message('{name} ({person}), last heard of on {moment}', { name, person, moment: momentOf(lastSeen) });
}
