/** @file Errors of files and their check. */

import { fact, type Said } from '../languages/fact.ts';
import { message } from '../languages/message.ts';
import { size } from '../quantities.ts';
import { kind } from './wording.ts';

export const fileErrors = {
  'file.not-found': kind<{ path: Said }>(
    false,
    () => message('The file was not found'),
    ({ path }) => ({
      detail: fact('There is no file at {path}.', { path }),
      remedy: message(
        'Check the name and the folder. The file may have been moved, or a network drive may not be connected.',
      ),
    }),
  ),
  'file.other-content': kind<{ path: string; name: string }>(
    false,
    () => message('This is another file'),
    ({ path, name }) => ({
      detail: fact('{path} has other content than {name} had when it was checked. Nothing was changed.', {
        path,
        name,
      }),
      remedy: message('Choose the file as it was, or add this one by itself: then it is checked.'),
    }),
  ),
  'file.is-address': kind<{ address: string }>(
    false,
    () => message('This is an address, not a file'),
    ({ address }) => ({
      detail: fact('{address} was not opened: Tranship takes only files on this computer and its drives.', {
        address,
      }),
      remedy: message('Download the file first, and add it from where it was saved.'),
    }),
  ),
  'file.not-a-file': kind<{ path: Said }>(
    false,
    () => message('This is not a file'),
    ({ path }) => ({
      detail: fact('{path} is a folder or a device.', { path }),
      remedy: message('Choose the file itself.'),
      remedyInTerminal: message('Name the file itself.'),
    }),
  ),
  'file.folder-without-exports': kind<{ path: string }>(
    false,
    () => message('There is nothing to send in this folder'),
    ({ path }) => ({
      detail: fact(
        '{path} and the folders in it have no file whose name ends as that of an export does, such as .jsonl, .csv, .xlsx or .zip.',
        { path },
      ),
      remedy: message('Check that it is the right folder. A file with another name can be added by itself.'),
    }),
  ),
  'file.folder-too-large': kind<{ path: string; limit: number }>(
    false,
    () => message('There is too much in this folder'),
    ({ path, limit }) => ({
      detail: fact(
        'With {path}, there would be more than {limit} files to add at once, or it has too many others. Nothing of it was added.',
        { path, limit },
      ),
      remedy: message('Add the files in several parts, of at most {limit} files each.', { limit }),
    }),
  ),
  'file.too-large': kind<{ path: string; limit: number }>(
    false,
    () => message('The file is too large'),
    ({ path, limit }) => ({
      detail: fact('{path} is larger than {limit}, as no file of this kind is. It was not read.', {
        path,
        limit: size(limit),
      }),
      remedy: message('Check that it is the right file.'),
    }),
  ),
  'file.too-many': kind<{ count: number; limit: number }>(
    false,
    () => message('Too many files at once'),
    ({ count, limit }) => ({
      detail: fact(
        'These are {count, number} files, and at most {limit, number} can be added at once. None was added.',
        {
          count,
          limit,
        },
      ),
      remedy: message('Add them in several parts.'),
    }),
  ),
  'file.left-out': kind<{ path: string; names: string }>(
    false,
    () => message('Part of the folder was left out'),
    ({ path, names }) => ({
      detail: fact(
        'From {path}, these were not added: {names}. Of a folder with files whose names end in .jsonl, .ndjson or .jsonlines, Tranship takes only those; it follows no links.',
        { path, names },
      ),
      remedy: message('Add them by themselves if they are to be sent.'),
    }),
  ),
  'file.no-permission': kind<{ path: Said }>(
    false,
    () => message('The permission to read the file is missing'),
    ({ path }) => ({
      detail: fact('You do not have permission to read {path}.', { path }),
      remedy: message('Ask the owner of the file for permission to read it.'),
    }),
  ),
  'file.unreadable': kind<{ path: Said; reason: Said }>(
    true,
    () => message('The file cannot be read'),
    ({ path, reason }) => ({
      detail: fact('Reading {path} failed: {reason}', { path, reason }),
      remedy: message('Check the drive or the network share, then try again.'),
    }),
  ),
  'file.locked': kind<{ path: Said }>(
    true,
    () => message('Another program is using the file'),
    ({ path }) => ({
      detail: fact(
        '{path} stayed in use while Tranship tried several times: perhaps by an antivirus program, an indexer or a backup.',
        { path },
      ),
      remedy: message('Close the program that is using this file. Tranship tries again by itself.'),
      remedyOnceEnded: message('Close the program that is using this file, then try again.'),
    }),
  ),
  'file.unreachable': kind<{ path: Said }>(
    true,
    () => message('The drive or share does not answer'),
    ({ path }) => ({
      detail: fact('{path} cannot be reached: its drive or network share is not connected.', { path }),
      remedy: message(
        'Connect the drive, the network or the VPN. Tranship continues by itself when it is available again.',
      ),
      remedyOnceEnded: message('Connect the drive, the network or the VPN, then try again.'),
    }),
  ),
  'file.changed': kind<{ path: string; how: Said }>(
    false,
    () => message('The file has changed since it was checked'),
    ({ path, how }) => ({
      detail: fact('{path} {how}. Tranship sends only what it has checked.', { path, how }),
      remedy: message('Cancel this submission and add the file again: it is then checked as it is now.'),
      remedyInTerminal: message('Check the file again and send it again.'),
    }),
  ),
  'file.line-over-limit': kind<{ line: number; bytes: number; limit: number }>(
    false,
    () => message('A line is larger than a whole batch'),
    ({ line, bytes, limit }) => ({
      detail: fact('Line {line} has {bytes} bytes; a batch may have {limit}.', { line, bytes, limit }),
      remedy: message('Allow larger batches when you add the file, or correct this line.'),
      remedyInTerminal: message('Allow larger batches with --max-batch, or correct this line.'),
    }),
  ),
  'file.not-offered': kind(
    false,
    () => message('This file is no longer available'),
    () => ({
      detail: fact('The file was already added, or Tranship was restarted after you chose it.'),
      remedy: message('Choose the file again.'),
    }),
  ),
  'file.no-line': kind<{ path: string; line: number }>(
    false,
    () => message('There is no such line'),
    ({ path, line }) => ({
      detail: fact('{path} has no line {line}.', { path, line }),
      remedy: message('If the file has changed, add it again.'),
      remedyInTerminal: message('Check the file again, if it has changed.'),
    }),
  ),
  'file.cannot-write': kind<{ path: string; reason: Said }>(
    false,
    () => message('The file cannot be written'),
    ({ path, reason }) => ({
      detail: fact('Writing {path} failed: {reason}', { path, reason }),
      remedy: message('Choose another name or folder, or ask for permission to write there.'),
    }),
  ),
  'check.failed': kind<{ path: string; reason: Said }>(
    true,
    () => message('The check did not finish'),
    ({ path, reason }) => ({
      detail: fact('Checking {path} stopped before the end: {reason}. The file counts as not checked.', {
        path,
        reason,
      }),
      remedy: message('Try again.'),
      remedyInTerminal: message('Check the file again.'),
    }),
  ),
  'check.judge-alone': kind<{ reason: Said }>(
    true,
    () => message('The check is slow on this computer'),
    ({ reason }) => ({
      detail: fact(
        'Its fast part cannot run here ({reason}), so each line is judged in full. What it finds is the same.',
        { reason },
      ),
      remedy: message(
        'Nothing is wrong with the file. To have the check fast again, ask IT whether this computer limits the memory of programs, or turns WebAssembly off.',
      ),
    }),
  ),
  'rules.unreadable': kind<{ path: Said; problem: Said }>(
    false,
    () => message('The rule set cannot be used'),
    ({ path, problem }) => ({
      detail: fact('{path}: {problem}', { path, problem }),
      remedy: message('Correct the rule set in Settings, or empty it to use the default rules.'),
      remedyInTerminal: message('Correct the rule set, or leave it out to use the default rules.'),
    }),
  ),
};
