/** @file The options that files are sent with: each has one name, wherever it is chosen or shown. */

import type { SendOptions } from '../../src-shared/contract.ts';
import { message } from '../../src-shared/languages/message.ts';

export const optionTexts = {
  onInvalid: message('If the check finds errors'),
  ingestValid: message('If the service finds errors, ask it to take the valid lines'),
  ingestValidHint: message('Otherwise the service refuses a batch with an error as a whole.'),
  maxBatch: message('Largest batch'),
  maxBatchHint: message(
    'If the network fails, the upload of a batch starts again from its beginning. Small batches lose less. The service accepts up to 2 GB.',
  ),
};

export const onInvalidWords: Record<SendOptions['onInvalid'], { label: string; meaning: string }> = {
  stop: { label: message('Hold the file'), meaning: message('Nothing of it is sent until you decide.') },
  'service-decides': { label: message('Send it anyway'), meaning: message('The service decides what it takes.') },
};
