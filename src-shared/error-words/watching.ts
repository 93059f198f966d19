/** @file Errors of watched folders. */

import { fact, type Said } from '../languages/fact.ts';
import { message } from '../languages/message.ts';
import { kind, moment } from './wording.ts';

export const watchErrors = {
  'watch.folder-away': kind<{ folder: string; reason: Said }>(
    true,
    () => message('A watched folder cannot be read'),
    ({ folder, reason }) => ({
      detail: fact('{folder} cannot be read: {reason}.', { folder, reason }),
      remedy: message(
        'Connect its drive, or ask for permission to read it. Tranship continues by itself once the folder is back.',
      ),
      remedyOnceEnded: message('Connect its drive, or ask for permission to read it, then try again.'),
    }),
  ),
  'watch.folder-unfit': kind<{ folder: string; problem: Said }>(
    false,
    () => message('This folder cannot be watched'),
    ({ folder, problem }) => ({
      detail: fact('{folder} {problem}.', { folder, problem }),
      remedy: message('Choose another folder, in which only what is to be sent lands.'),
    }),
  ),
  'watch.open-to-others': kind<{ folder: string; command: string }>(
    false,
    () => message('Others may write to this folder'),
    ({ folder, command }) => ({
      detail: fact(
        'Other users of this computer may write to {folder}: what they put there would be prepared and sent, and they could take files away.',
        { folder },
      ),
      remedy: message(
        'If that is meant, tick “Other users put files there, too” and choose the folder again. If not, take the right to write from them.',
      ),
      remedyInTerminal: message(
        'If that is meant, add --shared; a stored folder is watched again after “{command}”. If not, take the right to write from them.',
        { command },
      ),
    }),
  ),
  'watch.not-taken': kind<{ name: string; folder: string; problem: 'owner' | 'second-name' }>(
    false,
    () => message('A file of a watched folder was not taken'),
    ({ name, folder, problem }) =>
      problem === 'owner'
        ? {
            detail: fact('{name} in {folder} belongs to another user of this computer.', { name, folder }),
            remedy: message(
              'If others are to put files there, tick “Other users put files there, too” and choose the folder again.',
            ),
            remedyInTerminal: message('If others are to put files there, store the folder again with --shared.'),
          }
        : {
            detail: fact(
              '{name} in {folder} has a second name elsewhere on the drive: it may be a file that was never meant to be sent.',
              { name, folder },
            ),
            remedy: message('Replace it with a copy of itself.'),
          },
  ),
  'watch.cannot-move': kind<{ name: string; folder: string; reason: Said }>(
    true,
    () => message('A file of a watched folder cannot be moved'),
    ({ name, folder, reason }) => ({
      detail:
        name === ''
          ? fact('The folder {folder} cannot be used: {reason}.', { folder, reason })
          : fact('{name} cannot be moved to {folder}: {reason}.', { name, folder, reason }),
      remedy: message(
        'Tranship must be allowed to move files within the watched folder, and all of it must be on one drive. It tries again by itself.',
      ),
      remedyOnceEnded: message(
        'Tranship must be allowed to move files within the watched folder, and all of it must be on one drive. Then try again.',
      ),
    }),
  ),
  'watch.name-unreadable': kind<{ name: string; folder: string }>(
    false,
    () => message('A file in a watched folder has no usable name'),
    ({ name, folder }) => ({
      detail: fact(
        'In {folder}, the name {name} is no Unicode, so the file cannot be opened by it. It stays where it is.',
        { folder, name },
      ),
      remedy: message('Give the file another name.'),
    }),
  ),
  'watch.left-in-work': kind<{ folder: string; files: number }>(
    false,
    () => message('Files were left in work'),
    ({ folder, files }) => ({
      detail: fact(
        'In {folder}, {files, plural, one {# file has} other {# files have}} been in work for more than a day, for a Tranship with another data folder.',
        { folder, files },
      ),
      remedy: message(
        'If no other Tranship works on them any more, look whether they were sent; if not, give them their names back: they are hidden, with “in-work” at their end.',
      ),
    }),
  ),
  'watch.same-content': kind<{ name: string; other: string; at: string; id: number }>(
    false,
    () => message('This file came before'),
    ({ name, other, at, id }) => ({
      detail: fact(
        '{name} has the same content as {other}, which came {at} and is submission {id}. It was not added a second time.',
        { name, other, at: moment(at), id },
      ),
      remedy: message('To send it again on purpose, add it to the queue by hand, with a reason.'),
    }),
  ),
  'watch.nothing-prepared': kind<{ name: string; faults: number }>(
    false,
    () => message('There is nothing to send in this file'),
    ({ name, faults }) => ({
      detail:
        faults === 0
          ? fact('{name} has no rows with transactions.', { name })
          : fact('No row of {name} could be prepared: {faults, plural, one {# row was} other {# rows were}} refused.', {
              name,
              faults,
            }),
      remedy: message(
        'Check that it is the right export, and that the template of the folder fits it. Then send it again.',
      ),
    }),
  ),
  'watch.rows-refused': kind<{ name: string; faults: number }>(
    false,
    () => message('Some rows could not be prepared'),
    ({ name, faults }) => ({
      detail: fact(
        '{faults, plural, one {# row} other {# rows}} of {name} could not be prepared. The others wait in the queue until a person releases them.',
        { name, faults },
      ),
      remedy: message(
        'Correct these rows and send them in a new file, or cancel the submission and send the whole file again.',
      ),
    }),
  ),
  'watch.has-findings': kind<{ name: string; errors: number; id: number }>(
    false,
    () => message('The check found errors'),
    ({ name, errors, id }) => ({
      detail: fact(
        'The check found {errors, plural, one {# error} other {# errors}} in {name}. It waits in the queue as submission {id}, and is not sent by itself.',
        { errors, name, id },
      ),
      remedy: message('Cancel the submission and send a corrected file, or correct it in the queue.'),
      remedyInTerminal: message(
        'Cancel it with “tranship queue cancel {id}” and send a corrected file, or correct it with “tranship fix”.',
        { id },
      ),
    }),
  ),
  'watch.taken-back': kind<{ name: string; id: number }>(
    false,
    () => message('The submission was taken back'),
    ({ name, id }) => ({
      detail: fact('A person cancelled submission {id}, made from {name}, before it was released.', { id, name }),
      remedy: message('Send the file again if that was a mistake.'),
    }),
  ),
  'watch.none-stored': kind(
    false,
    () => message('There are no watched folders'),
    () => ({
      detail: fact('No watched folder is stored.'),
      remedy: message('Name a folder, or store one.'),
      remedyInTerminal: message('Name one: “tranship watch FOLDER”. “tranship watch add FOLDER” stores one.'),
    }),
  ),
  'watch.not-here': kind(
    false,
    () => message('A folder cannot be chosen here'),
    () => ({
      detail: fact('A browser does not tell Tranship where a folder is.'),
      remedy: message('Add it in the installed app, or on the command line.'),
      remedyInTerminal: message('Add it with “tranship watch add FOLDER”.'),
    }),
  ),
  'watch.not-stored': kind<{ folder: string }>(
    false,
    () => message('This folder is not watched'),
    ({ folder }) => ({
      detail: fact('{folder} is not among the stored watched folders.', { folder }),
      remedy: message('See which are.'),
      remedyInTerminal: message('“tranship watch list” shows them.'),
    }),
  ),
  'watch.journal-damaged': kind<{ path: string; line: number }>(
    false,
    () => message('The journal of the watched folders cannot be read'),
    ({ path, line }) => ({
      detail: fact(
        'Line {line} of {path} is damaged. Without it, Tranship does not know what was added already, so it watches no folder.',
        { line, path },
      ),
      remedy: message(
        'Ask IT. The files in work, whose names end in “in-work”, must be compared with the queue; then the journal can be moved away, and Tranship begins a new one.',
      ),
    }),
  ),
};
