/** @file Waits for the system's key store only so long: it may ask for a password where no person sees the question. */

import { AppError } from '../../../src-shared/errors.ts';
import { fact } from '../../../src-shared/languages/fact.ts';
import type { KeyWrap } from '../../app.ts';
import { type Clock, inTime, SECOND } from '../../ground/clock.ts';

/** For each use. A person who sits there has typed a password by then. */
const PATIENCE = 30 * SECOND;

/** The same wrap, whose uses throw secret.store-closed where the store has not answered in time. */
export function withPatience(wrap: KeyWrap, clock: Clock): KeyWrap {
  const noAnswer = () =>
    new AppError('secret.store-closed', {
      reason: fact('The system’s key store has not answered for {seconds} seconds: it may be asking for a password.', {
        seconds: PATIENCE / SECOND,
      }),
    });
  const patiently = <Answer>(use: Promise<Answer>) => inTime(clock, PATIENCE, use, noAnswer);
  return {
    name: wrap.name,
    wrap: (content) => patiently(wrap.wrap(content)),
    unwrap: (wrapped) => patiently(wrap.unwrap(wrapped)),
    hasChanged: () => patiently(wrap.hasChanged()),
    ...(wrap.disk && { disk: wrap.disk }),
    openFormer: (sealed) => patiently(wrap.openFormer(sealed)),
  };
}
