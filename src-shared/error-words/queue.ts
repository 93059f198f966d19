/** @file Errors of the queue and its data folder, and of files that were sent before. */

import { counted, number, size } from '../quantities.ts';
import { type ErrorParams, kind, moment, type Wording } from './wording.ts';

/** The numbers are present only where the system reports them. */
type DiskSpace =
  | { folder: string }
  | { folder: string; neededBytes: number }
  | { folder: string; neededBytes: number; freeBytes: number; totalBytes: number };

function inNumbers(space: DiskSpace): string {
  if (!('neededBytes' in space)) return '';
  const needed = `at least ${size(space.neededBytes)} are needed`;
  if (!('freeBytes' in space)) return `: ${needed}`;
  const free = `${size(space.freeBytes)} of ${size(space.totalBytes)} are free`;
  // The disk has room but still takes nothing.
  if (space.freeBytes >= space.neededBytes) return `, although ${free}: your disk quota may be used up`;
  return `: ${free}, ${needed}`;
}

/** Why something in the data folder is not used, and what to do about it. */
function distrust(path: string, folder: string, problem: string): Wording {
  const choose = 'choose another data folder with TRANSHIP_HOME';
  switch (problem) {
    case 'link':
      return {
        detail: `${path} is a link to another place. Tranship follows no links in its data folder. Nothing was changed.`,
        remedy: `Ask IT who made the link, and have it removed from ${folder}. Then start Tranship again.`,
        remedyInTerminal: `Find out who made the link, then remove it, or ${choose}.`,
      };
    case 'second-name':
      return {
        detail: `${path} has a second name elsewhere on the drive, so a change would reach that place too. Nothing was changed.`,
        remedy: 'Ask IT to replace it by a copy of itself, then start Tranship again.',
        remedyInTerminal: `Replace it by a copy of itself, or ${choose}.`,
      };
    case 'special':
      return {
        detail: `${path} is neither a file nor a folder. Nothing was changed.`,
        remedy: 'Ask IT to remove it, then start Tranship again.',
        remedyInTerminal: `Remove it, or ${choose}.`,
      };
    case 'open':
      return {
        detail: `Other people can read ${path}, and the drive does not allow Tranship to change that.`,
        remedy: 'Ask IT to move the data folder to a drive with permissions, then start Tranship again.',
        remedyInTerminal: `Move the data folder to a drive with permissions, or ${choose}.`,
      };
    default:
      return {
        detail: `${path} belongs to another user of this computer. Tranship works only in a folder of its own user, also for an administrator.`,
        remedy: 'Ask IT to check where it comes from, and to make you its owner. Then start Tranship again.',
        remedyInTerminal: `Run Tranship as the owner, make yourself the owner with “chown”, or ${choose}.`,
      };
  }
}

interface SentIds extends ErrorParams {
  lines: number;
  transactions: number;
  path: string;
  id: number;
  at: string;
  user: string;
  /** The state of most of the batches that they were in. */
  state: string;
  /** Further files with some of the ids. */
  others: number;
}

/** What became of transactions, by the state of their batch. */
const fates: Readonly<Record<string, string>> = {
  processed: 'processed',
  processing: 'at the service',
  rejected: 'partly refused',
  unknown: 'perhaps arrived',
  failed: 'perhaps arrived',
  cancelled: 'perhaps arrived',
  waiting: 'about to be sent',
};

