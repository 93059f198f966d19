/** @file A call as it comes in as text, from a tab or at the door: its form, and how much of it is taken. Pure. */

import { z } from 'zod';

/** The largest call carries a transaction or certificate authorities: a million characters of at most six bytes each. */
export const LONGEST_CALL = 7_000_000;
/** Of one caller, at the same time. */
export const MOST_CALLS = 100;
/** Who has so many bytes left to read does not read at all. */
export const TOO_MUCH_UNREAD = 64_000_000;

export const callSchema = z.strictObject({
  id: z.int().nonnegative(),
  name: z.string().max(64),
  values: z.array(z.unknown()).max(8),
});
export type IncomingCall = z.infer<typeof callSchema>;
