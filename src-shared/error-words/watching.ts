/** @file Errors of watched folders. */

import { counted } from '../quantities.ts';
import { kind, moment } from './wording.ts';

export const watchErrors = {
  'watch.folder-away': kind<{ folder: string; reason: string }>(
    true,
    'A watched folder cannot be read',
    ({ folder, reason }) => ({
      detail: `${folder} cannot be read: ${reason}.`,
      remedy:
        'Connect its drive, or ask for permission to read it. Tranship continues by itself once the folder is back.',
      remedyOnceEnded: 'Connect its drive, or ask for permission to read it, then try again.',
    }),
  ),
  'watch.folder-unfit': kind<{ folder: string; problem: string }>(
    false,
    'This folder cannot be watched',
    ({ folder, problem }) => ({
      detail: `${folder} ${problem}.`,
      remedy: 'Choose another folder, in which only what is to be sent lands.',
    }),
  ),
  'watch.cannot-move': kind<{ name: string; folder: string; reason: string }>(
    true,
    'A file of a watched folder cannot be moved',
    ({ name, folder, reason }) => ({
      detail:
        name === ''
          ? `The folder ${folder} cannot be made: ${reason}.`
          : `${name} cannot be moved to ${folder}: ${reason}.`,
      remedy:
        'Tranship must be allowed to move files within the watched folder, and all of it must be on one drive. It tries again by itself.',
      remedyOnceEnded:
        'Tranship must be allowed to move files within the watched folder, and all of it must be on one drive. Then try again.',
    }),
  ),
  'watch.name-unreadable': kind<{ name: string; folder: string }>(
    false,
    'A file in a watched folder has no usable name',
    ({ name, folder }) => ({
      detail: `In ${folder}, the name ${name} is no Unicode, so the file cannot be opened by it. It stays where it is.`,
      remedy: 'Give the file another name.',
    }),
  ),
  'watch.left-in-work': kind<{ folder: string; files: number }>(
    false,
    'Files were left in work',
    ({ folder, files }) => ({
      detail: `In ${folder}, ${counted(files, 'file')} ${files === 1 ? 'has' : 'have'} been in work for more than a day, for a Tranship with another data folder.`,
      remedy:
        'If no other Tranship works on them any more, look whether they were sent; if not, move them back to the watched folder.',
    }),
  ),
  'watch.same-content': kind<{ name: string; other: string; at: string; id: number }>(
    false,
    'This file came before',
    ({ name, other, at, id }) => ({
      detail: `${name} has the same content as ${other}, which came ${moment(at)} and is submission ${id}. It was not added a second time.`,
      remedy: 'To send it again on purpose, add it to the queue by hand, with a reason.',
    }),
  ),
  'watch.nothing-prepared': kind<{ name: string; faults: number }>(
    false,
    'There is nothing to send in this file',
    ({ name, faults }) => ({
      detail:
        faults === 0
          ? `${name} has no rows with transactions.`
          : `No row of ${name} could be prepared: ${counted(faults, 'row')} ${faults === 1 ? 'was' : 'were'} refused.`,
      remedy: 'Check that it is the right export, and that the template of the folder fits it. Then send it again.',
    }),
  ),
  'watch.rows-refused': kind<{ name: string; faults: number }>(
    false,
    'Some rows could not be prepared',
    ({ name, faults }) => ({
      detail: `${counted(faults, 'row')} of ${name} could not be prepared. The others wait in the queue until a person releases them.`,
      remedy: 'Correct these rows and send them in a new file, or cancel the submission and send the whole file again.',
    }),
  ),
  'watch.has-findings': kind<{ name: string; errors: number; id: number }>(
    false,
    'The check found errors',
    ({ name, errors, id }) => ({
      detail: `The check found ${counted(errors, 'error')} in ${name}. It waits in the queue as submission ${id}, and is not sent by itself.`,
      remedy: 'Cancel the submission and send a corrected file, or correct it in the queue.',
      remedyInTerminal: `Cancel it with “tranship queue cancel ${id}” and send a corrected file, or correct it with “tranship fix”.`,
    }),
  ),
  'watch.taken-back': kind<{ name: string; id: number }>(false, 'The submission was taken back', ({ name, id }) => ({
    detail: `A person cancelled submission ${id}, made from ${name}, before it was released.`,
    remedy: 'Send the file again if that was a mistake.',
  })),
  'watch.none-stored': kind(false, 'There are no watched folders', () => ({
    detail: 'No watched folder is stored.',
    remedy: 'Name a folder, or store one.',
    remedyInTerminal: 'Name one: “tranship watch FOLDER”. “tranship watch add FOLDER” stores one.',
  })),
  'watch.not-here': kind(false, 'A folder cannot be chosen here', () => ({
    detail: 'A browser does not tell Tranship where a folder is.',
    remedy: 'Add it in the installed app, or on the command line.',
    remedyInTerminal: 'Add it with “tranship watch add FOLDER”.',
  })),
  'watch.not-stored': kind<{ folder: string }>(false, 'This folder is not watched', ({ folder }) => ({
    detail: `${folder} is not among the stored watched folders.`,
    remedy: 'See which are.',
    remedyInTerminal: '“tranship watch list” shows them.',
  })),
  'watch.journal-damaged': kind<{ path: string; line: number }>(
    false,
    'The journal of the watched folders cannot be read',
    ({ path, line }) => ({
      detail: `Line ${line} of ${path} is damaged. Without it, Tranship does not know what was added already, so it watches no folder.`,
      remedy:
        'Ask IT. What is in the “in-work” folders must be compared with the queue; then the journal can be moved away, and Tranship begins a new one.',
    }),
  ),
};
