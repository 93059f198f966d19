/** @file Errors of connections, including that of the practice tenant. */

import { kind } from './wording.ts';

/** Plain names for the fields of a connection whose own names are too technical. */
const partNames: Readonly<Record<string, string>> = {
  baseUrl: 'base address',
  tokenUrl: 'token address',
  clientId: 'client id',
};

/** `told`: the field, optionally preceded by the name of its connection, and what is wrong with it. */
function inWords(told: string): string {
  return told.replace(/\b(?:baseUrl|tokenUrl|clientId)(?=: )/, (part) => partNames[part] ?? part);
}

export const connectionErrors = {
  'connection.none': kind<{ missing: string }>(false, 'There is no connection to send to', ({ missing }) => ({
    detail: 'No connection was chosen.',
    remedy: 'Add a connection under Connections, or choose one when you add the file.',
    remedyInTerminal: `Add one with “tranship connection add NAME …” and name it with --connection, or set ${missing}.`,
  })),
  'connection.unknown': kind<{ connection: string }>(false, 'Unknown connection', ({ connection }) => ({
    detail: `There is no connection named “${connection}”.`,
    remedy: 'Choose another connection, or add one of this name under Connections.',
    remedyInTerminal: 'See “tranship connection list” for the names.',
  })),
  'connection.invalid': kind<{ field: string; problem: string }>(
    false,
    'A value of the connection is not valid',
    ({ field, problem }) => ({
      detail: inWords(`${field}: ${problem}`),
      remedy: 'Correct this value and try again.',
    }),
  ),
  'connection.base-address': kind<{ address: string; answer: string }>(
    false,
    'The service was not found at the base address',
    ({ address, answer }) => ({
      detail: `${address} answered ${answer}, which may mean that the base address is wrong.`,
      remedy:
        'Check the base address of this connection, its path included: it ends before /api. Once it is correct, the queue continues by itself.',
      remedyInTerminal:
        'Check the base address, its path included: it ends before /api. Correct it with “tranship connection change NAME --base-url …” or TRANSHIP_BASE_URL; the queue continues with the next “tranship work”.',
    }),
  ),
  'connection.token-address': kind<{ address: string; answer: string }>(
    false,
    'The token address issues no token',
    ({ address, answer }) => ({
      detail: `${address} answered ${answer} instead of a token, which may mean that the token address is wrong.`,
      remedy:
        'Check the token address of this connection, its path included. If it is right, the network may ask you to sign in: open a website in the browser. Once it is correct, the queue continues by itself.',
      remedyInTerminal:
        'Check the token address, its path included. Correct it with “tranship connection change NAME --token-url …” or TRANSHIP_TOKEN_URL; the queue continues with the next “tranship work”.',
    }),
  ),
  'connection.moved': kind<{ connection: string }>(false, 'The connection has changed', ({ connection }) => ({
    detail: `The connection “${connection}” no longer has the address, client or scope that it had when this file was approved.`,
    remedy: 'Change the connection back, or cancel the submission and add the file again.',
  })),
  'connection.exists': kind<{ connection: string }>(false, 'This name is already used', ({ connection }) => ({
    detail: `A connection named “${connection}” already exists.`,
    remedy: 'Choose another name, or remove the old connection first.',
  })),
  'connection.in-use': kind<{ connection: string; submissions: number }>(
    false,
    'The connection is in use',
    ({ connection, submissions }) => ({
      detail: `${submissions === 1 ? '1 submission in the queue still uses' : `${submissions} submissions in the queue still use`} “${connection}”.`,
      remedy:
        'Wait until they have ended, or cancel them. Then you can change or remove the connection. You can correct its addresses as long as none of its submissions has received an upload address.',
    }),
  ),
  'practice.port-taken': kind<{ port: number }>(true, 'The practice tenant cannot start', ({ port }) => ({
    detail: `Another program uses its port (${port}) on this computer.`,
    remedy:
      'Close other windows of Tranship and start it again. If no practice submission is under way, you can also start to practise again.',
  })),
};
