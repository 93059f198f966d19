/** @file What Tranship itself can remove where the disk is full, each with a button: nothing that is open needs it. */

import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { Freeable } from '../../src-shared/contract.ts';
import type { ErrorRecord } from '../../src-shared/errors.ts';
import { message } from '../../src-shared/languages/message.ts';
import { useBridge } from '../bridge-context.ts';
import { freeSpaceTexts } from '../texts/errors.ts';
import classes from './error-words.module.css';
import { ErrorWords } from './error-words.tsx';

export function FreeSpace() {
  const bridge = useBridge();
  const [freeable, setFreeable] = useState<readonly Freeable[]>([]);
  const [removing, setRemoving] = useState<Freeable['kind']>();
  const [error, setError] = useState<ErrorRecord>();
  useEffect(() => {
    let isWanted = true;
    void bridge.invoke['retention.freeable']().then((result) => {
      if (isWanted && result.ok) setFreeable(result.value);
    });
    return () => {
      isWanted = false;
    };
  }, [bridge]);
  const remove = async (kind: Freeable['kind']) => {
    setRemoving(kind);
    const result = await bridge.invoke['retention.free']({ kind });
    setRemoving(undefined);
    setError(result.ok ? undefined : result.error);
    if (result.ok) setFreeable(result.value);
  };
  if (freeable.length === 0) return null;
  return (
    <div className={classes['freeable']}>
      <p>{message('Tranship can remove this itself. Nothing that is open needs it:')}</p>
      <ul>
        {freeable.map((one) => (
          <li key={one.kind}>
            <span>{freeSpaceTexts.of(one)}</span>
            <Button
              size="xs"
              variant="default"
              loading={removing === one.kind}
              disabled={removing !== undefined}
              aria-label={freeSpaceTexts.remove(one)}
              onClick={() => void remove(one.kind)}
            >
              {message('Remove')}
            </Button>
          </li>
        ))}
      </ul>
      {error !== undefined && <ErrorWords error={error} isAskedOnce />}
    </div>
  );
}
