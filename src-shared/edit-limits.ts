/** @file Limits of correcting by hand, apart from the schemas, which the window does not load. */

/** The longest line that can be corrected by hand, in characters. */
export const MOST_EDITED_CHARACTERS = 200_000;

/** Lines that a call says of why they are left out by hand. */
export const MOST_EXPLAINED = 100_000;

/** Lines of which a call tells what they pay: more than are in sight at once. */
export const MOST_PAYMENTS = 100;
