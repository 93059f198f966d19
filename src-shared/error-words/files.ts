/** @file Errors of files and their check. */

import { kind } from './wording.ts';

export const fileErrors = {
  'file.not-found': kind<{ path: string }>(false, 'The file is not there', ({ path }) => ({
    detail: `There is no file at ${path}.`,
    remedy: 'Check the name and the folder. Was the file moved, or is a network drive not connected?',
  })),
  'file.not-a-file': kind<{ path: string }>(false, 'This is not a file', ({ path }) => ({
    detail: `${path} is a folder or a device.`,
    remedy: 'Choose the file itself.',
    remedyInTerminal: 'Name the file itself.',
  })),
  'file.no-permission': kind<{ path: string }>(false, 'The file may not be read', ({ path }) => ({
    detail: `You lack the permission to read ${path}.`,
    remedy: 'Ask the owner of the file for the right to read it.',
  })),
  'file.unreadable': kind<{ path: string; reason: string }>(true, 'The file cannot be read', ({ path, reason }) => ({
    detail: `Reading ${path} failed: ${reason}`,
    remedy: 'Check the drive or the network share, then try again.',
  })),
  'file.locked': kind<{ path: string }>(true, 'Another program holds the file', ({ path }) => ({
    detail: `${path} was locked for a minute, perhaps by an antivirus program, an indexer or a backup.`,
    remedy: 'Close the program that uses this file. Tranship tries again by itself.',
    remedyOnceEnded: 'Close the program that uses this file, then try again.',
  })),
  'file.unreachable': kind<{ path: string }>(true, 'The drive or share does not answer', ({ path }) => ({
    detail: `${path} cannot be reached: its drive or network share is not there.`,
    remedy: 'Connect the drive, the network or the VPN. Tranship goes on by itself when it is back.',
    remedyOnceEnded: 'Connect the drive, the network or the VPN, then try again.',
  })),
  'file.changed': kind<{ path: string; how: string }>(
    false,
    'The file has changed since it was checked',
    ({ path, how }) => ({
      detail: `${path} ${how}. Nothing that was not checked is sent.`,
      remedy: 'Cancel this submission and add the file again: it is then checked as it is now.',
      remedyInTerminal: 'Check the file again and send it anew.',
    }),
  ),
  'file.line-over-limit': kind<{ line: number; bytes: number; limit: number }>(
    false,
    'A line is larger than a whole batch',
    ({ line, bytes, limit }) => ({
      detail: `Line ${line} has ${bytes} bytes; a batch may have ${limit}.`,
      remedy: 'Allow larger batches when you add the file, or correct this line.',
      remedyInTerminal: 'Raise the batch size with --max-batch, or correct this line.',
    }),
  ),
  'file.not-offered': kind(false, 'This file is not at hand any more', () => ({
    detail: 'The file was added already, or Tranship was started again since it was chosen.',
    remedy: 'Choose the file again.',
  })),
  'file.no-line': kind<{ path: string; line: number }>(false, 'There is no such line', ({ path, line }) => ({
    detail: `${path} has no line ${line}.`,
    remedy: 'If the file has changed, add it again.',
    remedyInTerminal: 'Check the file again, if it has changed.',
  })),
  'file.cannot-write': kind<{ path: string; reason: string }>(
    false,
    'The file cannot be written',
    ({ path, reason }) => ({
      detail: `Writing ${path} failed: ${reason}`,
      remedy: 'Choose another place, or ask for the right to write there.',
    }),
  ),
  'check.failed': kind<{ path: string; reason: string }>(true, 'The check did not finish', ({ path, reason }) => ({
    detail: `Checking ${path} stopped half-way: ${reason}. The file counts as not checked.`,
    remedy: 'Try again.',
    remedyInTerminal: 'Check the file again.',
  })),
  'rules.unreadable': kind<{ path: string; problem: string }>(
    false,
    'The rule set cannot be used',
    ({ path, problem }) => ({
      detail: `${path}: ${problem}`,
      remedy: 'Correct the rule set in Settings, or empty it to use the default rules.',
      remedyInTerminal: 'Correct the rule set, or leave it out to use the default rules.',
    }),
  ),
};
