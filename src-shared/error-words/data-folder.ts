/** @file Errors of the data folder and its disk. */

import { type Fact, fact, type Said } from '../languages/fact.ts';
import { message } from '../languages/message.ts';
import { size } from '../quantities.ts';
import { kind, type Wording } from './wording.ts';

/** The numbers are present only where the system reports them. */
type DiskSpace =
  | { folder: string }
  | { folder: string; neededBytes: number }
  | { folder: string; neededBytes: number; freeBytes: number; totalBytes: number };

function withoutSpace(space: DiskSpace): Fact {
  const { folder } = space;
  if (!('neededBytes' in space)) {
    return fact('There is no space left in {folder}. What is in the queue is safe.', { folder });
  }
  const needed = size(space.neededBytes);
  if (!('freeBytes' in space)) {
    return fact('There is no space left in {folder}: at least {needed} are needed. What is in the queue is safe.', {
      folder,
      needed,
    });
  }
  const [free, total] = [size(space.freeBytes), size(space.totalBytes)];
  return space.freeBytes >= space.neededBytes
    ? // The disk has room but still takes nothing.
      fact(
        'There is no space left in {folder}, although {free} of {total} are free: your disk quota may be used up. What is in the queue is safe.',
        { folder, free, total },
      )
    : fact(
        'There is no space left in {folder}: {free} of {total} are free, at least {needed} are needed. What is in the queue is safe.',
        { folder, free, total, needed },
      );
}

/** Why something in the data folder is not used, and what to do about it. */
function distrust(path: string, folder: string, problem: Said): Wording {
  const choose = message('choose another data folder with TRANSHIP_HOME');
  switch (problem) {
    case 'link':
      return {
        detail: fact(
          '{path} is a link to another place. Tranship follows no links in its data folder. Nothing was changed.',
          { path },
        ),
        remedy: message('Ask IT who made the link, and have it removed from {folder}. Then start Tranship again.', {
          folder,
        }),
        remedyInTerminal: message('Find out who made the link, then remove it, or {choose}.', { choose }),
      };
    case 'second-name':
      return {
        detail: fact(
          '{path} has a second name elsewhere on the drive, so a change would reach that place too. Nothing was changed.',
          { path },
        ),
        remedy: message('Ask IT to replace it by a copy of itself, then start Tranship again.'),
        remedyInTerminal: message('Replace it by a copy of itself, or {choose}.', { choose }),
      };
    case 'special':
      return {
        detail: fact('{path} is neither a file nor a folder. Nothing was changed.', { path }),
        remedy: message('Ask IT to remove it, then start Tranship again.'),
        remedyInTerminal: message('Remove it, or {choose}.', { choose }),
      };
    case 'open':
      return {
        detail: fact('Other people can read {path}, and the drive does not allow Tranship to change that.', {
          path,
        }),
        remedy: message('Ask IT to move the data folder to a drive with permissions, then start Tranship again.'),
        remedyInTerminal: message('Move the data folder to a drive with permissions, or {choose}.', { choose }),
      };
    default:
      return {
        detail: fact(
          '{path} belongs to another user of this computer. Tranship works only in a folder of its own user, also for an administrator.',
          { path },
        ),
        remedy: message('Ask IT to check where it comes from, and to make you its owner. Then start Tranship again.'),
        remedyInTerminal: message('Run Tranship as the owner, make yourself the owner with “chown”, or {choose}.', {
          choose,
        }),
      };
  }
}

/** Why a data folder may be a copy of another one. */
function copied(folder: string, why: string, elsewhere: string): Fact {
  switch (why) {
    case 'beside':
      return fact(
        '{folder} may be a copy of {elsewhere}, which is still there. Each of the two does not know what the other sends, so nothing is sent from this one.',
        { folder, elsewhere },
      );
    case 'moved':
      return fact(
        '{folder} was last used as {elsewhere}. If that is still used, this one is a copy and does not know what was sent there, so nothing is sent from it.',
        { folder, elsewhere },
      );
    case 'told':
      return fact(
        'The team ledger {elsewhere} knows of entries of this desk that {folder} does not have: the whole computer was put back to an earlier state, or another copy of the folder was used. It does not know what was sent since, and would send it again.',
        { folder, elsewhere },
      );
    default:
      return fact(
        '{folder} lacks entries of its history that were there before: it was put back to an earlier state, or a part of it was removed. It does not know what was sent since, and would send it again.',
        { folder },
      );
  }
}

