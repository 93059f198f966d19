/** @file The texts of adding files. */

import type { FileOffer, SendOptions, TenantKind } from '../../src-shared/contract.ts';
import { counted } from '../wording.ts';

export const addFilesTexts = {
  choose: 'Choose files…',
  cannotDrop: 'Dropping files does not work while Tranship runs with administrator rights. Choose them instead.',
  drop: 'Drop to add',
  dropHint: 'Nothing is sent until you confirm.',
  dropWithoutConnection: 'Connect to a service first, or start to practise.',
  receiving: 'Copying the files',
  received: (sent: string, total: string) => `${sent} of ${total}`,
  title: (files: number) => `Add ${counted(files, 'file')}`,
  titleNone: 'Nothing to add',
  sendable: 'Will be checked and sent',
  refused: 'Cannot be sent',
  leaveOut: (fileName: string) => `Leave out ${fileName}`,
  connection: 'Send to',
  estimate: (batches: number, check: string, send: string | undefined) =>
    [counted(batches, 'batch'), `check ${check}`, send !== undefined && `sending ${send}`]
      .filter((part) => part !== false)
      .join(' · '),
  confirm: (name: string) => `Check and send to ${name}`,
  back: 'Cancel',
  noConnection: 'Choose a connection.',
  onInvalid: 'If the check finds errors',
  ingestValid: 'If the service finds errors, ask it to take the valid lines',
  ingestValidHint: 'Otherwise the service refuses a batch with an error as a whole.',
  batchSize: 'Batch size',
  batchSizeHint:
    'If the network fails, the upload of a batch starts again from its beginning. Small batches lose less.',
  ownSize: 'Own size in MB',
  own: 'Own…',
};

export const onInvalidWords: Record<SendOptions['onInvalid'], { label: string; meaning: string }> = {
  stop: { label: 'Stop and show me', meaning: 'Nothing of the file is sent until you decide.' },
  'service-decides': { label: 'Send it anyway', meaning: 'The service decides what it takes.' },
};

/** The tenant that the files go to; the kind comes first so that it is not overlooked. */
export const destinationWords: Record<TenantKind, { title: (name: string) => string; meaning: string }> = {
  production: {
    title: (name) => `Send to PRODUCTION: ${name}`,
    meaning: 'These transactions will be monitored for real.',
  },
  test: { title: (name) => `Send to TEST: ${name}`, meaning: 'A test tenant: nothing is monitored for real.' },
  practice: { title: (name) => `PRACTICE: ${name}`, meaning: 'Nothing leaves this computer.' },
};

/** The recognised kind of a file, and why it cannot be sent, if so. */
export const kindWords: Record<FileOffer['kind'], { name: string; refusal?: string }> = {
  'json-lines': { name: 'JSON Lines' },
  json: {
    name: 'JSON',
    refusal: 'This is one JSON document. Export it as JSON Lines: one transaction on each line.',
  },
  csv: { name: 'Table (CSV)', refusal: 'This is a table. Export it as JSON Lines: one transaction on each line.' },
  compressed: { name: 'Compressed', refusal: 'Unpack the file first, then add what it contains.' },
  text: { name: 'Text', refusal: 'This does not look like an export. Export it as JSON Lines.' },
  binary: { name: 'Not text', refusal: 'This is not a text file. Choose the export itself, a JSON Lines file.' },
  empty: { name: 'Empty', refusal: 'The file is empty. Check whether the export has finished.' },
};
