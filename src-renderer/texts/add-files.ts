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
  stopReceiving: 'Cancel',
  title: (files: number) => `Add ${counted(files, 'file')}`,
  titleNone: 'Nothing to add',
  titlePrepare: (files: number) => `Prepare ${counted(files, 'file')}`,
  prepare: 'Prepare…',
  prepareSome: (files: number) => `Prepare ${counted(files, 'file')}…`,
  prepareInstead: 'Prepare instead',
  prepareInsteadOf: (fileName: string) => `Prepare instead: ${fileName}`,
  preparable: 'Can be prepared for sending',
  preparableHint:
    'The service does not take these as they are. Tranship makes files of them that it takes; the originals stay as they are. Several files become one preparation.',
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

/** The recognised kind of a file, what is to be known of it, and why nothing can be done with it, if so. */
export const kindWords: Record<FileOffer['kind'], { name: string; note?: string; refusal?: string }> = {
  'json-lines': { name: 'JSON Lines' },
  json: { name: 'JSON' },
  csv: { name: 'Table (CSV)' },
  compressed: { name: 'Packed' },
  text: { name: 'Text' },
  'utf-16': {
    name: 'Text in UTF-16',
    note: 'The service takes only UTF-8, which Tranship writes when it prepares the file.',
  },
  binary: { name: 'Workbook, Parquet or another format' },
  blank: {
    name: 'Blank',
    refusal: 'The file has only blank lines, and no transaction. Check whether the export has finished.',
  },
  empty: { name: 'Empty', refusal: 'The file is empty. Check whether the export has finished.' },
};