export const dataFolderErrors = {
  'disk.full': kind<DiskSpace>(
    true,
    () => message('The disk is full'),
    (space) => ({
      detail: withoutSpace(space),
      remedy: message('Free some space on this disk. The queue then continues by itself.'),
      remedyOnceEnded: message('Free some space on this disk, then try again. The queue continues where it stopped.'),
    }),
  ),
  'folder.unusable': kind<{ folder: string; reason: Said }>(
    false,
    () => message('The data folder cannot be used'),
    ({ folder, reason }) => ({
      detail: fact('{folder}: {reason}', { folder, reason }),
      remedy: message('Ask IT for permission to read and write in this folder, then start Tranship again.'),
      remedyInTerminal: message('Check the permissions of this folder, or choose another one with TRANSHIP_HOME.'),
    }),
  ),
  'folder.in-use': kind<{ path: string }>(
    true,
    () => message('Another program is using a file of Tranship'),
    ({ path }) => ({
      detail: fact(
        '{path} stayed in use while Tranship tried several times: perhaps by an antivirus program, an indexer or a backup.',
        { path },
      ),
      remedy: message(
        'Close the program that is using this file, then try again. If this happens often, ask IT to leave the data folder of Tranship out of scans.',
      ),
    }),
  ),
  'folder.may-be-copy': kind<{ folder: string; why: 'behind' | 'beside' | 'moved' | 'told'; elsewhere: string }>(
    false,
    () => message('This data folder may be a copy'),
    ({ folder, why, elsewhere }) => ({
      detail: copied(folder, why, elsewhere),
      remedy: message(
        'Ask about what is open here. What another copy has sent since, only the provider knows. To continue with this folder, confirm it with a reason. Until then, files are only checked.',
      ),
      remedyInTerminal: message(
        'Say “tranship folder ask”: it asks the service and the team what was sent that this folder does not know. Ask the provider about the rest. To continue with this folder, say “tranship folder confirm --reason TEXT”. Until then, files are only checked.',
      ),
    }),
  ),
  'folder.untrusted': kind<{ path: string; folder: string; problem: Said }>(
    false,
    () => message('The data folder is not yours alone'),
    ({ path, folder, problem }) => distrust(path, folder, problem),
  ),
  'folder.relative': kind<{ folder: string }>(
    false,
    () => message('The path of the data folder is incomplete'),
    ({ folder }) => ({
      detail: fact(
        'The data folder is set to “{folder}”, which says neither the drive nor the folder that it begins in.',
        { folder },
      ),
      remedy: message(
        'Ask IT to set a complete path, such as C:\\Tranship or /srv/tranship. Then start Tranship again.',
      ),
      remedyInTerminal: message('Set TRANSHIP_HOME to a complete path, such as C:\\Tranship or /srv/tranship.'),
    }),
  ),
  'folder.on-network': kind<{ folder: string; drive: string }>(
    false,
    () => message('The data folder is on a network drive'),
    ({ folder, drive }) => ({
      detail: fact('{folder} is on a network drive ({drive}), where the queue could be damaged. Nothing was changed.', {
        folder,
        drive,
      }),
      remedy: message('Ask IT for a data folder on a disk of this computer, then start Tranship again.'),
      remedyInTerminal: message('Set TRANSHIP_HOME to a folder on a disk of this computer.'),
    }),
  ),
  'folder.does-not-stay': kind<{ folder: string; why: 'copied' | 'deleted' }>(
    false,
    () => message('The data folder does not stay on this computer'),
    ({ folder, why }) => ({
      detail:
        why === 'copied'
          ? fact(
              '{folder} is in a profile that Windows copies between computers. An older copy could take the place of the queue, and files could go twice. Nothing was changed.',
              { folder },
            )
          : fact(
              'Windows deletes {folder} when you sign out: your profile here is temporary, or only a copy. What is in the queue would be lost. Nothing was changed.',
              { folder },
            ),
      remedy:
        why === 'copied'
          ? message(
              'Ask IT for a data folder outside of the profile, on a disk of this computer. Then start Tranship again.',
            )
          : message(
              'Sign out and in again, in case Windows could not load your profile. If this stays, ask IT for a data folder outside of the profile, on a disk of this computer.',
            ),
      remedyInTerminal: message(
        'Set TRANSHIP_HOME to a folder outside of the profile, on a disk of this computer. If a queue is in the present one, move the whole folder.',
      ),
    }),
  ),
  'folder.left-behind': kind<{ former: string; folder: string }>(
    false,
    () => message('The queue is in another folder'),
    ({ former, folder }) => ({
      detail: fact(
        'An earlier version has kept the queue in {former}. This version keeps it in {folder}. Nothing was changed.',
        { former, folder },
      ),
      remedy: message('Ask IT to move all of {former} to {folder}, then start Tranship again.', { former, folder }),
      remedyInTerminal: message('Move all of {former} to {folder}. To leave it there, set TRANSHIP_HOME to it.', {
        former,
        folder,
      }),
    }),
  ),
};
