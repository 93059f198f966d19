/** @file Errors of credentials and permission (§5, §7). */

import { fact, type Said } from '../languages/fact.ts';
import { message } from '../languages/message.ts';
import { kind, moment } from './wording.ts';
import { clockRemedy, type WrongClock } from './wrong-clock.ts';

export const credentialErrors = {
  'auth.refused': kind<{ reason: Said }>(
    false,
    () => message('The sign-in was refused'),
    ({ reason }) => ({
      detail: fact('The client id, the secret or the scope was not accepted. The answer was: {reason}', { reason }),
      remedy: message(
        'Check the client id, the secret and the scope (tenant/<tenant-id>) of this connection, then try again.',
      ),
    }),
  ),
  'auth.token-rejected': kind<{ endpoint: Said } & WrongClock>(
    false,
    () => message('The service does not accept the sign-in'),
    ({ endpoint, ...wrongClock }) => ({
      detail: fact('{endpoint} answered 401, although the sign-in itself had just succeeded.', { endpoint }),
      remedy:
        clockRemedy(wrongClock, 'by-person') ??
        message(
          'Check that the base address, the token address and the scope of this connection belong to the same tenant.',
        ),
    }),
  ),
  'auth.forbidden': kind<{ endpoint: Said }>(
    false,
    () => message('A permission is missing'),
    ({ endpoint }) => ({
      detail: fact('{endpoint} answered 403: the credentials are valid but do not include this permission.', {
        endpoint,
      }),
      remedy:
        typeof endpoint === 'string' && endpoint.includes('/batch/')
          ? message('Ask the provider to enable batch upload for this tenant; it is off by default.')
          : message('Ask the provider to give these credentials the permission for it.'),
    }),
  ),
  'auth.no-secret': kind<{ connection: string }>(
    false,
    () => message('The client secret is missing'),
    ({ connection }) => ({
      detail: fact('There is no secret for the connection “{connection}”.', { connection }),
      remedy: message(
        'Open Connections, change this connection and enter its secret, or choose its client certificate.',
      ),
      remedyInTerminal: message(
        'Set TRANSHIP_CLIENT_SECRET or TRANSHIP_CLIENT_CERTIFICATE, or store one with “tranship connection secret” or “tranship connection certificate”.',
      ),
    }),
  ),
  'secret.unreadable': kind<{ connection: string; hasKey?: 'no' }>(
    false,
    () => message('The stored secret cannot be decrypted'),
    ({ connection, hasKey }) => ({
      detail:
        hasKey === 'no'
          ? fact(
              'The secret or the client certificate of the connection “{connection}” is encrypted, and what decrypts it was not given: the passphrase of the data folder, or its key store.',
              { connection },
            )
          : fact(
              'The secret or the client certificate of the connection “{connection}” was encrypted with another passphrase or on another machine.',
              { connection },
            ),
      remedy: message(
        'Open Connections, change this connection and enter its secret again, and its certificate if it has one.',
      ),
      remedyInTerminal: message('Set the TRANSHIP_PASSPHRASE it was stored with, or enter the secret again.'),
    }),
  ),
  'secret.moved': kind<{ connection: string; what: Said }>(
    false,
    () => message('The secret must be entered again'),
    ({ connection, what }) => ({
      detail: fact(
        '{what} changed after the secret or the client certificate of the connection “{connection}” was entered. Tranship sends them only where they were entered for.',
        { what, connection },
      ),
      remedy: message(
        'Check the change. If it is right, open Connections, change this connection and enter its secret again.',
      ),
      remedyInTerminal: message(
        'Check the change. If it is right, enter the secret again with “tranship connection secret {connection}”, and the certificate with “tranship connection certificate”.',
        { connection },
      ),
    }),
  ),
  'secret.wrong-passphrase': kind(
    false,
    () => message('The key of the data folder cannot be opened'),
    () => ({
      detail: fact('The key store or the passphrase is not the one with which this data folder was set up.'),
      remedy: message(
        'Sign in to this computer as the person who set up Tranship, or ask IT to restore the key store.',
      ),
      remedyInTerminal: message('Set TRANSHIP_PASSPHRASE to the passphrase of this data folder.'),
    }),
  ),
  'secret.passphrase-missing': kind(
    false,
    () => message('The passphrase of the data folder is missing'),
    () => ({
      detail: fact('This data folder is protected by a passphrase, and none was given. Nothing was read.'),
      remedy: message('Ask IT to start Tranship with the passphrase of this data folder.'),
      remedyInTerminal: message(
        'Set TRANSHIP_PASSPHRASE to the passphrase of this data folder, and run the command again.',
      ),
    }),
  ),
  'secret.store-closed': kind<{ reason: Said }>(
    true,
    () => message('The key store cannot be opened now'),
    ({ reason }) => ({
      detail: fact('{reason} Nothing is lost: what Tranship has stored with its help stays as it is.', { reason }),
      remedy: message(
        'Unlock the key store and allow Tranship to use it. Tranship tries again by itself; if that does not help, close it and start it again.',
      ),
      remedyOnceEnded: message('Unlock the key store and allow Tranship to use it, then start it again.'),
    }),
  ),
  'secret.store-changed': kind(
    false,
    () => message('The key store of this computer has changed'),
    () => ({
      detail: fact(
        'It works, but with another key than the one that the secrets of this data folder were encrypted with, as after a reset password or with another profile. Nothing was replaced, and nothing that needs a secret is sent.',
      ),
      remedy: message(
        'Sign in to this computer as usual and start Tranship again, or ask IT to restore your profile. If the former key does not come back, enter the secrets again.',
      ),
      remedyInTerminal: message(
        'Run the command as the person who set up Tranship, signed in to this computer as usual. If the former key does not come back, open the Tranship window, where the secrets can be entered again.',
      ),
    }),
  ),
  'secret.only-in-window': kind(
    false,
    () => message('Only a person at the window decides that'),
    () => ({
      detail: fact('The key of a data folder is replaced only in the desktop app, by a person who sees why.'),
      remedy: message('Open the Tranship window on this computer.'),
    }),
  ),
  'secret.weak-passphrase': kind<{ least: number }>(
    false,
    () => message('The passphrase is too easy to guess'),
    ({ least }) => ({
      detail: fact(
        'A passphrase has at least {least} characters, and not always the same ones. It protects all that is sealed with it.',
        { least },
      ),
      remedy: message('Choose a longer one, such as four words that have nothing to do with each other.'),
    }),
  ),
  'secret.no-passphrase': kind(
    false,
    () => message('There is no passphrase to change'),
    () => ({
      detail: fact('Nothing in this data folder is protected by a passphrase.'),
      remedy: message('Nothing needs to be done: the key store of this computer protects the stored secrets.'),
      remedyInTerminal: message(
        'Set TRANSHIP_PASSPHRASE when you store a connection; it protects the folder from then on.',
      ),
    }),
  ),
  'connection.unconfirmed': kind<{ connection: string; since?: 'key-replaced' }>(
    false,
    () => message('The connection must be confirmed'),
    ({ connection, since }) => ({
      detail:
        since === 'key-replaced'
          ? fact(
              'The key of this data folder was replaced after the connection “{connection}” was stored, because the key store of this computer had changed. No secret is sent over it.',
              { connection },
            )
          : fact(
              'The connection “{connection}” was stored or changed without the key of this data folder. No secret is sent over it.',
              { connection },
            ),
      remedy: message('Open Connections, check the addresses of this connection, and save it again.'),
      remedyInTerminal: message(
        'Check its addresses with “tranship connection list”, then confirm them with “tranship connection confirm {connection}”.',
        { connection },
      ),
    }),
  ),
  'network.unconfirmed': kind<{ since?: 'key-replaced' }>(
    false,
    () => message('The network settings must be confirmed'),
    ({ since }) => ({
      detail:
        since === 'key-replaced'
          ? fact(
              'The key of this data folder was replaced after the proxy or the additional authorities were stored, because the key store of this computer had changed. Nothing is sent.',
            )
          : fact(
              'The proxy or the additional authorities were changed without the key of this data folder. Nothing is sent.',
            ),
      remedy: message('Open Settings, check the proxy and the additional authorities, and save them again.'),
      remedyInTerminal: message(
        'Check them with “tranship network show”, then confirm them with “tranship network confirm”.',
      ),
    }),
  ),
  'secret.no-store': kind(
    false,
    () => message('The secret cannot be stored'),
    () => ({
      detail: fact('Tranship stores secrets only encrypted, and no key to encrypt them is available.'),
      remedy: message('Ask IT to set up the key store of this computer, then enter the secret again.'),
      remedyInTerminal: message(
        'Set TRANSHIP_PASSPHRASE, or store nothing and set TRANSHIP_CLIENT_SECRET or TRANSHIP_CLIENT_CERTIFICATE for each command.',
      ),
    }),
  ),
  'certificate.unusable': kind<{ reason: Said }>(
    false,
    () => message('The client certificate cannot be used'),
    ({ reason }) => ({
      detail: fact('The certificate, or the key that belongs to it, was not accepted: {reason}', { reason }),
      remedy: message('Choose the file again and check its passphrase, or ask its issuer for a new one.'),
      remedyInTerminal: message(
        'Check the file and TRANSHIP_CERTIFICATE_PASSPHRASE, or ask the issuer of the certificate for a new one.',
      ),
    }),
  ),
  'certificate.expired': kind<{ connection: string; at: string }>(
    false,
    () => message('The client certificate has expired'),
    ({ connection, at }) => ({
      detail: fact('The certificate of the connection “{connection}” was valid until {at}.', {
        connection,
        at: moment(at),
      }),
      remedy: message('Ask for a new certificate, then change this connection and choose it.'),
      remedyInTerminal: message('Ask for a new certificate, then store it with “tranship connection certificate”.'),
    }),
  ),
  'certificate.expires-soon': kind<{ connection: string; at: string }>(
    false,
    () => message('The client certificate expires soon'),
    ({ connection, at }) => ({
      detail: fact('The certificate of the connection “{connection}” is valid until {at}.', {
        connection,
        at: moment(at),
      }),
      remedy: message('Ask for a new certificate in time, then change this connection and choose it.'),
      remedyInTerminal: message(
        'Ask for a new certificate in time, then store it with “tranship connection certificate”.',
      ),
    }),
  ),
};
