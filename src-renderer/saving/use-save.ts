/** @file Saves something through the app: to a place that the person chooses, or as a download. */

import { useState } from 'react';
import type { Savable } from '../../src-shared/contract.ts';
import type { ErrorRecord } from '../../src-shared/errors.ts';
import { useBridge } from '../bridge-context.ts';
import { savedTexts } from '../texts/submission.ts';

export interface Saving {
  save: (what: Savable) => Promise<void>;
  /** The last result in words; empty when there is nothing to report. */
  outcome: string;
  error: ErrorRecord | undefined;
}

export function useSave(): Saving {
  const bridge = useBridge();
  const [outcome, setOutcome] = useState('');
  const [error, setError] = useState<ErrorRecord>();
  const save = async (what: Savable) => {
    setOutcome('');
    setError(undefined);
    const result = await bridge.invoke['files.save'](what);
    if (!result.ok) setError(result.error);
    else if (result.value.kind === 'saved') setOutcome(savedTexts.saved(result.value.path));
    else if (result.value.kind === 'download') {
      download(result.value.address);
      setOutcome(savedTexts.download);
    }
  };
  return { save, outcome, error };
}

function download(address: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = '';
  document.body.append(link);
  link.click();
  link.remove();
}
