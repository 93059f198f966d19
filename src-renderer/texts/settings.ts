/** @file The texts of the page of settings. */

import type { Settings } from '../../src-shared/contract.ts';
import { duration, size } from '../wording.ts';

export const settingsTexts = {
  title: 'Settings',
  loading: 'Looking the settings up…',
  saved: 'Saved',
  saves: 'Changes are saved by themselves.',
};

export const appearanceTexts = {
  title: 'Appearance',
  label: 'Light or dark',
  choices: { system: 'As the system', light: 'Light', dark: 'Dark' } satisfies Record<Settings['appearance'], string>,
};

export const transferTexts = {
  title: 'Sending',
  uploads: 'Batches sent at the same time',
  uploadsHint: 'For each connection. More than four seldom help.',
  limits: 'Leave room on the line for others',
  limitsHint: 'All uploads together take no more than this.',
  limit: 'At most, in Mbit/s',
  /** The effect of a limit, in bytes and in time. */
  limitMeaning: (bytesPerSecond: number) =>
    `That is ${size(bytesPerSecond)} each second: 1 GB takes about ${duration(1_000_000_000_000 / bytesPerSecond)}.`,
  more: 'More about sending',
  stall: 'Start a batch again when nothing moves for (seconds)',
  retry: 'Try again while the service or the storage reports a fault, for (hours)',
  retryHint: 'A network that is away is waited for without limit.',
  ask: 'Ask the service whether a batch arrived for (seconds)',
  askHint: 'Without proof by then, you decide whether the batch is sent again.',
  stallHint: 'A shorter time notices a dead line sooner; a longer one is patient with a slow one.',
};

export const notificationTexts = {
  title: 'Notifications',
  needsPerson: 'Tell me when a submission needs me',
  needsPersonHint: 'It is held back, refused or has failed.',
  ended: 'Tell me when a submission is done',
  endedHint: 'The service has processed all of it.',
};

export const defaultsTexts = {
  title: 'New files',
  hint: 'What the next file starts out with. You can still change it for each file.',
  connection: 'Send to',
  connectionNone: 'No connection yet',
  onInvalid: 'When the check finds errors',
  onInvalidChoices: {
    stop: { label: 'Hold the file back', hint: 'A person decides.' },
    'service-decides': { label: 'Send it all the same', hint: 'The service decides about the faulty lines.' },
  },
  ingestValid: 'Ask the service to take the valid lines of a faulty batch',
  ingestValidHint: 'Otherwise it refuses the whole batch.',
  maxBatch: 'Largest batch, in MB',
  maxBatchHint:
    'A cut upload starts its batch again, so smaller batches lose less on a bad line. The service takes 2,000 MB.',
};

export const ruleTexts = {
  title: 'Rules of the check',
  hint: 'What an administrator may change: how severe a rule is, which fields are required, which values are allowed. Leave it empty for the default rules. It counts for files that are added from now on.',
  label: 'Rule set (JSON)',
  isDefault: 'The default rules are in use.',
  isOwn: 'Your own rules are in use.',
  invalid: (problem: string) => `Not saved yet. The rule set cannot be used: ${problem}`,
  reset: 'Back to the default rules',
  example: '{\n  "severities": { "field.implausible": "off" },\n  "mainEntity": "sender"\n}',
};

export const aboutTexts = {
  title: 'About',
  version: (version: string) => `Tranship ${version}`,
  folder: 'Data folder',
  folderHint: 'The queue, its history and the reports are kept here.',
  copy: 'Copy the path',
  copied: 'Copied',
  shell: { electron: 'Desktop app', browser: 'In the browser, from this computer' },
  secrets: { kept: 'Secrets are kept encrypted.', lost: 'Secrets are not kept after closing.' },
};

export const helpTexts = {
  title: 'Help',
  save: 'Save for support…',
  contents:
    'One file with the logs of the last days, the versions and the settings. It holds no secrets, no tokens and no transactions.',
};
