/** @file The texts of the page of settings. */

import type { Kept, Settings } from '../../src-shared/contract.ts';
import { message } from '../../src-shared/languages/message.ts';
import { dateOf, duration, number, size } from '../wording.ts';

export const settingsTexts = {
  saved: message('Saved'),
};

export const appearanceTexts = {
  title: message('Appearance'),
  label: message('Light or dark'),
  choices: { system: message('Same as the system'), light: message('Light'), dark: message('Dark') } satisfies Record<
    Settings['appearance'],
    string
  >,
};

export const languageTexts = {
  title: message('Language'),
  label: message('Language of the window'),
  hint: message('The page is loaded again. At a terminal, the command line speaks it, too. Logs stay in English.'),
};

export const transferTexts = {
  title: message('Sending'),
  uploads: message('Batches sent at the same time'),
  uploadsHint: message('For each connection. More than four rarely help.'),
  limits: message('Limit the upload speed'),
  // No system tells a web page or Node whether a network is metered.
  limitsHint: message(
    'The limit applies to all uploads together. Tranship is not told whether a network is paid for by its volume: there, set a limit or pause.',
  ),
  /** What a limit means, in bytes and in patience. */
  limitMeaning: (bytesPerSecond: number) =>
    message('That is {size} each second: {gigabyte} takes about {duration}.', {
      size: size(bytesPerSecond),
      gigabyte: size(1_000_000_000),
      duration: duration(1_000_000_000_000 / bytesPerSecond),
    }),
  stall: message('Start an upload again after this many seconds without progress'),
  hours: message('Sending hours'),
  hoursHint: message('Each connection has its own.'),
  retry: message('Keep trying for this many hours while the service or the storage reports a fault'),
  retryHint: message('While the network is away, Tranship waits without limit.'),
  ask: message('Ask the service for this many seconds whether a batch arrived'),
  askHint: message('If there is no proof by then, you decide whether to send the batch again.'),
  stallHint: message('A shorter time detects a failed network sooner; a longer time suits a slow network.'),
};

const untilRemoved = message('Otherwise until you remove the submission from the queue.');

export const retentionTexts = {
  title: message('Data that is kept'),
  hint: message(
    'Ten minutes after a submission is removed from the queue, its findings, reports and copies are deleted. The history stays. Nothing is deleted before a submission has ended.',
  ),
  limited: {
    submissions: {
      label: message('Remove ended submissions after some days'),
      hint: message('Otherwise they stay until you remove them.'),
    },
    findings: { label: message('Delete findings some days after the end'), hint: untilRemoved },
    reports: { label: message('Delete reports some days after they came'), hint: untilRemoved },
    ids: {
      label: message('Forget the ids of what was sent some days after its removal'),
      hint: message(
        'Always: what was sent is recognised in another file. After that, single transactions of it are not.',
      ),
    },
  },
  logs: message('Keep logs for this many days'),
  kinds: {
    submissions: message('Submissions'),
    findings: message('Findings'),
    reports: message('Reports of the service'),
    ids: message('Indexes of modification ids'),
    inbox: message('Files from the browser'),
    prepared: message('Preparations and the files they made'),
    journals: message('Journals of single transactions'),
    practice: message('Practice files'),
    damaged: message('Damaged databases'),
    logs: message('Logs'),
    history: message('Entries of the history'),
  } satisfies Record<Kept['kind'], string>,
  kept: ({ count, bytes, since }: Kept) =>
    [
      number(count),
      ...(bytes === undefined ? [] : [size(bytes)]),
      ...(since === undefined ? [] : [message('since {day}', { day: dateOf(since) })]),
    ].join(' · '),
};

export const idIndexTexts = {
  title: message('Finding modification ids'),
  keep: message('Keep an index of the modification ids of checked files'),
  hint: message(
    'With it, an id is found in any file, and you are warned before ids are sent twice. No id can be read from it without the key of this data folder. Turning it off deletes it.',
  ),
};

export const loginTexts = {
  title: message('Start'),
  start: message('Start Tranship when I sign in, while files are waiting'),
  hint: message('It starts without a window and continues to send. Your organisation may not allow it.'),
};

export const notificationTexts = {
  title: message('Notifications'),
  needsPerson: message('Tell me when a submission needs me'),
  needsPersonHint: message('It is held, was rejected or has failed.'),
  ended: message('Tell me when a submission is done'),
  endedHint: message('The service has processed all of it.'),
  allow: message('Allow notifications in this browser'),
  permission: {
    granted: message(
      'This browser shows them while Tranship is open in one of its tabs. A click leads to the submission.',
    ),
    denied: message('This browser blocks notifications from this address. Its own settings can allow them.'),
    none: message('This browser cannot show notifications.'),
  },
};

export const defaultsTexts = {
  title: message('New files'),
  hint: message('The options that new files start with. You can change them for each file.'),
  connection: message('Send to'),
};

export const aboutTexts = {
  title: message('About'),
  folder: message('Data folder'),
  folderHint: message('The queue, its history and the reports are kept here.'),
  shell: {
    electron: message('Desktop app'),
    browser: message('In the browser, on this computer'),
    terminal: message('On the command line'),
  },
};

export const helpTexts = {
  title: message('Help'),
  save: message('Save for support…'),
  history: message('Verify the history…'),
  historyContents: message(
    'Saves a text that says whether the history was changed, what it proves, and the public key that auditors need for receipts.',
  ),
  contents: message(
    'One file with the logs of the last days, the versions and the settings. It contains no secrets, no tokens and no transactions.',
  ),
};
