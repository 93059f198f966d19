/** @file What a person must know first: a recovered queue, a full disk, and recent problems. */

import { Alert, Anchor, Button, CloseButton } from '@mantine/core';
import { IconAlertTriangle, IconDatabaseExclamation, IconInfoCircle, IconPlugConnectedX } from '@tabler/icons-react';
import { useState } from 'react';
import { message } from '../../src-shared/languages/message.ts';
import { waitInWords } from '../../src-shared/wait-words.ts';
import { useAppInfo } from '../app-info.ts';
import { useBridge } from '../bridge-context.ts';
import { ErrorWords } from '../errors/error-words.tsx';
import { FreeSpace } from '../errors/free-space.tsx';
import { usualWish } from '../queue/arrangement.ts';
import { queueRoute } from '../queue/use-queue-address.ts';
import { addressOf } from '../routes.ts';
import { useIsConnected, useQueue } from '../stores.ts';
import { frameTexts, lineTexts } from '../texts/frame.ts';
import { ChangedKeyStore } from './changed-key-store.tsx';
import { FolderInDoubt } from './folder-in-doubt.tsx';
import classes from './frame.module.css';

/** How many problems are shown in full. */
const MOST_SHOWN = 5;

export function Banners() {
  return (
    <div className={classes['banners']}>
      <Disconnected />
      <Notice />
      <Stopped />
      <ChangedKeyStore />
      <Problems />
      <Tried />
    </div>
  );
}

function Disconnected() {
  if (useIsConnected()) return null;
  const { title } = frameTexts.disconnected;
  return (
    <Alert color="red" icon={<IconPlugConnectedX />} title={title} role="alert">
      <p className={classes['sentence']}>
        {message(
          'The program behind this page has stopped, hangs, or cannot be reached. What you see is how it was, and nothing can be changed now. The page continues by itself once Tranship answers again.',
        )}
      </p>
      <p className={classes['sentence']}>
        {message(
          'If this lasts, start Tranship again on this computer. This page then comes back by itself; if it does not, open the address that Tranship prints.',
        )}
      </p>
    </Alert>
  );
}

function Notice() {
  const { notice } = useAppInfo();
  const bridge = useBridge();
  const [isRead, setRead] = useState(false);
  if (notice === undefined || isRead) return null;
  const confirm = () => {
    setRead(true);
    void bridge.invoke['app.confirmNotice']();
  };
  return (
    <Alert color="yellow" icon={<IconInfoCircle />} role="status">
      <ErrorWords error={notice} />
      <Button size="xs" variant="default" mt={8} onClick={confirm}>
        {message('Understood')}
      </Button>
    </Alert>
  );
}

function Stopped() {
  const stopped = useQueue(({ list }) => list?.stopped);
  const [waiting, setWaiting] = useState(0);
  if (stopped?.code === 'folder.may-be-copy') return <FolderInDoubt error={stopped} onConfirmed={setWaiting} />;
  if (stopped === undefined)
    return waiting === 0 ? null : <WaitingSinceDoubt files={waiting} onDismiss={() => setWaiting(0)} />;
  return (
    <Alert color="red" icon={<IconDatabaseExclamation />} title={message('The queue has stopped')} role="alert">
      <ErrorWords error={stopped} />
      {stopped.code === 'disk.full' && <FreeSpace />}
    </Alert>
  );
}

/** Files that may have gone from another copy of the data folder, once a person has said that this one continues. */
function WaitingSinceDoubt({ files, onDismiss }: { files: number; onDismiss: () => void }) {
  return (
    <Alert color="yellow" icon={<IconInfoCircle />} role="status">
      <div className={classes['problems']}>
        <p className={classes['sentence']}>
          {message(
            'This folder continues. {files, plural, one {# file may have been sent since, and waits for you.} other {# files may have been sent since, and wait for you.}}',
            { files },
          )}{' '}
          <Anchor size="sm" underline="always" href={addressOf(queueRoute({ ...usualWish, group: 'needs' }))}>
            {message('Show what waits')}
          </Anchor>
        </p>
        <CloseButton aria-label={frameTexts.dismiss} title={frameTexts.dismiss} onClick={onDismiss} />
      </div>
    </Alert>
  );
}

/** What a try has done, and what is still waited for. */
function Tried() {
  const tried = useQueue((state) => state.tried);
  const waits = useQueue(({ list }) => list?.waits);
  const forget = useQueue((state) => state.forgetTried);
  if (tried === undefined) return null;
  return (
    <Alert color="blue" icon={<IconInfoCircle />} role="status">
      <div className={classes['problems']}>
        <div>
          <p className={classes['sentence']}>{frameTexts.tried(tried)}</p>
          {waits?.map((wait) => (
            <p key={wait.connection} className={classes['sentence']}>
              {lineTexts.about(wait.connection, waitInWords(wait, Date.now()))}
            </p>
          ))}
        </div>
        <CloseButton aria-label={frameTexts.dismiss} title={frameTexts.dismiss} onClick={forget} />
      </div>
    </Alert>
  );
}

function Problems() {
  const problems = useQueue((state) => state.problems);
  const dismiss = useQueue((state) => state.dismissProblems);
  if (problems.length === 0) return null;
  return (
    <Alert color="red" icon={<IconAlertTriangle />} role="alert">
      <div className={classes['problems']}>
        <ul>
          {problems.slice(-MOST_SHOWN).map(({ fileName, error }, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: problems have no identity and never move.
            <li key={place}>
              <ErrorWords error={error} about={fileName} />
            </li>
          ))}
        </ul>
        <CloseButton aria-label={frameTexts.dismiss} title={frameTexts.dismiss} onClick={dismiss} />
      </div>
    </Alert>
  );
}
