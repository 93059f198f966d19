/**
 * @file What other users of this computer may have to do with a watched folder: who may write to it, whose files are taken, and
 * in whose folders files are put. Pure.
 *
 * [Note: Windows] has no owner and mode of this kind, so all is taken there; links are refused everywhere.
 */

import type { BigIntStats } from 'node:fs';

type Owned = Pick<BigIntStats, 'uid'>;

const WRITABLE_BY_OTHERS = 0o022n;
const ADMINISTRATOR = 0n;

/** Whether others may put files into a folder, or take them away. @param user the own number; undefined on Windows */
export function othersMayWrite({ uid, mode }: Pick<BigIntStats, 'uid' | 'mode'>, user: number | undefined): boolean {
  return user !== undefined && (!isOwn({ uid }, user) || (mode & WRITABLE_BY_OTHERS) !== 0n);
}

/**
 * Why a file is not taken; undefined where it is.
 * @param shared whether a person has said that others put files into the folder
 */
export function whyNotTaken(
  facts: Pick<BigIntStats, 'uid' | 'nlink'>,
  { shared, user }: { shared: boolean; user: number | undefined },
): 'owner' | 'second-name' | undefined {
  if (user === undefined) return undefined;
  // Else others who can name a file of this person, but not read it, could have it sent.
  if (facts.nlink > 1n) return 'second-name';
  return shared || isOwn(facts, user) ? undefined : 'owner';
}

/** Whether files may be put into a folder within a watched one: who owns that can do the same without it. */
export function isOfTheHouse(within: Owned, watched: Owned, user: number | undefined): boolean {
  return isOwn(within, user) || within.uid === watched.uid;
}

/** The administrator can do anything anyway. */
function isOwn({ uid }: Owned, user: number | undefined): boolean {
  return user === undefined || uid === BigInt(user) || uid === ADMINISTRATOR;
}
