/** @file Which addresses may receive a secret or a token: encrypted ones, and this machine itself. Pure. */

import { AppError } from '../../../src-shared/errors.ts';
import { fact, type Said } from '../../../src-shared/languages/fact.ts';

const loopback = new Set(['127.0.0.1', 'localhost', '[::1]']);

/** True for an address of this machine, where http is safe. */
export function isLoopback(address: string): boolean {
  return loopback.has(new URL(address).hostname);
}

/** Throws connection.invalid unless the address is https, or http to this machine, and holds no name and password. */
export function requireProtected(field: string, address: string): void {
  const problem = whyUnprotected(address);
  if (problem !== undefined) throw new AppError('connection.invalid', { field, problem });
}

/** Why a secret must not go to this address, as the rest of a sentence about it; undefined where it may. */
export function whyUnprotected(address: string): Said | undefined {
  const { protocol, username, password } = new URL(address);
  if (protocol !== 'https:' && !isLoopback(address))
    return fact('must start with https://, or the secret could be read');
  return username === '' && password === '' ? undefined : fact('must not contain a name and a password');
}
