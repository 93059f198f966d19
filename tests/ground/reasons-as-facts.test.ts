/** @file What the system and the network answer is a fact, which the catalogues have in each language. */

import { expect, it } from 'vitest';
import { reasonInWords } from '../../src-main/ground/files/file-errors.ts';
import { readFailure } from '../../src-main/wire/network/failures.ts';
import { inWords } from '../../src-shared/languages/message.ts';
import { inBrackets, isOneText } from '../languages/bracketed.ts';

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
  expect(isOneText(inBrackets(() => inWords(reason)))).toBe(true);
});

it.each([
  ...['ENOTFOUND', 'EAI_AGAIN', 'ECONNREFUSED', 'EHOSTUNREACH', 'EHOSTDOWN', 'ENETUNREACH', 'EACCES', 'ETIMEDOUT'],
  ...['ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ENETRESET', 'UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT'],
  ...['ERR_STREAM_PREMATURE_CLOSE', 'CERT_HAS_EXPIRED', 'CERT_NOT_YET_VALID', 'CERT_REVOKED', 'CERT_UNTRUSTED'],
  ...['DEPTH_ZERO_SELF_SIGNED_CERT', 'SELF_SIGNED_CERT_IN_CHAIN', 'HOSTNAME_MISMATCH', 'HPE_INVALID_CONSTANT'],
  ...['ERR_SSL_UNSUPPORTED_PROTOCOL', 'ERR_SSL_WRONG_VERSION_NUMBER'],
])('what the network answers as %s is known in other languages', (code) => {
  const reason = readFailure(Object.assign(new Error('told'), { code }))?.reason ?? '';
  expect(isOneText(inBrackets(() => inWords(reason)))).toBe(true);
});
