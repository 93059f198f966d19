/**
 * @file The versions of the team ledger: what each one makes of the one before. Never edit one that was released.
 *
 * [Note: Who may write] All tables belong to a role of the ledger to which no person belongs. Persons have no right to write
 * to any of them: they call functions that run with the rights of that role, on a fixed search path, and that know the
 * person by `session_user`, which neither SET ROLE nor any setting changes. Row-level security says what a person may read.
 */

import { desks } from './migrations/desks.ts';
import { foundation } from './migrations/foundation.ts';
import { history } from './migrations/history.ts';
import type { LedgerRoles } from './migrations/ledger-roles.ts';
import { limits } from './migrations/limits.ts';
import { offers } from './migrations/offers.ts';
import { parts } from './migrations/parts.ts';
import { putBack } from './migrations/put-back.ts';
import { releaseRule } from './migrations/release-rule.ts';
import { sendings } from './migrations/sendings.ts';
import { turnQueue } from './migrations/turn-queue.ts';

export interface Migration {
  name: string;
  statements: (roles: LedgerRoles) => string;
}

/** The first makes version 1. */
export const migrations: readonly Migration[] = [
  { name: 'people and their roles', statements: foundation },
  { name: 'offers and decisions', statements: offers },
  { name: 'desks', statements: desks },
  { name: 'shared limits', statements: limits },
  { name: 'what was sent', statements: sendings },
  { name: 'parts of files that several desks send', statements: parts },
  { name: 'histories of the desks', statements: history },
  { name: 'whether a release is required', statements: releaseRule },
  { name: 'a ledger that was put back waits for its desks', statements: putBack },
  { name: 'desks that wait for a turn are served in their order', statements: turnQueue },
];
