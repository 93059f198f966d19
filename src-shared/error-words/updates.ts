/** @file Errors about updates of Tranship. */

import { fact, type Said } from '../languages/fact.ts';
import { message } from '../languages/message.ts';
import { kind } from './wording.ts';

export const updateErrors = {
  'update.untrusted': kind<{ reason: Said }>(
    false,
    () => message('The update was refused'),
    ({ reason }) => ({
      detail: fact('What the update server offers cannot be trusted: {reason}. Nothing was installed.', { reason }),
      remedy: message('Tranship continues with the version that is installed. If it happens again, tell IT.'),
    }),
  ),
  'update.unreachable': kind<{ host: string; reason: Said }>(
    true,
    () => message('The update server does not answer as it should'),
    ({ host, reason }) => ({
      detail: fact('{host}: {reason}.', { host, reason }),
      remedy: message(
        'Tranship asks again in an hour. If it happens again, ask IT whether this computer may reach the host.',
      ),
    }),
  ),
  'update.damaged': kind<{ fileName: string }>(
    true,
    () => message('The update did not arrive as it was made'),
    ({ fileName }) => ({
      detail: fact('{fileName} is not the file that the manufacturer has signed. It was deleted.', { fileName }),
      remedy: message('Tranship loads it again in an hour. If it happens again, tell IT.'),
    }),
  ),
  'update.moving': kind(
    true,
    () => message('The update waits'),
    () => ({
      detail: fact('Files are being checked or sent. An update would interrupt them.'),
      remedy: message('Wait until nothing is being sent, or pause the queue. Then install the update.'),
    }),
  ),
  'update.not-ready': kind(
    true,
    () => message('There is no update to install'),
    () => ({
      detail: fact('No update is ready on this computer.'),
      remedy: message('Look into the settings: they show what Tranship has found.'),
    }),
  ),
};
