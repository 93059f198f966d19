/** @file Errors of files and their check. */

import { kind } from './wording.ts';

export const fileErrors = {
  'file.not-found': kind<{ path: string }>(false, 'The file was not found', ({ path }) => ({
    detail: `There is no file at ${path}.`,
    remedy: 'Check the name and the folder. The file may have been moved, or a network drive may not be connected.',
  })),
  'file.not-a-file': kind<{ path: string }>(false, 'This is not a file', ({ path }) => ({
    detail: `${path} is a folder or a device.`,
    remedy: 'Choose the file itself.',
    remedyInTerminal: 'Name the file itself.',
  })),
  'file.folder-without-exports': kind<{ path: string }>(
    false,
    'There is nothing to send in this folder',
    ({ path }) => ({
      detail: `${path} and the folders in it have no file whose name ends as that of an export does, such as .jsonl, .csv, .xlsx or .zip.`,
      remedy: 'Check that it is the right folder. A file with another name can be added by itself.',
    }),
  ),
  'file.folder-too-large': kind<{ path: string; limit: number }>(
    false,
    'There is too much in this folder',
    ({ path, limit }) => ({
      detail: `With ${path}, there would be more than ${limit} files to add at once, or it has too many others. Nothing of it was added.`,
      remedy: `Add the files in several parts, of at most ${limit} files each.`,
    }),
  ),
  'file.left-out': kind<{ path: string; names: string }>(
    false,
    'Part of the folder was left out',
    ({ path, names }) => ({
      detail: `From ${path}, these were not added: ${names}. Of a folder with files whose names end in .jsonl, .ndjson or .jsonlines, Tranship takes only those; it follows no links.`,
      remedy: 'Add them by themselves if they are to be sent.',
    }),
  ),
  'file.no-permission': kind<{ path: string }>(false, 'The permission to read the file is missing', ({ path }) => ({
    detail: `You do not have permission to read ${path}.`,
    remedy: 'Ask the owner of the file for permission to read it.',
  })),
  'file.unreadable': kind<{ path: string; reason: string }>(true, 'The file cannot be read', ({ path, reason }) => ({
    detail: `Reading ${path} failed: ${reason}`,
    remedy: 'Check the drive or the network share, then try again.',
  })),
  'file.locked': kind<{ path: string }>(true, 'Another program is using the file', ({ path }) => ({
    detail: `${path} was locked for a minute, perhaps by an antivirus program, an indexer or a backup.`,
    remedy: 'Close the program that is using this file. Tranship tries again by itself.',
    remedyOnceEnded: 'Close the program that is using this file, then try again.',
  })),
  'file.unreachable': kind<{ path: string }>(true, 'The drive or share does not answer', ({ path }) => ({
    detail: `${path} cannot be reached: its drive or network share is not connected.`,
    remedy: 'Connect the drive, the network or the VPN. Tranship continues by itself when it is available again.',
    remedyOnceEnded: 'Connect the drive, the network or the VPN, then try again.',
  })),
  'file.changed': kind<{ path: string; how: string }>(
    false,
    'The file has changed since it was checked',
    ({ path, how }) => ({
      detail: `${path} ${how}. Tranship sends only what it has checked.`,
      remedy: 'Cancel this submission and add the file again: it is then checked as it is now.',
      remedyInTerminal: 'Check the file again and send it again.',
    }),
  ),
  'file.line-over-limit': kind<{ line: number; bytes: number; limit: number }>(
    false,
    'A line is larger than a whole batch',
    ({ line, bytes, limit }) => ({
      detail: `Line ${line} has ${bytes} bytes; a batch may have ${limit}.`,
      remedy: 'Allow larger batches when you add the file, or correct this line.',
      remedyInTerminal: 'Allow larger batches with --max-batch, or correct this line.',
    }),
  ),
  'file.not-offered': kind(false, 'This file is no longer available', () => ({
    detail: 'The file was already added, or Tranship was restarted after you chose it.',
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
      remedy: 'Choose another name or folder, or ask for permission to write there.',
    }),
  ),
  'check.failed': kind<{ path: string; reason: string }>(true, 'The check did not finish', ({ path, reason }) => ({
    detail: `Checking ${path} stopped before the end: ${reason}. The file counts as not checked.`,
    remedy: 'Try again.',
    remedyInTerminal: 'Check the file again.',
  })),
  'check.judge-alone': kind<{ reason: string }>(true, 'The check is slow on this computer', ({ reason }) => ({
    detail: `Its fast part cannot run here (${reason}), so each line is judged in full. What it finds is the same.`,
    remedy:
      'Nothing is wrong with the file. To have the check fast again, ask IT whether this computer limits the memory of programs, or turns WebAssembly off.',
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
