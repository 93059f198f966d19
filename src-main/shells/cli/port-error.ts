/** @file What a command says when it gets no port. */

import { fact } from '../../../src-shared/languages/fact.ts';
import { isPortTaken } from '../../ground/files/error-codes.ts';
import { usageError } from './output.ts';

/** What starting a server on this port threw, to be thrown on. */
export function toPortError(thrown: unknown, port: number | undefined): unknown {
  if (!isPortTaken(thrown)) return thrown;
  return usageError(
    fact('The port {port} is in use or not allowed. Choose another one with --port, or leave it out.', {
      port: port ?? '',
    }),
  );
}
