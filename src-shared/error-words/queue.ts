/** @file Errors of the queue. */

import { fact, type Said } from '../languages/fact.ts';
import { message } from '../languages/message.ts';
import { kind } from './wording.ts';

export const queueErrors = {
  'queue.locked': kind<{ folder: string; holder: Said }>(
    true,
    () => message('Tranship is already running'),
    ({ folder, holder }) => ({
      detail: fact('The queue in {folder} is in use by {holder}.', { folder, holder }),
      remedy: message('Use the window that is already open, or close it first. The queue continues where it stopped.'),
      remedyInTerminal: message(
        'Wait until it is done, do this in its window if it has one, or stop it; the queue continues where it stopped.',
      ),
    }),
  ),
  'queue.other-version': kind<{ folder: string; holder: Said; holderVersion: string; version: string }>(
    false,
    () => message('Another version of Tranship is running'),
    ({ folder, holder, holderVersion, version }) => ({
      detail: fact(
        'The queue in {folder} is in use by {holder}, which is version {holderVersion}; this is version {version}. Nothing was done.',
        { folder, holder, holderVersion, version },
      ),
      remedy: message('Close the Tranship that is running, and start it again: the new version then starts.'),
      remedyInTerminal: message(
        'Stop it and start it again, so that both are the same version; or use the command that came with it.',
      ),
    }),
  ),
  'queue.own-run': kind<{ what: Said; holder: Said }>(
    true,
    () => message('Tranship is already running'),
    ({ what, holder }) => ({
      detail: fact('{what} can be used only by a run of its own, and the queue is in use by {holder}.', {
        what,
        holder,
      }),
      remedy: message('Close the Tranship that is running, and try again.'),
      remedyInTerminal: message(
        'Stop it first, or call the command without that: then the Tranship that is running does it. In place of the variables, name a connection that it knows with --connection NAME.',
      ),
    }),
  ),
  'queue.unanswered': kind<{ holder: Said }>(
    false,
    () => message('Tranship ended before it answered'),
    ({ holder }) => ({
      detail: fact('{holder} ended before it answered, so it is not known whether this was done.', { holder }),
      remedy: message('Start Tranship again. The queue and the history show what was done.'),
      remedyInTerminal: message(
        '“tranship queue list” shows how the queue stands, and “tranship history” what was done. Then try again if need be.',
      ),
    }),
  ),
  'queue.damaged': kind<{ path: string; reason: Said }>(
    false,
    () => message('The queue cannot be read'),
    ({ path, reason }) => ({
      detail: fact('{path} is damaged: {reason}', { path, reason }),
      remedy: message(
        'Start Tranship again: the damaged file is kept under another name, and what can be read is recovered.',
      ),
      remedyInTerminal: message(
        'Start the app or “tranship work” with this data folder (TRANSHIP_HOME): the damaged file is kept under another name, and what can be read is recovered.',
      ),
    }),
  ),
  'queue.newer': kind<{ path: string; version: number; known: number }>(
    false,
    () => message('The queue was written by a newer Tranship'),
    ({ path, version, known }) => ({
      detail: fact(
        '{path} has version {version} of the queue; this Tranship knows version {known}. The file was not changed.',
        { path, version, known },
      ),
      remedy: message('Install the newer Tranship again.'),
      remedyInTerminal: message('Install the newer Tranship again, or choose another data folder with TRANSHIP_HOME.'),
    }),
  ),
  'queue.altered': kind<{ id: number; file: string; fields: string }>(
    false,
    () => message('Another program has changed the queue'),
    ({ id, file, fields }) => ({
      detail: fact(
        'The queue says something else of submission {id}, {file}, than its history has recorded: {fields}. So nothing more of it was sent.',
        { id, file, fields },
      ),
      remedy: message(
        'Find out who changed the data folder, and have its history verified. To send the file, add it again: it is then checked again.',
      ),
      remedyInTerminal: message(
        'Find out who changed the data folder; “tranship audit verify” names all that differs. To send the file, add it again: it is then checked again.',
      ),
    }),
  ),
  'queue.foreign-schema': kind<{ path: string; names: string }>(
    false,
    () => message('Another program has put commands of its own into the queue'),
    ({ path, names }) => ({
      detail: fact(
        '{path} has triggers or views that Tranship has not made: {names}. They could change what is stored. The file was not opened.',
        { path, names },
      ),
      remedy: message(
        'Find out who changed the data folder. Remove these triggers and views with a program for SQLite, then start Tranship again and have the history verified.',
      ),
      remedyInTerminal: message(
        'Find out who changed the data folder. Remove these triggers and views with a program for SQLite, then run “tranship audit verify”.',
      ),
    }),
  ),
  'queue.recovered': kind<{ path: string; submissions: number; lost: number }>(
    false,
    () => message('The queue was damaged and has been recovered'),
    ({ path, submissions, lost }) => ({
      detail: fact(
        '{submissions, plural, one {# submission was recovered} other {# submissions were recovered}}, {lost, number} could not be. The damaged file is kept as {path}.',
        { submissions, lost, path },
      ),
      remedy: message(
        'Submissions that had not ended are paused, because the recovered states may be out of date. Check each submission, then resume it. Ask the provider about missing files before you send them again.',
      ),
    }),
  ),
  'queue.incomplete': kind<{ parts: number }>(
    false,
    () => message('A part of this file is missing from the queue'),
    ({ parts }) => ({
      detail: fact(
        'The queue was damaged. It is no longer known whether {parts, plural, one {# of the batches of this file was} other {# of the batches of this file were}} sent.',
        { parts },
      ),
      remedy: message(
        'Ask the provider which batches of this file have arrived, and send the rest as a separate file.',
      ),
    }),
  ),
  'queue.unknown-id': kind<{ id: string }>(
    false,
    () => message('Not in the queue'),
    ({ id }) => ({
      detail: fact('There is no submission or batch “{id}”.', { id }),
      remedy: message('It may have been removed. The queue shows what is there.'),
      remedyInTerminal: message('See “tranship queue list” for the ids.'),
    }),
  ),
  'queue.unknown-payment': kind<{ id: string }>(
    false,
    () => message('No such payment'),
    ({ id }) => ({
      detail: fact('No submission, batch or payment that is kept here is called “{id}”.', { id }),
      remedy: message('Search for the modification id of the payment in the queue.'),
      remedyInTerminal: message(
        'Give the number of a submission, the id of a batch, or the modification id of a payment. “tranship find ID” also looks for other ids, in the files themselves.',
      ),
    }),
  ),
  'queue.findings-purged': kind<{ id: number }>(
    false,
    () => message('The findings are no longer kept'),
    ({ id }) => ({
      detail: fact('The findings of the submission {id} were deleted, as the settings say.', { id }),
      remedy: message('Check the file again to see its findings. Settings show how long findings are kept.'),
      remedyInTerminal: message('Check the file again. “tranship retention show” shows how long findings are kept.'),
    }),
  ),
  'queue.not-held': kind<{ id: number }>(
    false,
    () => message('There is nothing to decide'),
    ({ id }) => ({
      detail: fact('The submission {id} is not waiting for a decision.', { id }),
      remedy: message('Only a submission that is held can be sent anyway.'),
    }),
  ),
  'queue.not-checked': kind<{ id: number }>(
    false,
    () => message('There is nothing to send'),
    ({ id }) => ({
      detail: fact('The submission {id} is not one that was only checked.', { id }),
      remedy: message('The queue shows where it stands.'),
    }),
  ),
  'queue.still-moving': kind<{ id: number }>(
    false,
    () => message('The submission has not ended'),
    ({ id }) => ({
      detail: fact('Part of the submission {id} is still under way or waiting to be sent.', { id }),
      remedy: message('Cancel it first, or wait until it has ended. Then you can remove it.'),
    }),
  ),
  'queue.not-changed': kind<{ id: number }>(
    false,
    () => message('Nothing was changed'),
    ({ id }) => ({
      detail: fact('The submission {id} has changed in the meantime, so this is not possible any more.', { id }),
      remedy: message('The queue shows where it stands.'),
    }),
  ),
  'queue.nothing-to-send': kind<{ path: string }>(
    false,
    () => message('There is nothing to send'),
    ({ path }) => ({
      detail: fact('The check found no transaction lines in {path} that could be cut into batches.', { path }),
      remedy: message('Correct the file and add it again.'),
    }),
  ),
  'queue.ids-not-kept': kind(
    false,
    () => message('Modification ids are not kept'),
    () => ({
      detail: fact('The settings say that Tranship keeps no index of modification ids, so they cannot be found.'),
      remedy: message(
        'Turn the index on in the settings. Files that were checked without it are read again when you search.',
      ),
      remedyInTerminal: message(
        'Turn it on with “tranship settings set --id-index on”. Files that were checked without it are read again when you search. Or look for this one in the files themselves, with --in-files.',
      ),
    }),
  ),
};
