/** @file The texts of the page of settings. */

import type { Kept, Settings } from '../../src-shared/contract.ts';
import { dateOf, duration, number, size } from '../wording.ts';
import { optionTexts } from './options.ts';

export const settingsTexts = {
  title: 'Settings',
  loading: 'Loading the settings…',
  saved: 'Saved',
  saves: 'Changes are saved automatically.',
};

/** What a person cannot change. */
export const managedTexts = { note: 'Set by your organisation.' };

export const appearanceTexts = {
  title: 'Appearance',
  label: 'Light or dark',
  choices: { system: 'Same as the system', light: 'Light', dark: 'Dark' } satisfies Record<
    Settings['appearance'],
    string
  >,
};

export const transferTexts = {
  title: 'Sending',
  uploads: 'Batches sent at the same time',
  uploadsHint: 'For each connection. More than four rarely help.',
  limits: 'Limit the upload speed',
  limitsHint: 'The limit applies to all uploads together.',
  limit: 'Limit in Mbit/s',
  /** What a limit means, in bytes and in patience. */
  limitMeaning: (bytesPerSecond: number) =>
    `That is ${size(bytesPerSecond)} each second: 1 GB takes about ${duration(1_000_000_000_000 / bytesPerSecond)}.`,
  more: 'More about sending',
  stall: 'Start an upload again after this many seconds without progress',
  retry: 'Keep trying for this many hours while the service or the storage reports a fault',
  retryHint: 'While the network is away, Tranship waits without limit.',
  ask: 'Ask the service for this many seconds whether a batch arrived',
  askHint: 'If there is no proof by then, you decide whether to send the batch again.',
  stallHint: 'A shorter time detects a failed network sooner; a longer time suits a slow network.',
};

const untilRemoved = 'Otherwise until you remove the submission from the queue.';

export const retentionTexts = {
  title: 'Data that is kept',
  hint: 'Ten minutes after a submission is removed from the queue, its findings, reports and copies are deleted. The history stays. Nothing is deleted before a submission has ended.',
  days: 'Days',
  limited: {
    submissions: {
      label: 'Remove ended submissions after some days',
      hint: 'Otherwise they stay until you remove them.',
    },
    findings: { label: 'Delete findings some days after the end', hint: untilRemoved },
    reports: { label: 'Delete reports some days after they came', hint: untilRemoved },
  },
  logs: 'Keep logs for this many days',
  now: 'What is kept now',
  kinds: {
    submissions: 'Submissions',
    findings: 'Findings',
    reports: 'Reports of the service',
    ids: 'Indexes of modification ids',
    inbox: 'Files from the browser',
    prepared: 'Preparations and the files they made',
    journals: 'Journals of single transactions',
    practice: 'Practice files',
    damaged: 'Damaged databases',
    logs: 'Logs',
    history: 'Entries of the history',
  } satisfies Record<Kept['kind'], string>,
  kept: ({ count, bytes, since }: Kept) =>
    [
      number(count),
      ...(bytes === undefined ? [] : [size(bytes)]),
      ...(since === undefined ? [] : [`since ${dateOf(since)}`]),
    ].join(' · '),
};

export const idIndexTexts = {
  title: 'Finding modification ids',
  keep: 'Keep an index of the modification ids of checked files',
  hint: 'With it, an id is found in any file, and you are warned before ids are sent twice. No id can be read from it without the key of this data folder. Turning it off deletes it.',
};

export const loginTexts = {
  title: 'Start',
  start: 'Start Tranship when I sign in, while files are waiting',
  hint: 'It starts without a window and continues to send. Your organisation may not allow it.',
};

export const notificationTexts = {
  title: 'Notifications',
  needsPerson: 'Tell me when a submission needs me',
  needsPersonHint: 'It is held, was refused or has failed.',
  ended: 'Tell me when a submission is done',
  endedHint: 'The service has processed all of it.',
};

export const defaultsTexts = {
  title: 'New files',
  hint: 'The options that new files start with. You can change them for each file.',
  connection: 'Send to',
  connectionNone: 'No connection yet',
  maxBatch: `${optionTexts.maxBatch}, in MB`,
};

export const ruleTexts = {
  title: 'Rules of the check',
  hint: 'What an administrator may change: how severe a rule is, which fields are required, which values are allowed. Leave it empty for the default rules. It applies to files that you add from now on.',
  label: 'Rule set (JSON)',
  isDefault: 'The default rules are in use.',
  isOwn: 'Your own rules are in use.',
  invalid: (problem: string) => `Not saved yet. The rule set cannot be used: ${problem}`,
  reset: 'Restore the default rules',
  example: '{\n  "severities": { "field.implausible": "off" },\n  "mainEntity": "sender"\n}',
};

export const aboutTexts = {
  title: 'About',
  version: (version: string) => `Tranship ${version}`,
  folder: 'Data folder',
  folderHint: 'The queue, its history and the reports are kept here.',
  copy: 'Copy the path',
  shell: { electron: 'Desktop app', browser: 'In the browser, on this computer' },
  secrets: { kept: 'Secrets are stored encrypted.', lost: 'Secrets cannot be stored now.' },
};

export const helpTexts = {
  title: 'Help',
  save: 'Save for support…',
  history: 'Verify the history…',
  historyContents:
    'Saves a text that says whether the history was changed, what it proves, and the public key that auditors need for receipts.',
  contents:
    'One file with the logs of the last days, the versions and the settings. It contains no secrets, no tokens and no transactions.',
};
