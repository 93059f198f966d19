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
  'connection.none': kind<{ missing: string }>(false, ({ missing }) => ({
    title: 'There is no connection to send to',
    detail: 'No connection is named.',
    remedy: 'Add a connection under Connections, or choose one when you add the file.',
    remedyInTerminal: `Add one with “tranship connection add NAME …” and name it with --connection, or set ${missing}.`,
  })),
  'connection.unknown': kind<{ connection: string }>(false, ({ connection }) => ({
    title: 'Unknown connection',
    detail: `There is no connection named “${connection}”.`,
    remedy: 'Choose another connection, or add one of this name under Connections.',
    remedyInTerminal: 'See “tranship connection list” for the names.',
  })),
  'connection.invalid': kind<{ field: string; problem: string }>(false, ({ field, problem }) => ({
    title: 'The connection is not complete',
    detail: inWords(`${field}: ${problem}`),
    remedy: 'Correct this value and try again.',
  })),
  'connection.base-address': kind<{ address: string; answer: string }>(false, ({ address, answer }) => ({
    title: 'The service does not seem to be there',
    detail: `${address} answered ${answer}, which may mean that the base address is wrong.`,
    remedy:
      'Check the base address of this connection, its path included: it ends before /api. Once it is corrected, what waits goes on by itself.',
    remedyInTerminal:
      'Check the base address, its path included: it ends before /api. Correct it with “tranship connection change NAME --base-url …” or TRANSHIP_BASE_URL; what is in the queue goes on with the next “tranship work”.',
  })),
  'connection.token-address': kind<{ address: string; answer: string }>(false, ({ address, answer }) => ({
    title: 'No token is issued at the token address',
    detail: `${address} answered ${answer} instead of a token, which may mean that the token address is wrong.`,
    remedy:
      'Check the token address of this connection, its path included. If it is right, a sign-in page of the network may be in between: open a site in the browser. Once it is corrected, what waits goes on by itself.',
    remedyInTerminal:
      'Check the token address, its path included. Correct it with “tranship connection change NAME --token-url …” or TRANSHIP_TOKEN_URL; what is in the queue goes on with the next “tranship work”.',
  })),
  'connection.moved': kind<{ connection: string }>(false, ({ connection }) => ({
    title: 'The connection leads somewhere else now',
    detail: `The connection “${connection}” has another address, client or scope than when this file was approved.`,
    remedy: 'Change the connection back, or cancel the submission and add the file again.',
  })),
  'connection.exists': kind<{ connection: string }>(false, ({ connection }) => ({
    title: 'This name is taken',
    detail: `A connection named “${connection}” exists already.`,
    remedy: 'Choose another name, or remove the old connection first.',
  })),
  'connection.in-use': kind<{ connection: string; submissions: number }>(false, ({ connection, submissions }) => ({
    title: 'The connection is in use',
    detail: `${submissions} of the files in the queue are still to be sent or followed over “${connection}”.`,
    remedy:
      'Wait until they have ended, or cancel them. Then the connection can be changed or removed. Its addresses can be corrected as long as no file over it has got an upload address.',
  })),
  'practice.port-taken': kind<{ port: number }>(true, ({ port }) => ({
    title: 'The practice service cannot start',
    detail: `Another program uses its place on this machine (port ${port}).`,
    remedy:
      'Close other windows of Tranship and start it again, or start practising again when nothing is left to practise.',
  })),
};
