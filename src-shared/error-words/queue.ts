/** @file Errors of the queue and its data folder, and of files that were sent before. */

import prettyBytes from 'pretty-bytes';
import { kind, moment } from './wording.ts';

/** The numbers are present only where the system reports them. */
type DiskSpace =
  | { folder: string }
  | { folder: string; neededBytes: number }
  | { folder: string; neededBytes: number; freeBytes: number; totalBytes: number };

function inNumbers(space: DiskSpace): string {
  if (!('neededBytes' in space)) return '';
  const needed = `at least ${prettyBytes(space.neededBytes)} are needed`;
  if (!('freeBytes' in space)) return `: ${needed}`;
  const free = `${prettyBytes(space.freeBytes)} of ${prettyBytes(space.totalBytes)} are free`;
  // The disk has room, yet refuses to write.
  if (space.freeBytes >= space.neededBytes) return `, although ${free}: perhaps your share of the disk is used up`;
  return `: ${free}, ${needed}`;
}

export const queueErrors = {
  'disk.full': kind<DiskSpace>(true, (space) => ({
    title: 'The disk is full',
    detail: `There is no room left in ${space.folder}${inNumbers(space)}. What is in the queue is safe.`,
    remedy: 'Make room on this disk. The queue goes on by itself once there is some.',
    remedyOnceEnded: 'Make room on this disk, then try again. What is in the queue goes on where it stopped.',
  })),
  'folder.unusable': kind<{ folder: string; reason: string }>(false, ({ folder, reason }) => ({
    title: 'The data folder cannot be used',
    detail: `${folder}: ${reason}`,
    remedy: 'Ask IT to let you read and write in this folder, then start Tranship again.',
    remedyInTerminal: 'Check the permissions of this folder, or choose another one with TRANSHIP_HOME.',
  })),
  'queue.locked': kind<{ folder: string; holder: string }>(true, ({ folder, holder }) => ({
    title: 'Tranship is already running',
    detail: `The queue in ${folder} is in use by ${holder}.`,
    remedy: 'Use the window that is open already, or close it first. The queue continues where it stopped.',
    remedyInTerminal: 'Wait until it is done, or end it; the queue continues where it stopped.',
  })),
  'queue.damaged': kind<{ path: string; reason: string }>(false, ({ path, reason }) => ({
    title: 'The queue cannot be read',
    detail: `${path} is damaged: ${reason}`,
    remedy: 'Start Tranship again: the damaged file is kept under another name, and what can be read is recovered.',
    remedyInTerminal:
      'Start the app or “tranship work” with this data folder (TRANSHIP_HOME): the damaged file is kept under another name, and what can be read is recovered.',
  })),
  'queue.newer': kind<{ path: string; version: number; known: number }>(false, ({ path, version, known }) => ({
    title: 'The queue belongs to a newer Tranship',
    detail: `${path} was written by a newer Tranship (version ${version} of the queue; this one knows ${known}). It is left as it is.`,
    remedy: 'Install the newer Tranship again.',
    remedyInTerminal: 'Install the newer Tranship again, or choose another data folder with TRANSHIP_HOME.',
  })),
  'queue.recovered': kind<{ path: string; submissions: number; lost: number }>(
    false,
    ({ path, submissions, lost }) => ({
      title: 'The queue was damaged and has been recovered',
      detail: `${submissions} submissions were recovered, ${lost} could not be. The damaged file is kept as ${path}.`,
      remedy:
        'All that had not ended is paused, for it may be older than what really happened. Look at each submission, then resume it. Ask the provider about files that are missing before you send them again.',
    }),
  ),
  'queue.incomplete': kind<{ parts: number }>(false, ({ parts }) => ({
    title: 'A part of this file is missing from the queue',
    detail: `The queue was damaged: whether ${parts} of the batches of this file were sent is no longer known.`,
    remedy: 'Ask the provider which batches of this file have arrived, and send the rest as a file of its own.',
  })),
  'queue.unknown-id': kind<{ id: string }>(false, ({ id }) => ({
    title: 'Not in the queue',
    detail: `There is no submission or batch “${id}”.`,
    remedy: 'It may have been removed meanwhile. The queue shows what is there.',
    remedyInTerminal: 'See “tranship queue list” for the ids.',
  })),
  'queue.not-held': kind<{ id: number }>(false, ({ id }) => ({
    title: 'There is nothing to decide',
    detail: `The submission ${id} does not wait for anybody’s decision.`,
    remedy: 'Only a submission that is held can be sent anyway.',
  })),
  'queue.still-moving': kind<{ id: number }>(false, ({ id }) => ({
    title: 'This is still being worked on',
    detail: `Something of the submission ${id} is still under way or waits to be sent.`,
    remedy: 'Cancel it first, or wait until it has ended. Then it can be removed.',
  })),
  'queue.nothing-to-send': kind<{ path: string }>(false, ({ path }) => ({
    title: 'There is nothing to send',
    detail: `The check found no transaction lines in ${path} that could be cut into batches.`,
    remedy: 'Correct the file and add it again.',
  })),
  'submission.sent-before': kind<{ path: string; at: string; id: number }>(false, ({ path, at, id }) => ({
    title: 'This file has been sent before',
    detail: `The same content went over this connection as submission ${id} (${path}, added ${moment(at)}).`,
    remedy: 'Send it again only if you mean to, and say why: the reason is kept in the history.',
  })),
  'submission.no-reason': kind(false, () => ({
    title: 'A reason is missing',
    detail: 'This file has been sent before; it is sent again only with a reason.',
    remedy: 'Say in a few words why it is sent again. The history keeps it for the auditor.',
  })),
  'submission.resembles': kind<{ path: string; at: string; id: number }>(false, ({ path, at, id }) => ({
    title: 'Much like a file that was sent before',
    detail: `It has the same number of transactions, sums and days as submission ${id} (${path}, added ${moment(at)}).`,
    remedy: 'Make sure that it is not the same export once more. It is sent all the same.',
  })),
};
