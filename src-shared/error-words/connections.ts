/** @file Errors of connections, including that of the practice tenant. */

import { type Fact, fact, type Said } from '../languages/fact.ts';
import { message } from '../languages/message.ts';
import { kind } from './wording.ts';

/** Plain names for the fields of a connection whose own names are too technical. */
const partNames: Readonly<Record<string, Fact>> = {
  baseUrl: fact('base address'),
  tokenUrl: fact('token address'),
  clientId: fact('client id'),
};

/** `told`: the field, optionally preceded by the name of its connection. */
function nameOf(told: string): readonly Said[] {
  const [, connection, part = ''] = /^(?:(.*) )?(\w+)$/.exec(told) ?? [];
  const name = partNames[part];
  if (name === undefined) return [told];
  return connection === undefined ? [name] : [connection, name];
}

export const connectionErrors = {
  'connection.none': kind<{ missing: string }>(
    false,
    () => message('There is no connection to send to'),
    ({ missing }) => ({
      detail: fact('No connection was chosen.'),
      remedy: message('Add a connection under Connections, or choose one when you add the file.'),
      remedyInTerminal: message(
        'Add one with “tranship connection add NAME …” and name it with --connection, or set {missing}.',
        { missing },
      ),
    }),
  ),
  'connection.unknown': kind<{ connection: string }>(
    false,
    () => message('Unknown connection'),
    ({ connection }) => ({
      detail: fact('There is no connection named “{connection}”.', { connection }),
      remedy: message('Choose another connection, or add one of this name under Connections.'),
      remedyInTerminal: message('See “tranship connection list” for the names.'),
    }),
  ),
  'connection.invalid': kind<{ field: string; problem: Said }>(
    false,
    () => message('A value of the connection is not valid'),
    ({ field, problem }) => ({
      detail: fact('{field}: {problem}', { field: nameOf(field), problem }),
      remedy: message('Correct this value and try again.'),
    }),
  ),
  'connection.base-address': kind<{ address: string; answer: Said }>(
    false,
    () => message('The service was not found at the base address'),
    ({ address, answer }) => ({
      detail: fact('{address} answered {answer}, which may mean that the base address is wrong.', {
        address,
        answer,
      }),
      remedy: message(
        'Check the base address of this connection, its path included: it ends before /api. Once it is correct, the queue continues by itself.',
      ),
      remedyInTerminal: message(
        'Check the base address, its path included: it ends before /api. Correct it with “tranship connection change NAME --base-url …” or TRANSHIP_BASE_URL; the queue continues with the next “tranship work”.',
      ),
    }),
  ),
  'connection.token-address': kind<{ address: string; answer: Said }>(
    false,
    () => message('The token address issues no token'),
    ({ address, answer }) => ({
      detail: fact('{address} answered {answer} instead of a token, which may mean that the token address is wrong.', {
        address,
        answer,
      }),
      remedy: message(
        'Check the token address of this connection, its path included. If it is right, the network may ask you to sign in: open a website in the browser. Once it is correct, the queue continues by itself.',
      ),
      remedyInTerminal: message(
        'Check the token address, its path included. Correct it with “tranship connection change NAME --token-url …” or TRANSHIP_TOKEN_URL; the queue continues with the next “tranship work”.',
      ),
    }),
  ),
  'connection.moved': kind<{ connection: string }>(
    false,
    () => message('The connection has changed'),
    ({ connection }) => ({
      detail: fact(
        'The connection “{connection}” no longer has the address, client or scope that it had when this file was approved.',
        { connection },
      ),
      remedy: message('Change the connection back, or cancel the submission and add the file again.'),
    }),
  ),
  'connection.exists': kind<{ connection: string }>(
    false,
    () => message('This name is already used'),
    ({ connection }) => ({
      detail: fact('A connection named “{connection}” already exists.', { connection }),
      remedy: message('Choose another name, or change the connection that has this one.'),
    }),
  ),
  'connection.in-use': kind<{ connection: string; submissions: number }>(
    false,
    () => message('The connection is in use'),
    ({ connection, submissions }) => ({
      detail: fact(
        '{submissions, plural, one {# submission in the queue still uses} other {# submissions in the queue still use}} “{connection}”.',
        { submissions, connection },
      ),
      remedy: message(
        'Let what is sent end, and approve or cancel what is held. Then you can change or remove the connection. You can correct its addresses as long as none of its submissions has received an upload address.',
      ),
    }),
  ),
  'practice.port-taken': kind<{ port: number }>(
    true,
    () => message('The practice service cannot start'),
    ({ port }) => ({
      detail: fact('Another program uses its port ({port}) on this computer.', { port }),
      remedy: message(
        'Close other windows of Tranship and start it again. If no practice submission is under way, you can also start to practise again.',
      ),
    }),
  ),
};
