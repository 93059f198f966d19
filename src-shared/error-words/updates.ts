/** @file Errors about updates of Tranship. */

import { kind } from './wording.ts';

export const updateErrors = {
  'update.untrusted': kind<{ reason: string }>(false, 'The update was refused', ({ reason }) => ({
    detail: `What the update server offers cannot be trusted: ${reason}. Nothing was installed.`,
    remedy: 'Tranship continues with the version that is installed. If it happens again, tell IT.',
  })),
  'update.unreachable': kind<{ host: string; reason: string }>(
    true,
    'The update server does not answer as it should',
    ({ host, reason }) => ({
      detail: `${host}: ${reason}.`,
      remedy: 'Tranship asks again in an hour. If it happens again, ask IT whether this computer may reach the host.',
    }),
  ),
  'update.damaged': kind<{ fileName: string }>(true, 'The update did not arrive as it was made', ({ fileName }) => ({
    detail: `${fileName} is not the file that the manufacturer has signed. It was deleted.`,
    remedy: 'Tranship loads it again in an hour. If it happens again, tell IT.',
  })),
  'update.moving': kind(true, 'The update waits', () => ({
    detail: 'Files are being checked or sent. An update would interrupt them.',
    remedy: 'Wait until nothing is being sent, or pause the queue. Then install the update.',
  })),
  'update.not-ready': kind(true, 'There is no update to install', () => ({
    detail: 'No update is ready on this computer.',
    remedy: 'Look into the settings: they show what Tranship has found.',
  })),
};
