/** @file The options that files are sent with: each has one name, wherever it is chosen or shown. */

import type { SendOptions } from '../../src-shared/contract.ts';

export const optionTexts = {
  onInvalid: 'If the check finds errors',
  ingestValid: 'If the service finds errors, ask it to take the valid lines',
  ingestValidHint: 'Otherwise the service refuses a batch with an error as a whole.',
  maxBatch: 'Largest batch',
  maxBatchHint:
    'If the network fails, the upload of a batch starts again from its beginning. Small batches lose less. The service accepts up to 2 GB.',
};

export const onInvalidWords: Record<SendOptions['onInvalid'], { label: string; meaning: string }> = {
  stop: { label: 'Hold the file', meaning: 'Nothing of it is sent until you decide.' },
  'service-decides': { label: 'Send it anyway', meaning: 'The service decides what it takes.' },
};
