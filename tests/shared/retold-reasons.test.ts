/** @file Errors and diagnoses that were made in English, as a person reads them who works in another language. */

import { expect, it } from 'vitest';
import { reasonInWords } from '../../src-main/ground/files/file-errors.ts';
import { readFailure } from '../../src-main/wire/network/failures.ts';
import { describeError } from '../../src-shared/errors.ts';
import { languageFor } from '../../src-shared/languages/languages.ts';
import { speaking } from '../../src-shared/languages/message.ts';
import { inSpokenWords } from '../../src-shared/retold/reasons.ts';
import { inBrackets, isOneText } from '../languages/bracketed.ts';

const german = languageFor('de', []);
const catalogue = {
  'The host cannot be reached': 'Der Host ist nicht erreichbar',
  'No connection to {host}: {reason}': 'Keine Verbindung zu {host}: {reason}',
  'nothing answers on this port': 'an diesem Port antwortet nichts',
  'The storage: {sentence}': 'Der Speicher: {sentence}',
  'The name {host} does not resolve: the name server knows no such name.':
    'Den Namen {host} kennt der Nameserver nicht.',
};
const inGerman = <T>(act: () => T): T => speaking(german, catalogue, act);

it('the reason within an error is said in the language of the error', () => {
  const params = { host: 'api.example:443', reason: 'nothing answers on this port' };
  const detail = inGerman(() => describeError({ code: 'network.unreachable', params }).detail);
  expect(detail).toBe('Keine Verbindung zu api.example:443: an diesem Port antwortet nichts');
});

it('names stay as they are, also those that read like a reason', () => {
  const params = { path: 'it is not empty', reason: 'Batch limit (12) reached. Ask us.', status: 503 };
  expect(inBrackets(() => inSpokenWords(params))).toEqual(params);
});

it('in English, nothing is touched', () => {
  const params = { reason: 'the drive is read-only' };
  expect(inSpokenWords(params)).toBe(params);
});

it.each([
  ...['EACCES', 'EPERM', 'EROFS', 'ENOENT', 'ENOTDIR', 'EISDIR', 'EEXIST', 'ELOOP', 'ENAMETOOLONG', 'EINVAL', 'EMFILE'],
  ...[
    'ENFILE',
    'EDQUOT',
    'EFBIG',
    'EIO',
    'EBUSY',
    'ETXTBSY',
    'EXDEV',
    'ENOTEMPTY',
    'ENODEV',
    'ENXIO',
    'EBADF',
    'EPIPE',
  ],
  ...['ENOMEM', 'ENOTSUP', 'ETIMEDOUT', 'EUNHEARDOF'],
])('what the system answers as %s about a file is known in other languages', (code) => {
  const reason = reasonInWords(Object.assign(new Error(`${code}: told, open '/x'`), { code, syscall: 'open' }));
  expect(isOneText(inBrackets(() => inSpokenWords({ reason })).reason)).toBe(true);
});

it.each([
  ...['ENOTFOUND', 'EAI_AGAIN', 'ECONNREFUSED', 'EHOSTUNREACH', 'EHOSTDOWN', 'ENETUNREACH', 'EACCES', 'ETIMEDOUT'],
  ...['ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ENETRESET', 'UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT'],
  ...['ERR_STREAM_PREMATURE_CLOSE', 'CERT_HAS_EXPIRED', 'CERT_NOT_YET_VALID', 'CERT_REVOKED', 'CERT_UNTRUSTED'],
  ...['DEPTH_ZERO_SELF_SIGNED_CERT', 'SELF_SIGNED_CERT_IN_CHAIN', 'HOSTNAME_MISMATCH', 'HPE_INVALID_CONSTANT'],
  ...['ERR_SSL_UNSUPPORTED_PROTOCOL', 'ERR_SSL_WRONG_VERSION_NUMBER'],
])('what the network answers as %s is known in other languages', (code) => {
  const reason = readFailure(Object.assign(new Error('told'), { code }))?.reason ?? '';
  expect(isOneText(inBrackets(() => inSpokenWords({ reason })).reason)).toBe(true);
});