export const queueErrors = {
  'disk.full': kind<DiskSpace>(true, 'The disk is full', (space) => ({
    detail: `There is no space left in ${space.folder}${inNumbers(space)}. What is in the queue is safe.`,
    remedy: 'Free some space on this disk. The queue then continues by itself.',
    remedyOnceEnded: 'Free some space on this disk, then try again. The queue continues where it stopped.',
  })),
  'folder.unusable': kind<{ folder: string; reason: string }>(
    false,
    'The data folder cannot be used',
    ({ folder, reason }) => ({
      detail: `${folder}: ${reason}`,
      remedy: 'Ask IT for permission to read and write in this folder, then start Tranship again.',
      remedyInTerminal: 'Check the permissions of this folder, or choose another one with TRANSHIP_HOME.',
    }),
  ),
  'folder.untrusted': kind<{ path: string; folder: string; problem: string }>(
    false,
    'The data folder is not yours alone',
    ({ path, folder, problem }) => distrust(path, folder, problem),
  ),
  'folder.relative': kind<{ folder: string }>(false, 'The path of the data folder is incomplete', ({ folder }) => ({
    detail: `The data folder is set to “${folder}”, which says neither the drive nor the folder that it begins in.`,
    remedy: 'Ask IT to set a complete path, such as C:\\Tranship or /srv/tranship. Then start Tranship again.',
    remedyInTerminal: 'Set TRANSHIP_HOME to a complete path, such as C:\\Tranship or /srv/tranship.',
  })),
  'folder.on-network': kind<{ folder: string; drive: string }>(
    false,
    'The data folder is on a network drive',
    ({ folder, drive }) => ({
      detail: `${folder} is on a network drive (${drive}), where the queue could be damaged. Nothing was changed.`,
      remedy: 'Ask IT for a data folder on a disk of this computer, then start Tranship again.',
      remedyInTerminal: 'Set TRANSHIP_HOME to a folder on a disk of this computer.',
    }),
  ),
  'folder.left-behind': kind<{ former: string; folder: string }>(
    false,
    'The queue is in another folder',
    ({ former, folder }) => ({
      detail: `An earlier version has kept the queue in ${former}. This version keeps it in ${folder}. Nothing was changed.`,
      remedy: `Ask IT to move all of ${former} to ${folder}, then start Tranship again.`,
      remedyInTerminal: `Move all of ${former} to ${folder}. To leave it there, set TRANSHIP_HOME to it.`,
    }),
  ),
  'queue.locked': kind<{ folder: string; holder: string }>(
    true,
    'Tranship is already running',
    ({ folder, holder }) => ({
      detail: `The queue in ${folder} is in use by ${holder}.`,
      remedy: 'Use the window that is already open, or close it first. The queue continues where it stopped.',
      remedyInTerminal: 'Wait until it is done, or stop it; the queue continues where it stopped.',
    }),
  ),
  'queue.damaged': kind<{ path: string; reason: string }>(false, 'The queue cannot be read', ({ path, reason }) => ({
    detail: `${path} is damaged: ${reason}`,
    remedy: 'Start Tranship again: the damaged file is kept under another name, and what can be read is recovered.',
    remedyInTerminal:
      'Start the app or “tranship work” with this data folder (TRANSHIP_HOME): the damaged file is kept under another name, and what can be read is recovered.',
  })),
  'queue.newer': kind<{ path: string; version: number; known: number }>(
    false,
    'The queue was written by a newer Tranship',
    ({ path, version, known }) => ({
      detail: `${path} has version ${version} of the queue; this Tranship knows version ${known}. The file was not changed.`,
      remedy: 'Install the newer Tranship again.',
      remedyInTerminal: 'Install the newer Tranship again, or choose another data folder with TRANSHIP_HOME.',
    }),
  ),
  'queue.recovered': kind<{ path: string; submissions: number; lost: number }>(
    false,
    'The queue was damaged and has been recovered',
    ({ path, submissions, lost }) => ({
      detail: `${submissions} submissions were recovered, ${lost} could not be. The damaged file is kept as ${path}.`,
      remedy:
        'Submissions that had not ended are paused, because the recovered states may be out of date. Check each submission, then resume it. Ask the provider about missing files before you send them again.',
    }),
  ),
  'queue.incomplete': kind<{ parts: number }>(false, 'A part of this file is missing from the queue', ({ parts }) => ({
    detail: `The queue was damaged. It is no longer known whether ${parts} of the batches of this file were sent.`,
    remedy: 'Ask the provider which batches of this file have arrived, and send the rest as a separate file.',
  })),
  'queue.unknown-id': kind<{ id: string }>(false, 'Not in the queue', ({ id }) => ({
    detail: `There is no submission or batch “${id}”.`,
    remedy: 'It may have been removed. The queue shows what is there.',
    remedyInTerminal: 'See “tranship queue list” for the ids.',
  })),
  'queue.findings-purged': kind<{ id: number }>(false, 'The findings are no longer kept', ({ id }) => ({
    detail: `The findings of the submission ${id} were deleted, as the settings say.`,
    remedy: 'Check the file again to see its findings. Settings show how long findings are kept.',
    remedyInTerminal: 'Check the file again. “tranship retention show” shows how long findings are kept.',
  })),
  'queue.not-held': kind<{ id: number }>(false, 'There is nothing to decide', ({ id }) => ({
    detail: `The submission ${id} is not waiting for a decision.`,
    remedy: 'Only a submission that is held can be sent anyway.',
  })),
  'queue.still-moving': kind<{ id: number }>(false, 'The submission has not ended', ({ id }) => ({
    detail: `Part of the submission ${id} is still under way or waiting to be sent.`,
    remedy: 'Cancel it first, or wait until it has ended. Then you can remove it.',
  })),
  'queue.nothing-to-send': kind<{ path: string }>(false, 'There is nothing to send', ({ path }) => ({
    detail: `The check found no transaction lines in ${path} that could be cut into batches.`,
    remedy: 'Correct the file and add it again.',
  })),
  'queue.ids-not-kept': kind(false, 'Modification ids are not kept', () => ({
    detail: 'The settings say that Tranship keeps no index of modification ids, so they cannot be found.',
    remedy: 'Turn the index on in the settings. Files that were checked without it are read again when you search.',
    remedyInTerminal:
      'Turn it on with “tranship settings set --id-index on”. Files that were checked without it are read again when you search.',
  })),
  'submission.sent-before': kind<{ path: string; at: string; id: number }>(
    false,
    'This file has been sent before',
    ({ path, at, id }) => ({
      detail: `The same content was sent over this connection as submission ${id} (${path}, added ${moment(at)}).`,
      remedy: 'Send it again only if you mean to, and say why: the reason is kept in the history.',
    }),
  ),
  'submission.ids-sent-before': kind<SentIds>(
    false,
    'Transactions of this file have been sent before',
    ({ lines, transactions, path, id, at, user, state, others }) => ({
      detail: `${number(lines)} of ${counted(transactions, 'transaction')} ${lines === 1 ? 'was' : 'were'} sent over this connection already, with ${path} (submission ${id}, ${moment(at)}${user === '' ? '' : `, by ${user}`}; ${fates[state] ?? 'sent'})${others > 0 ? `, and with ${counted(others, 'more file')}` : ''}. The modification ids are the same.`,
      remedy: 'Send them again only if you mean to, and say why: the reason is kept in the history.',
    }),
  ),
  'submission.not-compared': kind<{ files: number }>(
    false,
    'Earlier files could not be compared with this one',
    ({ files }) => ({
      detail: `The indexes of modification ids of ${counted(files, 'file')} that went over this connection are damaged, or were made with another key.`,
      remedy: 'Check that this is not an export that was sent before. Tranship sends it without waiting.',
    }),
  ),
  'submission.ids-not-kept': kind<{ reason: string }>(
    false,
    'The modification ids of this file are not kept',
    ({ reason }) => ({
      detail: `Its index could not be written, so it was not compared with what was sent before. ${reason}`,
      remedy: 'Check that this is not an export that was sent before. Tranship sends it without waiting.',
    }),
  ),
  'submission.no-reason': kind(false, 'A reason is missing', () => ({
    detail: 'This file has errors, or has been sent before. Tranship sends it only with a reason.',
    remedy: 'Say in a few words why it is sent. The history keeps it for the auditor.',
  })),
  'submission.awaits-release': kind<{ folder: string; warnings: number }>(
    false,
    'A person has to release this file',
    ({ folder, warnings }) => ({
      detail:
        warnings === 0
          ? `It comes from the watched folder ${folder}, and is sent once a person has released it.`
          : `It comes from the watched folder ${folder}. The check found ${counted(warnings, 'warning')}, so it is not released by itself.`,
      remedy: 'Look at it, then send it, or cancel it.',
      remedyInTerminal: 'Look at it, then release it with “tranship queue approve ID”, or cancel it.',
    }),
  ),
  'submission.resembles': kind<{ path: string; at: string; id: number }>(
    false,
    'This file resembles one that was sent before',
    ({ path, at, id }) => ({
      detail: `It has the same number of transactions, sums and days as submission ${id} (${path}, added ${moment(at)}).`,
      remedy: 'Check that it is not the same export again. Tranship sends it without waiting.',
    }),
  ),
};
