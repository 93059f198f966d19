/** @file Saves something through the app: to a place that the person chooses, or as a download. */

import { useCallback, useState } from 'react';
import type { Bridge } from '../../src-preload/bridge.ts';
import type { Savable } from '../../src-shared/contract.ts';
import { assertNever, type ErrorRecord } from '../../src-shared/errors.ts';
import { message } from '../../src-shared/languages/message.ts';
import { useBridge } from '../bridge-context.ts';
import { usePassing } from '../use-passing.ts';

export interface Saving {
  save: (what: Savable) => Promise<void>;
  /** The last result in words, for a while; empty when there is nothing to report. */
  outcome: string;
  error: ErrorRecord | undefined;
  /** Ends what is reported: a person does something else. */
  clear: () => void;
}

export function useSave(): Saving {
  const bridge = useBridge();
  const [outcome, setOutcome] = useState('');
  const [error, setError] = useState<ErrorRecord>();
  const clear = useCallback(() => setOutcome(''), []);
  usePassing(outcome, clear);
  const save = async (what: Savable) => {
    setOutcome('');
    setError(undefined);
    const saved = await saveThrough(bridge, what);
    setOutcome(saved.outcome);
    setError(saved.error);
  };
  return { save, outcome, error, clear };
}

/** Saves it, and says what came of it: an empty outcome where the person cancelled. */
export async function saveThrough(bridge: Bridge, what: Savable): Promise<Pick<Saving, 'outcome' | 'error'>> {
  const result = await bridge.invoke['files.save'](what);
  if (!result.ok) return { outcome: '', error: result.error };
  switch (result.value.kind) {
    case 'saved':
      return { outcome: message('Saved as {path}', { path: result.value.path }), error: undefined };
    case 'download':
      download(result.value.address);
      return { outcome: message('The download has started'), error: undefined };
    case 'cancelled':
      return { outcome: '', error: undefined };
    default:
      return assertNever(result.value);
  }
}

function download(address: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = '';
  document.body.append(link);
  link.click();
  link.remove();
}
