/** @file What a command that only reads says of a data folder that may be a copy. */

import { type ExitCode, exitCodeOf } from './exit-codes.ts';
import type { Session } from './session.ts';

/** What was read may lack what happened after the folder was copied: that is said, and is not well. */
export function codeInDoubt(session: Session, otherwise: ExitCode): ExitCode {
  const doubt = session.doubt();
  if (doubt === undefined) return otherwise;
  session.output.complain(doubt);
  return exitCodeOf(doubt);
}
