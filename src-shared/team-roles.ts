/** @file What a person may do in the team ledger. Pure. */

/** A maker offers files, a checker releases or refuses them, a sender sees what is released, an administrator gives roles. */
export const teamRoles = ['maker', 'checker', 'sender', 'administrator'] as const;
export type TeamRole = (typeof teamRoles)[number];
