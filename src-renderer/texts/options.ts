/** @file The options that files are sent with: each has one name, wherever it is chosen or shown. */

import type { SendOptions } from '../../src-shared/contract.ts';
import { message } from '../../src-shared/languages/message.ts';

export const optionTexts = {
  onInvalid: message('If the check finds errors'),
  ingestValid: message('If the service finds errors, ask it to accept the valid lines'),
  ingestValidHint: message('Otherwise the service rejects a batch with an error as a whole.'),
  maxBatch: message('Largest batch'),
  maxBatchHint: message(
    'If the network fails, the upload of a batch starts again from its beginning. With small batches, less has to be sent again. The service accepts up to 2 GB.',
  ),
};

/** Who sends, as it is chosen and shown. */
export const senderWords = {
  here: message('This computer'),
  team: message('The team'),
};

export const senderTexts = {
  label: message('Who sends it'),
  team: (isUploaded: boolean) =>
    isUploaded
      ? message(
          'Computers that send for the team share the batches. Each needs the secret of the connection, and the file in one of its folders: this copy came through the browser, and no other computer can read it.',
        )
      : message(
          'Computers that send for the team share the batches. Each needs the secret of the connection, and the file at the same place or in one of its folders.',
        ),
};

export const onInvalidWords: Record<SendOptions['onInvalid'], { label: string; meaning: string }> = {
  stop: { label: message('Hold the file'), meaning: message('Nothing of it is sent until you decide.') },
  'service-decides': { label: message('Send it anyway'), meaning: message('The service decides what it accepts.') },
};
