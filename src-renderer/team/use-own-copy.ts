/** @file A person's own copy of an offered file: chosen, taken over in a browser, checked, and compared with the offer. */

import { useEffect, useState } from 'react';
import type { Comparison, PickedFiles, Result } from '../../src-shared/contract.ts';
import { AppError, type ErrorRecord } from '../../src-shared/errors.ts';
import { useBridge } from '../bridge-context.ts';
import type { OfferPlace } from '../routes.ts';

export type OwnCopy =
  | { kind: 'none' }
  | { kind: 'receiving' | 'checking'; done: number; whole: number }
  | { kind: 'failed'; error: ErrorRecord }
  | { kind: 'compared'; comparison: Comparison };

export interface UsedCopy {
  copy: OwnCopy;
  /** Compares the file that the person picked. */
  take: (asking: Promise<Result<PickedFiles>>) => Promise<void>;
  /** Takes a file from a browser, and compares it. */
  receive: (file: File) => Promise<void>;
  stop: () => void;
}

export function useOwnCopy({ ledger, id }: OfferPlace, onCompared: () => void): UsedCopy {
  const bridge = useBridge();
  const [copy, setCopy] = useState<OwnCopy>({ kind: 'none' });
  const [stopReceiving, setStopReceiving] = useState<() => void>();
  useEffect(
    () =>
      bridge.on['team.comparing'](({ read, whole }) =>
        setCopy((now) => (now.kind === 'checking' ? { kind: 'checking', done: read, whole } : now)),
      ),
    [bridge],
  );
  const take: UsedCopy['take'] = async (asking) => {
    const picked = await asking;
    if (!picked.ok) return setCopy({ kind: 'failed', error: picked.error });
    const [offer] = picked.value.offers;
    const [refused] = picked.value.refused;
    if (offer === undefined)
      return setCopy(refused === undefined ? { kind: 'none' } : { kind: 'failed', error: refused.error });
    if (picked.value.offers.length > 1) {
      const error = new AppError('file.too-many', { count: picked.value.offers.length, limit: 1 }).toRecord();
      return setCopy({ kind: 'failed', error });
    }
    setCopy({ kind: 'checking', done: 0, whole: offer.bytes });
    const result = await bridge.invoke['team.compare']({ ledger, id, copy: offer.offer });
    if (!result.ok) return setCopy({ kind: 'failed', error: result.error });
    if (result.value.kind === 'stopped') return setCopy({ kind: 'none' });
    setCopy({ kind: 'compared', comparison: result.value });
    onCompared();
  };
  const receive: UsedCopy['receive'] = async (file) => {
    let isStopped = false;
    setCopy({ kind: 'receiving', done: 0, whole: file.size });
    const received = bridge.offerFiles(
      [file],
      (done, whole) => setCopy((now) => (now.kind === 'receiving' ? { kind: 'receiving', done, whole } : now)),
      (end) =>
        setStopReceiving(() => () => {
          isStopped = true;
          end();
        }),
    );
    const picked = await received;
    setStopReceiving(undefined);
    if (isStopped) return setCopy({ kind: 'none' });
    await take(Promise.resolve(picked));
  };
  const stop = () => {
    stopReceiving?.();
    void bridge.invoke['team.stopComparing']();
    setCopy({ kind: 'none' });
  };
  return { copy, take, receive, stop };
}
